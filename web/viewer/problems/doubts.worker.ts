/**
 * Looks for problems in a worker, so that the page keeps drawing and answering: over 100,000 tracks it takes seconds.
 */

import { createCore } from "#core";
import { checkDoubts, type DoubtsRequest } from "./check-doubts.ts";

const core = createCore();

addEventListener("message", async ({ data }: MessageEvent<DoubtsRequest>) => {
  postMessage(await checkDoubts(await core, data));
});
