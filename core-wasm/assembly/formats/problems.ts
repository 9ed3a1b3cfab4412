/**
 * What was wrong with an input: code, position and one number, kept for the host, which makes the sentence, the line and
 * the pointer out of them. The first MOST_PROBLEMS are kept, all are counted.
 *
 * The codes are the positions in the host's catalogue (host/problems.ts); a test compares the two.
 */
import { allocate } from "../memory/arena";

export namespace ProblemCode {
  // Everything up to LAST_FATAL ends the read.
  export const JSON_SYNTAX: u32 = 0;
  export const JSON_TOO_DEEP: u32 = 1;
  export const JSON_NOT_A_LIST: u32 = 2;
  export const JSON_NOT_AN_OBJECT: u32 = 3;
  export const JSON_VERSION_UNKNOWN: u32 = 4;
  export const JSON_NO_TRACKS: u32 = 5;
  export const JSON_TEXT_AFTER_END: u32 = 6;
  export const LAST_FATAL: u32 = 6;

  // The track, group or row is left out.
  export const JSON_TRACK_NOT_AN_OBJECT: u32 = 7;
  export const JSON_TRACK_WITHOUT_ID: u32 = 8;
  export const TRACK_ID_OUT_OF_RANGE: u32 = 9;
  export const DUPLICATE_TRACK_ID: u32 = 10;
  export const JSON_FRAME_MISSING: u32 = 11;
  export const FRAME_OUT_OF_RANGE: u32 = 12;
  export const JSON_BOUNDS_MISSING: u32 = 13;
  export const JSON_BOUNDS_MALFORMED: u32 = 14;
  export const JSON_PAIRS_MALFORMED: u32 = 15;
  export const JSON_FEATURES_MALFORMED: u32 = 16;
  export const JSON_NUMBER_NOT_FINITE: u32 = 17;
  export const JSON_ATTRIBUTES_MALFORMED: u32 = 18;
  export const JSON_GROUP_MALFORMED: u32 = 19;
  export const DUPLICATE_GROUP_ID: u32 = 20;
  export const CSV_TOO_FEW_CELLS: u32 = 21;
  export const CSV_ID_MALFORMED: u32 = 22;
  export const CSV_FRAME_MALFORMED: u32 = 23;
  export const CSV_BOUNDS_NOT_A_NUMBER: u32 = 24;
  export const CSV_LENGTH_NOT_A_NUMBER: u32 = 25;
  export const CSV_CONFIDENCE_NOT_A_NUMBER: u32 = 26;
  export const CSV_QUOTE_OPEN: u32 = 27;
  export const CSV_IMAGE_UNKNOWN: u32 = 28;
  export const MOT_CELL_NOT_A_NUMBER: u32 = 29;
  export const MOT_TOO_FEW_CELLS: u32 = 30;
  export const MOT_FRAME_MALFORMED: u32 = 31;
  export const MOT_SIZE_NEGATIVE: u32 = 32;
  export const COCO_ANNOTATION_MALFORMED: u32 = 33;
  export const COCO_IMAGE_MALFORMED: u32 = 34;
  export const COCO_IMAGE_UNKNOWN: u32 = 35;
  export const COCO_IMAGE_NOT_IN_DATASET: u32 = 36;
  export const COCO_CATEGORY_UNKNOWN: u32 = 37;
  export const COCO_TRACK_ID_MALFORMED: u32 = 38;
  export const COCO_NO_BOUNDS: u32 = 39;
  export const COCO_KEYPOINTS_AMBIGUOUS: u32 = 40;
  export const LAST_SKIPPING: u32 = 40;

  // Read all the same, with a change that the message names.
  export const JSON_KEY_IS_NOT_ID: u32 = 41;
  export const JSON_RANGE_CORRECTED: u32 = 42;
  export const DETECTIONS_UNSORTED: u32 = 43;
  export const DUPLICATE_DETECTION: u32 = 44;
  export const TRACK_WITHOUT_KEYFRAME: u32 = 45;
  export const JSON_FLAG_NOT_BOOLEAN: u32 = 46;
  export const JSON_LENGTH_IGNORED: u32 = 47;
  export const CSV_PAIR_INCOMPLETE: u32 = 48;
  export const CSV_TOKEN_UNKNOWN: u32 = 49;
  export const CSV_POINT_MALFORMED: u32 = 50;
  export const CSV_POLYGON_MALFORMED: u32 = 51;
  export const CSV_HOLE_WITHOUT_POLYGON: u32 = 52;
  export const CSV_ATTRIBUTE_MALFORMED: u32 = 53;
  export const CSV_DIFFERENT_IMAGES_ONE_FRAME: u32 = 54;
  export const MOT_CLASS_UNKNOWN: u32 = 55;
  export const MOT_WORLD_IGNORED: u32 = 56;
  export const CSV_MASK_MALFORMED: u32 = 57;
  export const JSON_MEMBER_IGNORED: u32 = 58;
  export const COCO_MASKS_SKIPPED: u32 = 59;
  export const COCO_PROB_LENGTH: u32 = 60;
  export const COCO_PROB_NAMES: u32 = 61;
  export const COCO_PAIRS_MALFORMED: u32 = 62;
  export const COCO_ID_REPLACED: u32 = 63;
  export const COCO_MEMBER_IGNORED: u32 = 64;
  export const COCO_POLYGON_MALFORMED: u32 = 65;
}

const MOST_PROBLEMS: u32 = 1000;
/** Bytes of a record: code (u32), offset or line (u32), number (f64), column (u32; 0: the place is an offset), unused. */
const RECORD_BYTES: usize = 24;

let records: usize = 0;
export let problemCount: u32 = 0;
/** Rows or tracks left out. */
export let skippedCount: u32 = 0;
/** A problem that ends the read has come up. */
export let isRefused: bool = false;
/** The address offsets count from. */
let origin: usize = 0;

export function clearProblems(): void {
  if (records == 0) records = allocate(<usize>MOST_PROBLEMS * RECORD_BYTES);
  problemCount = 0;
  skippedCount = 0;
  isRefused = false;
}

/** Forgets the records' block; the arena is emptied by the caller. */
export function dropProblems(): void {
  records = 0;
}

export function setProblemOrigin(address: usize): void {
  origin = address;
}

/**
 * `number` is the value the message speaks of, such as a track id; NaN when there is none. Behind a problem that ends the
 * read nothing is reported: what stands there was not read.
 */
export function report(code: u32, at: usize, number: f64): void {
  addProblem(code, <u32>(at - origin), 0, number);
}

/** The same for formats of lines; line and column count from 1. */
export function reportLine(code: u32, line: u32, column: u32, number: f64): void {
  addProblem(code, line, column, number);
}

/** Takes back what was reported since there were this many problems, and skipped tracks. */
export function forgetProblems(problems: u32, skipped: u32): void {
  problemCount = problems;
  skippedCount = skipped;
  isRefused = false;
}

function addProblem(code: u32, place: u32, column: u32, number: f64): void {
  if (isRefused) return;
  if (problemCount < MOST_PROBLEMS) {
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
