/** Measures agreement in a worker, so that the page keeps drawing and answering. */

import { createMeasurer, type MeasureReply, type MeasureRequest } from "./measure.ts";

const measure = createMeasurer((reply: MeasureReply) => postMessage(reply));
addEventListener("message", ({ data }: MessageEvent<MeasureRequest>) => measure(data));
