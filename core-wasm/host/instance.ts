/**
 * One WebAssembly instance and safe access to its memory. Views become stale whenever memory grows, so never keep one:
 * request it here, right before use.
 */
import type { CocoDocument, CoreImage } from "./types.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { CoreError } from "./types.ts";
import type { CoreExports } from "./wasm-exports.ts";

const decoder = new TextDecoder();
const encoder = new TextEncoder();

export const wasmPageBytes = 65_536;
/** Copying this much takes some milliseconds on a slow machine. */
const imagePartBytes = 2 * 1024 * 1024;
/** How often a copy in parts restarts because the instance was used in between. */
const maxCopies = 3;
/** Room for edits made while the copy is prepared. */
const imageSlackBytes = 8 * 1024 * 1024;

/** Names of pictures given in a file. */
export interface PictureNames {
  /** By frame, empty where the file has none. */
  readonly byFrame: readonly string[];
  /**
   * Number of rows whose picture name differs from the first one on their frame, and the frame of the first of them.
   */
  readonly otherCount: number;
  readonly otherFrame: number;
}

/** The variables of an instance, in the order of the module. */
function stateOf(exports: CoreExports): WebAssembly.Global[] {
  const named = exports as unknown as Readonly<Record<string, WebAssembly.Global>>;
  return Object.keys(named)
    .filter((name) => name.startsWith("state_"))
    .map((name) => named[name]!);
}

export class CoreInstance {
  readonly #exports: CoreExports;
  /** Counts calls of the core and accesses to its memory: memory is unchanged while the count is. */
  #uses = 0;
  #bytes: Uint8Array<ArrayBuffer>;
  /** The fingerprint of its module, see fingerprint.ts. */
  readonly fingerprint: string | undefined;
  /** Data of the COCO document read into this instance that have no column. */
  coco: CocoDocument | undefined;
  /** Names of pictures given in a VIAME CSV and not by a dataset. */
  pictures: PictureNames | undefined;

  constructor(module: WebAssembly.Module) {
    this.fingerprint = fingerprintOf(module);
    const instance = new WebAssembly.Instance(module, {
      arena: { outOfMemory },
      parse: { parseLongNumber: (start: number, length: number): number => Number(this.text(start, length)) },
      // Called by assertions of the debug build.
      env: { abort: failedAssertion },
    });
    this.#exports = instance.exports as unknown as CoreExports;
    this.exports.hash_set_secret(crypto.getRandomValues(new BigInt64Array(1))[0] ?? 0n);
    this.#bytes = new Uint8Array(this.exports.memory.buffer);
  }

  get exports(): CoreExports {
    this.#uses += 1;
    return this.#exports;
  }

  /** All of memory, valid until the next call of the core. */
  bytes(): Uint8Array<ArrayBuffer> {
    this.#uses += 1;
    if (this.#bytes.buffer !== this.exports.memory.buffer) this.#bytes = new Uint8Array(this.exports.memory.buffer);
    return this.#bytes;
  }

  /** A copy of the whole state. `room`: memory to copy it to; if it is too small, new memory is allocated. */
  takeImage(room?: Uint8Array<ArrayBuffer>): CoreImage {
    const { memory, ...rest } = this.viewImage();
    if (room === undefined || room.length < memory.length) return { memory: memory.slice(), ...rest };
    room.set(memory);
    return { memory: room.subarray(0, memory.length), ...rest };
  }

  /** Like `takeImage`, without copying: valid until the next call of the core. */
  viewImage(): CoreImage {
    const { exports } = this;
    const values = stateOf(exports).map((global) => global.value);
    const end = exports.arena_end() >>> 0;
    return { memory: this.between(0, end), bytes: exports.memory.buffer.byteLength, values };
  }

  /**
   * Room for an image, and for records added until it is taken. It is written once in advance, part by part: memory
   * that is new to the machine costs ten times as much as copying to memory that is not.
   */
  async #makeRoom(pause: () => Promise<void>): Promise<Uint8Array<ArrayBuffer>> {
    const room = new Uint8Array((this.exports.arena_end() >>> 0) + imageSlackBytes);
    for (let start = 0; start < room.length; start += imagePartBytes) {
      room.fill(1, start, start + imagePartBytes);
      await pause();
    }
    return room;
  }

