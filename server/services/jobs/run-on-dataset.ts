/**
 * Runs a pipeline on a dataset: the engine gets files, and its result becomes one revision of the dataset, stored with
 * the end of the job.
 */
import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pipeline as pipeStreams } from "node:stream/promises";

import { counted } from "../../base/counted.ts";
import { datasetOf } from "../../domain/dataset.ts";
import type { FrameRange } from "../../domain/run-result.ts";
import type { PipelineMedia, PipelineEngine } from "../../ports/pipeline-engine.ts";
import type { FolderRecord } from "../../ports/records.ts";
import type { ExportFormat } from "../annotations/annotation-file.service.ts";
import { JobError } from "./job-error.ts";
import type { WorkerRun } from "./job-run.ts";
import type { LogLines } from "./log-lines.ts";
import { withMedia } from "./pipeline-media.ts";
import type { PipelineDeps, PipelineTask } from "./pipeline-task.ts";
import { readResult } from "./read-result.ts";
import { storeRun } from "./store-run.ts";
import { withModel } from "./trained-files.ts";

interface DatasetJob {
  readonly folder: FolderRecord;
  readonly task: PipelineTask;
  readonly engine: PipelineEngine;
  /** A folder used by this job only. */
  readonly temporary: string;
  readonly lines: LogLines;
}

export async function runOnDataset(deps: PipelineDeps, run: WorkerRun, asked: DatasetJob): Promise<void> {
  const { ports, access, annotationFiles } = deps;
  const { actor, signal } = run;
  const { folder, task, engine, temporary, lines } = asked;
  const [first, last = 0] = task.frames ?? [];
  const frames = first === undefined ? undefined : { first, last };
  const wantsOriginal = engine.takesOriginals === true && !task.forceTranscoded;
  const imported = await withMedia(ports, deps.media, { actor, folder }, wantsOriginal, async (media) => {
    requireFrames(media, frames);
    const runFolder = join(temporary, "run");
    await mkdir(runFolder);
    const write = async (format: ExportFormat, name: string): Promise<string> => {
      const path = join(temporary, name);
      const request = { format, revision: task.revision, excludeBelowThreshold: false, types: undefined };
      const file = await annotationFiles.export(actor, folder.id, { ...request, exportedTime: undefined }, signal);
      await pipeStreams(file.pieces, createWriteStream(path));
      return path;
    };
    const output = await withModel(ports, access, actor, task.modelFolderId, join(temporary, "model"), (model) =>
      engine.run({
        ...(model !== undefined && { model }),
        pipe: task.pipe,
        parameters: task.parameters,
        media,
        fps: datasetOf(folder).fps ?? 1,
        ...(frames !== undefined && { frames }),
        annotations: {
          viameCsv: () => write("viame_csv", "annotations.csv"),
          diveJson: () => write("dive_json", "annotations.json"),
        },
        folder: runFolder,
        signal,
        progress: run.progress,
        log: (text) => lines.write(text),
      }),
    );
    return await readResult(annotationFiles, { actor, folder }, output);
  });
  const { trackCount, detectionCount } = imported.report;
  lines.write(`Found ${counted(trackCount, "track")} with ${counted(detectionCount, "detection")}`);
  await lines.written();
  await storeRun(deps, run, folder, { ...task, frames }, imported);
}

function requireFrames(media: PipelineMedia, frames: FrameRange | undefined): void {
  const frameCount = media.kind === "images" ? media.files.length : media.frameCount;
  if (frames === undefined || frames.first < frameCount) return;
  throw new JobError(`There are no frames ${frames.first} to ${frames.last}: the last one is ${frameCount - 1}.`);
}
