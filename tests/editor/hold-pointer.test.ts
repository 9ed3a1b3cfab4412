/** Following with the pointer while the video plays: a scripted hand, the real tracker and editor; decoding is left out. */
import { expect, test } from "vitest";
import type { FrameNumber } from "#core/types";
import { overlapOf } from "#vision/bounds";
import { heldOn, kinds } from "../pipelines/hand-accuracy.ts";
import { crossing, wandering } from "../pipelines/scenes.ts";
import { refusalOf } from "../../web/commands/registry.ts";
import { holdPointer } from "../../web/editor/edits/follow/hold-pointer.ts";
import { openClip, originsOf, readClip } from "./followed-clip.ts";

const fish = readClip(wandering(60, 2));
const hidden = readClip(crossing(60, 2));
const frameMs = 1000 / 30;
const lagFrames = 4;

type Opened = Awaited<ReturnType<typeof openClip>>;

/** Holds the button on the object up to a frame; the hand comes later than the picture and goes to and fro. */
function hold({ app, all }: Opened, to: number, object = 0) {
  let ms = 0;
  const places = new Map(
    all[object]!.map(({ frame, bounds }) => [frame, [(bounds.x1 + bounds.x2) / 2, (bounds.y1 + bounds.y2) / 2]]),
  );
  const lastSeen = (frame: number): readonly [number, number] => {
    for (let at = frame; at >= 0; at--) if (places.has(at)) return places.get(at) as [number, number];
    return [0, 0];
  };
  holdPointer(app.editor, () => ms);
  const [x, y] = lastSeen(app.editor.frame);
  app.pointerDown(x, y);
  const from = app.editor.frame;
  for (let frame = from + 1; frame <= to && app.editor.following.peek()?.phase === "held"; frame++) {
    ms += frameMs;
    const [hx, hy] = lastSeen(Math.max(from, frame - lagFrames));
    app.pointerMove(hx + 6 * Math.sin(frame), hy + 6 * Math.cos(frame * 1.3));
    app.seek(frame);
  }
  return lastSeen(to);
}

test("held on an object, it becomes few keyframes on it, marked as the tracker's, one step for undo", async () => {
  const opened = await openClip(fish);
  const { app, id, core, truth, boxAt, ended } = opened;
  app.pointerUp(...hold(opened, 50));
  const { keyframes, from, to, end } = await ended();
  expect([from, to, end]).toEqual([0, 50, "released"]);
  expect(keyframes).toBeLessThan(30);
  expect(originsOf(opened)).toEqual([undefined, ...Array<string>(keyframes).fill("tracker")]);
  const overlaps = [...truth].filter(([frame]) => frame <= 50).map(([at, bounds]) => overlapOf(bounds, boxAt(at)));
  expect(overlaps.reduce((sum, each) => sum + each, 0) / overlaps.length).toBeGreaterThan(0.75);
  expect(app.editor.player.playing.peek()).toBe(false);
  expect(app.editor.suggestions.offer.peek()).toBeUndefined();
  app.key("Ctrl+Z");
  expect([...core.keyframes(id)]).toEqual([0]);
});

test("it goes on where the object was hidden, and stops before a keyframe that a person drew, which stays", async () => {
  const opened = await openClip(hidden);
  const { app, id, core, all, boxAt, ended } = opened;
  const last = all[0]!.at(-1)!.frame;
  const { x1, y1, x2, y2 } = all[0]![0]!.bounds;
  const drawn = [250, 50, 280, 70];
  app.workspace.transact({ kind: "shape", shape: "box", change: "draw" }, 56 as FrameNumber, (tx) =>
    tx.detections.setBounds(id, 56 as FrameNumber, drawn as never),
  );
  expect([x2 - x1, y2 - y1].every((side) => side > 10)).toBe(true);
  app.seek(0);
  hold(opened, last);
  const { to, end } = await ended();
  expect([to <= 55, end]).toEqual([true, "keyframe"]);
  expect([...core.detectionAt(id, 56 as FrameNumber)!.bounds]).toEqual(drawn);
  expect(core.detectionAttributes(id, 56 as FrameNumber)["origin"]).toBeUndefined();
  const after = all[0]!.filter(({ frame }) => frame > 38 && frame < 50);
  expect(after.length).toBeGreaterThan(5);
  for (const { frame, bounds } of after) expect(overlapOf(bounds, boxAt(frame))).toBeGreaterThan(0.5);
});

test("a press next to every box says what to do; Escape calls off, and while held stops at once, keeping what was found", async () => {
  const opened = await openClip(fish);
  const { app, core, id, ended } = opened;
  app.key("Y");
  await expect.poll(() => app.editor.following.peek()?.phase).toBe("awaitingPress");
  app.pointerDown(2, 2).pointerUp(2, 2);
  expect(app.refusals.at(-1)).toBe("nothingToHold");
  app.key("Escape");
  expect([app.editor.following.peek(), app.editor.pointer.captured.peek()]).toEqual([undefined, undefined]);
  hold(opened, 30);
  await expect.poll(() => opened.asked.last).toBeGreaterThan(15);
  app.key("Escape");
  expect((await ended()).end).toBe("stopped");
  expect(core.keyframes(id).at(-1)).toBeGreaterThan(5);
  app.seek(59);
  expect(refusalOf(app.editor, "track.followPointer")).toBe("nothingToFollow");
});

test("faster playback is slowed down to the speed of the recording, and back", async () => {
  const opened = await openClip(fish);
  const { app, ended } = opened;
  app.editor.player.setSpeed(4);
  const at = hold(opened, 10);
  expect(app.editor.player.speed.peek()).toBe(1);
  app.pointerUp(...at);
  await ended();
  expect(app.editor.player.speed.peek()).toBe(4);
});

test.for(kinds.map((kind) => [kind.name, kind] as const))(
  "a late, trembling hand is enough on generated clips: %s",
  async ([, kind]) => {
    expect((await heldOn(kind, 4)).both).toBeGreaterThan(0.75);
  },
);
