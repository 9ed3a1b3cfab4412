/**
 * Two cameras are registered by points, and annotations are copied across: a real core, a real workspace, a model of
 * the server.
 */
import { expect, test } from "vitest";
import { createTransformSolver } from "#core";
import type { FrameNumber, TrackId } from "#core/types";
import { imagePoint } from "../../web/base/brand.ts";
import { refusalOf, runCommand } from "../../web/commands/registry.ts";
import { Registration } from "../../web/session/cameras/registration.ts";
import { TestEditor } from "../editor/test-editor.ts";
import { ModelServer } from "../support/model-server.ts";
import { testDatasetId } from "../support/test-workspace.ts";

const solve = await createTransformSolver();
const ids = { left: "1".repeat(24), right: "2".repeat(24), top: "3".repeat(24) };
type Camera = TestEditor["workspace"]["cameras"][number];
type Place = readonly [number, number];

/** @param later by how many frames the right camera's numbers lag */
async function open(configuration: object = {}, { readOnly = false, later = 0 } = {}) {
  const server = new ModelServer();
  for (const id of Object.values(ids)) server.addDataset(id);
  server.addDataset(testDatasetId, { cameras: ids, configuration });
  const made: { registration?: Registration } = {};
  const app = await TestEditor.create({
    server,
    readOnly,
    registrationOf(workspace) {
      const [, right] = workspace.cameras;
      const shift = (camera: Camera): number => (camera === right ? later : 0);
      made.registration = new Registration({
        workspace,
        solve,
        sameInstant(from, frame, to) {
          const there = frame - shift(from) + shift(to);
          return there < 0 ? undefined : (there as FrameNumber);
        },
      });
      return made.registration;
    },
  });
  const [left, right, top] = app.workspace.cameras as [Camera, Camera, Camera];
  const { registration } = made;
  if (registration === undefined) throw new Error("no registration");
  const pick = (a: Place, b: Place): void => {
    registration.pick(left, imagePoint(...a));
    registration.pick(right, imagePoint(...b));
  };
  return { app, server, left, right, top, registration, pick };
}

/** Twice as large, and shifted to the right. */
const doubled = ([x, y]: Place): Place => [2 * x + 10, 2 * y - 20];
const corners: readonly Place[] = [
  [20, 20],
  [300, 30],
  [290, 200],
  [30, 220],
];
const boxOn = (camera: Camera, id: TrackId, frame = 0) => {
  const { core } = camera.document.peek();
  return core.hasTrack(id) ? [...(core.detectionAt(id, frame as FrameNumber)?.bounds ?? [])] : undefined;
};

test("points are picked without a mouse: arrows move the crosshair, Enter sets a point and goes on to the other camera", async () => {
  const { app, left, right, top, registration } = await open();
  const active = () => app.workspace.active.peek();
  const press = (...keys: readonly string[]) => keys.map((key) => app.key(key));
  expect(refusalOf(app.editor, "shape.finish")).toBe("noShapeExpected");
  runCommand(app.editor, "cameras.pickPoints");
  // Nothing is set on frames that were not visited.
  press("Enter");
  expect([active(), registration.half.peek()]).toEqual([left, undefined]);
  press("Alt+Right", "Alt+Shift+Down", "Enter");
  const first = registration.half.peek();
  expect([active(), first?.camera]).toEqual([right, left]);
  press("Alt+Left", "Enter");
  expect(active()).toBe(left);
  const [point] = registration.points.peek();
  expect(point?.at[0]).toEqual(first?.at);
  expect(point?.at[1]).toEqual(imagePoint((first?.at.x ?? 0) - 1, first?.at.y ?? 0));
  // A camera outside of the pair has no points.
  app.editor.activate(top);
  expect(refusalOf(app.editor, "shape.finish")).toBe("noShapeExpected");
  press("Escape");
  expect(registration.isPicking.peek()).toBe(false);
});

