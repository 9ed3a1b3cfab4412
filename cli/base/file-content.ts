/**
 * A file on the disk as something to upload, read while it is sent. It is opened for each slice, so that a folder of
 * many images needs no handle a file. Not `fs.openAsBlob`, whose sizes are wrong from 4 GiB on (nodejs/node issue
 * 52585).
 */

import { open, stat } from "node:fs/promises";
import type { UploadContent } from "#schemas/upload";
import { fileError, usageError } from "./errors.ts";
import { systemPath } from "./system-path.ts";

/** What is sent of it, and how that goes. */
export interface FileSource extends UploadContent {
  /** Called with the bytes that were taken to be sent: reading ahead is limited to some pieces. */
  onRead?: (upTo: number) => void;
  /** Why it can no longer be read: the sender only sees that sending failed. */
  failure?: Error;
}

export interface FileContent {
  readonly content: FileSource;
  /** Milliseconds since 1970: when it was last written. */
  readonly modifiedMs: number;
}

export async function fileContent(path: string): Promise<FileContent> {
  try {
    const { size, mtimeMs } = await stat(systemPath(path));
    const content: FileSource = { size, slice: (begin, end) => new FileSlice(path, begin, end, content) };
    return { content, modifiedMs: mtimeMs };
  } catch (error) {
    throw fileError("read", path, error);
  }
}

/** What a reader holds at a time. */
const pieceBytes = 256 * 1024;

/** A part of a file. It is read as fast as its stream is consumed. */
class FileSlice extends Blob {
  readonly #path: string;
  readonly #begin: number;
  readonly #end: number;
  readonly #source: FileSource;

  constructor(path: string, begin: number, end: number, source: FileSource) {
    super([]);
    Object.defineProperty(this, "size", { value: end - begin });
    [this.#path, this.#begin, this.#end, this.#source] = [path, begin, end, source];
  }

  override slice(begin = 0, end = this.size): Blob {
    return new FileSlice(this.#path, this.#begin + begin, this.#begin + end, this.#source);
  }

  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    const pieces = readPieces(this.#path, this.#begin, this.#end, this.#source);
    return new ReadableStream(
      {
        async pull(controller) {
          const { done, value } = await pieces.next();
          if (done === true) controller.close();
          else controller.enqueue(value);
        },
        cancel: async () => void (await pieces.return(undefined)),
      },
      { highWaterMark: 1 },
    );
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return await new Response(this.stream()).arrayBuffer();
  }
}

async function* readPieces(
  path: string,
  begin: number,
  end: number,
  source: FileSource,
): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  try {
    const file = await open(systemPath(path), "r");
    try {
      for (let at = begin; at < end;) {
        const piece = new Uint8Array(Math.min(pieceBytes, end - at));
        const { bytesRead } = await file.read(piece, 0, piece.length, at);
        if (bytesRead === 0) throw usageError(`${path} became shorter while it was read.`);
        at += bytesRead;
        yield piece.subarray(0, bytesRead);
        source.onRead?.(at);
      }
    } finally {
      await file.close();
    }
  } catch (error) {
    source.failure = fileError("read", path, error);
    throw source.failure;
  }
  return undefined;
}
