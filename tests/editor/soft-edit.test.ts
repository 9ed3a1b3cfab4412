/** Soft edits: which keyframes they affect and how much, on random tracks and with the commands on a real editor. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Bounds, FrameNumber, TrackId } from "#core/types";
import { runCommand } from "../../web/commands/registry.ts";
import { fadeBox, fading, neighborsOf, nextReach, reaches, type Box } from "../../web/editor/edits/soft-edit.ts";
import { softGhosts } from "../../web/editor/pointing/soft-ghosts.ts";
import { markMadeByTracker } from "../../web/session/document/origin.ts";
import { selectTracks } from "../../web/session/display/selection.ts";
import { softAccuracy } from "./soft-accuracy.ts";
import { TestEditor } from "./test-editor.ts";

const boxArbitrary = fc
  .tuple(
    fc.integer({ min: 0, max: 500 }),
    fc.integer({ min: 0, max: 400 }),
    fc.integer({ min: 1, max: 90 }),
    fc.integer({ min: 1, max: 90 }),
  )
  .map(([x, y, w, h]): Bounds => [x, y, x + w, y + h]);
const rectangle = (bounds: Bounds): Box => ({
  kind: "rectangle",
  bounds: [bounds[0], bounds[1], bounds[2], bounds[3]],
});

/** A track with a keyframe on each of these frames. */
function add(t: TestEditor, boxes: ReadonlyMap<number, Bounds>, isTrackers: (frame: number) => boolean = () => false) {
  const frames = [...boxes.keys()] as FrameNumber[];
  let id: TrackId | undefined;
  t.workspace.transact({ kind: "track", change: "add" }, frames[0]!, (tx) => {
    id = tx.tracks.add({ type: "fish", frame: frames[0]!, bounds: boxes.get(frames[0]!)! });
    for (const frame of frames) {
      tx.detections.setBounds(id, frame, boxes.get(frame)!);
      if (isTrackers(frame)) markMadeByTracker(tx, id, frame);
    }
  });
  t.editor.dispatch({ type: "select", trackId: id! });
  return id!;
}

const dense = (count: number): ReadonlyMap<number, Bounds> =>
  new Map(Array.from({ length: count }, (_, n) => [n, [100 + n, 100, 140 + n, 130]]));

test("the fading is whole on the frame, falls on both sides, and is nothing out of reach", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 500 }), (reach) => {
      expect(fading(0, reach)).toBe(1);
      expect(fading(reach + 1, reach)).toBe(0);
      for (let distance = 1; distance <= reach; distance++) {
        expect(fading(distance, reach)).toBeLessThan(fading(distance - 1, reach));
        expect(fading(distance, reach)).toBeGreaterThan(0);
      }
    }),
    { seed: 1, numRuns: 30 },
  );
});

test("a faded box is its own with share 0, gets all of a move with share 1, and is never inside out", () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(boxArbitrary, boxArbitrary, boxArbitrary, share, (own, from, to, part) => {
      expect(fadeBox(rectangle(own), rectangle(from), rectangle(to), 0)).toEqual(rectangle(own));
      expect(fadeBox(rectangle(from), rectangle(from), rectangle(to), 1)).toEqual(rectangle(to));
      const [x1, y1, x2, y2] = fadeBox(rectangle(own), rectangle(from), rectangle(to), part).bounds;
      expect(x2 - x1).toBeGreaterThan(0.9);
      expect(y2 - y1).toBeGreaterThan(0.9);
    }),
    { seed: 2 },
  );
  // A rotation takes the short way.
  const turned = fadeBox(
    rectangle([0, 0, 9, 9]),
    { ...rectangle([0, 0, 9, 9]), rotation: 3 },
    { ...rectangle([0, 0, 9, 9]), rotation: -3 },
    1,
  );
  expect(turned.rotation).toBeCloseTo(2 * Math.PI - 6);
});

test("any soft move of any track leaves keyframes out of reach byte-equal, and undo brings all of them back", async () => {
  const t = await TestEditor.create({ frameCount: 400 });
  const keyframes = fc.uniqueArray(fc.integer({ min: 0, max: 399 }), { minLength: 2, maxLength: 60 });
  fc.assert(
    fc.property(
      keyframes,
      fc.nat(),
      fc.constantFrom(...reaches),
      fc.integer({ min: -40, max: 40 }),
      (frames, at, reach, dx) => {
        const inOrder = frames.toSorted((a, b) => a - b);
        const frame = inOrder[at % inOrder.length]!;
        const id = add(t, new Map(inOrder.map((each) => [each, [50 + each, 60, 80 + each, 90]])));
        const { core } = t.workspace;
        const bytes = (): string[] => inOrder.map((each) => JSON.stringify(t.boundsOf(id, each)));
        const before = bytes();
        t.seek(frame);
        t.editor.softEditFrames.value = reach;
        runCommand(t.editor, "detection.nudge", { dx, dy: 0 });
        const after = bytes();
        for (const [n, each] of inOrder.entries()) {
          const moved = t.boundsOf(id, each)![0] - (50 + each);
          if (Math.abs(each - frame) > reach) expect(after[n]).toBe(before[n]);
          else expect(moved).toBe(Math.round(dx * fading(Math.abs(each - frame), reach)) + 0);
        }
        expect([...core.keyframes(id)]).toEqual(inOrder);
        if (dx !== 0) t.editor.undo();
        expect(bytes()).toEqual(before);
      },
    ),
    { seed: 3, numRuns: 60 },
  );
});

