/** Reading request bodies that must fit into memory: forms and JSON documents. Bytes of uploads never pass here. */
import type { IncomingMessage } from "node:http";

import { RequestError } from "../base/errors.ts";

/** @throws RequestError 413 when the body is longer than `limitBytes` */
export async function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const announced = Number(request.headers["content-length"] ?? 0);
  if (announced > limitBytes) throw tooLarge(limitBytes);
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of bodyChunks(request)) {
    length += part.length;
    if (length > limitBytes) throw tooLarge(limitBytes);
    parts.push(part);
  }
  return Buffer.concat(parts);
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

function tooLarge(limitBytes: number): RequestError {
  return new RequestError(`The request body is larger than the ${limitBytes} bytes that this server accepts.`, 413);
}
