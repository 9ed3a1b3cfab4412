/** Warnings that a COCO document gets only once, at the first place, however often they apply. */
import { ProblemCode } from "../../border";
import { report } from "../problems";

/** One bit per code. */
let reported: u64 = 0;

export function clearWarnings(): void {
  reported = 0;
}

/** The codes start at COCO_MASKS_SKIPPED. */
export function warnOnce(code: u32, at: usize, number: f64): void {
  const bit: u64 = 1 << (<u64>(code - ProblemCode.COCO_MASKS_SKIPPED));
  if ((reported & bit) != 0) return;
  reported |= bit;
  report(code, at, number);
}