test("Shift+W lets a drag fade over the frames around, shown meanwhile; 0 is the edit of one frame", async () => {
  const t = await TestEditor.create();
  const id = add(t, dense(41));
  t.seek(20).drag([140, 115], [150, 115]);
  t.key("Escape");
  expect([19, 20, 21].map((frame) => t.boundsOf(id, frame)![0])).toEqual([119, 130, 121]);
  t.key("Ctrl+Z").key("Escape").editor.dispatch({ type: "select", trackId: id });
  for (let n = 0; n < 4; n++) t.key("Shift+W");
  expect(t.editor.softEditFrames.peek()).toBe(5);
  t.key("Shift+Q").key("Shift+W");
  const ghosts = () =>
    softGhosts(
      t.workspace,
      t.editor.mode.value,
      t.editor.frame,
      t.editor.pointer.tool.value,
      t.editor.softEditFrames.value,
    );
  t.seek(20).pointerDown(140, 115).pointerMove(160, 115);
  expect(ghosts()).toHaveLength(10);
  expect(ghosts().map(({ box }) => box.bounds[0])[4]).toBe(119 + Math.round(20 * fading(1, 5)));
  // Escape during the drag: nothing has changed.
  t.key("Escape").pointerUp(160, 115);
  expect(t.boundsOf(id, 20)![0]).toBe(120);
  t.editor.dispatch({ type: "select", trackId: id });
  t.drag([140, 115], [160, 115]);
  const lefts = (): number[] => Array.from({ length: 41 }, (_, frame) => t.boundsOf(id, frame)![0] - 100 - frame);
  expect(lefts()[20]).toBe(20);
  expect(lefts()[19]).toBe(Math.round(20 * fading(1, 5)));
  expect(lefts().filter((left) => left !== 0)).toHaveLength(11);
  t.key("Ctrl+Z");
  expect(lefts().every((left) => left === 0)).toBe(true);
});

test("stretching, turning and moving several fade as well; outlines move along", async () => {
  const t = await TestEditor.create();
  const id = add(t, dense(21));
  const other = add(t, dense(21));
  t.workspace.transact({ kind: "shape", shape: "polygon", change: "draw" }, 11 as FrameNumber, (tx) => {
    tx.detections.setPolygon(id, 11 as FrameNumber, [
      [
        [111, 100],
        [151, 100],
        [151, 130],
      ],
    ]);
  });
  t.editor.softEditFrames.value = 3;
  t.editor.dispatch({ type: "select", trackId: id });
  t.seek(10);
  runCommand(t.editor, "detection.resize", { dx: 8, dy: 0 });
  expect(t.boundsOf(id, 9)).toEqual([109, 100, 156, 130]);
  t.key("Ctrl+Z");
  runCommand(t.editor, "detection.turn", { degrees: 10 });
  expect(t.workspace.core.shapes(id, 9 as FrameNumber)[0]?.rotation).toBeCloseTo((10 * Math.PI * fading(1, 3)) / 180);
  t.key("Ctrl+Z");
  t.editor.dispatch({ type: "escape" });
  t.workspace.setSelection(selectTracks([id, other]));
  runCommand(t.editor, "detection.nudge", { dx: 4, dy: 0 });
  for (const each of [id, other]) expect(t.boundsOf(each, 11)![0]).toBe(111 + Math.round(4 * fading(1, 3)));
  expect(t.workspace.core.shapes(id, 11 as FrameNumber)[0]?.paths[0]?.[0]?.[0]).toBe(
    111 + Math.round(4 * fading(1, 3)),
  );
  t.key("Ctrl+Z");
  expect(t.boundsOf(other, 11)![0]).toBe(111);
});

test("between keyframes of a tracker, one that a person drew ends the fading and stays", async () => {
  const t = await TestEditor.create();
  const id = add(t, dense(41), (frame) => frame !== 23 && frame !== 0);
  const shares = neighborsOf(t.workspace.core, id, 20 as FrameNumber, 10);
  expect(shares.map(({ frame }) => frame)).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22]);
  expect(shares.at(-1)?.share).toBe(fading(2, 2));
  // Keyframes affected by a correction keep the tracker as their author; the corrected one gets the user.
  t.editor.softEditFrames.value = 10;
  t.seek(20);
  runCommand(t.editor, "detection.nudge", { dx: 5, dy: 0 });
  const origins = [19, 20, 21].map((frame) => t.workspace.core.detectionAttributes(id, frame as FrameNumber)["origin"]);
  expect(origins).toEqual(["tracker", undefined, "tracker"]);
  expect(t.boundsOf(id, 23)).toEqual([123, 100, 163, 130]);
});

test("reaches go up and down and end", () => {
  expect([nextReach(0, -1), nextReach(0, 1), nextReach(4, 1), nextReach(4, -1), nextReach(500, 1)]).toEqual([
    0, 1, 5, 3, 500,
  ]);
});

test("three corrections bring 300 keyframes with a smooth drift to a mean overlap of 0.9", async () => {
  for (const seed of [1, 2, 3]) {
    const { before, after } = await softAccuracy(seed, 0.5);
    expect(before).toBeLessThan(0.75);
    expect(after).toBeGreaterThanOrEqual(0.9);
  }
});
