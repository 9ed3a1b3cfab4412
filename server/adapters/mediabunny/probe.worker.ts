/** The thread of one look at a video: see `probe-video.ts`. */
import { answerCalls } from "../../../core-wasm/threads/thread-answers.ts";
import { VideoProbeError } from "../../ports/video-probe.ts";
import { readVideo } from "./read-video.ts";

answerCalls(
  async (path) => await readVideo(path as string),
  (error) => (error instanceof VideoProbeError ? { problem: error.problem } : {}),
);
