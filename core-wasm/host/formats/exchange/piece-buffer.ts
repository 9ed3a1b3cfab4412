/**
 * Holds text that arrives in pieces in the core's memory: what a reader could not use yet waits for the next bytes.
 */
import type { CoreInstance } from "../../instance.ts";
import type { Problem } from "../../types.ts";
import { TextStream } from "../text/text-encoding.ts";

/** Bytes read at a time: few enough to stay in the processor's cache from one pass to the next. */
const sliceBytes = 1 << 18;

/** Reads what it can of the bytes at an address, all of them if they are the last ones; returns how many it read. */
export type ReadBuffered = (start: number, length: number, isLast: boolean) => number;

export class PieceBuffer {
  readonly #core: CoreInstance;
  readonly #readHeld: ReadBuffered;
  readonly #text = new TextStream((bytes) => this.#utf8Length(bytes));
  #buffer = 0;
  #capacity = 0;
  #held = 0;
  /** Below this many held bytes, reading is not worth trying: the next row or track is a long one. */
  #minHeld = 0;
  /** Bytes already stored after the held ones, where they were validated. */
  #placed: Uint8Array = new Uint8Array();

  constructor(core: CoreInstance, readHeld: ReadBuffered) {
    this.#core = core;
    this.#readHeld = readHeld;
  }

  /** Problems with the encoding of the text. */
  get problems(): readonly Problem[] {
    return this.#text.problems;
  }

  push(bytes: Uint8Array): void {
    for (let start = 0; start < bytes.length; start += sliceBytes) {
      for (const text of this.#text.push(bytes.subarray(start, start + sliceBytes))) this.#add(text);
    }
  }

  end(): void {
    for (const text of this.#text.end()) this.#add(text);
    this.#read(true);
  }

  /** Frees the memory. */
  close(): void {
    this.#core.exports.source_close(this.#buffer, this.#capacity);
  }

  /** How many bytes at the start are valid UTF-8. Afterwards all are in the core's memory, after those held. */
  #utf8Length(bytes: Uint8Array): number {
    const start = this.#place(bytes);
    this.#placed = bytes;
    return this.#core.exports.text_utf8_length(start, bytes.length);
  }

  /** Copies bytes to the space after those held; returns their address. */
  #place(bytes: Uint8Array): number {
    if (this.#held + bytes.length > this.#capacity) this.#grow(this.#held + bytes.length);
    const start = this.#buffer + this.#held;
    this.#core.bytes().set(bytes, start);
    return start;
  }

  #grow(bytes: number): void {
    const { exports } = this.#core;
    const capacity = Math.max(bytes + (bytes >> 1), sliceBytes * 2);
    const buffer = exports.source_open(capacity) >>> 0;
    this.#core.bytes().copyWithin(buffer, this.#buffer, this.#buffer + this.#held);
    exports.source_close(this.#buffer, this.#capacity);
    this.#buffer = buffer;
    this.#capacity = capacity;
  }

  /** Adds a piece of valid UTF-8. */
  #add(bytes: Uint8Array): void {
    const isPlaced = bytes.buffer === this.#placed.buffer && bytes.byteOffset === this.#placed.byteOffset;
    if (!isPlaced) this.#place(bytes);
    this.#held += bytes.length;
    if (this.#held >= this.#minHeld) this.#read(false);
  }

  #read(isLast: boolean): void {
    const read = this.#readHeld(this.#buffer, this.#held, isLast);
    this.#core.bytes().copyWithin(this.#buffer, this.#buffer + read, this.#buffer + this.#held);
    this.#held -= read;
    this.#minHeld = read > 0 ? 0 : this.#held * 2;
  }
}
