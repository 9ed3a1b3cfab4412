/**
 * The image of a core as a file, so that one machine loads annotations and another one shows them. Only a core of the same
 * fingerprint takes it. Little endian, without padding:
 *
 * | part   | bytes                                                                                               |
 * |--------|-----------------------------------------------------------------------------------------------------|
 * | head   | magic, 8; fingerprint, 16 ASCII; pages of memory, used bytes, values, runs, bytes of the note: u32 each |
 * | values | 8 each, by the variable's own type: i64 or f64                                                      |
 * | runs   | start u32, length u32, ascending: what of memory is not zero                                        |
 * | note   | UTF-8: of what it is, in the words of who made it                                                   |
 * | memory | the bytes of the runs, one after the other                                                          |
 *
 * It has no checksum: who stores or sends it compresses it with one.
 */
import { encodeText, wasmPageBytes, type CoreInstance } from "./instance.ts";
import { CoreError, type CoreImage, type ImageReading } from "./types.ts";

const magic = "WAKEIMG1";
const headBytes = 44;
/**
 * Memory is scanned for zeros in blocks of this size, a page of the operating system, which is only allocated when
 * written.
 */
const blockBytes = 4096;
const maxNoteBytes = 64 * 1024;

interface Run {
  readonly start: number;
  readonly length: number;
}

/** The file in pieces, which are valid as long as the image is. */
export function writeImageFile(
  { memory, bytes, values }: CoreImage,
  fingerprint: string,
  note: string,
): Uint8Array<ArrayBuffer>[] {
  const runs = findRuns(memory);
  const noteBytes = encodeText(note);
  const head = new Uint8Array(headBytes + (values.length + runs.length) * 8 + noteBytes.length);
  head.set(encodeText(magic + fingerprint));
  const view = new DataView(head.buffer);
  const counts = [bytes / wasmPageBytes, memory.length, values.length, runs.length, noteBytes.length];
  let at = headBytes - counts.length * 4;
  for (const count of counts) {
    view.setUint32(at, count, true);
    at += 4;
  }
  for (const value of values) {
    if (typeof value === "bigint") view.setBigInt64(at, value, true);
    else view.setFloat64(at, value, true);
    at += 8;
  }
  for (const { start, length } of runs) {
    view.setUint32(at, start, true);
    view.setUint32(at + 4, length, true);
    at += 8;
  }
  head.set(noteBytes, at);
  return [head, ...runs.map(({ start, length }) => memory.subarray(start, start + length))];
}

function findRuns(memory: Uint8Array<ArrayBuffer>): Run[] {
  const runs: Run[] = [];
  const words = new BigUint64Array(memory.buffer, memory.byteOffset, memory.length >> 3);
  const isZero = (start: number, end: number): boolean => {
    for (let word = start >> 3; word < end >> 3; word++) if (words[word] !== 0n) return false;
    return memory.subarray(end & ~7, end).every((byte) => byte === 0);
  };
  let first: number | undefined;
  for (let start = 0; start < memory.length; start += blockBytes) {
    if (!isZero(start, Math.min(start + blockBytes, memory.length))) first ??= start;
    else if (first !== undefined) {
      runs.push({ start: first, length: start - first });
      first = undefined;
    }
  }
  if (first !== undefined) runs.push({ start: first, length: memory.length - first });
  return runs;
}

/** Loads such a file into a core as it arrives, without a second copy. */
export class ImageFileReading implements ImageReading {
  readonly #core: CoreInstance;
  readonly #started: () => void;
  /** The part of the head received so far, until it is complete. */
  #head: Uint8Array<ArrayBuffer> | undefined = new Uint8Array();
  #values = new DataView(new ArrayBuffer(0));
  #runs: readonly Run[] = [];
  #note = "";
  #run = 0;
  #atInRun = 0;
  /** Total bytes of all runs, and the number already in memory. */
  #total = 1;
  #put = 0;

  constructor(core: CoreInstance, started: () => void) {
    this.#core = core;
    this.#started = started;
  }

  get note(): string | undefined {
    return this.#head === undefined ? this.#note : undefined;
  }

  get share(): number {
    return this.#put / this.#total;
  }

  push(piece: Uint8Array): void {
    let bytes = piece;
    if (this.#head !== undefined) {
      const joined = new Uint8Array(this.#head.length + piece.length);
      joined.set(this.#head);
      joined.set(piece, this.#head.length);
      this.#head = joined;
      const end = this.#readHead(joined);
      if (end === undefined) return;
      bytes = joined.subarray(end);
    }
    for (let at = 0; at < bytes.length;) {
      const run = this.#runs[this.#run];
      if (run === undefined) throw refusal("is longer than it says");
      const part = bytes.subarray(at, at + run.length - this.#atInRun);
      this.#core.putMemory(run.start + this.#atInRun, part);
      at += part.length;
      this.#atInRun += part.length;
      this.#put += part.length;
      if (this.#atInRun === run.length) {
        this.#run += 1;
        this.#atInRun = 0;
      }
    }
  }

  end(): void {
    if (this.#head !== undefined || this.#run < this.#runs.length) throw refusal("is cut off");
    this.#core.setState((index, isBig) =>
      isBig ? this.#values.getBigInt64(index * 8, true) : this.#values.getFloat64(index * 8, true),
    );
    this.#started();
  }

  /** Where memory begins; `undefined` while the head is incomplete. */
  #readHead(bytes: Uint8Array<ArrayBuffer>): number | undefined {
    if (bytes.length < headBytes) return undefined;
    const text = new TextDecoder().decode(bytes.subarray(0, 24));
    if (!text.startsWith(magic)) throw refusal("is none");
    if (text.slice(magic.length) !== this.#core.fingerprint) throw refusal("is of another version");
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const [pages = 0, used = 0, values = 0, runs = 0, note = 0] = [24, 28, 32, 36, 40].map((at) =>
      view.getUint32(at, true),
    );
    const isSound =
      pages <= 65_536 &&
      used <= pages * wasmPageBytes &&
      values === this.#core.stateCount &&
      runs <= used / blockBytes + 1 &&
      note <= maxNoteBytes;
    if (!isSound) throw refusal("is damaged");
    const runsAt = headBytes + values * 8;
    const noteAt = runsAt + runs * 8;
    const end = noteAt + note;
    if (bytes.length < end) return undefined;
    this.#values = new DataView(bytes.slice(headBytes, runsAt).buffer);
    this.#runs = Array.from({ length: runs }, (_, index) => ({
      start: view.getUint32(runsAt + index * 8, true),
      length: view.getUint32(runsAt + index * 8 + 4, true),
    }));
    let last = 0;
    for (const { start, length } of this.#runs) {
      if (start < last || length === 0 || start + length > used) throw refusal("is damaged");
      last = start + length;
    }
    this.#total = Math.max(
      1,
      this.#runs.reduce((sum, { length }) => sum + length, 0),
    );
    this.#note = new TextDecoder().decode(bytes.subarray(noteAt, end));
    this.#head = undefined;
    this.#core.clearMemory(pages);
    return end;
  }
}

function refusal(why: string): CoreError {
  return new CoreError("image-refused", `The image of the annotations ${why}.`);
}
