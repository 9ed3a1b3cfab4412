/** The thread of one run: see `engine.ts`. */
import { readFile, writeFile } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";

import { workBehindRequests } from "../../base/thread-priority.ts";
import { PipelineError } from "../../ports/pipeline-engine.ts";
import type { ThreadMessage, ThreadRun } from "./engine.ts";
import { pictureReader } from "./pictures/read-pictures.ts";
import { type AnnotationDocument, documentOf, Parameters } from "./pipelines/builtin-pipeline.ts";
import { builtinPipelines } from "./pipelines/index.ts";

const tell = (message: ThreadMessage): void => parentPort?.postMessage(message);

/** More often nobody looks. */
const progressMs = 200;

async function work(given: ThreadRun): Promise<void> {
  const { pipe, media, fps, ffmpeg, limits, annotations, target } = given;
  const pipeline = builtinPipelines.find(({ description }) => description.pipe === pipe);
  if (pipeline === undefined) throw new PipelineError(`There is no pipeline ${pipe} here.`);
  let toldMs = -Infinity;
  const result = await pipeline.run({
    parameters: new Parameters(given.parameters),
    fps,
    annotations:
      annotations === undefined
        ? documentOf([])
        : (JSON.parse(await readFile(annotations, "utf8")) as AnnotationDocument),
    // The thread is ended from outside.
    pictures: (longestSide) =>
      pictureReader(media, { longestSide, ffmpeg, limits, signal: new AbortController().signal }),
    progress: (done, total, message) => {
      if (done < total && performance.now() - toldMs < progressMs) return;
      toldMs = performance.now();
      tell({ kind: "progress", done, total, message });
    },
    log: (text) => tell({ kind: "log", text }),
  });
  await writeFile(target, JSON.stringify(result));
}

workBehindRequests();
try {
  await work(workerData as ThreadRun);
  tell({ kind: "done" });
} catch (error) {
  if (!(error instanceof PipelineError)) throw error;
  tell({ kind: "refused", message: error.message });
}
