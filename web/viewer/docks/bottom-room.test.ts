import { expect, test } from "vitest";
import { maxBottomPx } from "./bottom-room.ts";

test("[V-LAYOUT-11] the timeline leaves the picture 55 % of the height, whatever a person has made of it", () => {
  const barsPx = 44 + 36 + 40 + 33 + 22;
  for (const windowPx of [600, 700, 900, 1400])
    expect(barsPx + maxBottomPx(windowPx)).toBeLessThanOrEqual(0.45 * windowPx);
  // In lower windows the dock starts collapsed; once opened, part of it is visible.
  expect(maxBottomPx(450)).toBe(40);
});
