/** Reads VIAME CSV into the core, in pieces of any size: a whole file is one piece. */
import { deriveAttributes } from "../exchange/attributes.ts";
import { parseMetadata } from "./csv-metadata.ts";
import { expectImageNames, imageOrderProblems, matchImageNames } from "./csv-images.ts";
import type { CoreInstance } from "../../instance.ts";
import { listOfPictures, readPictureNames } from "../pictures/picture-names.ts";
import { coreProblem } from "../problems/problems.ts";
import { lineProblemsSince } from "../problems/read-problems.ts";
import { suspectBoxes } from "../exchange/suspect-boxes.ts";
import { countsOf, lastFrameOf, prepareMode, refuseBroken, withProblems, type Counts } from "../exchange/reading.ts";
import { PieceBuffer } from "../exchange/piece-buffer.ts";
import { plainTable } from "../text/table-text.ts";
import type { PieceReadOptions, Problem, ReadOptions, ReadReport } from "../../types.ts";

export function readViameCsv(core: CoreInstance, bytes: Uint8Array, options: ReadOptions): ReadReport {
  const plain = plainTable(bytes);
  const text = plain?.bytes ?? bytes;
  const reading = new CsvReading(core, { ...options, totalBytes: text.length });
  reading.push(text);
  return withProblems(plain?.problems ?? [], reading.end());
}

/** One read of one file. Every method throws `CoreError`, with everything undone, when the file is refused. */
export class CsvReading {
  readonly #core: CoreInstance;
  readonly #isStrict: boolean;
  readonly #isAdditive: boolean;
  readonly #imageNames: readonly string[];
  readonly #countsBefore: Counts;
  readonly #buffer: PieceBuffer;
  readonly #problems: Problem[] = [];

  constructor(core: CoreInstance, options: PieceReadOptions) {
    this.#core = core;
    this.#isStrict = options.strict ?? false;
    this.#isAdditive = options.mode === "additive";
    prepareMode(core, options);
    expectImageNames(core, options.imageNames !== undefined);
    this.#imageNames = options.imageNames ?? [];
    this.#countsBefore = countsOf(core);
    this.#buffer = new PieceBuffer(core, (start, length, isLast) => this.#read(start, length, isLast));
    core.exports.read_begin();
    core.exports.csv_begin(options.totalBytes ?? NaN);
  }

  push(bytes: Uint8Array): void {
    this.#refusable(() => this.#buffer.push(bytes));
  }

  end(): ReadReport {
    return this.#refusable(() => {
      this.#buffer.end();
      return this.#finish();
    });
  }

  /** Undoes everything read so far. */
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
    const named = matchImageNames(this.#core, this.#imageNames);
    exports.csv_end();
    this.#takeProblems(before);
    const converted = this.#buffer.problems;
    const images = imageOrderProblems(this.#core, this.#imageNames);
    const attributes = deriveAttributes(this.#core);
    const imageNames = this.#picturesOfFile();
    const others = this.#otherPictures();
    const header = parseMetadata(this.#core.sliceText(exports.csv_metadata.value), exports.csv_metadata_line.value);
    this.#buffer.close();
    exports.read_finish();
    const after = countsOf(this.#core);
    const issues = this.#countsBefore.detections === 0 ? suspectBoxes(this.#core, "viame-csv") : [];
    return {
      format: "viame-csv",
      trackCount: after.tracks - this.#countsBefore.tracks,
      detectionCount: after.detections - this.#countsBefore.detections,
      groupCount: 0,
      skippedCount: exports.read_skipped.value,
      problems: [...converted, ...header.problems, ...this.#problems, ...named, ...images, ...others, ...issues],
      problemCount:
        this.#reported() +
        converted.length +
        header.problems.length +
        named.length +
        others.length +
        issues.length +
        exports.image_mismatch_count.value,
      ...lastFrameOf(this.#core),
      ...header.metadata,
      ...(imageNames !== undefined && { imageNames }),
      attributes,
    };
  }

  /** Only for a file without a dataset; with one, pictures are matched by their names. */
  #otherPictures(): readonly Problem[] {
    const pictures = this.#isAdditive ? undefined : this.#core.pictures;
    const { byFrame = [], otherCount = 0, otherFrame = 0 } = pictures ?? {};
    // A frame number too far away has no name either.
    const areDifferent = otherCount > 0 && (byFrame[otherFrame] ?? "") !== "";
    return !areDifferent ? [] : [coreProblem("csv-different-images-one-frame", otherFrame)];
  }

  /** Only if the file is the whole content: what the core already holds has its own pictures. */
  #picturesOfFile(): readonly string[] | undefined {
    if (this.#isAdditive) return undefined;
    this.#core.pictures = readPictureNames(this.#core);
    return this.#core.pictures && listOfPictures(this.#core, this.#core.pictures);
  }

  #read(start: number, length: number, isLast: boolean): number {
    const before = this.#reported();
    const read = this.#core.exports.csv_read_piece(start, length, Number(isLast)) >>> 0;
    this.#takeProblems(before);
    return read;
  }

  #takeProblems(first: number): void {
    this.#problems.push(...lineProblemsSince(this.#core, first));
    refuseBroken(this.#core, this.#problems, this.#isStrict);
  }

  #reported(): number {
    return this.#core.exports.problem_count.value;
  }
}
