/**
 * Reads a text column as bytes, joined by commas. `pg` makes a JavaScript string of every value of a row, but passes on
 * what COPY sends unchanged, which takes the thread that answers requests less than half as long.
 */
import type { Connection, PoolClient, Submittable } from "pg";

import { SpareBuffers } from "../../base/pooled-bytes.ts";

/** Bytes of a piece. */
const pieceBytes = 256 * 1024;
/** How many finished pieces may wait before the database is paused. */
const maxWaiting = 4;
const comma = 0x2c;
const spares = new SpareBuffers(pieceBytes, 16);
const emptyPiece = (): Uint8Array => new Uint8Array(spares.take() ?? new ArrayBuffer(pieceBytes));

/** The header of binary COPY: signature, flags, and the length of an empty extension. */
const headerBytes = 19;
/** Before the single value of a row: the number of values (int16; -1 after the last row) and its length (int32). */
const lengthAt = 2;
const valueAt = 6;

/**
 * Pieces that consist of whole texts.
 * @param query for one text column without NULLs, without parameters, which COPY does not support
 */
export async function* copiedPieces(client: PoolClient, query: string): AsyncGenerator<Uint8Array> {
  const copy = client.query(new Copy(`COPY (${query}) TO STDOUT (FORMAT binary)`));
  while (true) {
    const piece = await copy.next();
    if (piece === undefined) return;
    yield piece;
  }
}

/** Handles the messages of a COPY; `pg` calls the methods of the object that submitted the query. */
class Copy implements Submittable {
  readonly #statement: string;
  #socket: Connection["stream"] | undefined;
  #hasBegun = false;
  #piece = emptyPiece();
  #end = 0;
  readonly #finished: Uint8Array[] = [];
  #isOver = false;
  #error: Error | undefined;
  #wake: () => void = () => undefined;

  constructor(statement: string) {
    this.#statement = statement;
  }

  submit(connection: Connection): void {
    this.#socket = connection.stream;
    connection.query(this.#statement);
  }

  /** @returns `undefined` after the last piece */
  async next(): Promise<Uint8Array | undefined> {
    while (this.#finished.length === 0 && !this.#isOver) {
      this.#socket?.resume();
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    if (this.#error !== undefined) throw this.#error;
    return this.#finished.shift();
  }

  /** @param message a row; its bytes are reused for the next ones */
  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    const start = this.#hasBegun ? 0 : headerBytes;
    this.#hasBegun = true;
    if (chunk.readInt16BE(start) === -1) return;
    const begin = start + valueAt;
    const length = chunk.readInt32BE(start + lengthAt);
    if (this.#end > 0 && this.#end + 1 + length > this.#piece.length) this.#finishPiece();
    if (this.#end > 0) this.#piece[this.#end++] = comma;
    else if (length > this.#piece.length) this.#piece = new Uint8Array(length);
    chunk.copy(this.#piece, this.#end, begin, begin + length);
    this.#end += length;
  }

  handleReadyForQuery(): void {
    if (this.#end > 0) this.#finishPiece();
    this.#socket?.resume();
    this.#isOver = true;
    this.#wake();
  }

  handleError(error: Error): void {
    this.#error = error;
    this.#isOver = true;
    this.#wake();
  }

  handleCommandComplete(): void {}

  #finishPiece(): void {
    const piece = this.#piece.subarray(0, this.#end);
    spares.lend(piece);
    this.#finished.push(piece);
    this.#piece = emptyPiece();
    this.#end = 0;
    if (this.#finished.length >= maxWaiting) this.#socket?.pause();
    this.#wake();
  }
}
