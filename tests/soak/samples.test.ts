/** Growth is distinguished from noise. */
import { expect, test } from "vitest";

import { growthOf, type Sample, trendOf } from "./samples.ts";

const samples = (rss: (second: number) => number): Sample[] =>
  Array.from({ length: 360 }, (_, second) => ({
    atSeconds: second * 5,
    rss: rss(second * 5),
    heap: 0,
    external: 0,
    handles: 0,
    openFiles: 0,
    threads: 0,
  }));

test("garbage that comes and goes is not growth, a slow leak below it is", () => {
  const garbage = (second: number): number => 150 + ((second * 7919) % 100);
  expect(Math.abs(trendOf(samples(garbage), "rss").perHour)).toBeLessThan(3);
  const leaking = trendOf(
    samples((second) => garbage(second) + second / 60),
    "rss",
  );
  expect(leaking.perHour).toBeGreaterThan(57);
  expect(leaking.perHour).toBeLessThan(63);
  expect(growthOf(leaking)).toBeGreaterThan(50);
  expect(leaking.to).toBeGreaterThan(leaking.from);
});

test("what grows at the start only is warm-up", () => {
  const warm = trendOf(
    samples((second) => 100 + Math.min(second, 500)),
    "rss",
  );
  expect(warm).toMatchObject({ measure: "rss", from: 600, to: 600, perHour: 0 });
  expect(growthOf(warm)).toBe(0);
});

test("memory that climbs to the same ceiling again and again is not growth", () => {
  const kept = samples((second) => 300 + Math.min(100, (second % 650) / 3));
  expect(growthOf(trendOf(kept, "rss"))).toBeLessThan(5);
});
