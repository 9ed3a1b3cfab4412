/**
 * A file on disk as an upload, read while it is sent. It is opened for each slice, so that a folder of many images does
 * not need a handle per file. Not `fs.openAsBlob`, whose sizes are wrong from 4 GiB on (nodejs/node issue 52585).
 */

import { open, stat } from "node:fs/promises";
import type { UploadContent } from "#schemas/upload";
import { fileError, usageError } from "../process/errors.ts";
import { systemPath } from "../files/system-path.ts";

/** The content to send, and the state of sending it. */
export interface FileSource extends UploadContent {
  /** Called with the bytes taken for sending: at most a few pieces are read ahead. */
  onRead?: (upTo: number) => void;
  /** Why it can no longer be read: the sender only sees that sending failed. */
  failure?: Error;
}

export interface FileContent {
  readonly content: FileSource;
  /** Time of the last change, in milliseconds since 1970. */
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

/** The amount that a reader buffers. */
const pieceBytes = 256 * 1024;

/** A part of a file, read as fast as its stream is consumed. */
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
