/**
 * Compresses JSON and text while sending, if the client accepts it and there is a network in between: on this machine
 * bytes cost nothing, and compression would only slow down a large dataset. Media are never compressed again.
 */
import { Readable, pipeline, type Transform } from "node:stream";
import { constants, createBrotliCompress, createGzip, createZstdCompress } from "node:zlib";

import type { FastifyReply, FastifyRequest } from "fastify";

import { addVary } from "./api-headers.ts";

/** `auto`: not for clients on this machine. */
export type CompressionRule = "auto" | "always" | "never";

/** Below this many bytes the response fits into one packet anyway. */
const minBytes = 1400;

/** Low levels, the fastest first: a track list is compressed about as fast as the database returns it. */
const encodings: readonly (readonly [name: string, create: () => Transform])[] = [
  ["zstd", () => createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 1 } })],
  ["br", () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 2 } })],
  ["gzip", () => createGzip({ level: 1 })],
];

/** @returns the body itself, or a stream that compresses it, in which case the headers are set */
export function compressed<Body extends string | Buffer | Readable>(
  request: FastifyRequest,
  reply: FastifyReply,
  rule: CompressionRule,
  body: Body,
): Body | Readable {
  const isSmall = !(body instanceof Readable) && Buffer.byteLength(body) < minBytes;
  if (rule === "never" || isSmall) return body;
  addVary(reply, "Accept-Encoding");
  if (request.method === "HEAD" || (rule === "auto" && isLocal(request.ip))) return body;
  const chosen = chooseEncoding(request.headers["accept-encoding"] ?? "");
  if (chosen === undefined) return body;
  const [name, create] = chosen;
  reply.header("Content-Encoding", name);
  reply.removeHeader("Content-Length");
  const stream = create();
  // A failure on either side ends the other: a partial response must not look complete, and reading stops when the
  // client has disconnected.
  pipeline(body instanceof Readable ? body : Readable.from([body]), stream, () => {});
  return stream;
}

/** Whether a client accepts stored zstd data as it is. */
export function acceptsZstd({ headers }: FastifyRequest): boolean {
  return chooseEncoding(headers["accept-encoding"] ?? "")?.[0] === "zstd";
}

/** The first of ours that the client accepts. Of `q`, only zero or not counts: all of them are cheap. */
function chooseEncoding(header: string): (typeof encodings)[number] | undefined {
  const accepted = new Set<string>();
  const refused = new Set<string>();
  for (const part of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
    const isRefused = parameters.some((text) => /^q=0(\.0*)?$/.test(text));
    (isRefused ? refused : accepted).add(name);
  }
  return encodings.find(([name]) => !refused.has(name) && (accepted.has(name) || accepted.has("*")));
}

function isLocal(address: string): boolean {
  return address === "::1" || /^(::ffff:)?127\./.test(address);
}
