/** Reads request bodies into memory: forms and JSON documents. Uploads never pass here. */
import type { IncomingMessage } from "node:http";

import { RequestError } from "../base/errors.ts";
import { OwnerLimits } from "../base/owner-limits.ts";

export interface BodyLimits {
  readonly maxBytes: number;
  /** The setting that changes it, for the error message. */
  readonly setting: string;
  /** Milliseconds for the whole body: a client that sends a byte now and then is not idle, but occupies memory. */
  readonly timeoutMs: number;
  /** Minimum average over each `rateWindowMs`; 0: no minimum. */
  readonly minBytesPerS: number;
  readonly rateWindowMs?: number;
  /** Account that sends it: few large bodies of an account are read at a time, the others wait unread. */
  readonly owner?: string;
}

/** Long enough for a phone that changes networks. */
const defaultWindowMs = 30_000;
/** Size from which a body counts as large. */
const largeBytes = 1024 * 1024;
/** Large bodies per owner read at a time. */
const maxLarge = 4;

const turns = new OwnerLimits(maxLarge);

/** @throws RequestError 413 if a body is too long, 408 if it takes too long or arrives too slowly */
export async function readBody(request: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  const announced = Number(request.headers["content-length"] ?? Infinity);
  if (announced > limits.maxBytes && announced < Infinity) throw tooLarge(limits);
  if (limits.owner === undefined || announced <= largeBytes) return await readWithTimeout(request, limits);
  const leave = await turns.acquire(limits.owner);
  try {
    return await readWithTimeout(request, limits);
  } finally {
    leave();
  }
}

async function readWithTimeout(request: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
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
  // After the timeout, nothing awaits it any longer; it fails once the connection is closed.
  reading.catch(() => undefined);
  try {
    return await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
    clearInterval(pace);
  }
}

async function collect(request: IncomingMessage, limits: BodyLimits, progress: { bytes: number }): Promise<Buffer> {
  // Grows with the data, so a merely announced length takes no memory. Doubling copies each byte about once.
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
 * The body chunk by chunk. Stopping in the middle leaves the connection open, so that the response which says why can
 * still be sent; the rest of the body is discarded as it arrives.
 */
export function bodyChunks(request: IncomingMessage): AsyncIterable<Buffer> {
  return request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
}

/** Whether the request announces a body at all. */
export function hasBody(request: IncomingMessage): boolean {
  return Number(request.headers["content-length"] ?? 0) > 0 || request.headers["transfer-encoding"] !== undefined;
}

function tooSlow(timeoutMs: number): RequestError {
  return new RequestError(`The request body did not arrive within ${timeoutMs / 1000} seconds.`, 408);
}

function tooFewBytes({ minBytesPerS }: BodyLimits): RequestError {
  return new RequestError(
    `The request body arrived more slowly than the ${minBytesPerS} bytes a second that this server waits for (WAKELINE_MIN_BODY_RATE).`,
    408,
  );
}

function tooLarge({ maxBytes, setting }: BodyLimits): RequestError {
  return new RequestError(
    `The request body is larger than the ${maxBytes} bytes that this server accepts (${setting}).`,
    413,
  );
}
