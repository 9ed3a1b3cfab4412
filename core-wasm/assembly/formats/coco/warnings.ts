/** Warnings that a COCO document gets only once, at the first place, however often they apply. */
import { ProblemCode } from "../../border";
import { report } from "../problems";

/** One bit per code. */
let given: u64 = 0;

export function clearWarnings(): void {
  given = 0;
}

/** The codes start at COCO_MASKS_SKIPPED. */
export function warnOnce(code: u32, at: usize, number: f64): void {
  const bit: u64 = 1 << (<u64>(code - ProblemCode.COCO_MASKS_SKIPPED));
  if ((given & bit) != 0) return;
  given |= bit;
  report(code, at, number);
}
