/**
 * Sends bytes: ranges, file names, and the headers that keep an uploaded file from acting as a page of this server
 * (api-v1 9.2).
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import { Readable } from "node:stream";

import { RequestError } from "../base/errors.ts";
import type { ZipEntry } from "../../core-wasm/zip/write.ts";
import { zipStream } from "../base/zip-stream.ts";
import { addVary } from "../plugins/api-headers.ts";
import type { ByteRange } from "../ports/blob-store.ts";
import type { FileRecord } from "../ports/records.ts";
import type { OpenContent } from "../services/content/open-content.ts";
import { type AlreadySent, alreadySent } from "./sent.ts";

export interface DownloadOptions {
  readonly disposition?: "attachment" | "inline" | undefined;
  /** First byte; like a range that starts there. */
  readonly offset?: number | undefined;
  /** Exclusive. */
  readonly endByte?: number | undefined;
  /** Replaces the file's own name. */
  readonly name?: string | undefined;
  readonly mimeType?: string | undefined;
  /** Seconds for which the browser may reuse it without asking; default 0. */
  readonly maxAgeSeconds?: number;
}

/**
 * How long the browser may show pictures without asking again, in seconds. If a right can be revoked, it asks each
 * time; the response is then a 304 without the bytes.
 */
export const maxAgeOf = (isPublic: boolean): number => (isPublic ? 3600 : 0);

const cacheControl = (maxAgeSeconds: number): string =>
  maxAgeSeconds > 0 ? `private, max-age=${maxAgeSeconds}` : "private, no-cache";

