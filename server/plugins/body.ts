/** Reading request bodies that must fit into memory: forms and JSON documents. Bytes of uploads never pass here. */
import type { IncomingMessage } from "node:http";

import { RequestError } from "../base/errors.ts";
import { OwnerTurns } from "../base/owner-turns.ts";

export interface BodyLimits {
  readonly maxBytes: number;
  /** What sets it, for the refusal. */
  readonly setting: string;
  /** Milliseconds for the whole body: a client that sends a byte now and then is not silent, but holds memory. */
  readonly timeoutMs: number;
  /** A body has to bring so many on average, over each `rateWindowMs`; 0: any number. */
  readonly minBytesPerS: number;
  readonly rateWindowMs?: number;
  /** Whose it is: of one account few large bodies are read at a time, the others wait unread. */
  readonly owner?: string;
}

/** Long enough for a phone that changes its network. */
const defaultWindowMs = 30_000;
/** From so many bytes on a body is large. */
const largeBytes = 1024 * 1024;
/** Large bodies of one owner that are read at a time. */
const mostLarge = 4;

const turns = new OwnerTurns(mostLarge);

/**
 * @throws RequestError 413 for a body that is too long, 408 for one that takes too long or comes too slowly
 */
export async function readBody(request: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  const announced = Number(request.headers["content-length"] ?? Infinity);
  if (announced > limits.maxBytes && announced < Infinity) throw tooLarge(limits);
  if (limits.owner === undefined || announced <= largeBytes) return await readInTime(request, limits);
  const leave = await turns.enter(limits.owner);
  try {
    return await readInTime(request, limits);
  } finally {
    leave();
  }
}

async function readInTime(request: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  const { timeoutMs, minBytesPerS, rateWindowMs = defaultWindowMs } = limits;
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(tooSlow(timeoutMs)), timeoutMs);
  const progress = { bytes: 0 };
  let before = 0;
  const pace = setInterval(() => {
    if (progress.bytes - before < (minBytesPerS * rateWindowMs) / 1000) reject(tooFewBytes(limits));
    before = progress.bytes;
  }, rateWindowMs);
  const reading = collect(request, limits, progress);
  // When time is up, nothing waits for it any more; it fails as soon as the connection is closed.
  reading.catch(() => undefined);
  try {
    return await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
    clearInterval(pace);
  }
}

async function collect(request: IncomingMessage, limits: BodyLimits, progress: { bytes: number }): Promise<Buffer> {
  // Grows with what comes: what a client only announces takes no memory. Doubling copies each byte about once.
  let body = Buffer.allocUnsafeSlow(firstBytes);
  let length = 0;
  for await (const part of bodyChunks(request)) {
    const needed = length + part.length;
    if (needed > limits.maxBytes) throw tooLarge(limits);
    if (needed > body.length) body = grown(body, Math.min(limits.maxBytes, Math.max(needed, 2 * body.length)));
    body.set(part, length);
    length = needed;
    progress.bytes = length;
  }
  return length === body.length ? body : Buffer.from(body.buffer.transfer(length));
}

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

function tooFewBytes({ minBytesPerS }: BodyLimits): RequestError {
  return new RequestError(
    `The request body came more slowly than the ${minBytesPerS} bytes a second that this server waits for (WAKELINE_MIN_BODY_RATE).`,
    408,
  );
}

function tooLarge({ maxBytes, setting }: BodyLimits): RequestError {
  return new RequestError(
    `The request body is larger than the ${maxBytes} bytes that this server accepts (${setting}).`,
    413,
  );
}
