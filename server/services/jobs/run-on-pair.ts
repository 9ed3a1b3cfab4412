/**
 * Runs a pipeline on two calibrated cameras: each gets a revision, both stored with the end of the job, so that a
 * length never exists on only one of them.
 */
import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pipeline as pipeStreams } from "node:stream/promises";

import { counted } from "../../base/counted.ts";
import { AccessLevel } from "../../base/access-level.ts";
import { withMediaEntries } from "../../domain/media-ledger.ts";
import type { AnnotationScope } from "../../ports/annotation.repository.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { PairSide, PipelineEngine } from "../../ports/pipeline-engine.ts";
import type { FolderRecord } from "../../ports/records.ts";
import { requireUser } from "../access/actor.ts";
import type { ImportedFile } from "../annotations/annotation-file.service.ts";
import { betweenSaves } from "../annotations/between-saves.ts";
import type { SaveResult } from "../annotations/revision-writer.ts";
import type { Staged, StagedRevisions } from "../annotations/staged-revisions.ts";
import { type ConcurrentChange, jobSaveId } from "../annotations/saved-since.ts";
import { requireCalibration, type PairTask } from "../pipelines/pipeline-pair.ts";
import { entriesOfProblems } from "../datasets/import-entries.ts";
import { mergeImportedMeta } from "../datasets/imported-meta.ts";
import { countTracks, typesOf } from "../datasets/store-imported.ts";
import type { LogLines } from "./log-lines.ts";
import type { PipelineTask, PipelineDeps } from "./pipeline-task.ts";
import { readResult } from "./read-result.ts";
import { changeOf } from "./run-change.ts";
import { preservedEntries, preservedText, replacedEntries } from "./store-run.ts";
import { JobError } from "./job-error.ts";
import type { WorkerRun } from "./job-run.ts";

interface PairJob {
  readonly folder: FolderRecord;
  readonly task: PipelineTask;
  readonly pair: PairTask;
  readonly engine: PipelineEngine;
  /** A folder used by this job only. */
  readonly temporary: string;
  readonly lines: LogLines;
}

/** A camera with its part of the result. */
interface CameraResult {
  readonly side: PairSide;
  readonly record: FolderRecord;
  readonly scope: AnnotationScope;
  readonly imported: ImportedFile;
}

/** The changes of the result to the set of the camera, as it is now. */
interface CameraChange extends CameraResult {
  readonly made: ConcurrentChange;
}

interface StagedCamera extends CameraChange {
  readonly staged: Staged;
}

interface SavedCamera {
  readonly scope: AnnotationScope;
  readonly saved: SaveResult;
}

type Pair<T> = readonly [left: T, right: T];

export async function runOnPair(deps: PipelineDeps, run: WorkerRun, asked: PairJob): Promise<void> {
  const { ports, stagedRevisions } = deps;
  const { actor, log, succeed } = run;
  const { folder, task } = asked;
  const cameras = await collectPair(deps, run, asked);
  await asked.lines.written();
  for (const { record, scope } of cameras) {
    const replaced = await countTracks(ports.database, scope);
    if (replaced > 0) await log(`Replaces ${counted(replaced, "track")} of camera ${record.name}.`);
  }
  const datasets = [folder, ...cameras.map(({ record }) => record)].map(({ id }) => ({ dataset: id }));
  let done: readonly SavedCamera[] = [];
  await betweenSaves(async () => {
    const [left, right] = cameras;
    const changed = [await withChange(ports, asked, left), await withChange(ports, asked, right)] as const;
    for (const { record, made } of changed) {
      if (made.kept > 0) await log(preservedText(made.kept, `camera ${record.name}`));
    }
    await withBothStaged(stagedRevisions, changed, (staged) =>
      succeed(datasets, async (tx) => {
        const saved = await publishPair(deps, tx, run, asked, staged);
        if (saved.length > 0) done = saved;
      }),
    );
  });
  for (const { scope, saved } of done) {
    await stagedRevisions.announce(requireUser(actor), scope, saved, descriptionOf(task));
  }
}

