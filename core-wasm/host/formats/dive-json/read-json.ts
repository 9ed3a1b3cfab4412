/** Reads DIVE annotation JSON, version 1 or 2, into the core, in pieces of any size: a whole file is one piece. */
import type { CoreInstance } from "../../instance.ts";
import type { Level } from "../problems/json-pointer.ts";
import { PieceBuffer } from "../exchange/piece-buffer.ts";
import { problemsSince } from "../problems/read-problems.ts";
import { countsOf, finishRead, prepareMode, readOrRollBack, refuseBroken, type Counts } from "../exchange/reading.ts";
import type { PieceReadOptions, Problem, ReadOptions, ReadReport } from "../../types.ts";

export function readDiveJson(core: CoreInstance, bytes: Uint8Array, options: ReadOptions): ReadReport {
  const reading = new JsonReading(core, { ...options, totalBytes: bytes.length });
  reading.push(bytes);
  return reading.end();
}

/** One read of one document. Every method throws `CoreError`, with everything undone, when it is refused. */
export class JsonReading {
  readonly #core: CoreInstance;
  readonly #isStrict: boolean;
  readonly #countsBefore: Counts;
  readonly #buffer: PieceBuffer;
  /** Bytes of the document before those passed to the core. */
  #offset = 0;
  readonly #problems: Problem[] = [];

  constructor(core: CoreInstance, options: PieceReadOptions) {
    this.#core = core;
    this.#isStrict = options.strict ?? false;
    prepareMode(core, options);
    this.#countsBefore = countsOf(core);
    this.#buffer = new PieceBuffer(core, (start, length, isLast) => this.#read(start, length, isLast));
    core.exports.read_begin();
    core.exports.json_begin(options.totalBytes ?? NaN);
  }

  push(bytes: Uint8Array): void {
    readOrRollBack(this.#core, () => this.#buffer.push(bytes));
  }

  end(): ReadReport {
    return readOrRollBack(this.#core, () => {
      this.#buffer.end();
      refuseBroken(this.#core, this.#problems, this.#isStrict);
      const encoding = this.#buffer.problems;
      return finishRead(this.#core, {
        format: "dive-json",
        problems: [...encoding, ...this.#problems],
        otherCount: encoding.length,
        countsBefore: this.#countsBefore,
        close: () => this.#buffer.close(),
      });
    });
  }

  /** Undoes everything read so far. */
  abandon(): void {
    this.#core.exports.read_roll_back();
  }

  #read(start: number, length: number, isLast: boolean): number {
    const { exports } = this.#core;
    const first = exports.problem_count.value;
    const outer = openLevels(exports.json_place(), exports.json_item_index.value);
    const read = exports.json_read_piece(start, length, Number(isLast)) >>> 0;
    const bytes = this.#core.between(start, start + length);
    this.#problems.push(...problemsSince(this.#core, first, { bytes, offset: this.#offset, outer }));
    this.#offset += read;
    // Non-fatal errors are judged at the end, so that the refusal is the same whatever the pieces are.
    refuseBroken(this.#core, this.#problems, false);
    return read;
  }
}

// As returned by `documentPlace` of assembly/formats/json/document.ts.
const [START, MEMBERS, TRACK_LIST, GROUP_MAP, GROUP_LIST, END] = [0, 1, 3, 4, 5, 6];
const commaOrEnd = 2;

/** The containers that are open where a piece begins. */
function openLevels(state: number, itemIndex: number): readonly Level[] {
  const [place, awaited, lastContainer] = [state & 7, (state >> 3) & 3, state >> 5 === 0 ? "tracks" : "groups"];
  if (place === START || place === END) return [];
  if (place === MEMBERS) return [{ isArray: false, step: awaited === commaOrEnd ? lastContainer : undefined }];
  const isArray = place === TRACK_LIST || place === GROUP_LIST;
  const name = place < Number(GROUP_MAP) ? "tracks" : "groups";
  return [
    { isArray: false, step: name },
    { isArray, step: isArray ? itemIndex : undefined },
  ];
}
