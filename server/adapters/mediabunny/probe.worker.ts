/** The thread that inspects one video: see `probe-video.ts`. */
import type { MessagePort } from "node:worker_threads";

import { answerCalls } from "../../../core-wasm/threads/thread-answers.ts";
import { VideoProbeError } from "../../ports/video-probe.ts";
import { copyAround } from "./around-picture.ts";
import { openFile, openRemote } from "./open-video.ts";
import { readRanges } from "./ranges.ts";
import { readVideo } from "./read-video.ts";

/** A file read through the main thread. */
interface RemoteVideo {
  readonly size: number;
  readonly port: MessagePort;
}
/** A path, or a file elsewhere, of which a part is copied to `target` or whose tables are read. */
export type ProbeCall =
  | string
  | (RemoteVideo & { readonly copy?: { readonly target: string; readonly seconds: number | undefined } });

answerCalls(
  async (call) => {
    const request = call as ProbeCall;
    if (typeof request === "string") return await readVideo(await openFile(request));
    const { size, port, copy } = request;
    const read = readRanges(port);
    if (copy === undefined) return await readVideo(openRemote(size, read));
    return await copyAround({ size, read }, copy.target, copy.seconds);
  },
  (error) => (error instanceof VideoProbeError ? { problem: error.problem } : {}),
);