/** Runs the engine on both cameras, and reads its results. */
async function collectPair(
  { access, annotationFiles, attachments }: PipelineDeps,
  { actor, signal, progress }: WorkerRun,
  { folder, task, pair, engine, temporary, lines }: PairJob,
): Promise<Pair<CameraResult>> {
  if (engine.runOnPair === undefined) throw new JobError(`${task.name} cannot run on two cameras at once.`);
  const calibration = await requireCalibration(attachments, actor, folder);
  const runFolder = join(temporary, "run");
  await mkdir(runFolder);
  const write = async (side: PairSide): Promise<string> => {
    const path = join(temporary, `${side}.json`);
    const { folderId, revision } = pair[side];
    const request = { format: "dive_json", revision, excludeBelowThreshold: false, types: undefined } as const;
    const file = await annotationFiles.export(actor, folderId, { ...request, exportedTime: undefined }, signal);
    await pipeStreams(file.pieces, createWriteStream(path));
    return path;
  };
  const outputs = await engine.runOnPair({
    pipe: task.pipe,
    parameters: task.parameters,
    calibration,
    folder: runFolder,
    signal,
    progress,
    annotations: { left: () => write("left"), right: () => write("right") },
    log: (text) => lines.write(text),
  });
  const read = async (side: PairSide): Promise<CameraResult> => {
    const { record } = await access.requireFolder(actor, pair[side].folderId, AccessLevel.write);
    const imported = await readResult(annotationFiles, { actor, folder: record }, outputs[side]);
    return { side, record, scope: { datasetId: record.id, setName: "" }, imported };
  };
  return await Promise.all([read("left"), read("right")]);
}

async function withChange(ports: Ports, { task, pair }: PairJob, camera: CameraResult): Promise<CameraChange> {
  const target = { pipe: task.pipe, revision: pair[camera.side].revision, frames: undefined };
  return { ...camera, made: await changeOf(ports, camera.scope, target, camera.imported.records) };
}

async function withBothStaged(
  stagedRevisions: StagedRevisions,
  [left, right]: Pair<CameraChange>,
  work: (staged: Pair<StagedCamera>) => Promise<void>,
): Promise<void> {
  const stage = async (camera: CameraChange, next: (staged: StagedCamera) => Promise<void>): Promise<void> =>
    await stagedRevisions.withStaged(camera.scope, camera.made.change?.write ?? camera.imported.records, (staged) =>
      next({ ...camera, staged }),
    );
  await stage(left, (first) => stage(right, (second) => work([first, second])));
}

/** @returns the new revisions: none if an attempt whose commit got no answer has made them */
async function publishPair(
  { access, stagedRevisions, ports }: PipelineDeps,
  tx: Repositories,
  { actor, job }: WorkerRun,
  { folder, task }: PairJob,
  cameras: Pair<StagedCamera>,
): Promise<readonly SavedCamera[]> {
  const saveId = jobSaveId(job.id);
  const user = requireUser(actor);
  const done: SavedCamera[] = [];
  for (const { record, scope, imported, staged, made } of cameras) {
    const { record: camera } = await access.requireFolder(actor, record.id, AccessLevel.write, tx);
    if ((await tx.annotations.findSave(camera.id, saveId)) !== undefined) continue;
    const { replaced, kept } = made;
    const present = await typesOf(tx, camera.id);
    const saved = await stagedRevisions.publishChange(tx, user, staged, made, descriptionOf(task), saveId);
    done.push({ scope, saved });
    // The new attributes are defined on the parent dataset and on each camera.
    for (const { id } of [camera, folder]) {
      const { record: now } = await access.requireFolder(actor, id, AccessLevel.write, tx);
      const { fps: _own, datasetInfo: _none, typeHierarchy: _same, ...report } = imported.report;
      const merged = mergeImportedMeta(now, { report, present }, true, task.name);
      const entries = [
        ...entriesOfProblems(task.name, report.problems, report.problemCount),
        ...merged.entries,
        ...replacedEntries(task.name, replaced, saved.revision, `camera ${camera.name}`),
        ...preservedEntries(task.name, kept, `camera ${camera.name}`),
      ];
      await tx.folders.update(now.id, {
        meta: withMediaEntries(merged.meta, entries),
        updatedMs: ports.clock.nowMs(),
      });
    }
  }
  return done;
}

const descriptionOf = ({ name }: PipelineTask): string => `Run ${name}`;