/**
 * Sends a file, or the requested part of it.
 * @param content not read if the client already has it
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileRecord,
  content: OpenContent,
  options: DownloadOptions = {},
): Promise<AlreadySent> {
  if (content.redirect !== undefined) return sent(reply.redirect(new URL(content.redirect).href, 303));
  const { size } = content;
  const etag = `"${content.etag}"`;
  protect(reply);
  reply.header("Accept-Ranges", "bytes");
  reply.header("ETag", etag);
  // Cached for one caller: with another token, or after signing out, the browser asks again.
  reply.header("Cache-Control", cacheControl(options.maxAgeSeconds ?? 0));
  addVary(reply, "Cookie, Girder-Token");
  reply.removeHeader("Pragma");
  reply.removeHeader("Expires");
  if (isKnown(request.headers["if-none-match"], etag)) return sent(reply.code(304).send());

  const mimeType = options.mimeType ?? file.mimeType;
  const disposition = isHarmless(mimeType) ? options.disposition : "attachment";
  reply.header("Content-Disposition", contentDisposition(options.name ?? file.name, disposition));
  reply.header("Content-Type", mimeType);
  const range = chooseRange(request, size, etag, options);
  if (range === "unsatisfiable") {
    reply.header("Content-Range", `bytes */${size}`);
    throw new RequestError(`The file has only ${size} bytes.`, 416);
  }
  const { start, end } = range ?? { start: 0, end: size };
  if (range !== undefined) reply.code(206).header("Content-Range", `bytes ${start}-${end - 1}/${size}`);
  reply.header("Content-Length", end - start);
  return request.method === "HEAD" || end === start ? sendNothing(reply) : sent(reply.send(await content.start(range)));
}

/** Whether the client already has this content. */
const isKnown = (header: string | undefined, etag: string): boolean =>
  (header ?? "").split(",").some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === etag);

/** Sends bytes that are made on request. @param make not called if the client already has them */
export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, mimeType, maxAgeSeconds }: { etag: string; mimeType: string; maxAgeSeconds: number },
  make: () => Promise<Uint8Array>,
): Promise<AlreadySent> {
  const isThere = isKnown(request.headers["if-none-match"], etag);
  const bytes = isThere ? undefined : await make();
  protect(reply);
  reply.header("ETag", etag);
  reply.header("Cache-Control", cacheControl(maxAgeSeconds));
  addVary(reply, "Cookie, Girder-Token");
  reply.removeHeader("Pragma");
  reply.removeHeader("Expires");
  if (bytes === undefined) return sent(reply.code(304).send());
  reply.header("Content-Type", mimeType);
  reply.header("Content-Length", bytes.length);
  return request.method === "HEAD"
    ? sendNothing(reply)
    : sent(reply.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)));
}

/** Sends content whose address is its hash. */
export function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  hash: string,
  { size, start }: { readonly size: number; start(): Readable },
): AlreadySent {
  protect(reply);
  reply.header("ETag", `"${hash}"`);
  reply.header("Cache-Control", cacheControl(0));
  reply.header("Content-Type", "application/octet-stream");
  reply.header("Content-Length", size);
  if (isKnown(request.headers["if-none-match"], `"${hash}"`)) return sent(reply.code(304).send());
  return request.method === "HEAD" ? sendNothing(reply) : sent(reply.send(start()));
}

/** Sends a zip archive; `.zip` is appended to `name`. */
export function sendZip(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
): AlreadySent {
  protect(reply);
  reply.header("Content-Disposition", contentDisposition(`${name}.zip`));
  reply.header("Content-Type", "application/zip");
  return request.method === "HEAD" ? sendNothing(reply) : sent(reply.send(Readable.from(zipStream(entries))));
}

/**
 * Types that a browser may display: they cannot contain scripts. Anything else is downloaded, whatever the caller asks
 * for.
 */
function isHarmless(mimeType: string): boolean {
  return /^(image\/(?!svg)|video\/|audio\/)/i.test(mimeType) || mimeType === "text/plain";
}

/** No uploaded file may run as a page of this server, even if it is opened on its own. */
function protect(reply: FastifyReply): void {
  reply.header("X-Content-Type-Options", "nosniff");
  reply.header(
    "Content-Security-Policy",
    "sandbox; default-src 'none'; media-src 'self'; img-src 'self'; style-src 'unsafe-inline'",
  );
  reply.header("Cross-Origin-Resource-Policy", "same-origin");
}

/** A response of which only the head matters: its `Content-Length` stays as set. */
function sendNothing(reply: FastifyReply): AlreadySent {
  return sent(reply.send(Readable.from([])));
}

const sent = (_reply: FastifyReply): AlreadySent => alreadySent;

function chooseRange(
  request: FastifyRequest,
  size: number,
  etag: string,
  options: DownloadOptions,
): ByteRange | "unsatisfiable" | undefined {
  const condition = request.headers["if-range"];
  const header = condition === undefined || condition === etag ? request.headers.range : undefined;
  const range = header === undefined ? undefined : parseRange(header, size);
  if (range !== undefined) return range;
  const start = Math.min(Math.max(options.offset ?? 0, 0), size);
  const end = Math.max(Math.min(options.endByte ?? size, size), start);
  return start > 0 || end < size ? { start, end } : undefined;
}

/** The first range of a `Range` header. `undefined` if the header is not understood, and then ignored. */
export function parseRange(header: string, size: number): ByteRange | "unsatisfiable" | undefined {
  const match = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*(?:,|$)/.exec(header);
  const [, first = "", last = ""] = match ?? [];
  if (match === null || (first === "" && last === "")) return undefined;
  if (size === 0) return undefined;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size };
  }
  const start = Number(first);
  const end = last === "" ? size : Math.min(Number(last) + 1, size);
  if (start >= size) return "unsatisfiable";
  return end <= start ? undefined : { start, end };
}

/** With a plain form for old clients, and the exact name if it has characters other than ASCII (RFC 6266). */
export function contentDisposition(name: string, disposition: "attachment" | "inline" = "attachment"): string {
  const clean = name.replaceAll(/[\u0000-\u001f\u007f]/g, "");
  const plain = clean
    .normalize("NFKD")
    // oxlint-disable-next-line no-control-regex -- what Latin-1 headers cannot hold is dropped
    .replaceAll(/[^\u0020-\u007e\u00a0-\u00ff]/g, "")
    .replaceAll(/["\\]/g, "\\$&");
  const isAscii = /^[\u0020-\u007e]*$/.test(clean);
  const exact = encodeURIComponent(clean.toWellFormed()).replaceAll(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${disposition}; filename="${plain}"${isAscii ? "" : `; filename*=UTF-8''${exact}`}`;
}
