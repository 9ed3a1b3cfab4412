/** Jumps, propagating, thinning keyframes and swapping identities, with their commands on a real editor. */
import { beforeEach, expect, test } from "vitest";
import type { Bounds, FrameNumber, TrackId } from "#core/types";
import { runCommand } from "../../web/commands/registry.ts";
import { selectTracks } from "../../web/session/display/selection.ts";
import { TestEditor } from "./test-editor.ts";

let t: TestEditor;
beforeEach(async () => {
  t = await TestEditor.create({ frameCount: 60 });
});

/** A track with these keyframes. */
function add(keyframes: Readonly<Record<number, Bounds>>, type = "fish"): TrackId {
  const frames = Object.keys(keyframes).map(Number) as FrameNumber[];
  let id: TrackId | undefined;
  t.workspace.transact({ kind: "track", change: "add" }, frames[0]!, (tx) => {
    id = tx.tracks.add({ type, frame: frames[0]!, bounds: keyframes[frames[0]!]! });
    for (const frame of frames) tx.detections.setBounds(id, frame, keyframes[frame]!);
  });
  return id!;
}

const box = (x: number, y = 10): Bounds => [x, y, x + 20, y + 20];
const frame = (): number => t.editor.player.frame.peek();
const keyframes = (id: TrackId): number[] => [...t.workspace.core.keyframes(id)];

test("jumps go to the next frame with detections, the next empty one, and the next beginning of a track", () => {
  const a = add({ 5: box(10), 8: box(40) });
  const b = add({ 20: box(10), 21: box(12) });
  t.key("Shift+F");
  expect(frame()).toBe(5);
  t.key("W");
  expect(frame()).toBe(9);
  t.key("Shift+F");
  expect(frame()).toBe(20);
  t.key("Q");
  expect(frame()).toBe(19);
  t.key("Shift+D");
  expect(frame()).toBe(8);
  t.key("Shift+PageDown");
  expect([frame(), t.editor.selected]).toEqual([20, b]);
  t.key("Shift+PageUp");
  expect([frame(), t.editor.selected]).toEqual([5, a]);
  t.key("Shift+PageUp");
  expect([frame(), t.refusals]).toEqual([5, ["noSuchFrame"]]);
  // Jumps skip what the filters hide.
  t.workspace.display.setTypesShown(["fish"], false);
  t.seek(0).key("Shift+F");
  expect(frame()).toBe(0);
});

test("propagating copies the detection to the next frames, as one step that undo takes back", () => {
  const id = add({ 3: box(10), 6: box(100) });
  t.editor.dispatch({ type: "select", trackId: id });
  t.seek(3).key("P");
  expect(frame()).toBe(13);
  expect(t.boundsOf(id, 6)).toEqual(box(10));
  expect(t.boundsOf(id, 13)).toEqual(box(10));
  expect(t.workspace.core.track(id).end).toBe(13);
  t.editor.undo();
  expect(keyframes(id)).toEqual([3, 6]);
  t.seek(3).key("Shift+P");
  expect([frame(), keyframes(id)]).toEqual([4, [3, 4, 6]]);
  // Never past the last frame.
  const late = add({ 55: box(10) });
  t.editor.dispatch({ type: "select", trackId: late });
  t.seek(55).key("P");
  expect([frame(), t.workspace.core.track(late).end]).toEqual([59, 59]);
  t.key("P");
  expect(t.refusals.at(-1)).toBe("noSuchFrame");
});

test("thinning removes keyframes that lie within the tolerance of the line, and no others", () => {
  const id = add({ 0: box(0), 2: box(20), 4: box(41), 6: box(60), 8: box(90), 10: box(100) });
  t.editor.dispatch({ type: "select", trackId: id });
  const before = Array.from({ length: 11 }, (_, at) => t.boundsOf(id, at)!);
  void runCommand(t.editor, "track.thinKeyframes");
  expect(keyframes(id)).toEqual([0, 6, 8, 10]);
  for (const [at, bounds] of before.entries()) {
    for (const [i, side] of t.boundsOf(id, at)!.entries()) expect(Math.abs(side - bounds[i]!)).toBeLessThanOrEqual(1.5);
  }
  void runCommand(t.editor, "track.thinKeyframes", { tolerancePx: 20 });
  expect(keyframes(id)).toEqual([0, 10]);
  void runCommand(t.editor, "track.thinKeyframes");
  expect(t.refusals).toEqual(["nothingToThin"]);
  t.editor.undo();
  t.editor.undo();
  expect(keyframes(id)).toEqual([0, 2, 4, 6, 8, 10]);
});

test("thinning keeps keyframes with attributes and the ends of stretches that are not interpolated", () => {
  const id = add({ 0: box(0), 2: box(20), 4: box(40), 6: box(60), 8: box(80), 10: box(100) });
  t.workspace.transact({ kind: "track", change: "setAttribute" }, 0 as FrameNumber, (tx) => {
    tx.detections.setAttribute(id, 2 as FrameNumber, "certain", true);
    tx.detections.setInterpolate(id, 6 as FrameNumber, false);
  });
  t.editor.dispatch({ type: "select", trackId: id });
  void runCommand(t.editor, "track.thinKeyframes");
  expect(keyframes(id)).toEqual([0, 2, 6, 8, 10]);
});

