/** Tracking: the real tracker on a synthetic clip, the real editor; only decoding is left out. */
import { expect, test, vi } from "vitest";
import { polygonIou } from "#core/metrics/polygon-iou";
import type { FrameNumber, Point } from "#core/types";
import { overlapOf } from "#vision/bounds";
import { median } from "../pipelines/measure.ts";
import { crossing, darting, vanishing, wandering } from "../pipelines/scenes.ts";
import { refusalOf } from "../../web/commands/registry.ts";
import { selectTracks } from "../../web/session/display/selection.ts";
import { nameOfAction } from "../../web/session/undo/edit-action.ts";
import { keyframesOver } from "./assist-accuracy.ts";
import { openClip, originsOf, readClip } from "./followed-clip.ts";

/** A busy machine takes ten times as long to look at the pictures. */
vi.setConfig({ testTimeout: 120_000 });

const scene = wandering(80, 2);
const fish = readClip(scene);

test("J follows to the last frame: few keyframes marked as the tracker's, one step, and on the object in between", async () => {
  const opened = await openClip(fish);
  const { app, id, core, truth, boxAt, ended } = opened;
  app.key("J");
  const { keyframes, from, to, end } = await ended();
  expect([from, to, end]).toEqual([0, 79, "end"]);
  expect(keyframes).toBeLessThan(40);
  expect(originsOf(opened)).toEqual([undefined, ...Array<string>(keyframes).fill("tracker")]);
  const overlaps = [...truth].map(([frame, bounds]) => overlapOf(bounds, boxAt(frame)));
  expect(median(overlaps)).toBeGreaterThan(0.8);
  expect(app.workspace.steps.entries.peek().map(({ action }) => nameOfAction(action))).toEqual([
    "track.add",
    "track.follow",
  ]);
  expect(app.editor.suggestions.offer.peek()).toBeUndefined();
  app.key("Ctrl+Z");
  expect([...core.keyframes(id)]).toEqual([0]);
});

test("it ends at a keyframe that a person drew, which stays; the tracker's own make room; what a person moves is theirs", async () => {
  const opened = await openClip(fish);
  const { app, id, core, ended, truth } = opened;
  app.seek(20);
  const { x1, y1, x2, y2 } = truth.get(20)!;
  const drawn = [x1 + 3, y1 + 2, x2 + 3, y2 + 2].map(Math.round);
  app.workspace.transact({ kind: "shape", shape: "box", change: "draw" }, 20 as FrameNumber, (tx) =>
    tx.detections.setBounds(id, 20 as FrameNumber, drawn as never),
  );
  app.seek(0).key("J");
  expect(await ended()).toMatchObject({ from: 0, to: 19, end: "keyframe" });
  expect([...core.detectionAt(id, 20 as FrameNumber)!.bounds]).toEqual(drawn);
  expect(core.detectionAttributes(id, 20 as FrameNumber)["origin"]).toBeUndefined();
  // It arrives there without a jump.
  const before = core.detectionAt(id, 19 as FrameNumber)!.bounds[0];
  expect(Math.abs(drawn[0]! - before)).toBeLessThan(5);
  const first = [...core.keyframes(id)];
  app.seek(0).key("J");
  await ended();
  expect([...core.keyframes(id)]).toEqual(first);
  const own = first[1]! as FrameNumber;
  app.seek(own).key("Alt+Right");
  expect(core.detectionAttributes(id, own)["origin"]).toBeUndefined();
  app.seek(0).key("J");
  expect((await ended()).end).toBe("keyframe");
  expect([...core.keyframes(id)].includes(own)).toBe(true);
});

