/** Runs a pipeline on a dataset (api-v1 16.3), or on the two cameras of one. */
import { rm } from "node:fs/promises";

import { AccessLevel } from "../../../base/access-level.ts";
import { makeWorkFolder } from "../../../base/work-folder.ts";
import type { Meta } from "../../../ports/records.ts";
import { PipelineError } from "../../../ports/pipeline-engine.ts";
import { findEngine } from "../../pipelines/pipeline-engines.ts";
import { namesOfTrained } from "../../pipelines/trained-pipelines.ts";
import { LogLines } from "../log-lines.ts";
import { pipelineParameters, type PipelineTask, type PipelineDeps, writeRunOptions } from "../pipeline-task.ts";
import { runOnDataset } from "../run-on-dataset.ts";
import { runOnPair } from "../run-on-pair.ts";
import type { QueuedJob } from "../job-definition.ts";
import { findUnusedDataset } from "../store-run.ts";
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
      pipelineParams: writeRunOptions(task),
      forceTranscoded: task.forceTranscoded,
    }),
  findRemains: async (record, { dataset }, db) => await findUnusedDataset(record, dataset, db),
  async run(run, deps) {
    const { task, actor, log } = run;
    const { ports, access } = deps;
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
      await runOnDataset(deps, run, { folder, task, engine, temporary, lines });
    } catch (error) {
      await lines.written();
      throw error instanceof PipelineError ? new JobError(error.message, { cause: error }) : error;
    } finally {
      await rm(temporary, { recursive: true, force: true });
    }
  },
};
