/** The action of a step that sets a shape: it depends on the shape and on how it differs from the existing one. */

import type { AnnotationCore, FrameNumber, TrackId } from "#core/types";
import type { ImagePoint } from "../../base/brand.ts";
import type { Shape } from "../../base/shape.ts";
import type { ShapeAction } from "../../session/undo/edit-action.ts";
import { ghostSource } from "../tools/ghost.ts";
import { pathsOf } from "../tools/path-points.ts";
import { headTailsKey, readBox, readGeometry, readHeadTail } from "../tools/read-shapes.ts";

const drawBox: ShapeAction = { kind: "shape", shape: "box", change: "draw" };

/** Call before the shape is stored: it is compared with the shapes on the frame now. */
export function shapeAction(
  core: AnnotationCore,
  track: TrackId,
  frame: FrameNumber,
  shape: Shape,
  isDrawn: boolean,
): ShapeAction {
  // Drawing where only a ghost was replaces the ghost.
  if (isDrawn && shape.kind === "rectangle" && ghostSource(core, track, frame) !== undefined) return drawBox;
  switch (shape.kind) {
    case "rectangle": {
      const before = readBox(core, track, frame);
      if (before?.kind !== "rectangle") return drawBox;
      const isRotated = (before.rotation ?? 0) !== (shape.rotation ?? 0);
      return { kind: "shape", shape: "box", change: isRotated ? "rotate" : "resize" };
    }
    case "polygon":
      return pathAction("polygon", storedAs(core, track, frame, shape), shape);
    case "polyline":
      return pathAction("line", storedAs(core, track, frame, shape), shape);
    case "point":
      return { kind: "shape", shape: "point", change: "move" };
  }
}

/** `undefined`: it is an additional shape. */
function storedAs(core: AnnotationCore, track: TrackId, frame: FrameNumber, shape: Shape): Shape | undefined {
  const read = shape.key === headTailsKey ? readHeadTail : readGeometry;
  return read(core, track, frame).find(({ kind, key }) => kind === shape.kind && key === shape.key);
}

function pathAction(path: "polygon" | "line", before: Shape | undefined, after: Shape): ShapeAction {
  if (before === undefined) return { kind: "shape", shape: path, change: "draw" };
  const [oldParts, newParts] = [pathsOf(before), pathsOf(after)];
  if (newParts.length !== oldParts.length) {
    return { kind: "shape", shape: "hole", change: newParts.length > oldParts.length ? "draw" : "delete" };
  }
  const [oldPoints, newPoints] = [oldParts.flat(), newParts.flat()];
  if (newPoints.length !== oldPoints.length) {
    return { kind: "shape", shape: "point", change: newPoints.length > oldPoints.length ? "add" : "delete" };
  }
  const moved = newPoints.filter((point, index) => !isAt(point, oldPoints[index])).length;
  if (moved === 1) return { kind: "shape", shape: "point", change: "move" };
  return { kind: "shape", shape: path, change: moved === newPoints.length ? "move" : "reshape" };
}

function isAt({ x, y }: ImagePoint, other: ImagePoint | undefined): boolean {
  return x === other?.x && y === other.y;
}
