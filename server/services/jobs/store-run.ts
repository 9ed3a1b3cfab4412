/**
 * Stores a pipeline's result as one revision, with the end of the job: replacing annotations, added to them, on some
 * frames only, or in a new dataset. What it replaces is reported in the log, in the description of the revision and in
 * the job's record.
 */
import type { MediaEntry } from "#schemas/media-ledger";

import { AccessLevel } from "../../base/access-level.ts";
import { counted } from "../../base/counted.ts";
import type { AnnotationKind, AnnotationRecord } from "../../domain/annotation-save.ts";
import { categoryOf } from "../../domain/pipeline.ts";
import { withMediaEntries } from "../../domain/media-ledger.ts";
import { type FrameRange, renumbered, type SetChange, withinFrames } from "../../domain/run-result.ts";
import type { AnnotationScope } from "../../ports/annotation.repository.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord } from "../../ports/records.ts";
import { requireUser } from "../access/actor.ts";
import type { AccessService } from "../access/access.service.ts";
import type { ImportedFile } from "../annotations/annotation-file.service.ts";
import type { AnnotationService, SaveResult, Staged } from "../annotations/annotation.service.ts";
import type { DatasetService } from "../datasets/dataset.service.ts";
import { entriesOfProblems } from "../datasets/import-entries.ts";
import { mergeImportedMeta } from "../datasets/imported-meta.ts";
import { countTracks } from "../datasets/store-imported.ts";
import { JobError, type WorkerRun } from "./worker.ts";

interface RunTarget {
  /** Display name of the pipeline. */
  readonly name: string;
  readonly pipe: string;
  /** Revision of the dataset at the time of the request. */
  readonly revision: number;
  readonly frames: FrameRange | undefined;
  readonly outputSet?: string;
  readonly add?: boolean;
  readonly dataset?: { readonly name: string; readonly parentId: string };
}

interface StoreUses {
  readonly ports: Ports;
  readonly access: AccessService;
  readonly annotations: AnnotationService;
  readonly datasets: DatasetService;
}

/** Marks the clone that a job has made: when repeated, it continues with that one. */
const madeByKey = "madeByJob";
/** Attempts, because others may save while a frame range is being merged. */
const mostTries = 5;

/** Others have saved since the records were read. */
class SavedMeanwhile extends Error {}

export async function storeRun(
  uses: StoreUses,
  run: WorkerRun,
  source: FolderRecord,
  target: RunTarget,
  imported: ImportedFile,
): Promise<void> {
  const { ports, access, annotations } = uses;
  const { actor, job, log, succeed } = run;
  const { name, frames, add = false, outputSet: setName = "", revision } = target;
  const folder =
    target.dataset === undefined ? source : await outputDataset(uses, run, source, target.dataset, revision);
  const scope = { datasetId: folder.id, setName };
  const place = setName === "" ? folder.name : `the set ${setName}`;
  const head = await ports.database.annotations.head(source.id, setName);
  const isWholeSet = target.dataset === undefined && frames === undefined && !add;
  if (isWholeSet && head > revision) {
    await log(`Revision ${head} was saved while it ran. What that changed is in the history, not in the result.`);
  }
  const saveId = `job:${job.id}`;
  for (let attempt = 1; ; attempt++) {
    const change = await changeOf(uses, scope, target, imported.records);
    let done: { saved: SaveResult; description: string } | undefined;
    const store = async (tx: Repositories, staged: Staged): Promise<void> => {
      const { record } = await access.requireFolder(actor, folder.id, AccessLevel.write, tx);
      if ((await tx.annotations.findSave(record.id, saveId)) !== undefined) return;
      if (change !== undefined && (await tx.annotations.head(folder.id, setName)) !== change.head)
        throw new SavedMeanwhile();
      const replaced = change === undefined ? await countTracks(tx, scope) : change.end.length;
      const found = imported.report.trackCount;
      const description = `Run ${name}${whatText({ found, replaced, add, frames })}`;
      const user = requireUser(actor);
      const saved =
        change === undefined
          ? await annotations.replaceAll(tx, user, staged, description, saveId)
          : await annotations.replaceSome(tx, user, staged, change.end, description, saveId);
      done = { saved, description };
      // The rate of the dataset is that of its media, whatever a program writes.
      const { fps: _theirs, ...report } = imported.report;
      const merged = mergeImportedMeta(record, { report }, true, name);
      const entries = [
        ...entriesOfProblems(name, report.problems, report.problemCount),
        ...merged.entries,
        ...replacedEntries(name, replaced, saved.revision, `${place}${rangeText(frames)}`),
      ];
      const counts = { tracks: found, detections: report.detectionCount, replaced, revision: saved.revision };
      const result = { ...counts, folderId: folder.id, set: setName, entries };
      await tx.jobs.update(job.id, { meta: { ...job.meta, result } });
      const meta = withMediaEntries(merged.meta, entries);
      await tx.folders.update(record.id, { meta, updatedMs: ports.clock.nowMs() });
    };
    const expected = change === undefined ? await countTracks(ports.database, scope) : change.end.length;
    if (expected > 0 && attempt === 1)
      await log(`Replaces ${counted(expected, "track")} of ${place}${rangeText(frames)}.`);
    try {
      await annotations.withStaged(scope, change?.write ?? imported.records, (staged) =>
        succeed({ dataset: folder.id }, (tx) => store(tx, staged)),
      );
    } catch (error) {
      if (!(error instanceof SavedMeanwhile) || attempt === mostTries) throw error;
      continue;
    }
    if (done !== undefined) await annotations.tellSaved(requireUser(actor), scope, done.saved, done.description);
    return;
  }
}