test("points are picked on both cameras, listed with what they are off, taken back, and stored as existing clients know them", async () => {
  const { app, server, left, registration, pick } = await open();
  expect(registration.pick(left, imagePoint(1, 1))).toBe(false);
  runCommand(app.editor, "cameras.pickPoints");
  expect(registration.isPicking.peek()).toBe(true);
  // A better point replaces the pending one.
  registration.pick(left, imagePoint(5, 5));
  for (const corner of corners) pick(corner, doubled(corner));
  expect(registration.points.peek().map(({ at: [a, b] }) => [a.x, a.y, b.x, b.y])).toEqual(
    corners.map((corner) => [...corner, ...doubled(corner)]),
  );
  const found = registration.solution.peek();
  expect(typeof found === "string" ? found : found.rms).toBeCloseTo(0, 6);
  // Ctrl+Z undoes pairs; Escape removes the pending point, then ends picking.
  app.editor.undo();
  expect([registration.points.peek().length, registration.solution.peek()]).toEqual([3, "tooFew"]);
  app.editor.redo();
  registration.pick(left, imagePoint(7, 7));
  app.key("Escape");
  expect([registration.half.peek(), registration.isPicking.peek()]).toEqual([undefined, true]);
  app.key("Escape");
  expect(registration.isPicking.peek()).toBe(false);

  await app.editor.saver.save();
  const stored = server.dataset(testDatasetId).configuration as Record<string, Record<string, unknown>>;
  expect(stored["cameraCorrespondences"]?.["left::right"]).toEqual(
    corners.map((corner, index) => ({ id: index + 1, a: corner, b: doubled(corner) })),
  );
  expect(stored["cameraTransformTypes"]).toEqual({ "left::right": "homography" });
  const { AtoB } = stored["cameraHomographies"]?.["left::right"] as { AtoB: number[][] };
  for (const [row, values] of [
    [2, 0, 10],
    [0, 2, -20],
    [0, 0, 1],
  ].entries()) {
    for (const [column, value] of values.entries()) expect(AtoB[row]?.[column]).toBeCloseTo(value, 6);
  }

  // Reloaded, and removed completely.
  const again = await open(stored);
  expect(again.registration.isRegistered.peek()).toBe(true);
  expect(again.registration.points.peek()).toHaveLength(4);
  again.registration.remove({ id: 2 });
  expect([again.registration.points.peek().length, again.registration.isRegistered.peek()]).toEqual([3, false]);
  again.registration.setType("similarity");
  expect(again.registration.isRegistered.peek()).toBe(true);
  again.registration.removeLast();
  again.registration.clear();
  expect(again.registration.isRegistered.peek()).toBe(false);
  await again.app.editor.saver.save();
  expect(again.server.dataset(testDatasetId).configuration).toMatchObject({
    cameraCorrespondences: {},
    cameraHomographies: {},
    cameraRegistrationSource: null,
  });
});

