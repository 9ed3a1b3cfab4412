/**
 * Stores a pipeline's result as one revision, with the end of the job: replacing annotations, added to them, on some
 * frames only, or in a new dataset. Replaced content is reported in the log, in the description of the revision and in
 * the job's record.
 */
import type { MediaEntry } from "#schemas/media-ledger";

import { AccessLevel } from "../../base/access-level.ts";
import { counted } from "../../base/counted.ts";
import { withMediaEntries } from "../../domain/media-ledger.ts";
import { rangeText, runDescription } from "../../domain/run-description.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord, JobRecord } from "../../ports/records.ts";
import { requireUser } from "../access/actor.ts";
import type { AccessService } from "../access/access.service.ts";
import type { ImportedFile } from "../annotations/annotation-file.service.ts";
import { betweenSaves } from "../annotations/between-saves.ts";
import type { SaveResult } from "../annotations/revision-writer.ts";
import type { Staged, StagedRevisions } from "../annotations/staged-revisions.ts";
import { jobSaveId } from "../annotations/saved-since.ts";
import type { DatasetService } from "../datasets/dataset.service.ts";
import { entriesOfProblems } from "../datasets/import-entries.ts";
import { mergeImportedMeta } from "../datasets/imported-meta.ts";
import { typesOf } from "../datasets/store-imported.ts";
import { changeOf, type ResultTarget } from "./run-change.ts";
import { endsForGood, JobError } from "./job-error.ts";
import type { WorkerRun } from "./job-run.ts";

interface RunTarget extends ResultTarget {
  /** Display name of the pipeline. */
  readonly name: string;
  readonly outputSet?: string;
  readonly dataset?: { readonly name: string; readonly parentId: string };
}

interface StoreDeps {
  readonly ports: Ports;
  readonly access: AccessService;
  readonly stagedRevisions: StagedRevisions;
  readonly datasets: DatasetService;
}

/** Marks the clone that a job has made: when repeated, it continues with that one. */
const madeByKey = "madeByJob";
export async function storeRun(
  deps: StoreDeps,
  run: WorkerRun,
  source: FolderRecord,
  target: RunTarget,
  imported: ImportedFile,
): Promise<void> {
  const { dataset, revision } = target;
  if (dataset === undefined) return await storeIn(source, deps, run, target, imported);
  const folder = await outputDataset(deps, run, source, dataset, revision);
  try {
    await storeIn(folder, deps, run, target, imported);
  } catch (error) {
    const { log, signal } = run;
    const why = withoutResult(folder);
    if (endsForGood(signal.aborted ? signal.reason : error)) await log(why).catch(() => undefined);
    throw error;
  }
}