test("swapping lets each of two tracks go on as the other from this frame; ids, types and attributes stay", () => {
  const a = add({ 0: box(0, 10), 10: box(100, 10), 20: box(200, 10) }, "fish");
  const b = add({ 0: box(0, 300), 10: box(100, 300), 30: box(300, 300) }, "crab");
  t.workspace.transact({ kind: "track", change: "setAttribute" }, 0 as FrameNumber, (tx) => {
    tx.tracks.setAttribute(a, "sex", "f");
    tx.tracks.setAttribute(b, "age", 4);
  });
  const seen = (id: TrackId) =>
    Array.from({ length: 40 }, (_, at) => t.boundsOf(id, at)?.map((side) => Math.round(side * 1e6) / 1e6));
  const [wasA, wasB] = [seen(a), seen(b)];
  t.seek(10);
  t.workspace.setSelection(selectTracks([a], a));
  void runCommand(t.editor, "track.swap");
  expect(t.refusals).toEqual(["notTwoSelected"]);
  t.workspace.setSelection(selectTracks([a, b], a));
  void runCommand(t.editor, "track.swap");
  expect(seen(a)).toEqual([...wasA.slice(0, 10), ...wasB.slice(10)]);
  expect(seen(b)).toEqual([...wasB.slice(0, 10), ...wasA.slice(10)]);
  expect(t.workspace.core.trackCount).toBe(2);
  expect([t.typeOf(a), t.typeOf(b)]).toEqual(["fish", "crab"]);
  expect(t.workspace.core.trackAttributes(a)).toEqual({ sex: "f" });
  expect(t.workspace.core.trackAttributes(b)).toEqual({ age: 4 });
  expect([...t.workspace.selection.value.tracks]).toEqual([a, b]);
  t.workspace.core.assertIntegrity();
  t.editor.undo();
  expect([seen(a), seen(b)]).toEqual([wasA, wasB]);
  t.workspace.setSelection(selectTracks([a, b], a));
  t.seek(25);
  void runCommand(t.editor, "track.swap");
  expect(t.refusals.at(-1)).toBe("cannotSwap");
});

test("the rest of a track goes on as another one, in one step that asks once; ids, types, attributes and groups stay", async () => {
  const a = add({ 0: box(0, 10), 10: box(100, 10), 20: box(200, 10) }, "fish");
  const b = add({ 15: box(150, 300), 30: box(300, 300) }, "crab");
  t.workspace.transact({ kind: "track", change: "setAttribute" }, 0 as FrameNumber, (tx) => {
    tx.tracks.setAttribute(a, "sex", "f");
    tx.tracks.setAttribute(b, "age", 4);
    tx.groups.create({ members: [{ trackId: a }, { trackId: b }] });
  });
  const seen = (id: TrackId) =>
    Array.from({ length: 40 }, (_, at) => t.boundsOf(id, at)?.map((side) => Math.round(side * 1e6) / 1e6));
  const [wasA, wasB] = [seen(a), seen(b)];
  t.seek(10);
  t.workspace.setSelection(selectTracks([a], a));
  void runCommand(t.editor, "track.handOver");
  expect(t.refusals).toEqual(["notTwoSelected"]);
  t.workspace.setSelection(selectTracks([a, b], a));
  await runCommand(t.editor, "track.handOver");
  expect(t.calls.filter((call) => call.startsWith("confirmSplit"))).toEqual([`confirmSplit ${a} 10 into ${b}`]);
  expect(seen(a)).toEqual(wasA.map((at, frame) => (frame < 10 ? at : undefined)));
  expect(t.boundsOf(b, 10), "what was of the first").toEqual([...box(100, 10)]);
  expect(t.boundsOf(b, 30), "what it had").toEqual([...box(300, 300)]);
  expect(t.boundsOf(b, 15), "on a frame of both its own stays").toEqual([...box(150, 300)]);
  expect([t.typeOf(a), t.typeOf(b), t.workspace.core.trackCount]).toEqual(["fish", "crab", 2]);
  expect(t.workspace.core.trackAttributes(a)).toEqual({ sex: "f" });
  expect(t.workspace.core.trackAttributes(b)).toEqual({ age: 4 });
  const [group] = [...t.workspace.core.writer.groupRows()];
  const { members } = JSON.parse(group!.json) as { members: Record<string, unknown> };
  expect(Object.keys(members)).toEqual([String(a), String(b)]);
  expect(t.editor.selected).toBe(b);
  t.workspace.core.assertIntegrity();
  t.editor.undo();
  expect([seen(a), seen(b)]).toEqual([wasA, wasB]);
  t.workspace.setSelection(selectTracks([a, b], a));
  t.seek(0);
  void runCommand(t.editor, "track.handOver");
  expect(t.refusals.at(-1)).toBe("cannotSplit");
});

test("swapped tracks stay in their groups", () => {
  const a = add({ 0: box(0, 10), 20: box(200, 10) });
  const b = add({ 0: box(0, 300), 20: box(200, 300) });
  t.workspace.transact(
    { kind: "group", change: "create" },
    0 as FrameNumber,
    (tx) => void tx.groups.create({ members: [{ trackId: a }, { trackId: b }] }),
  );
  t.seek(10);
  t.workspace.setSelection(selectTracks([a, b], a));
  void runCommand(t.editor, "track.swap");
  const [group] = [...t.workspace.core.writer.groupRows()];
  const { members } = JSON.parse(group!.json) as { members: Record<string, unknown> };
  expect(Object.keys(members)).toEqual([String(a), String(b)]);
});