test("what others have stored: the other way round, without points, or no transform at all", async () => {
  const shift = (dx: number): number[][] => [
    [1, 0, dx],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const { left, right, top, registration } = await open({
    cameraHomographies: {
      "right::left": { AtoB: shift(-30), BtoA: shift(30) },
      "left::top": { AtoB: [[1]], BtoA: "none" },
    },
    cameraCorrespondences: { "right::left": [{ id: "p", a: [40, 5], b: [10, 5] }] },
    cameraTransformTypes: { "right::left": "translation" },
  });
  expect(registration.transformBetween(left, right)).toEqual(shift(30));
  expect(registration.transformBetween(right, left)).toEqual(shift(-30));
  expect(registration.points.peek()[0]?.at).toEqual([imagePoint(10, 5), imagePoint(40, 5)]);
  expect([registration.type.peek(), registration.transformBetween(left, top)]).toEqual(["translation", undefined]);
  // It stays stored in that direction.
  registration.setPicking(true);
  registration.pick(left, imagePoint(20, 8));
  registration.pick(right, imagePoint(52, 8));
  expect(registration.transformBetween(left, right)?.[0]?.[2]).toBeCloseTo(31, 9);
  expect(registration.transformBetween(right, left)?.[0]?.[2]).toBeCloseTo(-31, 9);
  registration.choose([top, right]);
  expect([registration.points.peek(), registration.otherThan(left)]).toEqual([[], undefined]);
});

test("boxes, polygons, lines and points are copied to the other camera as one step, at the same instant", async () => {
  const { app, left, right, registration, pick } = await open({}, { later: 2 });
  registration.setPicking(true);
  for (const corner of corners) pick(corner, doubled(corner));
  registration.setPicking(false);
  const id = app.drawTrack([100, 50, 140, 90]);
  const frame = 0 as FrameNumber;
  app.workspace.transact({ kind: "shape", shape: "polygon", change: "draw" }, frame, (tx) => {
    tx.detections.setPolygon(id, frame, [
      [
        [100, 50],
        [140, 50],
        [120, 90],
      ],
    ]);
    tx.detections.setLine(
      id,
      frame,
      [
        [100, 60],
        [110, 70],
      ],
      "ruler",
    );
    tx.detections.setHeadTail(id, frame, [101, 51], [139, 89]);
    tx.detections.setBounds(id, 5 as FrameNumber, [110, 60, 150, 100]);
    tx.tracks.setPairs(id, [
      { type: "cod", confidence: 0.7 },
      { type: "ray", confidence: 0.2 },
    ]);
  });
  const steps = app.workspace.steps.entries.peek().length;
  app.editor.activate(left);
  runCommand(app.editor, "cameras.carry");
  expect(app.calls.at(-1)).toBe("reportCarried 1 0 right");
  expect([boxOn(right, id, 2), app.workspace.active.peek()]).toEqual([[210, 80, 290, 160], left]);
  const { core } = right.document.peek();
  expect(core.track(id).pairs.map(({ type }) => type)).toEqual(["cod", "ray"]);
  const shapes = core
    .shapes(id, 2 as FrameNumber)
    .map(({ kind, key, paths }) => [kind, key, paths[0]?.[0]?.map(Math.round)]);
  expect(shapes).toEqual(
    expect.arrayContaining([
      ["Polygon", "", [210, 80]],
      ["LineString", "ruler", [210, 100]],
      ["Point", "head", [212, 82]],
      ["Point", "tail", [288, 158]],
    ]),
  );
  expect(app.workspace.steps.entries.peek()).toHaveLength(steps + 1);
  app.editor.undo();
  expect(boxOn(right, id, 2)).toBeUndefined();
  // Undoing there made that camera the active one.
  app.editor.activate(left);

  // Whole tracks, with the boxes between keyframes; carrying them back gives the original.
  runCommand(app.editor, "cameras.carryTracks");
  expect([boxOn(right, id, 2), boxOn(right, id, 7)]).toEqual([
    [210, 80, 290, 160],
    [230, 100, 310, 180],
  ]);
  expect(boxOn(right, id, 4)).toEqual(boxOn(left, id, 2)?.map((value, at) => 2 * value + (at % 2 === 0 ? 10 : -20)));
  app.editor.activate(right);
  app.workspace.select(id);
  runCommand(app.editor, "cameras.carryTracks");
  expect([boxOn(left, id), boxOn(left, id, 5)]).toEqual([
    [100, 50, 140, 90],
    [110, 60, 150, 100],
  ]);
});

test("rotated boxes turn with the picture; what has no place there stays where it is, and that is said", async () => {
  const { app, left, right, registration } = await open();
  registration.setType("similarity");
  registration.setPicking(true);
  // A quarter turn: x is -y.
  for (const [x, y] of corners) {
    registration.pick(left, imagePoint(x, y));
    registration.pick(right, imagePoint(400 - y, x));
  }
  registration.setPicking(false);
  const id = app.drawTrack([100, 50, 200, 90]);
  const frame = 0 as FrameNumber;
  app.workspace.transact({ kind: "shape", shape: "polygon", change: "draw" }, frame, (tx) => {
    const middle = [150, 70] as const;
    const ring = [
      [-50, -20],
      [50, -20],
      [50, 20],
      [-50, 20],
    ].map(([x = 0, y = 0]) => {
      const [c, s] = [Math.cos(0.4), Math.sin(0.4)];
      return [middle[0] + x * c - y * s, middle[1] + x * s + y * c] as [number, number];
    });
    tx.detections.setPolygon(id, frame, [ring], "", 0.4);
  });
  app.workspace.select(undefined);
  const outside = app.drawTrack([100, 420, 120, 440]);
  app.workspace.select(undefined);
  app.editor.activate(left);
  app.key("Escape").key("Escape");
  runCommand(app.editor, "cameras.carry");
  expect(app.calls.at(-1)).toBe("reportCarried 1 1 right");
  expect([boxOn(right, outside), boxOn(right, id)]).toEqual([undefined, [280, 130, 380, 170]]);
  const [turned] = right.document.peek().core.shapes(id, frame);
  expect(turned?.rotation).toBeCloseTo(0.4 + Math.PI / 2, 6);
});

test("nothing is picked, overlaid or copied where that cannot be", async () => {
  const { app, top, registration } = await open();
  expect(refusalOf(app.editor, "cameras.overlay")).toBe("notRegistered");
  expect(refusalOf(app.editor, "cameras.carry")).toBe("notRegistered");
  registration.setPicking(true);
  expect(registration.pick(top, imagePoint(1, 1))).toBe(false);
  registration.setType("translation");
  registration.pick(app.workspace.cameras[0] as Camera, imagePoint(1, 1));
  registration.pick(app.workspace.cameras[1] as Camera, imagePoint(2, 1));
  expect(refusalOf(app.editor, "cameras.carry")).toBe("nothingToCarry");
  expect(refusalOf(app.editor, "cameras.overlay")).toBeUndefined();
  app.editor.activate(top);
  expect(refusalOf(app.editor, "cameras.carry")).toBe("notRegistered");
  const reader = await open({}, { readOnly: true });
  expect(refusalOf(reader.app.editor, "cameras.pickPoints")).toBe("readOnly");
  reader.registration.setPicking(true);
  expect(reader.registration.isPicking.peek()).toBe(false);
  reader.registration.setType("affine");
  expect(reader.registration.type.peek()).toBe("homography");
});