async function storeIn(
  folder: FolderRecord,
  deps: StoreDeps,
  run: WorkerRun,
  target: RunTarget,
  imported: ImportedFile,
): Promise<void> {
  const { ports, access, stagedRevisions } = deps;
  const { actor, job, log, succeed } = run;
  const { name, frames, add = false, outputSet: setName = "", revision } = target;
  const scope = { datasetId: folder.id, setName };
  const place = setName === "" ? folder.name : `the set ${setName}`;
  const saveId = jobSaveId(job.id);
  let done: { saved: SaveResult; description: string } | undefined;
  const present = await typesOf(ports.database, folder.id);
  await betweenSaves(async (attempt) => {
    // In a dataset that was just made there are no others' saves.
    const since = target.dataset === undefined ? revision : Infinity;
    const change = await changeOf(ports, scope, { ...target, revision: since }, imported.records);
    const { found, replaced, kept } = change;
    const description = runDescription(name, { found, replaced, add, frames, kept });
    const store = async (tx: Repositories, staged: Staged): Promise<void> => {
      const { record } = await access.requireFolder(actor, folder.id, AccessLevel.write, tx);
      if ((await tx.annotations.findSave(record.id, saveId)) !== undefined) return;
      const saved = await stagedRevisions.publishChange(tx, requireUser(actor), staged, change, description, saveId);
      done = { saved, description };
      // The rate of the dataset is that of its media, whatever a program writes.
      const { fps: _theirs, ...report } = imported.report;
      const merged = mergeImportedMeta(record, { report, present }, true, name);
      const entries = [
        ...entriesOfProblems(name, report.problems, report.problemCount),
        ...merged.entries,
        ...replacedEntries(name, replaced, saved.revision, `${place}${rangeText(frames)}`),
        ...preservedEntries(name, kept, place),
      ];
      const counts = { tracks: found, detections: report.detectionCount, replaced, revision: saved.revision };
      const result = { ...counts, folderId: folder.id, set: setName, entries };
      await tx.jobs.update(job.id, { meta: { ...job.meta, result } });
      const meta = withMediaEntries(merged.meta, entries);
      await tx.folders.update(record.id, { meta, updatedMs: ports.clock.nowMs() });
    };
    if (replaced > 0 && attempt === 1)
      await log(`Replaces ${counted(replaced, "track")} of ${place}${rangeText(frames)}.`);
    if (kept > 0) await log(preservedText(kept, place));
    await stagedRevisions.withStaged(scope, change.change?.write ?? imported.records, (staged) =>
      succeed({ dataset: folder.id }, (tx) => store(tx, staged)),
    );
  });
  if (done !== undefined) await stagedRevisions.announce(requireUser(actor), scope, done.saved, done.description);
}

/** Entries about the annotations that a run has replaced. */
export function replacedEntries(name: string, replaced: number, revision: number, place: string): MediaEntry[] {
  if (replaced === 0) return [];
  const why = `replaced ${counted(replaced, "track")} of ${place} in revision ${revision}.`;
  return [{ what: "replaced", where: name, why, next: "The previous revision has them." }];
}

const savedText = (kept: number): string =>
  kept === 1 ? "1 track that was saved while it ran" : `${kept} tracks that were saved while it ran`;

export const preservedText = (kept: number, place: string): string => `Keeps ${savedText(kept)} in ${place}.`;

export function preservedEntries(name: string, kept: number, place: string): MediaEntry[] {
  return kept === 0 ? [] : [{ what: "joined", where: name, why: `kept ${savedText(kept)} in ${place}.` }];
}

const withoutResult = ({ name }: FolderRecord): string =>
  `The dataset ${name} was made for the result, but does not have it: delete it before you run this again under the same name.`;

/** The dataset that a job made for its result, and in which it could not store it. */
export async function findUnusedDataset(
  { id }: JobRecord,
  target: RunTarget["dataset"],
  { annotations, folders }: Repositories,
): Promise<string | undefined> {
  if (target === undefined) return undefined;
  const folder = await folders.findByName({ type: "folder", id: target.parentId }, target.name);
  if (folder?.meta[madeByKey] !== id) return undefined;
  return (await annotations.findSave(folder.id, jobSaveId(id))) === undefined ? withoutResult(folder) : undefined;
}

/** A clone of the dataset, only for the result. */
async function outputDataset(
  { ports, datasets }: StoreDeps,
  { actor, job, log }: WorkerRun,
  source: FolderRecord,
  { name, parentId }: { readonly name: string; readonly parentId: string },
  revision: number,
): Promise<FolderRecord> {
  const { folders } = ports.database;
  const before = await folders.findByName({ type: "folder", id: parentId }, name);
  if (before !== undefined) {
    if (before.meta[madeByKey] === job.id) return before;
    throw new JobError(`A folder named ${name} already exists. Choose another name for the result.`);
  }
  const marks = { [madeByKey]: job.id };
  const { record } = await datasets.clone(actor, { sourceId: source.id, parentId, name, revision, marks });
  await log(`The result is in the dataset ${name}, a clone of ${source.name}.`);
  return record;
}
