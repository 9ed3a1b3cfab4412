/** A drag moves what is under the pointer; overlapping objects; several selected ones. */

import { expect, test } from "vitest";
import type { Bounds, FrameNumber, TrackId } from "#core/types";
import { TestEditor } from "./test-editor.ts";

async function withBoxes(...boxes: readonly Bounds[]) {
  const app = await TestEditor.create();
  const ids = boxes.map((bounds) => app.drawTrack(bounds));
  app.key("Escape").key("Escape");
  return { app, ids };
}

test("[V-MODE-04] a drag moves what is under the pointer, selected or not, as one step", async () => {
  const { app, ids } = await withBoxes([100, 100, 200, 200], [300, 100, 400, 200]);
  app.workspace.select(ids[0]);
  app.drag([350, 150], [360, 170]);
  expect(app.boundsOf(ids[1]!)).toEqual([310, 120, 410, 220]);
  expect(app.boundsOf(ids[0]!)).toEqual([100, 100, 200, 200]);
  expect(app.editor.selected).toBe(ids[1]);
  app.key("Ctrl+Z");
  expect(app.boundsOf(ids[1]!)).toEqual([300, 100, 400, 200]);
});

test("where that is switched off, and where nothing can be edited, it pans", async () => {
  const { app, ids } = await withBoxes([100, 100, 200, 200]);
  app.settings.change({ annotatorPreferences: { dragMovesSelection: false } });
  app.drag([150, 150], [170, 160]);
  app.settings.change({ annotatorPreferences: { dragMovesSelection: true } });
  app.workspace.setReadOnly("requested");
  const before = app.refusals.length;
  app.drag([170, 160], [150, 150]);
  expect(app.boundsOf(ids[0]!)).toEqual([100, 100, 200, 200]);
  expect(app.refusals).toHaveLength(before);
});

test("a key points at the next of the objects that overlap; a drag is about that one", async () => {
  const { app, ids } = await withBoxes([100, 100, 300, 300], [150, 150, 250, 250]);
  app.pointerMove(200, 200);
  const first = app.editor.pointer.hovered.value;
  app.key("C");
  const second = app.editor.pointer.hovered.value;
  expect([first, second].toSorted()).toEqual(ids.toSorted());
  app.drag([200, 200], [210, 200]);
  expect(app.editor.selected).toBe(second);
  app.key("Escape").key("Escape").pointerMove(500, 400).key("C");
  expect(app.refusals.at(-1)).toBe("nothingBeneath");
});

test("a list and a timeline point at a track, while the pointer is not on the picture", async () => {
  const { app, ids } = await withBoxes([100, 100, 200, 200]);
  app.editor.pointer.leave();
  app.editor.pointer.pointAt(ids[0]);
  expect(app.editor.pointer.hovered.value).toBe(ids[0]);
  app.editor.pointer.pointAt(undefined);
  expect(app.editor.pointer.hovered.value).toBeUndefined();
});

async function together() {
  const made = await withBoxes([100, 100, 150, 150], [200, 200, 300, 250], [400, 400, 450, 450]);
  const [first, second] = made.ids as [TrackId, TrackId, TrackId];
  made.app.editor.transact({ kind: "shape", shape: "polygon", change: "draw" }, (tx) =>
    tx.detections.setPolygon(second, 0 as FrameNumber, [
      [
        [200, 200],
        [300, 200],
        [250, 250],
      ],
    ]),
  );
  made.app.click(120, 120).editor.dispatch({ type: "selectMore", trackIds: [first, second] });
  return { ...made, first, second };
}

test("several selected objects are moved by one drag, as one step, and so by keys", async () => {
  const { app, ids, first, second } = await together();
  app.drag([120, 120], [130, 125]);
  expect(app.mode).toBe("notEditing");
  expect([app.boundsOf(first), app.boundsOf(second)]).toEqual([
    [110, 105, 160, 155],
    [210, 205, 310, 255],
  ]);
  expect(app.workspace.core.shapes(second, 0 as FrameNumber)[0]?.paths[0]?.[0]).toEqual([210, 205]);
  expect(app.boundsOf(ids[2]!)).toEqual([400, 400, 450, 450]);
  app.key("Alt+Shift+Right");
  expect([app.boundsOf(first)?.[0], app.boundsOf(second)?.[0]]).toEqual([120, 220]);
  app.key("Ctrl+Z").key("Ctrl+Z");
  expect([app.boundsOf(first)?.[0], app.boundsOf(second)?.[0]]).toEqual([100, 200]);
});

