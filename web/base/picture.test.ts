import { expect, test } from "vitest";
import { isTooLarge } from "./picture.ts";

test("[V-LARGE-01, the limit] too large is a picture that is over 40960 pixels wide or high", () => {
  const sizes = [
    [40_960, 40_960],
    [40_961, 8],
    [8, 40_961],
  ] as const;
  expect(sizes.map(([width, height]) => isTooLarge({ width, height }))).toEqual([false, true, true]);
});
