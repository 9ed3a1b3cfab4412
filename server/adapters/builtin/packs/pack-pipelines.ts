/** The kinds of packs that run as pipelines. */
import { PipelineError } from "../../../ports/pipeline-engine.ts";
import { readPackFolder } from "../../packs/pack-folder.ts";
import type { BuiltinPipeline } from "../pipelines/builtin-pipeline.ts";
import { detectorPack } from "./detector-pack.ts";
import { segmenterPack } from "./segmenter-pack.ts";
import { textPack } from "./text-pack.ts";

const pipelines = { detector: detectorPack, segmenter: segmenterPack, text: textPack } as const;

/** @throws PipelineError */
export async function pipelineOfPack(folder: string): Promise<Pick<BuiltinPipeline, "run">> {
  const { kind, name } = (await readPackFolder(folder)).manifest;
  if (!(kind in pipelines)) throw new PipelineError(`${name} is a pack of the kind ${kind}, which workers do not run.`);
  return pipelines[kind as keyof typeof pipelines](folder);
}
