/**
 * `exactBounds`: the bounds with their fractions, next to `bounds`, which are whole pixels on the wire. A program that
 * ignores them may have moved the box, so they count only if they are less than a pixel from `bounds`.
 */
import { ProblemCode } from "../../border";
import { Char } from "../characters";
import { report } from "../problems";
import { at, isNumberNext, moveTo, readNumber, skipValue, take } from "./scan";

const exact: usize = memory.data(32, 16);
/** Whether the current feature has exact bounds. */
let isGiven: bool = false;

export function forgetExactBounds(): void {
  isGiven = false;
}

/** Reads the value at the cursor. Anything but four numbers is reported and skipped. */
export function readExactBounds(): void {
  const start = at;
  let count: usize = 0;
  if (take(Char.OPEN_BRACKET)) {
    do {
      if (!isNumberNext()) break;
      store<f64>(exact + (count << 3), readNumber());
    } while (++count < 4 && take(Char.COMMA));
  }
  isGiven = count == 4 && take(Char.CLOSE_BRACKET);
  if (isGiven) return;
  report(ProblemCode.JSON_MEMBER_IGNORED, start, NaN);
  moveTo(start);
  skipValue();
}

/** Applies them to the bounds at this address, if they are of the same box. */
export function applyExactBounds(bounds: usize): void {
  if (!isGiven) return;
  for (let i: usize = 0; i < 32; i += 8) {
    if (!(abs(load<f64>(exact + i) - load<f64>(bounds + i)) < 1)) return;
  }
  memory.copy(bounds, exact, 32);
}
