/** Runs a pipeline on datasets, one job each; asks for parameters first. */
import type { Pipe } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { applyJobStatus } from "../../queries/jobs.ts";
import { launchJob } from "../jobs/JobLaunchDialog.tsx";
import { fullName } from "./pipe-name.ts";
import { parametersOf, type ParameterValues } from "./pipe-parameters.ts";
import { countTracks, type OutputParams, outputParams } from "./run-output.ts";
import { recordRun } from "./recent-pipes.ts";
import type { RunTarget } from "./run-target.ts";

export async function runPipeline(pipe: Pipe, targets: readonly RunTarget[]): Promise<void> {
  // A measurement changes the existing annotations of both cameras in place.
  const trackCount = pipe.type === "measurement" ? 0 : await countTracks(targets);
  const extent = { datasetCount: targets.length, trackCount };
  const answer =
    parametersOf(pipe).length === 0 && trackCount === 0
      ? { values: {} }
      : await (await import("./ParameterDialog.tsx")).askParameters(pipe, extent);
  if (answer === undefined) return;
  recordRun(pipe);
  const output = answer.output && outputParams(answer.output);
  const facts = { name: pipe.name, count: targets.length };
  const set = output?.outputSet;
  await launchJob({
    title: t("run.title", { name: fullName(pipe) }),
    success: set === undefined ? t("run.started", facts) : t("run.startedIntoSet", { ...facts, set }),
    start: () => startAll(pipe, targets, { kwiverParams: answer.values, ...output }),
  });
}

interface PipelineParams extends OutputParams {
  readonly kwiverParams: ParameterValues;
}

/** A refusal does not stop the others; refused ones are listed at the end. */
async function startAll(pipe: Pipe, targets: readonly RunTarget[], pipelineParams: PipelineParams): Promise<void> {
  const failures: string[] = [];
  for (const { id, name } of targets) {
    try {
      applyJobStatus(await api.call("rpc.pipeline", { folderId: id, pipeline: pipe, pipelineParams }));
    } catch (error) {
      failures.push(targets.length === 1 ? errorText(error) : `${name}: ${errorText(error)}`);
    }
  }
  if (failures.length === 0) return;
  const started = targets.length - failures.length;
  throw new Error([...(started > 0 ? [t("run.someStarted", { count: started })] : []), ...failures].join("\n"));
}
