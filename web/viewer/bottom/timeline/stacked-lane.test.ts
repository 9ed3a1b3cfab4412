/** Bars of two cameras on one ruler: the second has twice the frame rate and started 10 of its frames earlier. */
import { expect, test } from "vitest";
import type { TrackId } from "#core/types";
import { eventsLane } from "./events-lane.ts";
import { frameScale } from "./frame-scale.ts";
import { inksOn } from "./ink.ts";
import { layOutRows } from "./rows.ts";
import { namePx, stackedLane } from "./stacked-lane.ts";
import { rowHeightPx } from "./track-lane.ts";

function bars(ids: readonly number[], begins: readonly number[], ends: readonly number[]) {
  const [from, to] = [Uint32Array.from(begins), Uint32Array.from(ends)];
  const item = (index: number) => ({
    range: [from[index] ?? 0, to[index] ?? 0] as const,
    color: "#00ff00",
    selected: false,
    name: String(ids[index]),
    type: "fish",
    id: ids[index] as TrackId,
    markers: new Uint32Array(),
    gaps: [],
  });
  const layout = layOutRows(from, to);
  return eventsLane({ begins: from, ends: to, layout, item }, ({ name, range }) => `${name} ${range.join("-")}`);
}

const left = {
  name: "left",
  isActive: true,
  lane: bars([1, 2], [0, 2], [5, 8]),
  fromActive: (frame: number) => frame,
  toActive: (frame: number) => frame,
};
const right = {
  name: "right",
  isActive: false,
  lane: bars([2], [14], [18]),
  fromActive: (frame: number) => 2 * frame + 10,
  toActive: (frame: number) => (frame - 10) / 2,
};
const lane = stackedLane([left, right], (name, text) => `${name}: ${text}`);
// 10 px per frame.
const scale = frameScale({ first: 0, last: 9 }, 130);
const box = { topPx: 30, heightPx: 200, scrollPx: 0 };

test("each camera's bars lie below its name, at the instants of its frames", () => {
  expect(lane.contentPx).toBe(2 * namePx + 3 * rowHeightPx);
  const rightTop = 30 + namePx + 2 * rowHeightPx + namePx;
  expect(lane.hitTest?.(20 + 40, 30 + namePx + 1, scale, box)).toEqual({ frame: 4, track: 1, text: "left: 1 0-5" });
  // Frames 14 to 18 of the right camera are 2 to 4 of the left one.
  for (const [frame, isThere] of [
    [1, false],
    [2, true],
    [4, true],
    [5, false],
  ] as const) {
    const hit = lane.hitTest?.(20 + frame * 10, rightTop + 5, scale, box);
    expect([frame, hit]).toEqual([frame, isThere ? { frame, track: 2, text: "right: 2 14-18" } : undefined]);
  }
  // A name is not a bar.
  expect(lane.hitTest?.(20 + 30, 30 + 3, scale, box)).toBeUndefined();
});

test("what is scrolled out of sight is neither painted nor hit", () => {
  const scrolled = { topPx: 0, heightPx: namePx + rowHeightPx, scrollPx: namePx + 2 * rowHeightPx };
  expect(lane.hitTest?.(20 + 30, namePx + 2, scale, scrolled)?.text).toBe("right: 2 14-18");
  expect(lane.hitTest?.(20 + 30, 2, scale, scrolled)).toBeUndefined();
  const painted: (readonly [string, ...unknown[]])[] = [];
  const context = new Proxy({} as CanvasRenderingContext2D, {
    get:
      (_, name) =>
      (...args: unknown[]) =>
        void painted.push([String(name), ...args]),
    set: () => true,
  });
  const colors = { area: "#000", line: "#000", grid: "#000", text: "#000", ground: "#000", ...inksOn("#000000") };
  lane.paint(context, scale, scrolled, colors);
  const clips = painted.filter(([name]) => name === "rect").map(([, , top, , height]) => [top, height]);
  // The whole lane, then only the bars of the right camera.
  expect(clips).toEqual([
    [0, scrolled.heightPx],
    [namePx, rowHeightPx],
  ]);
  // Names are next to the playhead on the first frame.
  const names = painted.filter(([name, text]) => name === "fillText" && (text === "left" || text === "right"));
  expect(names.map(([, , x]) => Number(x) > scale.toX(0))).toEqual([true, true]);
});
