/**
 * Runs a pipeline on two calibrated cameras: each gets a revision, both stored with the end of the job, so that a
 * length never exists on only one of them.
 */
import type { Repositories } from "../../ports/database.ts";
import type { Staged } from "../annotations/annotation.service.ts";
import { type ConcurrentChange, endedBy, jobSaveId } from "../annotations/saved-since.ts";
import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pipeline as pipeStreams } from "node:stream/promises";

import { counted } from "../../base/counted.ts";
import { AccessLevel } from "../../base/access-level.ts";
import { withMediaEntries } from "../../domain/media-ledger.ts";
import type { PairSide, PipelineEngine } from "../../ports/pipeline-engine.ts";
import type { FolderRecord } from "../../ports/records.ts";
import { requireUser } from "../access/actor.ts";
import { requireCalibration, type PairTask } from "../pipelines/pipeline-pair.ts";
import { entriesOfProblems } from "../datasets/import-entries.ts";
import { mergeImportedMeta } from "../datasets/imported-meta.ts";
import { countTracks } from "../datasets/store-imported.ts";
import type { LogLines } from "./log-lines.ts";
import type { PipelineTask, PipelineUses } from "./pipeline-task.ts";
import { readResult } from "./read-result.ts";
import { changeOf } from "./run-change.ts";
import { preservedEntries, preservedText, maxTries, OtherSave, replacedEntries } from "./store-run.ts";
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

const sides: readonly PairSide[] = ["left", "right"];

export async function runOnPair(
  { ports, access, annotations, annotationFiles, attachments }: PipelineUses,
  { job, actor, signal, log, progress, succeed }: WorkerRun,
  { folder, task, pair, engine, temporary, lines }: PairJob,
): Promise<void> {
  if (engine.runOnPair === undefined) throw new JobError(`${task.name} cannot run on two cameras at once.`);
  const calibration = await requireCalibration(attachments, actor, folder);
  const own = join(temporary, "run");
  await mkdir(own);
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
    folder: own,
    signal,
    progress,
    annotations: { left: () => write("left"), right: () => write("right") },
    log: (text) => lines.write(text),
  });
  const cameras = await Promise.all(
    sides.map(async (side) => {
      const { record } = await access.requireFolder(actor, pair[side].folderId, AccessLevel.write);
      return { record, side, imported: await readResult(annotationFiles, { actor, folder: record }, outputs[side]) };
    }),
  );
  await lines.written();
  const datasets = [folder, ...cameras.map(({ record }) => record)].map(({ id }) => ({ dataset: id }));
  const scopeOf = (n: number) => ({ datasetId: cameras[n]?.record.id ?? "", setName: "" });
  for (const { record } of cameras) {
    const replaced = await countTracks(ports.database, { datasetId: record.id, setName: "" });
    if (replaced > 0) await log(`Replaces ${counted(replaced, "track")} of camera ${record.name}.`);
  }
  const publish = async (
    tx: Repositories,
    staged: readonly Staged[],
    changes: readonly ConcurrentChange[],
  ): Promise<void> => {
    const saveId = jobSaveId(job.id);
    const description = `Run ${task.name}`;
    const nowMs = ports.clock.nowMs();
    for (const [n, { record, imported }] of cameras.entries()) {
      const { record: camera } = await access.requireFolder(actor, record.id, AccessLevel.write, tx);
      if ((await tx.annotations.findSave(camera.id, saveId)) !== undefined) continue;
      const [own, made] = [staged[n], changes[n]];
      if (own === undefined || made === undefined) throw new Error("the result of each camera is staged");
      const { change, kept, head } = made;
      if ((await tx.annotations.head(camera.id, "")) !== head) throw new OtherSave();
      const before = change?.end.length ?? (await countTracks(tx, { datasetId: camera.id, setName: "" }));
      const user = requireUser(actor);
      const { revision } =
        change === undefined
          ? await annotations.replaceAll(tx, user, own, description, saveId)
          : await annotations.replaceSome(tx, user, own, endedBy(change), description, saveId);
      // The new attributes are defined on the parent dataset and on each camera.
      for (const { id } of [camera, folder]) {
        const { record: now } = await access.requireFolder(actor, id, AccessLevel.write, tx);
        const { fps: _own, datasetInfo: _none, typeHierarchy: _same, ...report } = imported.report;
        const merged = mergeImportedMeta(now, { report }, true, task.name);
        const entries = [
          ...entriesOfProblems(task.name, report.problems, report.problemCount),
          ...merged.entries,
          ...replacedEntries(task.name, before, revision, `camera ${camera.name}`),
          ...preservedEntries(task.name, kept, `camera ${camera.name}`),
        ];
        await tx.folders.update(now.id, { meta: withMediaEntries(merged.meta, entries), updatedMs: nowMs });
      }
    }
  };
  for (let attempt = 1; ; attempt++) {
    const changes = await Promise.all(
      cameras.map(({ side, imported }, n) =>
        changeOf(
          ports,
          scopeOf(n),
          { pipe: task.pipe, revision: pair[side].revision, frames: undefined },
          imported.records,
        ),
      ),
    );
    for (const [n, { kept }] of changes.entries())
      if (kept > 0) await log(preservedText(kept, `camera ${cameras[n]?.record.name ?? ""}`));
    const recordsOf = (n: number) => changes[n]?.change?.write ?? cameras[n]?.imported.records ?? [];
    try {
      await annotations.withStaged(scopeOf(0), recordsOf(0), (left) =>
        annotations.withStaged(scopeOf(1), recordsOf(1), (right) =>
          succeed(datasets, (tx) => publish(tx, [left, right], changes)),
        ),
      );
      return;
    } catch (error) {
      if (!(error instanceof OtherSave) || attempt === maxTries) throw error;
    }
  }
}
