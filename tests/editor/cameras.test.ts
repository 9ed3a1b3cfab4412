/**
 * Several cameras: one selection and one range of ids for all, drawing the same object on another camera, synchronized
 * views.
 */
import { expect, test } from "vitest";
import { refusalText } from "../../web/commands/refusal-text.ts";
import { refusalOf, runCommand } from "../../web/commands/registry.ts";
import { screenPoint } from "../../web/base/brand.ts";
import { syncCameras } from "../../web/editor/cameras/camera-sync.ts";
import { ModelServer } from "../support/model-server.ts";
import { testDatasetId } from "../support/test-workspace.ts";
import { TestEditor } from "./test-editor.ts";
import { setType } from "../../web/editor/edits/track-edits.ts";

const ids = { left: "1".repeat(24), middle: "2".repeat(24), right: "3".repeat(24) } as const;

/** Three cameras, the first of which is active. */
export async function threeCameras() {
  const server = new ModelServer();
  for (const id of Object.values(ids)) server.addDataset(id);
  server.addDataset(testDatasetId, { cameras: ids });
  const app = await TestEditor.create({ server });
  const [left, middle, right] = app.workspace.cameras as [Camera, Camera, Camera];
  return { app, left, middle, right };
}

type Camera = TestEditor["workspace"]["cameras"][number];
const tracksOf = (camera: Camera) => [...camera.document.peek().core.shown.trackIds()];

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
  setType(app.editor, id, "ray");
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

/** A track on the left camera, selected, and one on the right camera. */
async function twoTracks() {
  const cameras = await threeCameras();
  const { app, left, right } = cameras;
  app.editor.activate(right);
  const there = app.drawTrack([100, 100, 150, 150]);
  setType(app.editor, there, "ray");
  app.key("Escape").key("Escape").editor.activate(left);
  const here = app.drawTrack([10, 10, 50, 50]);
  app.key("Escape");
  return { ...cameras, here, there };
}

test("[V-MULTICAM-04] [V-MULTICAM-05] [V-MULTICAM-09] linking starts with a selected track and a camera that exists", async () => {
  const { app, here } = await twoTracks();
  app.key("Escape");
  expect(app.editor.selected).toBeUndefined();
  runCommand(app.editor, "cameras.link", { camera: "right" });
  expect([app.mode, app.refusals.at(-1), app.workspace.active.value.name]).toEqual([
    "notEditing",
    "nothingToLink",
    "left",
  ]);
  expect(refusalText("nothingToLink")).toBe("Cannot start Linking without a track selected");
  app.editor.lists.selectAndShow(here);
  expect(() => runCommand(app.editor, "cameras.link", { camera: "top" })).toThrow('There is no camera "top".');
  runCommand(app.editor, "cameras.link", { camera: "right" });
  expect([app.mode, app.workspace.active.value.name]).toEqual(["linking", "right"]);
});

test("[V-MULTICAM-06] while linking another camera is refused with what to do, and the pick makes both one object", async () => {
  const { app, left, right, here } = await twoTracks();
  runCommand(app.editor, "cameras.link", { camera: "right" });
  app.editor.activate(left);
  expect([app.refusals.at(-1), app.workspace.active.value.name]).toEqual(["linking", "right"]);
  expect(refusalText("linking")).toBe(
    "You are linking tracks. Press OK and Escape to leave Linking mode, or pick another track in the highlighted camera.",
  );
  // Nothing is being drawn, and a click next to everything selects nothing.
  app.key("N").key("1").click(300, 300);
  expect([app.mode, app.refusals.slice(-2)]).toEqual(["linking", ["linking", "linking"]]);
  app.key("Escape").expectToBeIn("notEditing");
  expect(app.editor.selected).toBe(here);

  runCommand(app.editor, "cameras.link");
  app.key("Escape");
  runCommand(app.editor, "cameras.link", { camera: "right" });
  app.click(100, 120).expectToBeIn("notEditing");
  expect([tracksOf(left), tracksOf(right), app.editor.selected]).toEqual([[here], [here], here]);
  expect([app.typeOf(here), app.boundsOf(here)]).toEqual(["ray", [100, 100, 150, 150]]);
  app.key("Ctrl+Z");
  expect([tracksOf(left), tracksOf(right)]).toEqual([[here], [0]]);
});

test("[V-MULTICAM-07] [V-MULTICAM-08] a track that exists in another camera cannot be linked or chosen for it", async () => {
  const { app, left, middle, right, here, there } = await twoTracks();
  // The track of the right camera is on the middle one, too.
  app.editor.lists.selectAndShow(there);
  app.editor.activate(middle);
  app.key("1").drag([200, 200], [240, 240]).key("Escape").key("Escape");
  app.editor.activate(left);
  app.editor.lists.selectAndShow(here);
  runCommand(app.editor, "cameras.link", { camera: "right" });
  app.click(100, 120).expectToBeIn("linking");
  expect([app.refusals.at(-1), tracksOf(right)]).toEqual(["cannotLink", [there]]);
  expect(refusalText("cannotLink", there)).toContain(`Track ${there} exists in another camera`);
  app.key("Escape");
  // A track that is already on the camera cannot be linked with another one there.
  app.editor.activate(right);
  app.editor.lists.selectAndShow(there);
  runCommand(app.editor, "cameras.link", { camera: "middle" });
  expect([app.mode, app.refusals.at(-1)]).toEqual(["notEditing", "linkedAlready"]);
});

test("[V-MULTICAM-10] unlinking makes a new track of the same camera; deleting is about one camera or all", async () => {
  const { app, left, middle, right, here } = await twoTracks();
  for (const camera of [middle, right]) {
    app.editor.activate(camera);
    app.editor.dispatch({ type: "edit", trackId: here });
    app.drag([200, 200], [240, 240]).key("Escape");
  }
  app.editor.activate(left);
  runCommand(app.editor, "cameras.unlink", { camera: "right" });
  expect([left, middle, right].map(tracksOf)).toEqual([[here], [here], [0, here + 1]]);
  expect([app.editor.selected, app.workspace.active.value.name]).toEqual([here, "left"]);

  await runCommand(app.editor, "cameras.delete", { camera: "middle" });
  expect([[left, middle, right].map(tracksOf), app.editor.selected]).toEqual([[[here], [], [0, here + 1]], here]);
  expect(refusalOf(app.editor, "cameras.unlink")).toBe("notLinked");
  app.key("Ctrl+Z");
  await runCommand(app.editor, "cameras.delete");
  expect([[left, middle].map(tracksOf), app.editor.selected]).toEqual([[[], []], undefined]);
  app.key("Ctrl+Z");
  expect([left, middle].map(tracksOf)).toEqual([[here], [here]]);
});

test("a press on another camera while linking is refused, and is not a pick", async () => {
  const { app, left, right } = await twoTracks();
  runCommand(app.editor, "cameras.link", { camera: "right" });
  expect([app.editor.activate(left), app.editor.activate(right)]).toEqual([false, true]);
  expect(app.mode).toBe("linking");
});
