/** A second tool, defined here: it draws, shows handles, edits and stores without a change of any other file. */
import { expect, test } from "vitest";
import type { FrameNumber } from "#core/types";
import { imagePoint } from "../../web/base/brand.ts";
import { boundsOfShape, type Shape } from "../../web/base/shape.ts";
import { tools } from "../../web/editor/tools/index.ts";
import { createDragTool } from "../../web/editor/tools/drag-tool.ts";
import { TestEditor } from "./test-editor.ts";

const corners = (shape: Shape) => (shape.kind === "polygon" ? (shape.rings[0] ?? []) : []);
const polygon = (ring: ReturnType<typeof corners>): Shape => ({ kind: "polygon", rings: [ring], key: "" });

const triangleTool = createDragTool({
  draw: (from, to) => polygon([from, imagePoint(to.x, from.y), to]),
  gripAt: (shape, point, { scale }) => {
    const index = corners(shape).findIndex(({ x, y }) => Math.hypot(x - point.x, y - point.y) * scale < 8);
    return index < 0 ? undefined : { kind: "vertex", part: { shape: 0, ring: 0, point: index } };
  },
  change: (shape, grip, to) =>
    grip.kind === "vertex" ? polygon(corners(shape).with(grip.part.point ?? 0, to)) : shape,
  handles: (shape) => corners(shape).map((at) => ({ kind: "vertex", at })),
  gripCursor: () => "grab",
  isSlip: () => false,
  read: (core, track, frame) =>
    core
      .shapes(track, frame)
      .map(({ paths }) => polygon((paths[0] ?? []).slice(0, 3).map((at) => imagePoint(...at))))[0],
});

test("a second tool draws, drags its vertices, and is stored as geometry with a box around", async () => {
  const app = await TestEditor.create({ tools: { ...tools, rectangle: triangleTool } });
  app.key("N").pointerDown(100, 100).pointerMove(180, 160).expectToBeIn("creating.drawing");
  const drawn = [imagePoint(100, 100), imagePoint(180, 100), imagePoint(180, 160)];
  expect(app.editor.pointer.overlay.peek()).toMatchObject({
    shapes: [polygon(drawn)],
    handles: [],
    isInProgress: true,
  });
  expect(app.workspace.core.trackCount).toBe(0);
  app.pointerUp(180, 160).expectToBeIn("editing.idle");
  const id = app.editor.selected!;
  const stored = (): unknown => app.workspace.core.shapes(id, 0 as FrameNumber)[0]?.paths[0]?.slice(0, 3);
  expect(stored()).toEqual([
    [100, 100],
    [180, 100],
    [180, 160],
  ]);
  expect(app.boundsOf(id)).toEqual([100, 100, 180, 160]);

  expect(app.editor.pointer.overlay.peek()?.handles).toEqual(drawn.map((at) => ({ kind: "vertex", at })));
  app.pointerMove(100, 100);
  expect(app.editor.pointer.cursor.peek()).toBe("grab");
  app.pointerDown(100, 100).pointerMove(110, 100).expectToBeIn("editing.draggingVertex");
  app.pointerMove(60, 40).pointerUp(60, 40);
  expect(stored()).toEqual([
    [60, 40],
    [180, 100],
    [180, 160],
  ]);
  expect(app.boundsOf(id)).toEqual([60, 40, 180, 160]);
  app.key("Ctrl+Z");
  expect(app.boundsOf(id)).toEqual([100, 100, 180, 160]);
});

test("the box around a shape is that of all its points", () => {
  const at = (x: number, y: number) => imagePoint(x, y);
  expect(boundsOfShape({ kind: "point", at: at(3, 4) })).toEqual([3, 4, 3, 4]);
  expect(boundsOfShape({ kind: "polyline", points: [at(5, 1), at(2, 9), at(3, 3)] })).toEqual([2, 1, 5, 9]);
  expect(boundsOfShape(polygon([at(5, 1), at(2, 9), at(3, 3)]))).toEqual([2, 1, 5, 9]);
});
