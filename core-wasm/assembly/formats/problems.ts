/**
 * Problems of an input: code, position and one number, kept for the host, which derives the message, line and pointer
 * from them. The first MAX_PROBLEMS are kept, all are counted.
 *
 * The codes are positions in the host's catalog (host/formats/problems/problems.ts).
 */
import { ProblemCode } from "../border";
import { allocate } from "../memory/arena";

const MAX_PROBLEMS: u32 = 1000;
/**
 * Bytes of a record: code (u32), offset or line (u32), number (f64), column (u32; 0: the place is an offset), unused.
 */
const RECORD_BYTES: usize = 24;

let records: usize = 0;
export let problemCount: u32 = 0;
/** Rows or tracks skipped. */
export let skippedCount: u32 = 0;
/** Whether a problem ended the read. */
export let isRefused: bool = false;
/** The address from which offsets count. */
let origin: usize = 0;

export function clearProblems(): void {
  if (records == 0) records = allocate(<usize>MAX_PROBLEMS * RECORD_BYTES);
  problemCount = 0;
  skippedCount = 0;
  isRefused = false;
}

/** Forgets the records' block; the caller empties the arena. */
export function dropProblems(): void {
  records = 0;
}

export function setProblemOrigin(address: usize): void {
  origin = address;
}

/**
 * `number` is the value mentioned in the message, such as a track id; NaN if none exists. Nothing is reported after
 * a problem that ends the read, since the rest of the text was not read.
 */
export function report(code: u32, at: usize, number: f64): void {
  addProblem(code, <u32>(at - origin), 0, number);
}

/** Reports a problem of a line-based format; line and column count from 1. */
export function reportLine(code: u32, line: u32, column: u32, number: f64): void {
  addProblem(code, line, column, number);
}

/** Drops the problems and skipped tracks reported since these counts. */
export function forgetProblems(problems: u32, skipped: u32): void {
  problemCount = problems;
  skippedCount = skipped;
  isRefused = false;
}

function addProblem(code: u32, place: u32, column: u32, number: f64): void {
  if (isRefused) return;
  if (problemCount < MAX_PROBLEMS) {
    const record = records + <usize>problemCount * RECORD_BYTES;
    store<u32>(record, code);
    store<u32>(record, place, 4);
    store<f64>(record, number, 8);
    store<u32>(record, column, 16);
  }
  problemCount++;
  if (code <= ProblemCode.LAST_FATAL) isRefused = true;
  else if (code <= ProblemCode.LAST_SKIPPING) skippedCount++;
}

export function problemRecords(): usize {
  return records;
}
