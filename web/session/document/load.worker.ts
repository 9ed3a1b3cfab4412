/** Parses the pages of one load in a core of this thread, and sends the result to the page. */

import { createCore, type CoreImage, type ReadReport } from "#core";
import { answerCalls, Transferred } from "../../base/worker-answers.ts";

export type LoadCall =
  | { readonly kind: "begin"; readonly expectedBytes: number | undefined }
  | { readonly kind: "tracks" | "groups"; readonly bytes: Uint8Array<ArrayBuffer> }
  /** Answered with `Loaded`; the other calls have no answer. */
  | { readonly kind: "finish" };

export interface Loaded {
  readonly image: CoreImage;
  readonly report: ReadReport;
}

const loading = createCore();

answerCalls(async (call: LoadCall) => {
  const core = await loading;
  if (call.kind === "begin") core.reader.beginLoad(call.expectedBytes);
  else if (call.kind === "tracks") core.reader.loadTrackPage(call.bytes);
  else if (call.kind === "groups") core.reader.loadGroupPage(call.bytes);
  else {
    const report = core.reader.endLoad();
    const image = core.writer.takeImage();
    return new Transferred({ image, report } satisfies Loaded, [image.memory.buffer]);
  }
  return undefined;
});
