/** gzip and zstd: recognized by their first bytes for reading, and by the file name for writing. */

import { Readable } from "node:stream";
import { createGunzip, createGzip, createZstdCompress, createZstdDecompress } from "node:zlib";
import { CliError, ExitCode } from "../process/errors.ts";

/** Content to write: complete, or piece by piece. */
export type Content = Uint8Array | AsyncIterable<Uint8Array>;

export type Compression = "gzip" | "zstd";

const names: Readonly<Record<Compression, RegExp>> = { gzip: /\.gz$/i, zstd: /\.zst$/i };
const begins: Readonly<Record<Compression, readonly number[]>> = { gzip: [0x1f, 0x8b], zstd: [0x28, 0xb5, 0x2f, 0xfd] };
const kinds = Object.keys(names) as Compression[];

export function compressionOf(bytes: Uint8Array): Compression | undefined {
  return kinds.find((kind) => begins[kind].every((byte, index) => bytes[index] === byte));
}

export function compressionOfName(path: string): Compression | undefined {
  return kinds.find((kind) => names[kind].test(path));
}

/** `tracks.csv` for `tracks.csv.gz`; other names are returned unchanged. */
export function nameInside(path: string): string {
  const kind = compressionOfName(path);
  return kind === undefined ? path : path.replace(names[kind], "");
}

/** @throws CliError naming `path` when the bytes are damaged or end too early */
export async function* decompressed(
  kind: Compression,
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  path: string,
): AsyncGenerator<Uint8Array> {
  const source = Readable.from(pieces);
  const target = kind === "gzip" ? createGunzip() : createZstdDecompress();
  source.on("error", (error) => target.destroy(error));
  try {
    yield* source.pipe(target) as AsyncIterable<Uint8Array>;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code?.startsWith("Z") !== true) throw error;
    const reason = /BUF/.test(code) ? "ends too early, as of a copy that was cut off" : "is damaged";
    throw new CliError(ExitCode.usage, `cannot read ${path}: its ${kind} content ${reason}.`);
  } finally {
    source.destroy();
  }
}

export async function decompressWhole(bytes: Uint8Array, path: string): Promise<Uint8Array> {
  const kind = compressionOf(bytes);
  if (kind === undefined) return bytes;
  const pieces: Uint8Array[] = [];
  for await (const piece of decompressed(kind, [bytes], path)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** The content compressed as the file's name requires. */
export function compressedFor(path: string, content: Content): Content {
  const kind = compressionOfName(path);
  if (kind === undefined) return content;
  return Readable.from(content instanceof Uint8Array ? [content] : content).compose(
    kind === "gzip" ? createGzip() : createZstdCompress(),
  ) as AsyncIterable<Uint8Array>;
}
