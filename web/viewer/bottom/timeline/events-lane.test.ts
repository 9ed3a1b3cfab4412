import { expect, test } from "vitest";
import type { TrackId } from "#core/types";
import { eventsLane, rowsInView, type EventItem } from "./events-lane.ts";
import { frameScale } from "./frame-scale.ts";
import { placeLanes } from "./lane.ts";
import { layOutRows } from "./rows.ts";
import { rowHeightPx } from "./track-lane.ts";

const item = (index: number): EventItem => ({
  range: [[0, 2, 0][index] ?? 0, [4, 6, 9][index] ?? 0],
  color: "#00ff00",
  selected: index === 1,
  name: String(index),
  type: "fish",
  id: index as TrackId,
  markers: Uint32Array.of(2, 6),
  gaps: [],
});
const [begins, ends] = [Uint32Array.of(0, 2, 0), Uint32Array.of(4, 6, 9)];
const lane = eventsLane({ begins, ends, layout: layOutRows(begins, ends), item }, ({ name }) => `track ${name}`);
// 10 px per frame.
const scale = frameScale({ first: 0, last: 9 }, 130);

test("[V-TIMELINE-19] an item of the event chart has a range from start to end, color, selection, name, type, id and markers", () => {
  expect(Object.keys(item(1))).toEqual(
    expect.arrayContaining(["range", "color", "selected", "name", "type", "id", "markers"]),
  );
  const asked: number[] = [];
  const chart = {
    begins,
    ends,
    layout: layOutRows(begins, ends),
    item: (index: number) => (asked.push(index), item(index)),
  };
  const box = { topPx: 0, heightPx: 90, scrollPx: 0 };
  expect(eventsLane(chart, ({ name }) => name).hitTest?.(20 + 50, 2 * rowHeightPx + 7, scale, box)).toEqual({
    frame: 5,
    track: 1,
    text: "1",
  });
  // Only the bar that was hit is queried.
  expect(asked).toEqual([1]);
});

test("a row is 15 px high; what is hit follows the scrolling", () => {
  expect(rowHeightPx).toBe(15);
  expect(lane.contentPx).toBe(45);
  const hit = (y: number, scrollPx: number) =>
    lane.hitTest?.(20 + 30, y, scale, { topPx: 0, heightPx: 30, scrollPx })?.text;
  expect([hit(0, 0), hit(14, 0), hit(15, 0), hit(29, 0)]).toEqual(["track 0", "track 0", "track 2", "track 2"]);
  expect([hit(0, 15), hit(29, 15)]).toEqual(["track 2", "track 1"]);
});

test("only rows in view are painted, and nothing is scrolled past its end", () => {
  expect(rowsInView({ topPx: 0, heightPx: 30, scrollPx: 20 }, 100)).toEqual([1, 2, 3]);
  expect(rowsInView({ topPx: 0, heightPx: 30, scrollPx: 0 }, 1)).toEqual([0]);
  const [box] = [...placeLanes([lane], 30, 1000).values()];
  expect(box?.scrollPx).toBe(15);
});
