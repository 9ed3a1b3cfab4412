/**
 * Runs the built-in pipelines, and those made by the built-in trainer, each run in a fresh process: killing it is a
 * reliable way to stop it.
 */
import { fork } from "node:child_process";
import { join } from "node:path";

import type { StereoCalibration } from "#schemas";

import type { FoundFfmpeg } from "../../../core-wasm/programs/find-ffmpeg.ts";
import type { Rendering } from "../../ports/annotation-renderer.ts";
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
import { modelFile } from "./learning/read-model.ts";
import { builtinPairPipelines, builtinPipelines } from "./pipelines/index.ts";

export interface BuiltinOptions {
  /** Path; absent: videos cannot be read. */
  readonly ffmpeg: string | undefined;
  readonly limits: ProcessLimits;
}

/** The input of a process. */
export type ProcessRun = BuiltinOptions &
  (CameraRun | PairProcessRun | TrainingProcessRun | PackRun | PackTrial | RenderProcessRun);

interface PipelineProcessRun {
  readonly pipe: string;
  readonly parameters: ParameterValues;
}

interface CameraRun extends PipelineProcessRun {
  readonly kind: "camera";
  /** Folder of a trained pipeline. */
  readonly model: string | undefined;
  readonly media: PipelineMedia;
  /** Absent: all. */
  readonly frames: FrameRange | undefined;
  readonly fps: number;
  /** DIVE JSON; absent for a pipeline that does not read it. */
  readonly annotations: string | undefined;
  readonly target: string;
}

/** Runs a model pack, which is a folder. */
interface PackRun extends Pick<CameraRun, "parameters" | "media" | "frames" | "fps" | "annotations" | "target"> {
  readonly kind: "pack";
  readonly pack: string;
}

/** Draws annotations into media. */
export interface RenderProcessRun {
  readonly kind: "render";
  readonly programs: FoundFfmpeg;
  readonly rendering: Omit<Rendering, "signal" | "progress">;
  /** Where the counts are written. */
  readonly report: string;
}

interface PackTrial {
  readonly kind: "trial";
  readonly pack: string;
}

interface PairProcessRun extends PipelineProcessRun {
  readonly kind: "pair";
  readonly calibration: StereoCalibration;
  /** DIVE JSON. */
  readonly annotations: Readonly<Record<PairSide, string>>;
  readonly targets: Readonly<Record<PairSide, string>>;
}

interface TrainingProcessRun extends Pick<TrainingRun, "annotatedFramesOnly" | "labels" | "fineTune"> {
  readonly kind: "training";
  readonly datasets: readonly {
    readonly name: string;
    readonly media: PipelineMedia;
    /** DIVE JSON. */
    readonly annotations: string;
  }[];
  /** Folder for the trained pipeline. */
  readonly target: string;
}

export type ProcessMessage =
  | { readonly kind: "progress"; readonly done: number; readonly total: number; readonly message: string }
  | { readonly kind: "log"; readonly text: string }
  | { readonly kind: "done" }
  /** A failure that the user can do something about. */
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
      await runInProcess(run, {
        ...options,
        kind: "camera",
        pipe: run.pipe,
        parameters: run.parameters,
        media: run.media,
        fps: run.fps,
        target,
        model,
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
      await runInProcess(run, { ...options, kind: "pair", pipe, parameters, calibration, annotations: given, targets });
      return {
        left: { path: targets.left, format: "dive-json" },
        right: { path: targets.right, format: "dive-json" },
      };
    },
  };
}

/**
 * A separate process returns all its memory when it ends: what libvips and the allocator keep between runs would
 * otherwise stay with the server.
 */
export async function runInProcess(
  { signal, progress, log }: Pick<PipelineRun, "signal" | "progress" | "log">,
  given: ProcessRun,
): Promise<void> {
  signal.throwIfAborted();
  const { timeoutMs, memoryBytes } = given.limits;
  const child = fork(new URL("./pipeline.worker.ts", import.meta.url), {
    execArgv: [`--max-old-space-size=${Math.ceil(memoryBytes / 2 ** 20)}`, "--disable-warning=ExperimentalWarning"],
    // Lists of pictures are typed arrays, which JSON cannot carry.
    serialization: "advanced",
    stdio: ["ignore", "inherit", "pipe", "ipc"],
  });
  let errors = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (errors = (errors + text).slice(-maxErrorLength)));
  let timer: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      timer = setTimeout(() => reject(new PipelineError(`It took more than ${timeoutMs / 1000} seconds.`)), timeoutMs);
      onAbort = () => reject(signal.reason);
      signal.addEventListener("abort", onAbort);
      child.on("message", (message: ProcessMessage) => {
        if (message.kind === "progress") progress(message.done, message.total, message.message);
        else if (message.kind === "log") log(message.text);
        else if (message.kind === "done") resolve();
        else reject(new PipelineError(message.message));
      });
      child.once("error", reject);
      child.once("close", (code, killedBy) => {
        const isMemory = errors.includes("heap out of memory");
        const how = code === null ? `was ended by ${killedBy ?? "the system"}` : `ended with code ${code}`;
        reject(
          isMemory
            ? new PipelineError(`It needed more than ${memoryBytes} bytes of memory.`)
            : new Error(`The process of a pipeline ${how}.\n${errors}`),
        );
      });
      child.send(given);
    });
  } finally {
    clearTimeout(timer);
    if (onAbort !== undefined) signal.removeEventListener("abort", onAbort);
    // Its ffmpeg ends with it, because its output has no reader any longer.
    child.kill("SIGKILL");
  }
}

/** How many characters of its error output are kept. */
const maxErrorLength = 4000;
