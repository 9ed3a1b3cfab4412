/** All cameras on the ruler of the active one. */
import { expect, test } from "vitest";
import { alignByTime, type AlignedPictures } from "../../../media/alignment.ts";
import { camerasLane, minTimelinePx, rowScale, type CameraRow } from "./cameras-lane.ts";
import { frameScale } from "./frame-scale.ts";

const pictures = (fps: number, count: number): AlignedPictures => ({
  frameCount: count,
  fps,
  secondsAt: (frame) => frame / fps,
});
/** 10 fps starting at 0 s, and 20 fps starting at 1 s. */
const aligned = alignByTime([
  { pictures: pictures(10, 41), clock: { offset: 0, drift: 0 } },
  { pictures: pictures(20, 41), clock: { offset: 1, drift: 0 } },
]);

function row(index: number, more: Partial<CameraRow> = {}): CameraRow {
  return {
    name: `camera${index}`,
    isActive: index === 0,
    counts: new Uint32Array(41).fill(3),
    track: undefined,
    fromActive: (frame) => aligned.frameOf(index, aligned.positionOf(0, frame)),
    toActive: (frame) => aligned.frameOf(0, aligned.positionOf(index, frame)),
    ...more,
  };
}

test("a camera's frames lie at their instants on the ruler of the active one", () => {
  const scale = frameScale({ first: 0, last: 40 }, 440);
  const own = rowScale(scale, row(1));
  // Its first picture is at 1 s, frame 10 of the active camera; its last is at 3 s.
  expect([own.toX(0), own.toX(40)]).toEqual([scale.toX(10), scale.toX(30)].map((x) => expect.closeTo(x, 6)));
  expect(own.toFrame(scale.toX(20))).toBe(20);
  expect(own.pxPerFrame).toBeCloseTo(scale.pxPerFrame / 2, 6);
});

test("the pointer shows what each camera has then, and that one did not film; the selected track is picked", () => {
  const scale = frameScale({ first: 0, last: 40 }, 440);
  const track = { id: 7 as never, begin: 18, end: 22, keyframes: Uint32Array.of(18, 22), color: "#fff" };
  const lane = camerasLane([row(0), row(1, { track })], (name, frame, count) => `${name} ${frame ?? "none"} ${count}`);
  const box = { topPx: 30, heightPx: 36, scrollPx: 0 };
  const at = (frame: number, rowIndex: number) => lane.hitTest?.(scale.toX(frame), 30 + rowIndex * 18 + 5, scale, box);
  expect([lane.heightPx, lane.contentPx]).toEqual([36, 36]);
  expect(at(20, 0)).toEqual({ frame: 20, text: "camera0 20 3" });
  expect(at(20, 1)).toEqual({ frame: 20, text: "camera1 20 3", track: 7 });
  expect(at(5, 1)).toEqual({ frame: 5, text: "camera1 none 0" });
  expect(at(28, 1)).toEqual({ frame: 28, text: "camera1 36 3" });
});

test("all cameras have room: of many, each row is lower", () => {
  const rows = Array.from({ length: 8 }, (_, index) => row(index % 2, { name: String(index) }));
  const lane = camerasLane(rows, (name) => name);
  expect([lane.heightPx, lane.contentPx]).toEqual([96, 96]);
  const scale = frameScale({ first: 0, last: 40 }, 440);
  const box = { topPx: 0, heightPx: 96, scrollPx: 0 };
  const names = Array.from({ length: 8 }, (_, index) => lane.hitTest?.(100, index * 12 + 5, scale, box)?.text);
  expect(names).toEqual(rows.map(({ name }) => name));
  // The timeline is at least this high, with some room for the totals and the ruler.
  expect([1, 2, 4, 8].map(minTimelinePx)).toEqual([0, 70, 106, 130]);
});
