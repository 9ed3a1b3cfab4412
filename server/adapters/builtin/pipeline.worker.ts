/** The process of one run: see `engine.ts`. */
import { readFile, writeFile } from "node:fs/promises";

import { lowerThreadPriority } from "../../base/thread-priority.ts";
import { PipelineError, type PipelineMedia } from "../../ports/pipeline-engine.ts";
import type { ProcessMessage, ProcessRun } from "./engine.ts";
import { readModel } from "./learning/read-model.ts";
import { type PictureReader, pictureReader } from "./pictures/read-pictures.ts";
import { pipelineOfPack } from "./packs/pack-pipelines.ts";
import { tryPack } from "./packs/pack-runtime.ts";
import { type AnnotationDocument, type BuiltinPipeline, documentOf, Parameters } from "./pipelines/builtin-pipeline.ts";
import { detectorLearned } from "./pipelines/detector-learned.ts";
import { builtinPairPipelines, builtinPipelines } from "./pipelines/index.ts";
import { renderInProcess } from "./render-in-process.ts";
import { trainInProcess } from "./train-in-process.ts";

const send = (message: ProcessMessage): void => void process.send?.(message);

/** Minimum time between two reports of progress. */
const progressMs = 200;

async function work(given: ProcessRun): Promise<void> {
  if (given.kind === "pair") await runPairPipeline(given);
  else if (given.kind === "camera") await runCameraPipeline(given);
  else if (given.kind === "pack") await runEngine(given, await pipelineOfPack(given.pack), await documentIn(given));
  else if (given.kind === "trial") await tryPack(given.pack);
  else if (given.kind === "render") await renderInProcess(given, reporters().progress);
  else await trainInProcess(given, (media, longestSide) => readerOf(given, media, longestSide), reporters());
}

async function runPairPipeline({ pipe, parameters, calibration, annotations, targets }: PairRun): Promise<void> {
  const pipeline = requirePipeline(builtinPairPipelines, pipe);
  const [left, right] = await Promise.all([readFile(annotations.left), readFile(annotations.right)]);
  const result = await pipeline.run({
    parameters: new Parameters(parameters),
    calibration,
    annotations: { left, right },
    ...reporters(),
  });
  for (const side of ["left", "right"] as const) await writeFile(targets[side], result[side]);
}

type PairRun = Extract<ProcessRun, { kind: "pair" }>;

function requirePipeline<P extends { description: { pipe: string } }>(all: readonly P[], pipe: string): P {
  const pipeline = all.find(({ description }) => description.pipe === pipe);
  if (pipeline === undefined) throw new PipelineError(`There is no pipeline ${pipe} here.`);
  return pipeline;
}

async function runCameraPipeline(given: Extract<ProcessRun, { kind: "camera" }>): Promise<void> {
  const { pipe, model } = given;
  const pipeline =
    model === undefined ? requirePipeline(builtinPipelines, pipe) : detectorLearned(await readModel(model));
  await runEngine(given, pipeline, await documentIn(given));
}

async function documentIn({ annotations }: { readonly annotations: string | undefined }): Promise<AnnotationDocument> {
  return annotations === undefined
    ? documentOf([])
    : (JSON.parse(await readFile(annotations, "utf8")) as AnnotationDocument);
}

async function runEngine(
  given: Extract<ProcessRun, { kind: "camera" | "pack" }>,
  pipeline: Pick<BuiltinPipeline, "run">,
  annotations: AnnotationDocument,
): Promise<void> {
  const { media, fps, target } = given;
  const result = await pipeline.run({
    parameters: new Parameters(given.parameters),
    fps,
    annotations,
    pictures: (longestSide) => readerOf(given, media, longestSide),
    ...reporters(),
  });
  await writeFile(target, JSON.stringify(result));
}

/** Never aborted here: the process is killed from outside. */
const readerOf = (given: ProcessRun, media: PipelineMedia, longestSide: number): PictureReader => {
  const { ffmpeg, limits } = given;
  const frames = given.kind === "camera" || given.kind === "pack" ? given.frames : undefined;
  return pictureReader(media, { longestSide, ffmpeg, limits, frames, signal: new AbortController().signal });
};

function reporters() {
  let reportedMs = -Infinity;
  return {
    progress: (done: number, total: number, message: string): void => {
      if (done < total && performance.now() - reportedMs < progressMs) return;
      reportedMs = performance.now();
      send({ kind: "progress", done, total, message });
    },
    log: (text: string): void => send({ kind: "log", text }),
  };
}

async function begin(given: ProcessRun): Promise<void> {
  try {
    await work(given);
    send({ kind: "done" });
  } catch (error) {
    if (!(error instanceof PipelineError)) throw error;
    send({ kind: "refused", message: error.message });
  }
}

lowerThreadPriority();
process.once("message", (given: ProcessRun) => void begin(given));
// The server that started it is gone.
process.once("disconnect", () => process.exit());
