/** Checks on lists of numbers, before they are converted. */
import { Char } from "../characters";
import { expect, hasNext, isNumberNext, moveTo, skipValue, take } from "../json/scan";

/** The length of a list of numbers; -1: it contains something else. Leaves the cursor after the list. */
export function countNumbers(list: usize): i32 {
  moveTo(list);
  expect(Char.OPEN_BRACKET);
  if (take(Char.CLOSE_BRACKET)) return 0;
  let count: i32 = 0;
  let isPure = true;
  do {
    isPure = isPure && isNumberNext();
    skipValue();
    count++;
  } while (hasNext(Char.CLOSE_BRACKET));
  return isPure ? count : -1;
}
