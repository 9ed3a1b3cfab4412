/** Lists of numbers, before anything is made of them. */
import { Char } from "../characters";
import { expect, hasNext, isNumberNext, moveTo, skipValue, take } from "../json/scan";

/** How many numbers a list of nothing else has; -1: there is something else. Leaves the cursor after the list. */
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