test("an outline and a head-tail line turn and grow with the object, between the keyframes too; going back removes them", async () => {
  const opened = await openClip(fish);
  const { app, id, core, ended } = opened;
  const { at } = scene.movers[0]!;
  /** Points around the object, at a share of its half sizes. */
  const around = (frame: number, count: number, reach: number): Point[] =>
    Array.from({ length: count }, (_, n) => {
      const { x, y, halfWidth, halfHeight, turn = 0 } = at(frame / (scene.frames - 1));
      const angle = (2 * Math.PI * n) / count;
      const [u, v] = [reach * halfWidth * Math.cos(angle), reach * halfHeight * Math.sin(angle)];
      return [x + u * Math.cos(turn) - v * Math.sin(turn), y + u * Math.sin(turn) + v * Math.cos(turn)];
    });
  app.workspace.transact({ kind: "shape", shape: "polygon", change: "draw" }, 0 as FrameNumber, (tx) => {
    const [head, tail] = around(0, 2, 0.9);
    tx.detections.setPolygon(id, 0 as FrameNumber, [around(0, 24, 1)], "");
    tx.detections.setHeadTail(id, 0 as FrameNumber, head!, tail!);
  });
  /** Kinds of the shapes that are dashed during the search. */
  const suggested = new Set<string>();
  const forget = app.editor.suggestions.offer.subscribe((offer) => {
    for (const { shape } of offer?.suggestions ?? []) suggested.add(shape.kind);
  });
  app.seek(0).key("J");
  const { keyframes, to } = await ended();
  forget();
  expect([to, keyframes < 60]).toEqual([79, true]);
  expect([...suggested]).toEqual(expect.arrayContaining(["rectangle", "polygon"]));
  const shapesOn = (frame: number) => {
    const stored = core.shapes(id, frame as FrameNumber);
    return stored.length > 0 ? stored : core.shown.computedShapes(id, frame as FrameNumber);
  };
  const frames = Array.from({ length: 80 }, (_, frame) => frame);
  const overlaps = frames.map((frame) => {
    const polygon = shapesOn(frame).find(({ kind }) => kind === "Polygon");
    return polygonIou([polygon?.paths ?? []], [[around(frame, 24, 1)]]);
  });
  expect(median(overlaps)).toBeGreaterThan(0.93);
  expect(Math.min(...overlaps)).toBeGreaterThan(0.8);
  for (const frame of frames) {
    const head = shapesOn(frame).find(({ kind, key }) => kind === "Point" && key === "head")?.paths[0]?.[0];
    const [x, y] = around(frame, 2, 0.9)[0]!;
    expect.soft(Math.hypot((head?.[0] ?? 0) - x, (head?.[1] ?? 0) - y), `head on frame ${frame}`).toBeLessThan(5);
  }
  // The box encloses the outline, as when a person draws it.
  const last = core.detectionAt(id, to as FrameNumber)!.bounds;
  const outline = core.shapes(id, to as FrameNumber).find(({ kind }) => kind === "Polygon")!.paths[0]!;
  expect(last[0]).toBeCloseTo(Math.min(...outline.map(([x]) => x)), 0);
  app.key("Ctrl+Z");
  expect(shapesOn(40)).toEqual([]);
  expect(core.shapes(id, 0 as FrameNumber).length).toBeGreaterThan(1);
});

test("backwards with Shift+J; it stops where the object is gone, and at once with Escape, keeping what was found", async () => {
  const back = await openClip(fish, 30);
  back.app.key("Shift+J");
  expect(await back.ended()).toMatchObject({ from: 30, to: 0, end: "end" });
  expect(back.core.track(back.id).begin).toBe(0);

  const gone = await openClip(readClip(vanishing(40, 2, 0.6)));
  gone.app.key("J");
  const { to, end } = await gone.ended();
  expect([end, Math.abs(to - 23) <= 10]).toEqual(["lost", true]);

  const stopped = await openClip(fish);
  const { promise, resolve } = Promise.withResolvers<void>();
  stopped.asked.wait = (frame) => (frame < 12 ? Promise.resolve() : promise);
  stopped.app.key("J");
  await vi.waitFor(() => expect(stopped.app.editor.following.peek()?.frame).toBeGreaterThan(8));
  // The same key also stops it, wherever the playhead is by now.
  expect(refusalOf(stopped.app.editor, "track.followForwards")).toBeUndefined();
  stopped.app.key("Escape");
  resolve();
  expect((await stopped.ended()).end).toBe("stopped");
  expect(stopped.core.track(stopped.id).end).toBeLessThan(13);
  expect(stopped.core.track(stopped.id).end).toBeGreaterThan(5);
});

test("several selected tracks are followed together: one picture each frame, one step, and each stops on its own", async () => {
  const { app, id, core, all, draw, boxAt, ended, asked } = await openClip(readClip(crossing(60)));
  const second = draw(0, 2);
  app.key("Escape");
  // The user has drawn the second one on frame 30.
  const drawn = Object.values(all[2]!.find(({ frame }) => frame === 30)!.bounds).map(Math.round);
  app.workspace.transact({ kind: "shape", shape: "box", change: "draw" }, 30 as FrameNumber, (tx) =>
    tx.detections.setBounds(second, 30 as FrameNumber, drawn as never),
  );
  const before = [...core.keyframes(id), ...core.keyframes(second)];
  const elsewhere = (app.seek(50), draw(50, 1));
  app.key("Escape").seek(0);
  app.workspace.setSelection(selectTracks([id, second, elsewhere]));
  app.key("J");
  const first = await ended();
  const [result] = app.followed;
  expect(result?.tracks.map(({ track, end }) => [track, end])).toEqual([
    [id, first.end],
    [second, "keyframe"],
  ]);
  expect(result?.left).toBe(1);
  expect(result?.tracks[1]?.to).toBe(29);
  // The first continues after the second has ended, up to the pole.
  expect(result?.tracks[0]?.to).toBeGreaterThan(32);
  expect(asked.frames).toEqual([...asked.frames.keys()]);
  expect([...core.detectionAt(second, 30 as FrameNumber)!.bounds]).toEqual(drawn);
  for (const [of, track] of [
    [0, id],
    [2, second],
  ] as const) {
    const overlaps = all[of]!.filter(({ frame }) => frame < 24).map(({ frame, bounds }) =>
      overlapOf(bounds, boxAt(frame, track)),
    );
    expect(median(overlaps)).toBeGreaterThan(0.7);
  }
  const actions = app.workspace.steps.entries.peek().map(({ action }) => nameOfAction(action));
  expect(actions.filter((name) => name === "track.follow")).toHaveLength(1);
  // User edits are kept: undoing the tracking leaves them.
  const own = [...core.keyframes(id)][1]! as FrameNumber;
  app.editor.dispatch({ type: "select", trackId: id });
  app.seek(own).key("Alt+Right");
  result?.goBack();
  expect([...core.keyframes(id)]).toEqual([0, own]);
  expect([...core.keyframes(second)]).toEqual([0, 30]);
  app.key("Ctrl+Z");
  expect([...core.keyframes(second)].length).toBeGreaterThan(2);
  app.key("Ctrl+Z").key("Ctrl+Z");
  expect([...core.keyframes(id), ...core.keyframes(second)]).toEqual(before);
});

