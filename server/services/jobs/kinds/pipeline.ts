/**
 * Runs a pipeline on a dataset (api-v1 16.3): the engine gets files, and its result becomes one revision of the
 * dataset, stored with the end of the job.
 */
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline as pipeStreams } from "node:stream/promises";

import { AccessLevel } from "../../../base/access-level.ts";
import { counted } from "../../../base/counted.ts";
import { makeWorkFolder } from "../../../base/work-folder.ts";
import { datasetOf } from "../../../domain/dataset.ts";
import type { Meta } from "../../../ports/records.ts";
import { PipelineError } from "../../../ports/pipeline-engine.ts";
import type { ExportFormat } from "../../annotations/annotation-file.service.ts";
import { findEngine } from "../../pipelines/pipeline-engines.ts";
import { namesOfTrained } from "../../pipelines/trained-pipelines.ts";
import { LogLines } from "../log-lines.ts";
import { withMedia } from "../pipeline-media.ts";
import { pipelineParameters, type PipelineTask, type PipelineDeps } from "../pipeline-task.ts";
import { runOnPair } from "../run-on-pair.ts";
import { withModel } from "../trained-files.ts";
import type { QueuedJob } from "../job-definition.ts";
import { readResult } from "../read-result.ts";
import { findUnusedDataset, storeRun } from "../store-run.ts";
import { JobError } from "../job-error.ts";

export const runPipeline: QueuedJob<PipelineTask, PipelineDeps> = {
  kind: "pipeline",
  queue: "pipelines",
  parameters: pipelineParameters,
  title: ({ name }, { folder = "" }) => `Running ${name} on ${folder}`,
  wireType: "pipelines",
  key: ({ folderId }) => folderId,
  repeat: async ({ actor, task, params }, { pipelines }) =>
    await pipelines.run(actor, {
      folderId: task.folderId,
      pipeline: (params["pipeline"] ?? {}) as Meta,
      pipelineParams: {
        kwiverParams: task.parameters,
        ...(task.frames !== undefined && { runtimeParams: { frameRange: task.frames } }),
        outputSet: task.outputSet,
        add: task.add,
        ...(task.dataset !== undefined && {
          outputDatasetName: task.dataset.name,
          outputParentFolderId: task.dataset.parentId,
        }),
      },
      forceTranscoded: task.forceTranscoded,
    }),
  findRemains: async (record, { dataset }, db) => await findUnusedDataset(record, dataset, db),
  async run(run, deps) {
    const { task, actor, signal, log } = run;
    const { ports, access, annotationFiles } = deps;
    const [first, last = 0] = task.frames ?? [];
    const frames = first === undefined ? undefined : { first, last };
    const { record: folder } = await access.requireFolder(actor, task.folderId, AccessLevel.write);
    const { modelFolderId } = task;
    const trained = modelFolderId === undefined ? undefined : await namesOfTrained(ports, { id: modelFolderId });
    const engine = await findEngine(ports, task.pipe, trained).catch((error: unknown) => {
      throw error instanceof PipelineError ? new JobError(error.message, { cause: error }) : error;
    });
    if (engine === undefined) throw new JobError(`This worker does not have the pipeline ${task.pipe}.`);
    const temporary = await makeWorkFolder("job");
    const lines = new LogLines(log);
    const given = Object.entries(task.parameters).map(([name, value]) => `${name} = ${value}`);
    lines.write(`Running ${task.name} on revision ${task.revision}${given.length > 0 ? `, ${given.join(", ")}` : ""}`);
    try {
      if (task.pair !== undefined) {
        return await runOnPair(deps, run, { folder, task, pair: task.pair, engine, temporary, lines });
      }
      const wantsOriginal = engine.takesOriginals === true && !task.forceTranscoded;
      const imported = await withMedia(ports, deps.media, { actor, folder }, wantsOriginal, async (media) => {
        const frameCount = media.kind === "images" ? media.files.length : media.frameCount;
        if (frames !== undefined && frames.first >= frameCount) {
          throw new JobError(
            `There are no frames ${frames.first} to ${frames.last}: the last one is ${frameCount - 1}.`,
          );
        }
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
    } catch (error) {
      await lines.written();
      throw error instanceof PipelineError ? new JobError(error.message, { cause: error }) : error;
    } finally {
      await rm(temporary, { recursive: true, force: true });
    }
  },
};