/** `undefined`: the whole set is replaced. */
async function changeOf(
  { ports }: StoreUses,
  scope: AnnotationScope,
  { add = false, frames, pipe }: RunTarget,
  found: readonly AnnotationRecord[],
): Promise<(SetChange & { head: number }) | undefined> {
  const { annotations } = ports.database;
  const head = await annotations.head(scope.datasetId, scope.setName);
  if (add) {
    const above = {
      track: await annotations.largestId(scope, "track"),
      group: await annotations.largestId(scope, "group"),
    };
    return { head, write: renumbered(found, above), end: [] };
  }
  if (frames === undefined) return undefined;
  const areSame = ["utility", "filter"].includes(categoryOf(pipe) ?? "");
  const stored = await readRecords(ports, scope, "track", head);
  return { head, ...withinFrames(stored, found, frames, areSame) };
}

async function readRecords(
  { database }: Ports,
  scope: AnnotationScope,
  kind: AnnotationKind,
  revision: number,
): Promise<AnnotationRecord[]> {
  const order = { by: "id", descending: false, limit: 0, offset: 0 } as const;
  const parts: Uint8Array[] = [];
  for await (const part of database.annotations.stream({ ...scope, kind, revision }, order)) parts.push(part);
  const documents = JSON.parse(`[${Buffer.concat(parts).toString("utf8")}]`) as {
    id: number;
    begin: number;
    end: number;
  }[];
  return documents.map((document) => ({
    ...{ kind, id: document.id, begin: document.begin, end: document.end, label: undefined },
    payload: JSON.stringify(document),
  }));
}

/** Entries about the annotations that a run has replaced. */
export function replacedEntries(name: string, replaced: number, revision: number, place: string): MediaEntry[] {
  if (replaced === 0) return [];
  const why = `replaced ${counted(replaced, "track")} of ${place} in revision ${revision}.`;
  return [{ what: "replaced", where: name, why, next: "The revision before has them." }];
}

/** A clone of the dataset, only for the result. */
async function outputDataset(
  { ports, datasets }: StoreUses,
  { actor, job, log }: WorkerRun,
  source: FolderRecord,
  { name, parentId }: { readonly name: string; readonly parentId: string },
  revision: number,
): Promise<FolderRecord> {
  const { folders } = ports.database;
  const before = await folders.findByName({ type: "folder", id: parentId }, name);
  if (before !== undefined) {
    if (before.meta[madeByKey] === job.id) return before;
    throw new JobError(`There is a folder named ${name} already. Choose another name for the result.`);
  }
  const { record } = await datasets.clone(actor, { sourceId: source.id, parentId, name, revision });
  const meta = { ...record.meta, [madeByKey]: job.id };
  await folders.update(record.id, { meta });
  await log(`The result is in the dataset ${name}, a clone of ${source.name}.`);
  return { ...record, meta };
}

function whatText(given: { found: number; replaced: number; add: boolean; frames: FrameRange | undefined }): string {
  const { found, replaced, add, frames } = given;
  if (add) return `: added ${counted(found, "track")}`;
  if (replaced === 0) return rangeText(frames);
  return `: ${counted(found, "track")} in place of ${replaced}${rangeText(frames)}`;
}

const rangeText = (frames: FrameRange | undefined): string =>
  frames === undefined ? "" : ` on frames ${frames.first} to ${frames.last}`;
