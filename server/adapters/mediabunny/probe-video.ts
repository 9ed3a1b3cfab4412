/**
 * Looks at each video in a fresh thread with limits on time and memory: a file of a few hundred bytes can announce
 * billions of pictures, and nothing but ending the thread stops counting them.
 */
import { Worker } from "node:worker_threads";

import type { PictureTimes } from "../../domain/frame-pictures.ts";
import { type VideoFacts, type VideoProbe, VideoProbeError, type VideoProblem } from "../../ports/video-probe.ts";

/** What the thread answers. */
export type ProbeAnswer =
  | { readonly ok: true; readonly facts: VideoFacts; readonly times: PictureTimes }
  | { readonly ok: false; readonly problem: VideoProblem; readonly message: string };

export interface ProbeLimits {
  /** Of one file. Default 60 seconds: tables of a day of video take less than ten. */
  readonly timeoutMs?: number;
  /** Of one thread. Default 512 MiB: 100 bytes for each of five million pictures. */
  readonly memoryMb?: number;
}

/** More than this wait: each may take as much memory as its limit says. */
const threads = 2;

export function createVideoProbe({ timeoutMs = 60_000, memoryMb = 512 }: ProbeLimits = {}): VideoProbe {
  let running = 0;
  const waiting: (() => void)[] = [];
  const probeTimes: VideoProbe["probeTimes"] = async (path) => {
    if (running < threads) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await probeInThread(path, timeoutMs, memoryMb);
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
  return { probeTimes, probe: async (path) => (await probeTimes(path)).facts };
}

async function probeInThread(
  path: string,
  timeoutMs: number,
  memoryMb: number,
): Promise<{ facts: VideoFacts; times: PictureTimes }> {
  const worker = new Worker(new URL("./probe.worker.ts", import.meta.url), {
    workerData: path,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    // Which codecs are unknown to mediabunny is said by the facts.
    stderr: true,
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  worker.stderr.resume();
  let timer: NodeJS.Timeout | undefined;
  try {
    const answer = await new Promise<ProbeAnswer>((resolve, reject) => {
      const seconds = timeoutMs / 1000;
      const late = new VideoProbeError("damaged", `is damaged: reading its tables takes more than ${seconds} seconds.`);
      timer = setTimeout(() => reject(late), timeoutMs);
      worker.once("message", resolve);
      worker.once("error", (error: NodeJS.ErrnoException) => {
        if (error.code !== "ERR_WORKER_OUT_OF_MEMORY") return reject(error);
        const text = `is damaged: reading its tables takes more than ${memoryMb} MiB of memory.`;
        reject(new VideoProbeError("damaged", text, { cause: error }));
      });
      worker.once("exit", (code) => reject(new Error(`The thread that looked at a video ended with code ${code}.`)));
    });
    if (!answer.ok) throw new VideoProbeError(answer.problem, answer.message);
    return { facts: answer.facts, times: answer.times };
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