test("going back gives the keyframes of an earlier following back; a track that is edited meanwhile stops alone", async () => {
  const { app, id, core, draw, ended, asked } = await openClip(readClip(crossing(60)));
  const second = draw(0, 2);
  app.key("Escape").seek(0);
  app.workspace.select(id);
  app.key("J");
  await ended();
  // Starting from another box, it finds different ones.
  app.seek(0).key("Alt+Right").key("Alt+Right").key("Alt+Down").key("Alt+Down");
  const first = [...core.keyframes(id)].map((frame) => [frame, ...core.detectionAt(id, frame as FrameNumber)!.bounds]);
  app.workspace.setSelection(selectTracks([id, second]));
  const { promise, resolve } = Promise.withResolvers<void>();
  asked.wait = (frame) => (frame < 12 ? Promise.resolve() : promise);
  app.seek(0).key("J");
  await vi.waitFor(() => expect(app.editor.following.peek()?.frame).toBeGreaterThan(8));
  app.workspace.transact({ kind: "shape", shape: "box", change: "draw" }, 50 as FrameNumber, (tx) =>
    tx.detections.setBounds(second, 50 as FrameNumber, [1, 1, 9, 9]),
  );
  resolve();
  await ended();
  const result = app.followed.at(-1);
  expect(result?.tracks[1]?.end).toBe("edited");
  expect(result?.tracks[1]?.to).toBeLessThan(14);
  expect(result?.tracks[0]?.to).toBeGreaterThan(20);
  result?.goBack();
  expect(
    [...core.keyframes(id)].map((frame) => [frame, ...core.detectionAt(id, frame as FrameNumber)!.bounds]),
  ).toEqual(first);
  expect([...core.keyframes(second)]).toEqual([0, 50]);
});

test("Shift+B goes where a keyframe helps most and suggests it, from pictures that are looked at once", async () => {
  const { app, id, core, truth, boxAt, asked, draw } = await openClip(readClip(darting(90, 3)));
  app.seek(89);
  const { x1, y1, x2, y2 } = truth.get(89)!;
  app.workspace.transact({ kind: "shape", shape: "box", change: "draw" }, 89 as FrameNumber, (tx) => {
    tx.detections.setInterpolate(id, 0 as FrameNumber, true);
    tx.detections.setBounds(id, 89 as FrameNumber, [x1, y1, x2, y2].map(Math.round) as never);
  });
  const mean = (): number =>
    [...truth].reduce((sum, [frame, bounds]) => sum + overlapOf(bounds, boxAt(frame)), 0) / truth.size;
  const before = mean();
  for (let count = 0; count < 9; count++) {
    app.workspace.select(id);
    app.seek(0).key("Shift+B");
    await vi.waitFor(() => expect(app.editor.player.frame.peek()).toBeGreaterThan(0), { timeout: 30_000 });
    const frame = app.editor.player.frame.peek();
    expect(core.keyframes(id).includes(frame as never)).toBe(false);
    app.key("Ctrl+Enter");
    expect(core.detectionAttributes(id, frame as FrameNumber)["origin"]).toBe("tracker");
  }
  expect(before).toBeLessThan(0.6);
  expect(mean()).toBeGreaterThan(0.88);
  // Forwards once; later results are cached.
  expect(asked.frames).toHaveLength(90);
  // A track with one keyframe has nothing in between.
  app.key("Escape");
  draw(5);
  app.key("Escape").key("Shift+B");
  expect(app.refusals.at(-1)).toBe("nothingBetween");
});

test("asked for, half as many keyframes do on objects that rest and dart; following stays on the object", async () => {
  const { even, asked } = await keyframesOver(darting, [1, 2]);
  expect(asked / even).toBeLessThan(0.6);
});
