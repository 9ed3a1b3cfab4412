/**
 * Where pages of annotations are parsed: in a worker with its own core, whose image the page's core then takes over, so
 * that the page keeps drawing meanwhile. Small loads, and all loads where there are no workers (tests in Node), are
 * parsed here.
 */

import { CoreError, type AnnotationCore, type ReadReport } from "#core/types";
import { WorkerCallError, WorkerCalls, WorkerDiedError } from "../../base/worker-calls.ts";
import type { LoadCall, Loaded } from "./load.worker.ts";

/** The pages of one load. Added bytes are transferred. */
export interface Pages {
  /** Call first, with the approximate total of bytes, and whether there is only one page. */
  begin(expectedBytes: number, isOne: boolean): void;
  addTracks(bytes: Uint8Array<ArrayBuffer>): void;
  addGroups(bytes: Uint8Array<ArrayBuffer>): void;
  /** Resolves when the core holds their contents. `pause` is awaited between parts of the work done here. */
  finish(pause: () => Promise<void>): Promise<ReadReport>;
  /** Call at the end, even after a failure. */
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
    begin: (expectedBytes) => core.reader.beginLoad(expectedBytes),
    addTracks: (bytes) => core.reader.loadTrackPage(bytes),
    addGroups: (bytes) => core.reader.loadGroupPage(bytes),
    finish: () => Promise.resolve(core.reader.endLoad()),
    close: () => undefined,
  };
}

function parseInWorker(core: AnnotationCore): Pages {
  const calls = new WorkerCalls<LoadCall>(
    () => new Worker(new URL("./load.worker.ts", import.meta.url), { type: "module", name: "annotations" }),
  );
  const sent: Promise<unknown>[] = [];
  const send = (call: LoadCall, transfer: readonly Transferable[] = []): void => {
    const answer = calls.call(call, { transfer });
    // `finish` passes a failure to its caller; an abandoned load must not cause an unhandled rejection.
    answer.catch(() => undefined);
    sent.push(answer);
  };
  return {
    begin: (expectedBytes) => send({ kind: "begin", expectedBytes }),
    addTracks: (bytes) => send({ kind: "tracks", bytes }, [bytes.buffer]),
    addGroups: (bytes) => send({ kind: "groups", bytes }, [bytes.buffer]),
    async finish(pause) {
      send({ kind: "finish" });
      const answers = await Promise.all(sent).catch((error: unknown) => {
        throw toLoadError(error);
      });
      calls.end();
      const { image, report } = answers.at(-1) as Loaded;
      await core.reader.putImage(image, pause);
      return report;
    },
    close: () => calls.end(),
  };
}

function toLoadError(error: unknown): unknown {
  if (error instanceof WorkerDiedError) return new Error(`Annotations cannot be read: ${error.message}`);
  const isOfCore = error instanceof WorkerCallError && error.code !== undefined;
  return isOfCore ? new CoreError(error.code as CoreError["code"], error.message) : error;
}
