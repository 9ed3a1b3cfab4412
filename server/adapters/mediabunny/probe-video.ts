/**
 * Inspects each video in a fresh thread with limits on time and memory: a file of a few hundred bytes can announce
 * billions of pictures, and only ending the thread stops counting them.
 */
import type { MessagePort } from "node:worker_threads";

import { ThreadLimitError, runInThread } from "../../../core-wasm/threads/run-in-thread.ts";
import type { PictureTimes } from "../../domain/frame-pictures.ts";
import {
  type RangedBytes,
  type VideoFacts,
  type VideoProbe,
  VideoProbeError,
  type VideoProblem,
} from "../../ports/video-probe.ts";
import type { ProbeCall } from "./probe.worker.ts";
import { serveRanges } from "./ranges.ts";

/** What the thread answers. */
export interface ProbedVideo {
  readonly facts: VideoFacts;
  readonly times: PictureTimes;
}

export interface ProbeLimits {
  /** Per file. Default 60 seconds: tables of a day of video take less than ten. */
  readonly timeoutMs?: number;
  /** For a file on another machine, read over a network. Default ten minutes. */
  readonly remoteTimeoutMs?: number;
  /** Per thread. Default 512 MiB: 100 bytes for each of five million pictures. */
  readonly memoryMb?: number;
}

/** Further calls wait: each thread may use as much memory as its limit allows. */
const threads = 2;

export function createVideoProbe({
  timeoutMs = 60_000,
  remoteTimeoutMs = 600_000,
  memoryMb = 512,
}: ProbeLimits = {}): VideoProbe {
  let running = 0;
  const waiting: (() => void)[] = [];
  const probeTimes: VideoProbe["probeTimes"] = async (file) => {
    if (running < threads) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return typeof file === "string"
        ? await probeInThread(file, [], timeoutMs, memoryMb)
        : await probeRemote(file, remoteTimeoutMs, memoryMb);
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
  return { probeTimes, probe: async (file) => (await probeTimes(file)).facts };
}

async function probeRemote(file: RangedBytes, timeoutMs: number, memoryMb: number): Promise<ProbedVideo> {
  const served = serveRanges(file);
  try {
    return await probeInThread({ size: file.size, port: served.port }, [served.port], timeoutMs, memoryMb);
  } catch (error) {
    // To the thread, a storage that does not answer looks like damage.
    throw served.failure() ?? error;
  } finally {
    served.close();
  }
}

async function probeInThread(
  call: ProbeCall,
  transfer: readonly MessagePort[],
  timeoutMs: number,
  memoryMb: number,
): Promise<ProbedVideo> {
  try {
    return (await runInThread({
      file: new URL("./probe.worker.ts", import.meta.url),
      call,
      transfer,
      timeoutMs,
      memoryMb,
      // The facts already say which codecs mediabunny does not know.
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
