/** Runs a pipeline on datasets, a job for each; first asks for what can be set. */
import type { Pipe } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { applyJobStatus } from "../../queries/jobs.ts";
import { launchJob } from "../jobs/JobLaunchDialog.tsx";
import { fullName } from "./pipe-name.ts";
import { parametersOf, type ParameterValues } from "./pipe-parameters.ts";
import type { RunTarget } from "./run-target.ts";

export async function runPipeline(pipe: Pipe, targets: readonly RunTarget[]): Promise<void> {
  const values =
    parametersOf(pipe).length === 0
      ? {}
      : await (await import("./ParameterDialog.tsx")).askParameters(pipe, targets.length);
  if (values === undefined) return;
  await launchJob({
    title: t("run.title", { name: fullName(pipe) }),
    success: t("run.started", { name: pipe.name, count: targets.length }),
    start: () => startAll(pipe, targets, values),
  });
}

/** One that is refused does not keep the others from being started; in the end it is said which were. */
async function startAll(pipe: Pipe, targets: readonly RunTarget[], kwiverParams: ParameterValues): Promise<void> {
  const failures: string[] = [];
  const pipelineParams = Object.keys(kwiverParams).length > 0 ? { pipelineParams: { kwiverParams } } : {};
  for (const { id, name } of targets) {
    try {
      applyJobStatus(await api.call("rpc.pipeline", { folderId: id, pipeline: pipe, ...pipelineParams }));
    } catch (error) {
      failures.push(targets.length === 1 ? errorText(error) : `${name}: ${errorText(error)}`);
    }
  }
  if (failures.length === 0) return;
  const started = targets.length - failures.length;
  throw new Error([...(started > 0 ? [t("run.someStarted", { count: started })] : []), ...failures].join("\n"));
}
