/** The abilities of this process's worker, from its engines and trainers: announced while it runs. */
import { capability } from "../../domain/capability.ts";
import type { WorkerOffer } from "../../ports/job-queue.ts";
import type { Ports } from "../../ports/index.ts";
import { listInstalled } from "../pipelines/pipeline-engines.ts";
import { listConfigurations } from "../pipelines/training-engines.ts";

export async function offerOf(ports: Ports): Promise<WorkerOffer> {
  const { pipelineEngines, trainingEngines } = ports;
  const [pipelines, configurations] = [await listInstalled(ports), await listConfigurations(ports)];
  const isOne = async (asked: readonly (Promise<boolean> | undefined)[]): Promise<boolean> =>
    // A folder that broke after the start offers nothing.
    (await Promise.all(asked.map((one) => one?.catch(() => false)))).includes(true);
  const runsTrained = await isOne(pipelineEngines.map((engine) => engine.runsTrained?.([])));
  const exportsTrained = await isOne(trainingEngines.map((engine) => engine.canExport()));
  return {
    pipelines,
    configurations,
    has: [
      ...pipelines.map(({ pipe }) => capability.pipeline(pipe)),
      ...configurations.map(capability.training),
      ...(runsTrained ? [capability.trained] : []),
      ...(exportsTrained ? [capability.exporting] : []),
      ...(ports.annotationRenderer === undefined ? [] : [capability.rendering]),
    ],
  };
}

/** The offer of several workers together, without duplicate names: the first one counts. */
export function unitedOffers(offers: readonly WorkerOffer[]): WorkerOffer {
  const pipelines = new Map(
    offers.toReversed().flatMap((offer) => offer.pipelines.map((one) => [one.pipe, one] as const)),
  );
  return {
    pipelines: [...pipelines.values()],
    configurations: [...new Set(offers.flatMap(({ configurations }) => configurations))],
    has: [...new Set(offers.flatMap(({ has }) => has))],
  };
}