test("the box around them stretches them, geometry and all", async () => {
  const { app, first, second } = await together();
  app.drag([300, 250], [500, 400]);
  expect([app.boundsOf(first), app.boundsOf(second)]).toEqual([
    [100, 100, 200, 200],
    [300, 300, 500, 400],
  ]);
  expect(app.workspace.core.shapes(second, 0 as FrameNumber)[0]?.paths[0]?.[1]).toEqual([500, 300]);
  // Objects inside the surrounding box can still be picked.
  app.click(150, 150);
  expect(app.workspace.selection.value.tracks.size).toBe(1);
});

test("what has no extent is not stretched that way, and moves with the side that is dragged", async () => {
  const { app, ids } = await withBoxes([100, 100, 150, 150], [200, 200, 300, 250]);
  app.editor.transact({ kind: "shape", shape: "box", change: "resize" }, (tx) => {
    for (const [at, id] of ids.entries()) {
      tx.detections.setBounds(id, 0 as FrameNumber, [100, 100 + 100 * at, 100, 150 + 100 * at]);
    }
  });
  app.workspace.select(ids[0]);
  app.editor.dispatch({ type: "selectMore", trackIds: ids });
  app.drag([100, 250], [120, 400]);
  const stretched = ids.map((id) => app.boundsOf(id)!);
  expect(stretched.map(([, top, , bottom]) => [top, bottom])).toEqual([
    [100, 200],
    [300, 400],
  ]);
  expect(stretched.flatMap(([left, , right]) => right - left)).toEqual([0, 0]);
});

test("a rotated box that is stretched with others has the bounds of its corners", async () => {
  const { app, ids } = await withBoxes([100, 100, 150, 150], [200, 200, 300, 250]);
  app.workspace.select(ids[1]);
  app.key("Alt+Shift+PageUp");
  app.editor.dispatch({ type: "selectMore", trackIds: ids });
  const [shape] = app.editor.pointer.editable.value;
  if (shape?.kind !== "rectangle") throw new Error("There is no box around what is selected.");
  const [, , right, bottom] = shape.bounds;
  app.drag([right, bottom], [right + 50, bottom]);
  const corners = app.workspace.core.shapes(ids[1]!, 0 as FrameNumber)[0]!.paths[0]!;
  const around = [0, 1].flatMap((axis) => {
    const along = corners.map((corner) => corner[axis as 0]);
    return [Math.min(...along), Math.max(...along)];
  });
  const [x1, y1, x2, y2] = app.boundsOf(ids[1]!)!;
  for (const [at, side] of [x1, x2, y1, y2].entries()) expect(Math.abs(side - around[at]!)).toBeLessThanOrEqual(1);
});

test("while a video plays, a press goes on over the next pictures: a click picks, a drag moves or pans", async () => {
  const { app, ids } = await withBoxes([100, 100, 150, 150]);
  app.editor.transact({ kind: "shape", shape: "box", change: "resize" }, (tx) =>
    tx.detections.setBounds(ids[0]!, 20 as FrameNumber, [100, 100, 150, 150]),
  );
  const pressWhilePlaying = (x: number, ...to: readonly number[]) => {
    if (!app.editor.player.playing.peek()) app.editor.player.toggle();
    app.pointerDown(x, 120);
    for (const next of to) app.seek(app.editor.frame + 1).pointerMove(next, 120);
    app.pointerUp(to.at(-1) ?? x, 120);
  };
  pressWhilePlaying(120, 120);
  expect(app.editor.selected).toBe(ids[0]);
  app.key("Escape").key("Escape");
  pressWhilePlaying(120, 121, 140);
  expect(app.boundsOf(ids[0]!)).toEqual([120, 100, 170, 150]);
  expect(app.editor.player.playing.peek()).toBe(false);
  app.key("Escape").key("Escape");
  const before = app.editor.view.viewport.peek();
  pressWhilePlaying(400, 401, 440);
  expect(app.editor.view.viewport.peek()).not.toEqual(before);
  expect(app.editor.player.playing.peek()).toBe(true);
});

test("what a list points at is pointed at no longer once it is deleted, also where that is undone", async () => {
  const { app, ids } = await withBoxes([100, 100, 150, 150]);
  app.editor.pointer.leave();
  app.editor.pointer.pointAt(ids[0]);
  app.editor.transact({ kind: "track", change: "delete" }, (tx) => tx.tracks.delete(ids[0]!));
  expect(app.editor.pointer.hovered.value).toBeUndefined();
  app.key("Ctrl+Z");
  expect(app.editor.pointer.hovered.value).toBeUndefined();
});
