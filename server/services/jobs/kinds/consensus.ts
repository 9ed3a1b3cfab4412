/** Merges annotation sets of a dataset, at their revisions at the time of the request, into a new set. */
import { AccessLevel } from "../../../base/access-level.ts";
import { counted } from "../../../base/counted.ts";
import { type Checked, integer, listOf, object, optional, text } from "../../../domain/body-check.ts";
import type { AnnotationRecord } from "../../../domain/annotation-save.ts";
import type { FolderRecord } from "../../../ports/records.ts";
import type { AccessService } from "../../access/access.service.ts";
import { type Actor, requireUser } from "../../access/actor.ts";
import type { AnnotationService } from "../../annotations/annotation.service.ts";
import type { SaveResult } from "../../annotations/revision-writer.ts";
import type { StagedRevisions } from "../../annotations/staged-revisions.ts";
import { shownSets } from "../../annotations/annotation-sets.ts";
import type { AnnotationWork, ConsensusSession } from "../../annotations/annotation-work/annotation-work.ts";
import type { ConsensusCounts } from "../../annotations/annotation-work/protocol.ts";
import type { QueuedJob } from "../job-definition.ts";
import type { JobView } from "../job.service.ts";
import { JobError } from "../job-error.ts";

const side = object({ set: text, revision: integer(0), ranges: listOf(listOf(integer(0))) }, "drop");
const parameters = object(
  { datasetId: text, name: text, sides: listOf(side), into: text, leastPeople: optional(integer(1)) },
  "drop",
);
export type ConsensusTask = Checked<typeof parameters>;

export interface ConsensusDeps {
  readonly access: AccessService;
  readonly annotations: AnnotationService;
  readonly stagedRevisions: StagedRevisions;
  readonly consensus: { start(actor: Actor, datasetId: string, body: unknown): Promise<JobView> };
  readonly work: AnnotationWork;
}

export const mergeSets: QueuedJob<ConsensusTask, ConsensusDeps> = {
  kind: "consensus",
  queue: "pipelines",
  parameters,
  title: ({ name }) => `Consensus of ${name}`,
  wireType: "consensus",
  key: ({ datasetId, into }) => JSON.stringify([datasetId, into]),
  repeat: async ({ actor, task: { datasetId, sides, into, leastPeople } }, { consensus }) =>
    await consensus.start(actor, datasetId, {
      sets: sides.map(({ set }) => set),
      into,
      ...(leastPeople !== undefined && { leastPeople }),
    }),
  async run(run, { access, annotations, stagedRevisions, work }) {
    const { task, actor, job, log, succeed } = run;
    const { sides, into, leastPeople } = task;
    const { record: folder } = await access.requireFolder(actor, task.datasetId, AccessLevel.write);
    const session = work.openConsensus();
    const records: AnnotationRecord[] = [];
    let counts: ConsensusCounts;
    try {
      for (const [n, each] of sides.entries()) {
        run.progress(n, sides.length + 1, `Reading ${setText(each.set)}`);
        await session.beginSide();
        for (const kind of ["track", "group"] as const)
          await loadSide(session, annotations, { folder, kind, ...each }, run.signal);
        await session.endSide(each.ranges);
      }
      run.progress(sides.length, sides.length + 1, "Merging");
      counts = await session.merge({ ...(leastPeople !== undefined && { leastPeople }) });
      for await (const batch of session.records()) records.push(...batch);
    } finally {
      await session.close();
    }
    if (counts.tracks === 0) throw new JobError("No object is in enough of these sets, so no set was created.");
    await log(
      `Merged ${counted(sides.length, "set")}: ${counted(counts.tracks, "track")} with ${counted(counts.boxes, "detection")}.`,
    );
    for (const line of skippedTexts(counts)) await log(line);
    const scope = { datasetId: folder.id, setName: into };
    const description = `Consensus of ${sides.map(({ set }) => setText(set)).join(", ")}`;
    const saveId = `job:${job.id}`;
    let saved: SaveResult | undefined;
    await stagedRevisions.withStaged(scope, records, (staged) =>
      succeed({ dataset: folder.id }, async (tx) => {
        await access.requireFolder(actor, folder.id, AccessLevel.write, tx);
        if ((await tx.annotations.findSave(folder.id, saveId)) !== undefined) return;
        if ((await shownSets(tx, folder.id)).includes(into)) {
          throw new JobError(`A set ${into} was created in the meantime. Choose another name, or remove it first.`);
        }
        saved = await stagedRevisions.replaceAll(tx, requireUser(actor), staged, description, saveId);
        const result = { ...counts, folderId: folder.id, set: into, revision: saved.revision };
        await tx.jobs.update(job.id, { meta: { ...job.meta, result } });
      }),
    );
    if (saved !== undefined) await stagedRevisions.announce(requireUser(actor), scope, saved, description);
  },
};

async function loadSide(
  session: ConsensusSession,
  annotations: AnnotationService,
  from: { folder: FolderRecord; kind: "track" | "group"; set: string; revision: number },
  signal: AbortSignal,
): Promise<void> {
  const { folder, kind, set: setName, revision } = from;
  const everything = { revision, setName, kind, by: "id", descending: false, limit: 0, offset: 0 } as const;
  const { pieces } = await annotations.readOf(folder, everything);
  for await (const piece of pieces) {
    signal.throwIfAborted();
    await session.load(kind, piece);
  }
}

const setText = (set: string): string => (set === "" ? "the default set" : set);

function skippedTexts({ tooFew, notMerged }: ConsensusCounts): string[] {
  const { shapes, notes, frameLabels, groups } = notMerged;
  return [
    ...(tooFew.boxes > 0 ? [`Left out because too few sets have them: ${counted(tooFew.boxes, "detection")}.`] : []),
    ...(tooFew.tracks > 0 ? [`Nothing is left of ${counted(tooFew.tracks, "track")}.`] : []),
    ...(shapes > 0 ? [`Only boxes are merged: ${counted(shapes, "detection")} had a shape.`] : []),
    ...(notes + frameLabels + groups > 0
      ? [
          `Not merged: ${counted(notes, "note")}, ${counted(frameLabels, "frame label")} and ${counted(groups, "group")}.`,
        ]
      : []),
  ];
}
