/**
 * Compares computed annotations with ground truth, at their revisions at the time of the request. The result becomes a
 * file of each computed dataset.
 */
import { Readable } from "node:stream";

import type { Scoring, ScoringEntry } from "#schemas";

import { AccessLevel } from "../../../base/access-level.ts";
import { counted } from "../../../base/counted.ts";
import { wireDate } from "../../../base/wire-date.ts";
import { type Checked, integer, listOf, object, optional, text } from "../../../domain/body-check.ts";
import { datasetOf } from "../../../domain/dataset.ts";
import {
  paramsCheck,
  scoredPairs,
  scoringFileName,
  scoringKey,
  type ScoringRecord,
} from "../../../domain/scoring-record.ts";
import type { BlobRef } from "../../../ports/blob-store.ts";
import type { Repositories } from "../../../ports/database.ts";
import type { Ports } from "../../../ports/index.ts";
import type { FolderRecord, UserRecord } from "../../../ports/records.ts";
import type { AccessService } from "../../access/access.service.ts";
import { requireUser, type Actor } from "../../access/actor.ts";
import type { AnnotationService } from "../../annotations/annotation.service.ts";
import type { AnnotationWork, ScoringSession } from "../../annotations/annotation-work/annotation-work.ts";
import { auxiliaryFolderName } from "../../datasets/dataset.service.ts";
import { findAuxiliary } from "../../datasets/scoring-result.service.ts";
import { placed, placeFile } from "../../tree/file-placement.ts";
import { placeFolder } from "../../tree/folder-placement.ts";
import { requireStillStored, storeStream } from "../../tree/stored-content.ts";
import type { QueuedJob } from "../job-definition.ts";
import type { JobView } from "../job.service.ts";

const parameters = object(
  {
    pairs: scoredPairs,
    params: paramsCheck,
    title: text,
    /** Of a survey: the number of frames of each pair. */
    frameCounts: optional(listOf(integer(0))),
  },
  "drop",
);
type ScoreTask = Checked<typeof parameters>;
type ScoredSource = ScoreTask["pairs"][number]["computed"];

export interface ScoreDeps {
  readonly ports: Ports;
  readonly access: AccessService;
  readonly annotations: AnnotationService;
  readonly limits: { readonly maxUploadBytes: number };
  readonly scorings: { start(actor: Actor, body: unknown): Promise<JobView> };
  readonly work: AnnotationWork;
}

export const scoreDatasets: QueuedJob<ScoreTask, ScoreDeps> = {
  kind: "score",
  queue: "pipelines",
  parameters,
  title: ({ title }) => `Scoring ${title}`,
  wireType: "scoring",
  repeat: async ({ actor, task: { pairs, params, title } }, { scorings }) => {
    const asked = ({ datasetId, set, revision }: ScoredSource) => ({ datasetId, set, revision });
    const again = pairs.map(({ computed, truth }) => ({ computed: asked(computed), truth: asked(truth) }));
    return await scorings.start(actor, { pairs: again, params, title });
  },
  async run(run, deps) {
    const { task, actor, job, log, succeed } = run;
    const { ports, access, limits, work } = deps;
    const user = requireUser(actor);
    const session = work.openScoring();
    let scoring: Scoring;
    try {
      const sides = task.pairs.flatMap(({ computed, truth }) => [computed, truth]);
      for (const [n, side] of sides.entries()) {
        run.progress(n, sides.length + 1, `Reading ${side.name}`);
        await loadSide(session, side, run, deps);
      }
      run.progress(sides.length, sides.length + 1, "Comparing");
      scoring = await session.score(task.params, task.frameCounts);
    } finally {
      await session.close();
    }
    run.signal.throwIfAborted();
    const { truthBoxes, computedBoxes } = scoring.summary;
    await log(
      `Compared ${counted(computedBoxes, "computed detection")} with ${counted(truthBoxes, "detection")} of the truth`,
    );
    const created = ports.clock.nowMs();
    const record: ScoringRecord = {
      jobId: job.id,
      title: task.title,
      created: wireDate(created),
      creator: user.login,
      pairs: task.pairs,
      params: task.params,
      numbers: numbersOf(scoring),
    };
    const content = Buffer.from(JSON.stringify({ ...record, scoring }));
    const ref = await storeStream(ports, Readable.from([content]), limits.maxUploadBytes);
    const name = scoringFileName(new Date(created).toISOString());
    const ids = [...new Set(task.pairs.map(({ computed }) => computed.datasetId))];
    await succeed(
      ids.map((dataset) => ({ dataset })),
      async (tx) => {
        for (const id of ids) {
          const { record: dataset } = await access.requireFolder(actor, id, AccessLevel.read, tx);
          await storeResult(ports, tx, { dataset, user, name, ref, record });
        }
      },
    );
  },
};

async function loadSide(
  session: ScoringSession,
  { datasetId, set, revision }: ScoredSource,
  { actor, signal }: { readonly actor: Actor; readonly signal: AbortSignal },
  { access, annotations }: Pick<ScoreDeps, "access" | "annotations">,
): Promise<void> {
  const { record: folder } = await access.requireFolder(actor, datasetId);
  await session.beginSide();
  const everything = { revision, setName: set, by: "id", descending: false, limit: 0, offset: 0 } as const;
  const { pieces } = await annotations.readOf(folder, { ...everything, kind: "track" });
  for await (const piece of pieces) {
    signal.throwIfAborted();
    await session.load("track", piece);
  }
  await session.endSide(regionTypesOf(folder));
}

/** Types whose detections mark regions that are excluded. Any client may have written a style. */
function regionTypesOf(folder: FolderRecord): string[] {
  const styles = datasetOf(folder).configuration["customTypeStyling"];
  if (typeof styles !== "object" || styles === null) return [];
  return Object.entries(styles as Readonly<Record<string, { suppress?: unknown } | null>>)
    .filter(([, style]) => style?.suppress === true)
    .map(([type]) => type);
}

function numbersOf({ summary: { precision, recall, f1, map, tracking } }: Scoring): ScoringEntry["numbers"] {
  const tracked = tracking && { mota: tracking.mota, idf1: tracking.idf1, hota: tracking.hota };
  return { precision, recall, f1, map, ...tracked };
}

/**
 * Users who may read a dataset may score it, so its auxiliary folder accepts the file although they may not write
 * there.
 */
async function storeResult(
  ports: Ports,
  tx: Repositories,
  given: { dataset: FolderRecord; user: UserRecord; name: string; ref: BlobRef; record: ScoringRecord },
): Promise<void> {
  const { dataset, user, name, ref, record } = given;
  await requireStillStored(tx, ref);
  const parent = { type: "folder", record: dataset, level: AccessLevel.write } as const;
  let auxiliary = await findAuxiliary(tx, dataset);
  if (auxiliary === undefined) {
    auxiliary = await placeFolder(ports, tx, user.id, parent, { name: auxiliaryFolderName, meta: {} });
    // The user whose file creates it gains no rights.
    await tx.access.replace("folder", auxiliary.id, await tx.access.list("folder", dataset.id));
  }
  const place = { parentType: "folder", parentId: auxiliary.id, name, mimeType: "application/json" } as const;
  const { item } = await placeFile(ports, tx, { ...place, userId: user.id }, placed(ref));
  await tx.items.update(item.id, { meta: { [scoringKey]: record } });
}
