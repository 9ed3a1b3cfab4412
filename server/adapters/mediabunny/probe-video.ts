/**
 * Looks at each video in a fresh thread with limits on time and memory: a file of a few hundred bytes can announce
 * billions of pictures, and nothing but ending the thread stops counting them.
 */
import { ThreadLimitError, runInThread } from "../../../core-wasm/threads/run-in-thread.ts";
import type { PictureTimes } from "../../domain/frame-pictures.ts";
import { type VideoFacts, type VideoProbe, VideoProbeError, type VideoProblem } from "../../ports/video-probe.ts";

/** What the thread answers. */
export interface ProbedVideo {
  readonly facts: VideoFacts;
  readonly times: PictureTimes;
}

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

async function probeInThread(path: string, timeoutMs: number, memoryMb: number): Promise<ProbedVideo> {
  try {
    return (await runInThread({
      file: new URL("./probe.worker.ts", import.meta.url),
      call: path,
      timeoutMs,
      memoryMb,
      // Which codecs are unknown to mediabunny is said by the facts.
      isSilent: true,
      translate: ({ message, details }) =>
        details["problem"] === undefined
          ? new Error(message)
          : new VideoProbeError(details["problem"] as VideoProblem, message),
    })) as ProbedVideo;
  } catch (error) {
    if (!(error instanceof ThreadLimitError)) throw error;
    const most = error.limit === "time" ? `${timeoutMs / 1000} seconds` : `${memoryMb} MiB of memory`;
    throw new VideoProbeError("damaged", `is damaged: reading its tables takes more than ${most}.`, { cause: error });
  }
}