  /**
   * Copies an image part by part, so that the page stays responsive. The copy must be of a single moment: it restarts
   * when the instance is used between two parts, and if that keeps happening it is made in one go. `note` is called at
   * that moment.
   */
  async copyImage(pause: () => Promise<void>, note: () => void): Promise<CoreImage> {
    const room = await this.#makeRoom(pause);
    for (let copies = 0; copies < maxCopies; copies += 1) {
      const end = this.exports.arena_end() >>> 0;
      if (end > room.length) break;
      const memory = this.between(0, end);
      const uses = this.#uses;
      for (let start = 0; start < end && this.#uses === uses; start += imagePartBytes) {
        room.set(memory.subarray(start, start + imagePartBytes), start);
        await pause();
      }
      if (this.#uses === uses) {
        const values = stateOf(this.#exports).map((global) => global.value);
        note();
        return { memory: room.subarray(0, end), bytes: this.#exports.memory.buffer.byteLength, values };
      }
    }
    note();
    return this.takeImage(room);
  }

  /**
   * Loads the image of another instance of the same module. Copies part by part: memory that is new to the machine
   * costs time.
   */
  async putImage({ memory, bytes, values }: CoreImage, pause: () => Promise<void>): Promise<void> {
    const missing = bytes - this.exports.memory.buffer.byteLength;
    if (missing > 0) this.exports.memory.grow(Math.ceil(missing / wasmPageBytes));
    for (let start = 0; start < memory.length; start += imagePartBytes) {
      this.bytes().set(memory.subarray(start, start + imagePartBytes), start);
      await pause();
    }
    for (const [index, global] of stateOf(this.exports).entries()) global.value = values[index]!;
  }

  /**
   * Resets memory to this many pages of zeros. Must be followed by `putMemory` and `setState`: in between, nothing else
   * works.
   */
  clearMemory(pages: number): void {
    this.bytes().fill(0);
    const missing = pages - this.exports.memory.buffer.byteLength / wasmPageBytes;
    if (missing > 0) this.exports.memory.grow(missing);
  }

  putMemory(start: number, bytes: Uint8Array): void {
    this.bytes().set(bytes, start);
  }

  /** Number of variables of the module. */
  get stateCount(): number {
    return stateOf(this.exports).length;
  }

  setState(valueOf: (index: number, isBig: boolean) => number | bigint): void {
    for (const [index, global] of stateOf(this.exports).entries())
      global.value = valueOf(index, typeof global.value === "bigint");
  }

  /** All of memory, valid until the next call of the core. Everything in it is little endian. */
  view(): DataView<ArrayBuffer> {
    return new DataView(this.bytes().buffer);
  }

  /** The bytes between two addresses, valid until the next call of the core. */
  between(start: number, end: number): Uint8Array<ArrayBuffer> {
    return this.bytes().subarray(start >>> 0, end >>> 0);
  }

  /** A copy of the bytes between two addresses. */
  copy(start: number, end: number): Uint8Array<ArrayBuffer> {
    return this.bytes().slice(start >>> 0, end >>> 0);
  }

  text(start: number, length: number): string {
    const from = start >>> 0;
    return decoder.decode(this.bytes().subarray(from, from + length));
  }

  sliceText(slice: bigint): string {
    return this.text(sliceStart(slice), sliceLength(slice));
  }

  /** Puts bytes into the transfer block, where they stay until the next call; returns their address. */
  transfer(bytes: Uint8Array): number {
    const start = this.exports.transfer_open(bytes.length) >>> 0;
    this.bytes().set(bytes, start);
    return start;
  }

  /** Allocates a block with a copy of these bytes, followed by the zeros that readers need; returns its address. */
  openSource(bytes: Uint8Array): number {
    const start = this.exports.source_open(bytes.length) >>> 0;
    this.bytes().set(bytes, start);
    return start;
  }
}

export function sliceStart(slice: bigint): number {
  return Number(slice & 0xffffffffn);
}

export function sliceLength(slice: bigint): number {
  return Number(slice >> 32n);
}

export function encodeText(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

function outOfMemory(wantedBytes: number): never {
  const megabytes = Math.ceil(wantedBytes / 1e6);
  throw new CoreError(
    "out-of-memory",
    `These annotations need ${megabytes} MB of memory, more than this machine or the limit of 4 GB allows. Split the file and import its parts one by one.`,
  );
}

function failedAssertion(_message: number, _file: number, line: number, column: number): never {
  throw new CoreError("assertion-failed", `An assertion of the core failed at ${line}:${column}.`);
}
