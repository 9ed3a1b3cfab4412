/**
 * The content of an input, and its format. A large file of VIAME CSV or DIVE JSON is not read as a whole but in pieces,
 * so that memory holds the annotations but never the file.
 */

import { createReadStream, fstatSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import { parseLabelList } from "#core/formats/text/label-list";
import { perPictureOf } from "#core/formats/format-table";
import { recognizeFile } from "#core/formats/recognize/recognize";
import { isReadableTable, type FileKind, type Judgment, type RecognizedFile } from "#core/formats/recognize/recognized";
import { plainTable } from "#core/formats/text/table-text";
import { withMediaTable } from "#core/formats/recognize/recognized";
import { classDescriptions } from "#core/formats/recognize/recognize-names";
import { recognizeContent } from "#core/formats/recognize/recognize-source";
import { isZip, sourceOfFiles, type AnnotationSource, type SourceContent } from "#core/formats/sources/source";
import { CoreError, type AnnotationFormat } from "#core/types";
import { compressionOf, decompressed, nameInside } from "./compression.ts";
import { fileError } from "../process/errors.ts";
import { folderSource, isDirectory } from "./folder-source.ts";
import { measureInput, readWhole, standardStream } from "./files.ts";
import { readInterruptibly } from "../process/interrupt.ts";
import { systemPath } from "./system-path.ts";
import { io } from "../terminal/io.ts";

export interface Input {
  readonly kind: FileKind;
  /** Description of the format for users. */
  readonly message: string;
  /** The place that makes it unreadable. */
  readonly place?: { readonly line: number; readonly column: number };
  /** The candidates considered, if several formats fit. */
  readonly judgment?: Judgment;
  /** For a table whose columns are determined by its header. */
  readonly isMapped?: true;
  /** For MOT: names of the classes, from the file next to it, as written by CVAT and Datumaro. */
  readonly labels?: { readonly path: string; readonly names: readonly string[] };
  /** The content, or its beginning when there is more; for a set of files that of its only text, or empty. */
  readonly bytes: Uint8Array;
  /** For a folder or an archive: the files to read. */
  readonly source?: AnnotationSource;
  /** The rest; can be consumed once. Absent when `bytes` is everything. */
  readonly rest?: AsyncIterable<Uint8Array>;
  /** If known. */
  readonly totalBytes?: number;
}

/** From this size on a file is read in pieces. */
const largeFileBytes = 32 << 20;
const pieceBytes = 1 << 20;
/** Enough for recognizing a file. */
const headBytes = 4 << 20;

/** Enough of a table to detect its separator. */
const dialectBytes = 64 * 1024;

const piecewiseFormats: readonly FileKind[] = ["viame-csv", "dive-json"];

/** The kind of an input given by the user: for a table, the user gives the meaning of its columns. */
export type NamedKind = AnnotationFormat | "table";

/**
 * @param format the format, instead of detecting it
 * @param content replaces the file's content
 */
export async function openInput(path: string, format?: NamedKind, content?: Uint8Array): Promise<Input> {
  const found = content === undefined ? await openContent(path, format) : await recognizeInput(path, content, format);
  const input = await withTypeNames(path, await withMedia(path, found, format), format);
  return { ...input, ...(await labelsOf(path, input)) };
}

/** A table whose types are codes, together with the names of these next to it, as OpenImages has them. */
async function withTypeNames(path: string, input: Input, format: NamedKind | undefined): Promise<Input> {
  if (input.isMapped === undefined || path === standardStream || input.source !== undefined) return input;
  const folder = dirname(path);
  const names = await readdir(systemPath(folder)).catch(() => []);
  const list = names.filter((name) => classDescriptions.test(name)).toSorted()[0];
  if (list === undefined || list === basename(path)) return input;
  const bytes = await readWhole(join(folder, list)).catch(() => undefined);
  if (bytes === undefined) return input;
  const table = { name: basename(path), bytes: input.bytes };
  return await recognizeInput(path, sourceOfFiles([table, { name: list, bytes }]), format);
}

/** A table of Camtrap DP, together with the one of its media next to it. */
async function withMedia(path: string, input: Input, format: NamedKind | undefined): Promise<Input> {
  const isAlone = path !== standardStream && [...(input.source?.files() ?? [])].length < 2 && input.bytes.length > 0;
  const { translated } = isAlone ? recognizeFile(input.bytes, path) : {};
  if (translated === undefined || !withMediaTable.has(translated)) return input;
  const media = await readWhole(join(dirname(path), "media.csv")).catch(() => undefined);
  if (media === undefined) return input;
  const table = { name: basename(path), bytes: input.bytes };
  return await recognizeInput(path, sourceOfFiles([table, { name: "media.csv", bytes: media }]), format);
}

/** The list of classes next to MOT rows. */
export async function labelsOf(path: string, { kind, source }: Input): Promise<Pick<Input, "labels">> {
  if (kind !== "mot" || path === standardStream || source !== undefined) return {};
  const listPath = join(dirname(path), "labels.txt");
  const bytes = await readWhole(listPath).catch(() => undefined);
  // The content of a list with one class is not conclusive.
  if (bytes === undefined || !["label-list", "unknown"].includes(recognizeFile(bytes).kind)) return {};
  return { labels: { path: listPath, names: parseLabelList(bytes) } };
}

async function openContent(path: string, format?: NamedKind): Promise<Input> {
  if (path === standardStream) return openPieces(path, waitForPieces(io().input), standardInputBytes(), format);
  try {
    if (await isDirectory(path)) return await recognizeInput(path, await folderSource(path), format);
    const { sizeBytes } = await measureInput(path);
    if (sizeBytes < largeFileBytes) return await openWhole(path, await readWhole(path), format);
    return await openPieces(path, filePieces(path), sizeBytes, format);
  } catch (error) {
    throw fileError("read", path, error);
  }
}

/** Compressed content may be far larger than its file, so it is read in pieces. */
async function openWhole(path: string, bytes: Uint8Array, format: NamedKind | undefined): Promise<Input> {
  if (compressionOf(bytes) === undefined) return await recognizeInput(path, bytes, format);
  return await openPieces(path, Readable.from([bytes]), undefined, format);
}

/** Maximum number of bytes to come: known if the shell has opened a file (`< tracks.json`), unknown for a pipe. */
function standardInputBytes(): number | undefined {
  try {
    const { fd } = io().input;
    if (fd === undefined) return undefined;
    const facts = fstatSync(fd);
    return facts.isFile() ? facts.size : undefined;
  } catch {
    return undefined;
  }
}

/** Recognizes content already in memory: the bytes of a file, or the files of a folder. */
export async function recognizeInput(path: string, content: SourceContent, format?: NamedKind): Promise<Input> {
  if (content instanceof Uint8Array && !isZip(content)) return recognizeBytes(path, content, format);
  const name = path === standardStream ? undefined : path;
  const recognized = await recognizeContent(content, name).catch((error: unknown) => {
    if (!(error instanceof CoreError) || !(content instanceof Uint8Array)) throw error;
    return { ...recognizeFile(content, name), source: undefined };
  });
  const { kind, message, source } = recognized;
  const isMapped = isMappedTable(recognized);
  const bytes = content instanceof Uint8Array ? content : new Uint8Array();
  // Its reader reports the problem.
  if (source === undefined) return { kind: format ?? kind, message, bytes };
  const [only, ...others] = source.files();
  const text = only === undefined || others.length > 0 ? bytes : await only.read().catch(() => bytes);
  return { kind: format ?? kind, message, bytes: text, source, ...isMapped };
}

function isMappedTable(file: Pick<RecognizedFile, "kind" | "columns">): Pick<Input, "isMapped"> {
  return isReadableTable(file) ? { isMapped: true } : {};
}

function recognizeBytes(path: string, bytes: Uint8Array, format: NamedKind | undefined): Input {
  if (format !== undefined && bytes.length > 0) return { kind: format, message: "", bytes };
  const recognized = recognizeFile(bytes, path === standardStream ? undefined : path);
  // The name of a file for one picture may identify the picture.
  const source =
    perPictureOf(recognized.kind) !== undefined || recognized.translated !== undefined
      ? { source: sourceOfFiles([{ name: basename(path), bytes }]) }
      : {};
  return { ...recognized, bytes, ...source, ...isMappedTable(recognized) };
}

async function openPieces(
  path: string,
  pieces: AsyncIterable<Uint8Array>,
  totalBytes: number | undefined,
  format: NamedKind | undefined,
): Promise<Input> {
  const walk = pieces[Symbol.asyncIterator]();
  const first = await walk.next();
  const compression = first.done === true ? undefined : compressionOf(first.value);
  const begun = startingWith(first, walk);
  if (compression === undefined) return await openPlain(path, begun, totalBytes, format);
  return await openPlain(nameInside(path), decompressed(compression, begun, path), undefined, format);
}

async function* startingWith<T>(first: IteratorResult<T>, rest: AsyncIterator<T>): AsyncGenerator<T> {
  try {
    for (let next = first; next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

async function openPlain(
  path: string,
  pieces: AsyncIterable<Uint8Array>,
  totalBytes: number | undefined,
  format: NamedKind | undefined,
): Promise<Input> {
  const walk = pieces[Symbol.asyncIterator]();
  const head: Uint8Array[] = [];
  let bytes = 0;
  while (bytes < headBytes) {
    const { done, value } = await walk.next();
    if (done === true) return await recognizeInput(path, Buffer.concat(head), format);
    head.push(value);
    bytes += value.byteLength;
  }
  const rest: AsyncIterable<Uint8Array> = { [Symbol.asyncIterator]: () => walk };
  const input = recognizeBytes(path, Buffer.concat(head), format);
  // Separators other than commas are replaced in the whole text.
  const isPlain = input.kind !== "viame-csv" || plainTable(input.bytes.subarray(0, dialectBytes)) === undefined;
  if (piecewiseFormats.includes(input.kind) && isPlain)
    return { ...input, rest, ...(totalBytes !== undefined && { totalBytes }) };
  const all = [input.bytes];
  for await (const piece of rest) all.push(piece);
  return await recognizeInput(path, Buffer.concat(all), format);
}

async function* waitForPieces(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const walk = pieces[Symbol.asyncIterator]();
  try {
    while (true) {
      const { done, value } = await readInterruptibly(() => walk.next());
      if (done === true) return;
      yield value;
    }
  } finally {
    await walk.return?.();
  }
}

async function* filePieces(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(systemPath(path), { highWaterMark: pieceBytes }) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw fileError("read", path, error);
  }
}
