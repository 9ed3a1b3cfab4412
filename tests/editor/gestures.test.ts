/** Drags and clicks other than drawing: moving what is under the pointer, panning anywhere, double clicks. */
import { expect, test } from "vitest";
import type { Viewport } from "../../web/base/viewport.ts";
import { TestEditor } from "./test-editor.ts";

/** A track at [100, 100, 200, 200], selected but not being edited. */
async function withSelected(options: Parameters<typeof TestEditor.create>[0] = {}) {
  const app = await TestEditor.create(options);
  const id = app.drawTrack([100, 100, 200, 200]);
  app.key("Escape").expectToBeIn("notEditing.idle");
  expect(app.editor.selected).toBe(id);
  // So that panning is possible.
  app.editor.view.zoomCenter(1.25);
  app.editor.view.reset();
  return { app, id };
}

const offset = (app: TestEditor): Viewport => app.editor.view.viewport.peek();

test("[V-MODE-04] dragging what is selected begins editing it and moves it, as one step", async () => {
  const { app, id } = await withSelected();
  app.pointerMove(150, 150);
  expect(app.editor.pointer.cursor.peek()).toBe("move");
  app.pointerDown(150, 150).expectToBeIn("notEditing.pointing");
  app.pointerMove(156, 150).expectToBeIn("editing.translating");
  expect(app.boundsOf(id), "not before the pointer is up").toEqual([100, 100, 200, 200]);
  app.pointerMove(170, 160).pointerUp(170, 160).expectToBeIn("editing.idle");
  expect(app.boundsOf(id)).toEqual([120, 110, 220, 210]);
  app.key("Ctrl+Z");
  expect(app.boundsOf(id), "one step").toEqual([100, 100, 200, 200]);
});

test("the cursor is right at once after a click or a key, before the pointer moves", async () => {
  const { app } = await withSelected();
  app.settings.change({ annotatorPreferences: { dragMovesSelection: false } });
  app.key("Escape").pointerMove(150, 150);
  expect(app.editor.pointer.cursor.peek()).toBe("pointer");
  app.settings.change({ annotatorPreferences: { dragMovesSelection: true } });
  app.click(150, 150);
  expect(app.editor.pointer.cursor.peek()).toBe("move");
  app.key("N");
  expect(app.editor.pointer.cursor.peek()).toBe("crosshair");
  app.editor.pointer.leave();
  expect(app.editor.pointer.cursor.peek()).toBe("default");
});

test("[V-CANVAS-04] a click on what is selected moves nothing and edits nothing", async () => {
  const { app, id } = await withSelected();
  app.pointerDown(150, 150).pointerMove(154, 150).pointerUp(154, 150).expectToBeIn("notEditing.idle");
  expect(app.boundsOf(id)).toEqual([100, 100, 200, 200]);
  expect(app.editor.selected).toBe(id);
});

test("a moved box that is let go with Escape stays where it was", async () => {
  const { app, id } = await withSelected();
  app.pointerDown(150, 150).pointerMove(250, 250).key("Escape").expectToBeIn("notEditing.idle").pointerUp(250, 250);
  expect(app.boundsOf(id)).toEqual([100, 100, 200, 200]);
});

test("moving what is selected can be switched off: the drag pans", async () => {
  const { app, id } = await withSelected();
  app.settings.change({ annotatorPreferences: { dragMovesSelection: false } });
  app.pointerDown(150, 150).pointerMove(170, 160).expectToBeIn("notEditing.panning").pointerUp(170, 160);
  expect(app.boundsOf(id)).toEqual([100, 100, 200, 200]);
});

test("in read-only mode the drag is refused, and says why", async () => {
  const { app, id } = await withSelected();
  app.workspace.setReadOnly("requested");
  app.click(150, 150);
  expect(app.editor.selected).toBe(id);
  const before = offset(app);
  app.drag([150, 150], [190, 190]).expectToBeIn("notEditing.idle");
  expect(app.refusals).toEqual(["readOnly"]);
  expect(app.boundsOf(id)).toEqual([100, 100, 200, 200]);
  expect(offset(app), "nor does it pan").toEqual(before);
});

