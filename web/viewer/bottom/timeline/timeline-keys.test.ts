import { expect, test } from "vitest";
import { keyedFrame } from "./timeline-keys.ts";

test("arrows step, pages are a tenth of what is shown, Home and End are its ends", () => {
  const window = { first: 100.4, last: 300.6 };
  const to = (key: string, isFast = false) => keyedFrame(key, isFast, 150, window);
  expect([to("ArrowLeft"), to("ArrowRight"), to("ArrowRight", true)]).toEqual([149, 151, 160]);
  expect([to("PageUp"), to("PageDown"), to("Home"), to("End")]).toEqual([170, 130, 101, 300]);
  expect(to("a")).toBeUndefined();
  expect(keyedFrame("PageUp", false, 0, { first: 0, last: 3 })).toBe(1);
});
