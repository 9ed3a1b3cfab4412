/**
 * Inspects each video in a thread with limits on time and memory: a file of a few hundred bytes can announce billions
 * of pictures, and only ending the thread stops counting them. Of thousands of videos, starting threads would be most
 * of the work: a thread that has answered takes the next one.
 */
import type { MessagePort } from "node:worker_threads";

import { ThreadCache } from "../../../core-wasm/threads/thread-cache.ts";
import { ThreadLimitError } from "../../../core-wasm/threads/run-in-thread.ts";
import { limitConcurrency } from "../../base/limit-concurrency.ts";
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

/** The thread's answer. */
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
  const kept = new ThreadCache({
    file: new URL("./probe.worker.ts", import.meta.url),
    memoryMb,
    // The facts already say which codecs mediabunny does not know.
    isSilent: true,
    translate: ({ message, details }) =>
      details["problem"] === undefined
        ? new Error(message)
        : new VideoProbeError(details["problem"] as VideoProblem, message),
  });
  const inThread = async (call: ProbeCall, transfer: readonly MessagePort[], ms: number): Promise<unknown> => {
    try {
      return await kept.run(call, { transfer, timeoutMs: ms });
    } catch (error) {
      if (!(error instanceof ThreadLimitError)) throw error;
      const max = error.limit === "time" ? `${ms / 1000} seconds` : `${memoryMb} MiB of memory`;
      throw new VideoProbeError("damaged", `is damaged: reading its tables takes more than ${max}.`, { cause: error });
    }
  };
  const ofRemote = async (file: RangedBytes, copy?: RemoteCopy): Promise<unknown> => {
    const served = serveRanges(file);
    const { port } = served;
    try {
      return await inThread({ size: file.size, port, ...(copy && { copy }) }, [port], remoteTimeoutMs);
    } catch (error) {
      // To the thread, a storage that does not answer looks like damage.
      throw served.failure() ?? error;
    } finally {
      served.close();
    }
  };
  const inTurn = limitConcurrency(threads);
  const probeTimes: VideoProbe["probeTimes"] = (file) =>
    inTurn(
      async () =>
        (typeof file === "string" ? await inThread(file, [], timeoutMs) : await ofRemote(file)) as ProbedVideo,
    );
  return {
    probeTimes,
    probe: async (file) => (await probeTimes(file)).facts,
    copyAround: (file, target, seconds) => inTurn(async () => void (await ofRemote(file, { target, seconds }))),
  };
}

type RemoteCopy = Exclude<ProbeCall, string>["copy"];
