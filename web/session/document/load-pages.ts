/**
 * Where pages of annotations are parsed: in a worker with a core of its own, whose image the page's core then takes
 * over, so that the page keeps drawing meanwhile. Small pages, and all pages where there are no workers (tests in
 * Node), are parsed here.
 */

import { CoreError, type AnnotationCore, type ReadReport } from "#core/types";
import type { LoadReply, LoadRequest } from "./load.worker.ts";

/** The pages of one load. Bytes that are added are given away. */
export interface Pages {
  /** First of all; with the bytes that all pages will have, more or less, and whether there is one page only. */
  begin(expectedBytes: number, isOne: boolean): void;
  addTracks(bytes: Uint8Array<ArrayBuffer>): void;
  addGroups(bytes: Uint8Array<ArrayBuffer>): void;
  /** Resolves when the core holds what they say. `pause` is waited for between parts of the work that is done here. */
  finish(pause: () => Promise<void>): Promise<ReadReport>;
  /** To be called in the end, also when nothing came of it. */
  close(): void;
}

/** One page of this many bytes is parsed in a few milliseconds; starting a worker takes forty of CPU time. */
const bytesParsedHere = 2 ** 18;

export function openPages(core: AnnotationCore): Pages {
  let pages: Pages = parseHere(core);
  return {
    begin(expectedBytes, isOne) {
      const isSmall = isOne && expectedBytes <= bytesParsedHere;
      if (!isSmall && typeof Worker !== "undefined") pages = parseInWorker(core);
      pages.begin(expectedBytes, isOne);
    },
    addTracks: (bytes) => pages.addTracks(bytes),
    addGroups: (bytes) => pages.addGroups(bytes),
    finish: (pause) => pages.finish(pause),
    close: () => pages.close(),
  };
}

function parseHere(core: AnnotationCore): Pages {
  return {
    begin: (expectedBytes) => core.beginLoad(expectedBytes),
    addTracks: (bytes) => core.loadTrackPage(bytes),
    addGroups: (bytes) => core.loadGroupPage(bytes),
    finish: () => Promise.resolve(core.endLoad()),
    close: () => undefined,
  };
}

function parseInWorker(core: AnnotationCore): Pages {
  const worker = new Worker(new URL("./load.worker.ts", import.meta.url), { type: "module", name: "annotations" });
  const { promise, resolve, reject } = Promise.withResolvers<Extract<LoadReply, { kind: "loaded" }>>();
  // `finish` passes a failure to its caller; an abandoned load must not cause an unhandled rejection.
  promise.catch(() => undefined);
  worker.onmessage = ({ data }: MessageEvent<LoadReply>) => {
    if (data.kind === "loaded") resolve(data);
    else reject(data.code === undefined ? new Error(data.message) : new CoreError(data.code, data.message));
  };
  worker.onerror = (event) => reject(new Error(`Annotations cannot be read: ${event.message}`));
  const send = (request: LoadRequest, transfer: Transferable[] = []) => worker.postMessage(request, transfer);
  return {
    begin: (expectedBytes) => send({ kind: "begin", expectedBytes }),
    addTracks: (bytes) => send({ kind: "tracks", bytes }, [bytes.buffer]),
    addGroups: (bytes) => send({ kind: "groups", bytes }, [bytes.buffer]),
    async finish(pause) {
      send({ kind: "finish" });
      const { image, report } = await promise;
      worker.terminate();
      await core.putImage(image, pause);
      return report;
    },
    close: () => worker.terminate(),
  };
}
