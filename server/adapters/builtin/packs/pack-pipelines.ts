/** The pipeline of each kind of pack. */
import { readPackFolder } from "../../packs/pack-folder.ts";
import type { BuiltinPipeline } from "../pipelines/builtin-pipeline.ts";
import { detectorPack } from "./detector-pack.ts";
import { segmenterPack } from "./segmenter-pack.ts";
import { textPack } from "./text-pack.ts";
import { trackerPack } from "./tracker-pack.ts";

const pipelines = { detector: detectorPack, segmenter: segmenterPack, text: textPack, tracker: trackerPack } as const;

/** @throws PipelineError */
export async function pipelineOfPack(folder: string): Promise<Pick<BuiltinPipeline, "run">> {
  const { kind } = (await readPackFolder(folder)).manifest;
  return pipelines[kind](folder);
}
