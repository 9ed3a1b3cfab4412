/**
 * Lets a thread read parts of a file through the main thread, which has the connections: the thread asks over a port,
 * and the main thread answers with bytes.
 */
import { type MessagePort, MessageChannel } from "node:worker_threads";

import type { ByteRange } from "../../ports/blob-store.ts";
import type { RangedBytes } from "../../ports/video-probe.ts";

export type RangeReader = (range: ByteRange) => Promise<Uint8Array>;

/** `bytes` is absent if they could not be read. */
interface Answer {
  readonly id: number;
  readonly bytes?: Uint8Array;
}
type Question = ByteRange & { readonly id: number };

export interface ServedRanges {
  /** To be transferred to the thread. */
  readonly port: MessagePort;
  /** The error with which reading failed, if any. */
  failure(): unknown;
  close(): void;
}

/** Runs in the main thread. */
export function serveRanges({ read }: RangedBytes): ServedRanges {
  const { port1: own, port2: port } = new MessageChannel();
  let failure: unknown;
  own.on("message", async ({ id, ...range }: Question) => {
    try {
      const bytes = await bytesOf(read(range), range.end - range.start);
      own.postMessage({ id, bytes } satisfies Answer, [bytes.buffer]);
    } catch (error) {
      failure ??= error;
      own.postMessage({ id } satisfies Answer);
    }
  });
  return { port, failure: () => failure, close: () => own.close() };
}

/** Into a buffer that is made once: of thousands of videos, copies would be most of the memory. */
async function bytesOf(stream: AsyncIterable<Uint8Array>, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  let end = 0;
  for await (const piece of stream) {
    bytes.set(piece, end);
    end += piece.length;
  }
  return bytes.subarray(0, end);
}

/** Runs in the thread. */
export function readRanges(port: MessagePort): RangeReader {
  const waiting = new Map<number, PromiseWithResolvers<Uint8Array>>();
  let lastId = 0;
  port.on("message", ({ id, bytes }: Answer) => {
    const request = waiting.get(id);
    waiting.delete(id);
    if (bytes === undefined) request?.reject(new Error("could not be read"));
    else request?.resolve(bytes);
  });
  return (range) => {
    const id = ++lastId;
    const request = Promise.withResolvers<Uint8Array>();
    waiting.set(id, request);
    port.postMessage({ id, ...range } satisfies Question);
    return request.promise;
  };
}
