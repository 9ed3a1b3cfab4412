/** Measures agreement beside the page, which goes on drawing and answering meanwhile. */

import { createMeasurer, type MeasureReply, type MeasureRequest } from "./measure.ts";

const measure = createMeasurer((reply: MeasureReply) => postMessage(reply));
addEventListener("message", ({ data }: MessageEvent<MeasureRequest>) => measure(data));
