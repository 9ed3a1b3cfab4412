/** The name of the step that sets a shape, which depends on the shape and on how it differs from the existing one. */

import type { AnnotationCore, FrameNumber, TrackId } from "#core/types";
import type { ImagePoint } from "../../base/brand.ts";
import type { Shape } from "../../base/shape.ts";
import type { ShapeStep } from "../../session/undo/shape-steps.ts";
import { ghostSource } from "../tools/ghost.ts";
import { pathsOf } from "../tools/path-points.ts";
import { headTailsKey, readBox, readGeometry, readHeadTail } from "../tools/read-shapes.ts";

type PathSteps = Readonly<Record<"drawn" | "moved" | "changed", ShapeStep>>;

const polygonSteps: PathSteps = { drawn: "drawPolygon", moved: "movePolygon", changed: "changePolygon" };
const lineSteps: PathSteps = { drawn: "drawLine", moved: "moveLine", changed: "changeLine" };

/** Call before the shape is stored: it is compared with what the frame shows now. */
export function shapeStep(
  core: AnnotationCore,
  track: TrackId,
  frame: FrameNumber,
  shape: Shape,
  isDrawn: boolean,
): ShapeStep {
  // Drawing where only a ghost was replaces the ghost.
  if (isDrawn && shape.kind === "rectangle" && ghostSource(core, track, frame) !== undefined) return "drawBox";
  switch (shape.kind) {
    case "rectangle": {
      const before = readBox(core, track, frame);
      if (before?.kind !== "rectangle") return "drawBox";
      return (before.rotation ?? 0) === (shape.rotation ?? 0) ? "resizeBox" : "turnBox";
    }
    case "polygon":
      return pathStep(storedAs(core, track, frame, shape), shape, polygonSteps);
    case "polyline":
      return pathStep(storedAs(core, track, frame, shape), shape, lineSteps);
    case "point":
      return "movePoint";
  }
}

/** `undefined`: it is an additional shape. */
function storedAs(core: AnnotationCore, track: TrackId, frame: FrameNumber, shape: Shape): Shape | undefined {
  const read = shape.key === headTailsKey ? readHeadTail : readGeometry;
  return read(core, track, frame).find(({ kind, key }) => kind === shape.kind && key === shape.key);
}

function pathStep(before: Shape | undefined, after: Shape, names: PathSteps): ShapeStep {
  if (before === undefined) return names.drawn;
  const [old, now] = [pathsOf(before), pathsOf(after)];
  if (now.length !== old.length) return now.length > old.length ? "drawHole" : "deleteHole";
  const [had, has] = [old.flat(), now.flat()];
  if (has.length !== had.length) return has.length > had.length ? "addPoint" : "deletePoint";
  const moved = has.filter((point, index) => !isAt(point, had[index])).length;
  if (moved === 1) return "movePoint";
  return moved === has.length ? names.moved : names.changed;
}

function isAt({ x, y }: ImagePoint, other: ImagePoint | undefined): boolean {
  return x === other?.x && y === other.y;
}