test("what is hidden is not moved", async () => {
  const { app, id } = await withSelected();
  app.workspace.display.setTrackShown(id, false);
  app.pointerDown(150, 150).pointerMove(170, 160).expectToBeIn("notEditing.panning").pointerUp(170, 160);
  expect(app.boundsOf(id)).toEqual([100, 100, 200, 200]);
});

test("the middle button, and any while panning is held, pans in every mode and draws nothing", async () => {
  const { app } = await withSelected();
  app.key("N").editor.view.zoomCenter(4);
  let before = offset(app);
  app.drag([300, 300], [340, 320], "middle").expectToBeIn("creating.idle");
  expect(offset(app)).toEqual({ ...before, x: before.x + 40, y: before.y + 20 });
  app.editor.pointer.setPansAnywhere(true);
  expect(app.editor.pointer.cursor.peek()).toBe("grab");
  before = offset(app);
  app.drag([340, 320], [300, 300]).expectToBeIn("creating.idle");
  expect(offset(app)).toEqual({ ...before, x: before.x - 40, y: before.y - 20 });
  app.click(300, 300);
  app.editor.pointer.setPansAnywhere(false);
  expect(app.workspace.core.trackCount).toBe(1);
  app.drag([300, 300], [340, 320]).expectToBeIn("editing.idle");
  expect(app.workspace.core.trackCount).toBe(2);
});

test("a double click edits what is under it, one on the empty canvas nothing", async () => {
  const { app, id } = await withSelected();
  app.doubleClick(400, 400).expectToBeIn("notEditing");
  expect(app.editor.selected).toBeUndefined();
  app.doubleClick(150, 150).expectToBeIn("editing");
  expect(app.editor.selected).toBe(id);
  app.doubleClick(150, 150).expectToBeIn("editing");
  app.key("Escape").workspace.setReadOnly("requested");
  app.doubleClick(150, 150).expectToBeIn("notEditing");
  expect(app.refusals).toEqual(["readOnly"]);
});

test("the right button edits what it is pressed on, and opens the menu where there is nothing", async () => {
  const app = await TestEditor.create();
  const id = app.drawTrack([100, 100, 200, 180]);
  app.key("Escape").key("Escape").click(300, 300, "secondary");
  expect(app.calls).toEqual(["openMenu 300 300"]);
  app.click(150, 101, "secondary").expectToBeIn("editing");
  expect(app.editor.selected).toBe(id);
  expect(app.calls).toHaveLength(1);
});

test("a drag that begins on an object within the selected one moves that one, and the selected one by its edge", async () => {
  const app = await TestEditor.create();
  const big = app.drawTrack([100, 100, 400, 400]);
  app.key("Escape").key("Escape");
  const small = app.drawTrack([200, 200, 240, 240]);
  app.key("Escape").key("Escape").click(100, 300);
  expect(app.editor.selected).toBe(big);
  app.drag([210, 210], [230, 230]);
  expect(app.boundsOf(small)).toEqual([220, 220, 260, 260]);
  expect(app.boundsOf(big)).toEqual([100, 100, 400, 400]);
  app.key("Escape").key("Escape").drag([300, 101], [310, 101]);
  expect(app.boundsOf(big)).toEqual([110, 100, 410, 400]);
});

test("a nudge moves the polygon of a detection with its box", async () => {
  const app = await TestEditor.create();
  const id = app.drawTrack([100, 100, 200, 200]);
  app.key("Escape");
  const ring = [
    [100, 100],
    [200, 100],
    [150, 200],
  ] as const;
  app.editor.transact({ kind: "shape", shape: "polygon", change: "draw" }, (tx) =>
    tx.detections.setPolygon(id, app.editor.frame, [ring]),
  );
  app.key("Alt+Right");
  expect(app.boundsOf(id)).toEqual([101, 100, 201, 200]);
  const [row] = [...app.workspace.core.writer.trackRows()].map(({ json }) => json);
  expect(row).toContain("[101,100]");
  expect(row).toContain("[151,200]");
});
