/**
 * Runs the pipelines that come with the product, and those that its trainer has left, each run in a fresh thread:
 * ending it is a sure way to stop it.
 */
import { join } from "node:path";
import { Worker } from "node:worker_threads";

import type { StereoCalibration } from "#schemas";
import {
  type PairSide,
  type PipelineEngine,
  PipelineError,
  type PipelineMedia,
  type PipelineRun,
} from "../../ports/pipeline-engine.ts";
import type { ParameterValues } from "../../domain/pipeline.ts";
import type { FrameRange } from "../../domain/run-result.ts";
import type { TrainingRun } from "../../ports/training-engine.ts";
import type { ProcessLimits } from "../process/limited-process.ts";
import { modelFile } from "./learning/model.ts";
import { builtinPairPipelines, builtinPipelines } from "./pipelines/index.ts";

export interface BuiltinOptions {
  /** Absent where there is none: then videos cannot be read. */
  readonly ffmpeg: string | undefined;
  readonly limits: ProcessLimits;
}

/** What a thread is started with. */
export type ThreadRun = BuiltinOptions & (CameraThreadRun | PairThreadRun | TrainingThreadRun);

interface PipelineThreadRun {
  readonly pipe: string;
  readonly parameters: ParameterValues;
}

interface CameraThreadRun extends PipelineThreadRun {
  readonly kind: "camera";
  /** The folder of a trained one. */
  readonly model: string | undefined;
  readonly media: PipelineMedia;
  /** Absent: all. */
  readonly frames: FrameRange | undefined;
  readonly fps: number;
  /** DIVE JSON; absent for a pipeline that does not read it. */
  readonly annotations: string | undefined;
  readonly target: string;
}

interface PairThreadRun extends PipelineThreadRun {
  readonly kind: "pair";
  readonly calibration: StereoCalibration;
  /** DIVE JSON. */
  readonly annotations: Readonly<Record<PairSide, string>>;
  readonly targets: Readonly<Record<PairSide, string>>;
}

interface TrainingThreadRun extends Pick<TrainingRun, "annotatedFramesOnly" | "labels" | "fineTune"> {
  readonly kind: "training";
  readonly datasets: readonly {
    readonly name: string;
    readonly media: PipelineMedia;
    /** DIVE JSON. */
    readonly annotations: string;
  }[];
  /** The folder that the trained pipeline is put in. */
  readonly target: string;
}

export type ThreadMessage =
  | { readonly kind: "progress"; readonly done: number; readonly total: number; readonly message: string }
  | { readonly kind: "log"; readonly text: string }
  | { readonly kind: "done" }
  /** Something that people can do something about. */
  | { readonly kind: "refused"; readonly message: string };

export function builtinEngine(options: BuiltinOptions): PipelineEngine {
  return {
    list: async () => [
      ...builtinPipelines.map(({ description }) => ({ ...description, takesFrames: true }) as const),
      ...builtinPairPipelines.map(({ description }) => description),
    ],
    runsTrained: async (files) => files.includes(modelFile),
    async run(run) {
      const { model } = run;
      const pipeline = builtinPipelines.find(({ description }) => description.pipe === run.pipe);
      if (model === undefined && pipeline === undefined)
        throw new PipelineError(`There is no pipeline ${run.pipe} here.`);
      const target = join(run.folder, "result.json");
      await runInThread(run, {
        ...options,
        kind: "camera",
        ...{ pipe: run.pipe, parameters: run.parameters, media: run.media, fps: run.fps, target, model },
        frames: run.frames,
        annotations:
          model === undefined && pipeline?.readsAnnotations === true ? await run.annotations.diveJson() : undefined,
      });
      return { path: target, format: "dive-json" };
    },
    async runOnPair(run) {
      const { pipe, parameters, calibration, annotations } = run;
      const pathOf = (side: PairSide): string => join(run.folder, `${side}.json`);
      const targets = { left: pathOf("left"), right: pathOf("right") };
      const given = { left: await annotations.left(), right: await annotations.right() };
      await runInThread(run, { ...options, kind: "pair", pipe, parameters, calibration, annotations: given, targets });
      return {
        left: { path: targets.left, format: "dive-json" },
        right: { path: targets.right, format: "dive-json" },
      };
    },
  };
}

export async function runInThread(
  { signal, progress, log }: Pick<PipelineRun, "signal" | "progress" | "log">,
  given: ThreadRun,
): Promise<void> {
  signal.throwIfAborted();
  const { timeoutMs, memoryBytes } = given.limits;
  const worker = new Worker(new URL("./pipeline.worker.ts", import.meta.url), {
    workerData: given,
    resourceLimits: { maxOldGenerationSizeMb: Math.ceil(memoryBytes / 2 ** 20) },
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  let timer: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      timer = setTimeout(() => reject(new PipelineError(`It took more than ${timeoutMs / 1000} seconds.`)), timeoutMs);
      onAbort = () => reject(signal.reason);
      signal.addEventListener("abort", onAbort);
      worker.on("message", (message: ThreadMessage) => {
        if (message.kind === "progress") progress(message.done, message.total, message.message);
        else if (message.kind === "log") log(message.text);
        else if (message.kind === "done") resolve();
        else reject(new PipelineError(message.message));
      });
      worker.once("error", (error: NodeJS.ErrnoException) => {
        const isMemory = error.code === "ERR_WORKER_OUT_OF_MEMORY";
        reject(isMemory ? new PipelineError(`It needed more than ${memoryBytes} bytes of memory.`) : error);
      });
      worker.once("exit", (code) => reject(new Error(`The thread of a pipeline ended with code ${code}.`)));
    });
  } finally {
    clearTimeout(timer);
    if (onAbort !== undefined) signal.removeEventListener("abort", onAbort);
    // Its ffmpeg, whose output nobody takes any more, ends with it.
    await worker.terminate();
  }
}
