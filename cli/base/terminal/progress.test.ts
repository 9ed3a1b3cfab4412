import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { expect, test, vi } from "vitest";
import { createProgress, durationText } from "./progress.ts";
import { textWidth } from "./terminal.ts";
import { withIo, type Output } from "./io.ts";
import { note } from "./output.ts";

function fakeTerminal(columns: number): { stream: Output; lines: () => string[] } {
  const stream = Object.assign(new PassThrough({ encoding: "utf8" }), { isTTY: true, columns });
  const lines = (): string[] =>
    stripVTControlCharacters(String(stream.read() ?? ""))
      .split("\r")
      .slice(1);
  return { stream: stream as unknown as Output, lines };
}

test.each([40, 50, 60, 80, 120, 200])("a line never fills %i columns", (columns) => {
  const { stream, lines } = fakeTerminal(columns);
  const progress = createProgress({ unit: "bytes" }, stream);
  vi.spyOn(performance, "now").mockImplementation(() => (clock += 500));
  let clock = 0;
  for (let done = 0; done <= 10; done++) progress.update("三好-a-very-long-name-of-a-video-file.mp4", done * 3e9, 3e10);
  const drawn = lines();
  expect(drawn).toHaveLength(11);
  for (const line of drawn) expect(textWidth(line)).toBeLessThan(columns);
  expect(drawn[5]).toContain("50 %");
});

test("shows speed and time left where there is room", () => {
  const { stream, lines } = fakeTerminal(100);
  const progress = createProgress({ unit: "bytes" }, stream);
  let clock = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (clock += 1000));
  progress.update("motion.mp4", 0, 60e6);
  progress.update("motion.mp4", 2e6, 60e6);
  expect(lines()[1]).toMatch(/^motion\.mp4 +━{24} {4}3 % {2}2\.0 MB of 60\.0 MB {2}2\.0 MB\/s {2}29 s left$/);
});

test("transfers at the same time share a bar, and other lines remove it", () => {
  const { stream, lines } = fakeTerminal(100);
  let clock = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (clock += 1000));
  const [first, second] = [createProgress({ unit: "bytes" }, stream), createProgress({ unit: "bytes" }, stream)];
  first.update("left.mp4", 10e6, 40e6);
  second.update("right.mp4", 0, 60e6);
  second.update("right.mp4", 10e6, 60e6);
  expect(lines().at(-1)).toMatch(/^right\.mp4 \+1 .* 20 % {2}20\.0 MB of 100\.0 MB/);
  first.update("left.mp4", 40e6, 40e6);
  first.clear();
  expect(lines().at(-1)).toBe("");
  second.update("right.mp4", 20e6, 60e6);
  expect(lines().at(-1)).toMatch(/^right\.mp4 +━+ +60 % {2}60\.0 MB of 100\.0 MB/);
  const own = { out: stream, err: stream, input: new PassThrough(), env: {}, exitCode: 0 };
  void withIo(own, async () => note("Made left."));
  expect(lines()).toEqual(["Made left.\n"]);
});

test("is silent where no one looks", () => {
  const stream = new PassThrough({ encoding: "utf8" });
  const progress = createProgress({ unit: "bytes" }, stream as unknown as Output);
  progress.update("motion.mp4", 1, 2);
  progress.clear();
  expect(stream.read()).toBeNull();
});

test("tells durations as people do", () => {
  expect([0.4, 59, 60, 185, 3600, 7800].map(durationText)).toEqual([
    "0 s",
    "59 s",
    "1 min 0 s",
    "3 min 5 s",
    "1 h 0 min",
    "2 h 10 min",
  ]);
});
