/** Reading request bodies that must fit into memory: forms and JSON documents. Bytes of uploads never pass here. */
import type { IncomingMessage } from "node:http";

import { RequestError } from "../base/errors.ts";

export interface BodyLimits {
  readonly maxBytes: number;
  /** Milliseconds for the whole body: a client that sends a byte now and then is not silent, but holds memory. */
  readonly timeoutMs: number;
}

/** @throws RequestError 413 for a body that is too long, 408 for one that takes too long */
export async function readBody(request: IncomingMessage, { maxBytes, timeoutMs }: BodyLimits): Promise<Buffer> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(tooSlow(timeoutMs)), timeoutMs);
  const reading = collect(request, maxBytes);
  // When time is up, nobody waits for it any more; it fails as soon as the connection is closed.
  reading.catch(() => undefined);
  try {
    return await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function collect(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const announced = Number(request.headers["content-length"] ?? 0);
  if (announced > limitBytes) throw tooLarge(limitBytes);
  // Joining the parts of a large body at its end would hold everybody up. Memory that nobody has written to costs nothing.
  let body = Buffer.allocUnsafeSlow(announced > 0 ? announced : firstBytes);
  let length = 0;
  for await (const part of bodyChunks(request)) {
    const needed = length + part.length;
    if (needed > limitBytes) throw tooLarge(limitBytes);
    if (needed > body.length) body = grown(body, Math.min(limitBytes, Math.max(needed, 2 * body.length)));
    body.set(part, length);
    length = needed;
  }
  return length === body.length ? body : Buffer.from(body.buffer.transfer(length));
}

/** For a body of unannounced length. */
const firstBytes = 64 * 1024;

function grown(body: Buffer<ArrayBuffer>, length: number): Buffer<ArrayBuffer> {
  return Buffer.from(body.buffer.transfer(length));
}

/**
 * The body piece by piece. Giving up in the middle leaves the connection alone, so that the answer which says why can
 * still be sent on it; the rest of the body is thrown away as it comes.
 */
export function bodyChunks(request: IncomingMessage): AsyncIterable<Buffer> {
  return request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
}

/** Does the request announce a body at all? */
export function hasBody(request: IncomingMessage): boolean {
  return Number(request.headers["content-length"] ?? 0) > 0 || request.headers["transfer-encoding"] !== undefined;
}

function tooSlow(timeoutMs: number): RequestError {
  return new RequestError(`The request body did not arrive within ${timeoutMs / 1000} seconds.`, 408);
}

function tooLarge(limitBytes: number): RequestError {
  return new RequestError(`The request body is larger than the ${limitBytes} bytes that this server accepts.`, 413);
}
