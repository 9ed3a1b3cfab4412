/** Turns the core's problem records into problems with their place. */
import type { CoreInstance } from "../../instance.ts";
import { pointersAt, type Level } from "./json-pointer.ts";
import { aboutOf, problemKinds } from "./problems.ts";
import { notJsonText, jsonProblem } from "./why-not-json.ts";
import type { Problem } from "../../types.ts";
import { CoreError } from "../../types.ts";

const recordBytes = 24;
/** The number that the core keeps, and that a report lists; all are counted. */
export const maxListedProblems = 1000;

interface ProblemRecord {
  readonly code: number;
  /** Byte offset, or line from 1. */
  readonly place: number;
  /** Column from 1; 0: the place is an offset. */
  readonly column: number;
  /** The value in the message; NaN if none exists. */
  readonly value: number;
}

/** The kept problems from `first` on, for line-based formats. */
export function lineProblemsSince(core: CoreInstance, first: number): readonly Problem[] {
  return recordsSince(core, first).map(({ code, place, column, value }) => ({
    ...describe(code, value),
    line: place,
    column,
  }));
}

/** JSON text that problems belong to. */
export interface JsonText {
  readonly bytes: Uint8Array;
  /** Its context in the document: number of bytes before it, and the open containers. */
  readonly offset?: number;
  readonly outer?: readonly Level[];
}

/** The kept problems from `first` on. They belong to a JSON text; their offsets count from its start. */
export function problemsSince(
  core: CoreInstance,
  first: number,
  { bytes, offset = 0, outer }: JsonText,
): readonly Problem[] {
  const records = recordsSince(core, first);
  if (records.length === 0) return [];
  const pointers = pointersAt(
    bytes,
    records.map(({ place }) => place),
    outer,
  );
  return records.map(({ code, place, value }, index) => {
    const pointer = pointers[index];
    // Only known here: how much of the file came before.
    const number = problemKinds[code]?.code === "json-ends-early" ? offset + place : value;
    const described = describe(code, number);
    if (described.code === "json-syntax") {
      const start = Math.max(0, place - 200);
      const around = new TextDecoder().decode(bytes.subarray(start, place));
      const text = around + new TextDecoder().decode(bytes.subarray(place, place + 200));
      Object.assign(described, { message: notJsonText(jsonProblem(text, around.length)) });
    }
    return { ...described, offset: offset + place, ...(pointer !== undefined && { pointer }) };
  });
}

function describe(
  code: number,
  value: number,
): Pick<Problem, "severity" | "code" | "message" | "annotationId" | "trackId" | "frame"> {
  const kind = problemKinds[code];
  if (kind === undefined) throw new CoreError("unknown-problem", `The core reported the unknown problem ${code}.`);
  const about = aboutOf[kind.code];
  const isNamed = kind.code === "coco-no-bounds" && !Number.isNaN(value);
  return {
    severity: kind.severity,
    code: kind.code,
    message: kind.sentence(value),
    ...(isNamed && { annotationId: value }),
    ...(about !== undefined && { [about]: value }),
  };
}

function recordsSince(core: CoreInstance, first: number): ProblemRecord[] {
  const kept = Math.min(core.exports.problem_count.value, maxListedProblems);
  const start = core.exports.problem_records() >>> 0;
  const view = core.view();
  const records: ProblemRecord[] = [];
  for (let index = first; index < kept; index++) {
    const record = start + index * recordBytes;
    records.push({
      code: view.getUint32(record, true),
      place: view.getUint32(record + 4, true),
      value: view.getFloat64(record + 8, true),
      column: view.getUint32(record + 16, true),
    });
  }
  return records;
}
