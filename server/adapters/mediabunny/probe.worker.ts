/** The thread that inspects one video: see `probe-video.ts`. */
import type { MessagePort } from "node:worker_threads";

import { answerCalls } from "../../../core-wasm/threads/thread-answers.ts";
import { VideoProbeError } from "../../ports/video-probe.ts";
import { openFile, openRemote } from "./open-video.ts";
import { readRanges } from "./ranges.ts";
import { readVideo } from "./read-video.ts";

/** A path, or a file read through the main thread. */
export type ProbeCall = string | { readonly size: number; readonly port: MessagePort };

answerCalls(
  async (call) => {
    const asked = call as ProbeCall;
    return await readVideo(
      typeof asked === "string" ? await openFile(asked) : openRemote(asked.size, readRanges(asked.port)),
    );
  },
  (error) => (error instanceof VideoProbeError ? { problem: error.problem } : {}),
);
