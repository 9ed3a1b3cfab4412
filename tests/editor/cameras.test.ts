/** Several cameras: one selection and one row of ids over all, drawing the same object on another camera, mirrored views. */
import { expect, test } from "vitest";
import { screenPoint } from "../../web/base/brand.ts";
import { syncCameras } from "../../web/editor/camera-sync.ts";
import { ModelServer } from "../support/model-server.ts";
import { testDatasetId } from "../support/test-workspace.ts";
import { TestEditor } from "./test-editor.ts";

const ids = { left: "1".repeat(24), middle: "2".repeat(24), right: "3".repeat(24) } as const;

/** Three cameras, the first of which is the active one. */
export async function threeCameras() {
  const server = new ModelServer();
  for (const id of Object.values(ids)) server.addDataset(id);
  server.addDataset(testDatasetId, { cameras: ids });
  const app = await TestEditor.create({ server });
  const [left, middle, right] = app.workspace.cameras as [Camera, Camera, Camera];
  return { app, left, middle, right };
}

type Camera = TestEditor["workspace"]["cameras"][number];
const tracksOf = (camera: Camera) => [...camera.document.peek().core.visibleTrackIds()];

test("new tracks have ids that no camera knows, and undo goes through them in their order", async () => {
  const { app, left, middle } = await threeCameras();
  const first = app.drawTrack([10, 10, 50, 50]);
  app.key("Escape").key("Escape").editor.activate(middle);
  const second = app.drawTrack([20, 20, 60, 60]);
  expect([first, second, tracksOf(left), tracksOf(middle)]).toEqual([0, 1, [0], [1]]);
  app.key("Ctrl+Z");
  expect([tracksOf(left), tracksOf(middle), app.workspace.active.value.name]).toEqual([[0], [], "middle"]);
  app.key("Ctrl+Z");
  expect([tracksOf(left), app.workspace.active.value.name]).toEqual([[], "left"]);
});

test("what is selected stays so on another camera; drawing there makes the same object, with its types", async () => {
  const { app, right } = await threeCameras();
  const id = app.drawTrack([10, 10, 50, 50]);
  app.editor.setType(id, "ray");
  app.key("Escape").editor.activate(right);
  expect([app.editor.selected, app.workspace.camerasWith(id).map(({ name }) => name)]).toEqual([id, ["left"]]);
  app.key("1").drag([100, 100], [140, 150]);
  expect(app.workspace.camerasWith(id).map(({ name }) => name)).toEqual(["left", "right"]);
  expect([app.typeOf(id), app.boundsOf(id)]).toEqual(["ray", [100, 100, 140, 150]]);
  app.key("Ctrl+Z");
  expect([app.workspace.camerasWith(id).length, app.editor.selected]).toEqual([1, id]);
});

test("what is half drawn belongs to the camera it was begun on", async () => {
  const { app, left, middle } = await threeCameras();
  app.key("N").pointerDown(10, 10).pointerMove(40, 40).editor.activate(middle);
  app.pointerUp(60, 60);
  expect([tracksOf(left), tracksOf(middle), app.mode]).toEqual([[], [], "creating"]);
});

test("[V-KEYS-09] [V-MULTICAM-11] L switches camera sync: what is panned and zoomed on one camera, the others do too", async () => {
  const { app, left, middle, right } = await threeCameras();
  const stop = syncCameras(app.workspace);
  middle.view.setPicture({ width: 1280, height: 960 });
  left.view.zoom(2, screenPoint(100, 100));
  expect(middle.view.viewport.value.scale).toBe(0.5);
  app.key("L");
  // The same part: a picture of twice the size is shown at half the scale.
  expect(middle.view.viewport.value).toEqual({ ...left.view.viewport.value, scale: 1 });
  right.view.pan(-30, -20);
  expect([left, middle].map(({ view: { viewport } }) => [viewport.value.x, viewport.value.y])).toEqual(
    Array.from({ length: 2 }, () => [right.view.viewport.value.x, right.view.viewport.value.y]),
  );
  left.view.reset();
  expect(right.view.viewport.value.scale).toBe(1);
  app.key("L");
  left.view.zoom(2, screenPoint(0, 0));
  expect(right.view.viewport.value.scale).toBe(1);
  stop();
});
