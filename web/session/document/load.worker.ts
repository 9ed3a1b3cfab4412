/** Parses the pages of one load in a core of this thread, and gives the page what came of it. */

import { CoreError, createCore, type CoreImage, type ReadReport } from "#core";

export type LoadRequest =
  | { readonly kind: "begin"; readonly expectedBytes: number | undefined }
  | { readonly kind: "tracks" | "groups"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "finish" };

export type LoadReply =
  | { readonly kind: "loaded"; readonly image: CoreImage; readonly report: ReadReport }
  | { readonly kind: "failed"; readonly code: string | undefined; readonly message: string };

/** What a worker has and the types of a page lack. */
const thread = globalThis as unknown as {
  postMessage(reply: LoadReply, transfer?: readonly Transferable[]): void;
  onmessage: ((event: MessageEvent<LoadRequest>) => void) | null;
};

const loading = createCore();
/** One after the other, in their order. */
let last: Promise<void> = Promise.resolve();

thread.onmessage = ({ data }) => {
  last = last.then(() => handle(data)).catch(fail);
};

async function handle(request: LoadRequest): Promise<void> {
  const core = await loading;
  if (request.kind === "begin") core.beginLoad(request.expectedBytes);
  else if (request.kind === "tracks") core.loadTrackPage(request.bytes);
  else if (request.kind === "groups") core.loadGroupPage(request.bytes);
  else {
    const report = core.endLoad();
    const image = core.takeImage();
    thread.postMessage({ kind: "loaded", image, report }, [image.memory.buffer]);
  }
}

function fail(error: unknown): void {
  const code = error instanceof CoreError ? error.code : undefined;
  thread.postMessage({ kind: "failed", code, message: error instanceof Error ? error.message : String(error) });
}
