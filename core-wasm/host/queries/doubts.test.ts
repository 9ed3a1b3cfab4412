/** What is read as it is, and doubted all the same. */
import { describe, expect, test } from "vitest";
import { builds, utf8 } from "../testing/cores.ts";
import { behindLastFrame } from "./doubts.ts";

const rows = [
  "0,a.png,0,5,2,3,4,1,-1,fish,7",
  "0,a.png,1,1,4,3,2,1,-1,fish,7",
  "1,a.png,2,1,2,1,4,1,-1,crab,-0.5",
  "2,a.png,999,1,2,3,4,1,-1",
  "3,b.png,0,1,2,3,4,1,-1,fish,0",
  "4,a.png,0,1,2,3,4,1,-1,fish,1",
];

describe.each(builds)("$name build", ({ create }) => {
  test("inverted and empty boxes, confidences, types and frames are doubted, each with the first example", async () => {
    const core = await create();
    const report = core.readViameCsv(utf8(rows.join("\n")));
    expect(report.lastFrame).toBe(999);
    const doubts = core.findDoubts({ frameCount: 343 });
    expect(doubts.map(({ code, message, severity }) => `${severity} ${code} ${message}`)).toEqual([
      "warning box-inverted 2 box(es) end left of where they begin, or above; the first is track 0 on frame 0.",
      "warning confidence-out-of-range 2 confidence(s) are not between 0 and 1; the first is 7 of track 0.",
      "warning box-empty 1 box(es) have no width or no height; the first is track 1 on frame 2.",
      "warning type-missing 1 track(s) have no type but `unknown`; the first is track 2.",
      expect.stringMatching(/^warning frame-behind-last There are annotations up to frame 999, .* is 342\./) as string,
    ]);
    expect(core.findDoubts().map(({ code }) => code)).not.toContain("frame-behind-last");
    expect(core.findDoubts({ frameCount: 1000 }).map(({ code }) => code)).not.toContain("frame-behind-last");
  });

  test("two pictures on one frame are told by the reader, once", async () => {
    const core = await create();
    expect(core.readViameCsv(utf8(rows.join("\n"))).problems).toMatchObject([
      { severity: "warning", code: "csv-different-images-one-frame" },
    ]);
    expect(core.readViameCsv(utf8(rows.join("\n").replace("b.png", "a.png"))).problems).toEqual([]);
  });

  test("annotations that nobody doubts give no warning, and neither does nothing", async () => {
    const core = await create();
    expect(core.readViameCsv(utf8("# empty\n")).lastFrame).toBeUndefined();
    expect(core.findDoubts({ frameCount: 1 })).toEqual([]);
    core.readViameCsv(utf8("0,,0,1,2,3,4,1,-1,fish,1\n"));
    expect(core.findDoubts({ frameCount: 1 })).toEqual([]);
  });
});

test("without a last frame, or without frames, nothing is behind them", () => {
  expect(behindLastFrame(undefined, 5)).toEqual([]);
  expect(behindLastFrame(9, undefined)).toEqual([]);
  expect(behindLastFrame(5, 5)).toMatchObject([{ code: "frame-behind-last" }]);
});
