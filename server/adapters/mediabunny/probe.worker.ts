/** The thread of one look at a video: see `probe-video.ts`. */
import { parentPort, workerData } from "node:worker_threads";

import { VideoProbeError } from "../../ports/video-probe.ts";
import type { ProbeAnswer } from "./probe-video.ts";
import { readVideo } from "./read-video.ts";

async function answer(): Promise<ProbeAnswer> {
  try {
    return { ok: true, ...(await readVideo(workerData as string)) };
  } catch (error) {
    if (!(error instanceof VideoProbeError)) throw error;
    return { ok: false, problem: error.problem, message: error.message };
  }
}

parentPort?.postMessage(await answer());
