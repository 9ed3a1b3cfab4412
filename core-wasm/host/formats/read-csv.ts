/** Getting VIAME CSV into the core, in pieces of whatever size: a whole file is one piece. */
import { deriveAttributes } from "./attributes.ts";
import { parseMetadata } from "./csv-metadata.ts";
import { imageOrderProblems, nameImages } from "./csv-images.ts";
import type { CoreInstance } from "../instance.ts";
import { lineProblemsSince } from "./read-problems.ts";
import { countsOf, prepareMode, refuseBroken, type Counts } from "./reading.ts";
import { TextStream } from "./text-encoding.ts";
import type { CsvReadOptions, Problem, ReadOptions, ReadReport } from "../types.ts";

/** Bytes that are read at a time: so few that they stay in the processor's cache from one pass to the next. */
const SLICE_BYTES = 1 << 18;

export function readViameCsv(core: CoreInstance, bytes: Uint8Array, options: ReadOptions): ReadReport {
  const reading = new CsvReading(core, { ...options, totalBytes: bytes.length });
  reading.push(bytes);
  return reading.end();
}

/** One read of one file. Every method throws `CoreError`, with everything taken back, when the file is refused. */
export class CsvReading {
  readonly #core: CoreInstance;
  readonly #isStrict: boolean;
  readonly #imageNames: readonly string[];
  readonly #countsBefore: Counts;
  readonly #text = new TextStream((bytes) => this.#utf8Length(bytes));
  /** Rows that are not complete yet wait at the start of a block in the core's memory. */
  #buffer = 0;
  #capacity = 0;
  #held = 0;
  /** Reading is not worth trying before this many bytes are held: the row is a long one. */
  #leastHeld = 0;
  /** What is behind the held bytes already, since it was checked there. */
  #placed: Uint8Array = new Uint8Array();
  readonly #problems: Problem[] = [];

  constructor(core: CoreInstance, options: CsvReadOptions) {
    this.#core = core;
    this.#isStrict = options.strict ?? false;
    prepareMode(core, options);
    nameImages(core, options.imageNames);
    this.#imageNames = options.imageNames ?? [];
    this.#countsBefore = countsOf(core);
    core.exports.read_begin();
    core.exports.csv_begin(options.totalBytes ?? NaN);
  }

  push(bytes: Uint8Array): void {
    this.#refusable(() => {
      for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
        for (const text of this.#text.push(bytes.subarray(start, start + SLICE_BYTES))) this.#add(text);
      }
    });
  }

  end(): ReadReport {
    return this.#refusable(() => {
      for (const text of this.#text.end()) this.#add(text);
      this.#read(true);
      return this.#finish();
    });
  }

  /** Takes back what was read so far. */
  abandon(): void {
    this.#core.exports.read_roll_back();
  }

  #refusable<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      this.abandon();
      throw error;
    }
  }

  #finish(): ReadReport {
    const { exports } = this.#core;
    const before = this.#reported();
    exports.csv_end();
    this.#takeProblems(before);
    const converted = this.#text.problems;
    const images = imageOrderProblems(this.#core, this.#imageNames);
    const attributes = deriveAttributes(this.#core);
    const metadata = parseMetadata(this.#core.sliceText(exports.csv_metadata.value));
    exports.source_close(this.#buffer, this.#capacity);
    exports.read_finish();
    const after = countsOf(this.#core);
    return {
      format: "viame-csv",
      trackCount: after.tracks - this.#countsBefore.tracks,
      detectionCount: after.detections - this.#countsBefore.detections,
      groupCount: 0,
      skippedCount: exports.read_skipped.value,
      problems: [...converted, ...this.#problems, ...images],
      problemCount: this.#reported() + converted.length + exports.image_mismatch_count.value,
      ...metadata,
      attributes,
    };
  }

  /** Bytes, from the first one on, that are valid UTF-8. They are in the core's memory afterwards, behind those held. */
  #utf8Length(bytes: Uint8Array): number {
    const start = this.#place(bytes);
    this.#placed = bytes;
    return this.#core.exports.text_utf8_length(start, bytes.length);
  }

  /** Copies bytes behind those held; answers where they are. */
  #place(bytes: Uint8Array): number {
    if (this.#held + bytes.length > this.#capacity) this.#grow(this.#held + bytes.length);
    const start = this.#buffer + this.#held;
    this.#core.bytes().set(bytes, start);
    return start;
  }

  #grow(bytes: number): void {
    const { exports } = this.#core;
    const capacity = Math.max(bytes + (bytes >> 1), SLICE_BYTES * 2);
    const buffer = exports.source_open(capacity) >>> 0;
    this.#core.bytes().copyWithin(buffer, this.#buffer, this.#buffer + this.#held);
    exports.source_close(this.#buffer, this.#capacity);
    this.#buffer = buffer;
    this.#capacity = capacity;
  }

  /** Takes a piece of valid UTF-8. */
  #add(bytes: Uint8Array): void {
    const isPlaced = bytes.buffer === this.#placed.buffer && bytes.byteOffset === this.#placed.byteOffset;
    if (!isPlaced) this.#place(bytes);
    this.#held += bytes.length;
    if (this.#held >= this.#leastHeld) this.#read(false);
  }

  #read(isLast: boolean): void {
    const before = this.#reported();
    const read = this.#core.exports.csv_read_piece(this.#buffer, this.#held, Number(isLast)) >>> 0;
    this.#core.bytes().copyWithin(this.#buffer, this.#buffer + read, this.#buffer + this.#held);
    this.#held -= read;
    this.#leastHeld = read > 0 ? 0 : this.#held * 2;
    this.#takeProblems(before);
  }

  #takeProblems(first: number): void {
    this.#problems.push(...lineProblemsSince(this.#core, first));
    refuseBroken(this.#core, this.#problems, this.#isStrict);
  }

  #reported(): number {
    return this.#core.exports.problem_count.value;
  }
}
