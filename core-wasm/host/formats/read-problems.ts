/** From the core's problem records to problems that say where they are. */
import type { CoreInstance } from "../instance.ts";
import { pointersAt } from "./json-pointer.ts";
import { problemKinds } from "./problems.ts";
import type { Problem } from "../types.ts";
import { CoreError } from "../types.ts";

const RECORD_BYTES = 16;
/** As many as the core keeps. */
const MOST_PROBLEMS = 1000;
const LF = 10;
const CR = 13;

interface ProblemRecord {
  readonly code: number;
  readonly offset: number;
  /** What the message speaks of; NaN when nothing. */
  readonly value: number;
}

/** The kept problems from `first` on. They belong to the source `bytes`, from whose start their offsets count. */
export function problemsSince(
  core: CoreInstance,
  first: number,
  syntax: "csv" | "json",
  bytes: Uint8Array,
): readonly Problem[] {
  const records = recordsSince(core, first);
  if (records.length === 0) return [];
  const offsets = records.map(({ offset }) => offset);
  const places =
    syntax === "csv" ? linesAt(bytes, offsets) : pointersAt(bytes, offsets).map((pointer) => ({ pointer }));
  return records.map(({ code, offset, value }, index) => {
    const kind = problemKinds[code];
    if (kind === undefined) throw new CoreError("unknown-problem", `The core reported the unknown problem ${code}.`);
    return { severity: kind.severity, code: kind.code, message: kind.sentence(value), offset, ...places[index] };
  });
}

function recordsSince(core: CoreInstance, first: number): ProblemRecord[] {
  const kept = Math.min(core.exports.problem_count.value, MOST_PROBLEMS);
  const start = core.exports.problem_records() >>> 0;
  const view = core.view();
  const records: ProblemRecord[] = [];
  for (let index = first; index < kept; index++) {
    const record = start + index * RECORD_BYTES;
    records.push({
      code: view.getUint32(record, true),
      offset: view.getUint32(record + 4, true),
      value: view.getFloat64(record + 8, true),
    });
  }
  return records;
}

/** Lines and columns, both from 1; columns count characters. Lines end with LF, CR LF or CR. */
export function linesAt(
  bytes: Uint8Array,
  offsets: readonly number[],
): readonly { readonly line: number; readonly column: number }[] {
  const order = offsets.map((offset, position) => ({ offset, position })).toSorted((a, b) => a.offset - b.offset);
  const places: { line: number; column: number }[] = [];
  let line = 1;
  let lineStart = 0;
  let p = 0;
  for (const { offset, position } of order) {
    for (; p < offset && p < bytes.length; p++) {
      const endsLine = bytes[p] === LF || (bytes[p] === CR && bytes[p + 1] !== LF);
      if (!endsLine) continue;
      line++;
      lineStart = p + 1;
    }
    places[position] = { line, column: countCharacters(bytes, lineStart, offset) + 1 };
  }
  return places;
}

/** Continuation bytes of UTF-8 do not count. */
function countCharacters(bytes: Uint8Array, start: number, end: number): number {
  let count = 0;
  for (let p = start; p < end; p++) if (((bytes[p] ?? 0) & 0xc0) !== 0x80) count++;
  return count;
}
