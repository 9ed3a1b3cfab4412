/** What is under the pointer is what a drag moves; objects that overlap; several that are selected together. */

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
  made.app.editor.transact("drawPolygon", (tx) =>
    tx.setPolygon(second, 0 as FrameNumber, [
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
  // What is inside the box around them is picked all the same.
  app.click(150, 150);
  expect(app.workspace.selection.value.tracks.size).toBe(1);
});
