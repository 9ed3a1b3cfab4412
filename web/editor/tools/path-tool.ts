/**
 * A tool that draws with clicks, one per point, or by tracing an outline; afterwards its points can be dragged, added
 * on edges and deleted. A few facts and functions cover what differs between polygons and lines.
 */

import type { AnnotationCore, FrameNumber, TrackId } from "#core/types";
import type { ImagePoint } from "../../base/brand.ts";
import type { OverlayHandle } from "../../base/overlay.ts";
import type { Shape } from "../../base/shape.ts";
import { toolCursor } from "./cursor.ts";
import { moveShape } from "./drag-tool.ts";
import { beginPan, clicked, distancePx, continuePanning, isPlain, only } from "./gestures.ts";
import { handlesOf, partAt, surrounds } from "./path-parts.ts";
import { pathsOf, withMovedPoint, withNewPoint, withoutPoint } from "./path-points.ts";
import { clickTolerancePx, selectedOf, shapeOf } from "./tool.ts";
import { onPixel, wholeOffset } from "./whole-pixels.ts";
import type {
  Aim,
  Cursor,
  Grip,
  PartRef,
  PointerInput,
  Tool,
  ToolContext,
  ToolEvent,
  ToolResult,
  ToolState,
} from "./tool.ts";

/** The part specific to a geometry. */
export interface PathGeometry {
  /** The last point is joined to the first. */
  readonly isRing: boolean;
  /** Minimum number of points. */
  readonly min: 2 | 3;
  /** The number of points at which it is complete. */
  readonly max?: 2;
  readonly toShape: (points: readonly ImagePoint[], context: ToolContext) => Shape;
  readonly read: (core: AnnotationCore, track: TrackId, frame: FrameNumber) => readonly Shape[];
}

/** How close the pointer must be to a placed point to select it. CSS pixels. */
const joinPx = 10;
/** Tracing adds a point every this many CSS pixels. */
const tracePx = 8;

export function createPathTool(geometry: PathGeometry): Tool {
  return {
    reduce: (state, event, context) => reduce(geometry, state, event, context),
    overlay: (state, context) => overlayOf(geometry, state, context),
    cursor: (state, context) => cursorOf(geometry, state, context),
    read: geometry.read,
  };
}

// ------------------------------------------------------------------------------------------------------------- looks

function overlayOf(geometry: PathGeometry, state: ToolState, context: ToolContext): ReturnType<Tool["overlay"]> {
  const { adds, alongside, editable, pointer, scale } = context;
  if (state.state === "placing" || state.state === "tracing") {
    const { points } = state;
    const path = state.state === "placing" && pointer !== undefined ? [...points, pointer] : points;
    const drawn: Shape = { kind: "polyline", points: path };
    const joins = pointer !== undefined && joinedPoint(geometry, points, pointer, context);
    const handles = points.map((at, index) => ({ kind: "vertex", at, isActive: index === joins }) as const);
    const shapes = [...editable, ...others(alongside(), editable), drawn];
    return { shapes, handles: state.state === "placing" ? handles : [], replaces: "geometry" };
  }
  const changed = shapeOf(state);
  const shapes = editable.map((shape) => (changed?.key === shape.key ? (changed ?? shape) : shape));
  if (shapes.length === 0) return {};
  const handles: readonly OverlayHandle[] =
    adds === undefined ? handlesOf(shapes, geometry, scale, grabbedPart(state) ?? selectedOf(state)) : [];
  return { shapes: [...shapes, ...others(alongside(), editable)], handles, replaces: "geometry" };
}

/** Parts of the detection that this tool does not edit, but that are hidden with its shapes. */
function others(alongside: readonly Shape[], editable: readonly Shape[]): readonly Shape[] {
  const isEdited = (shape: Shape): boolean =>
    editable.some(({ kind, key }) => kind === shape.kind && key === shape.key);
  return alongside.filter((shape) => !isEdited(shape) && !isEnd(shape, editable));
}

/** Head and tail are the ends of the edited line. */
function isEnd(shape: Shape, editable: readonly Shape[]): boolean {
  const isHeadOrTail = shape.kind === "point" && (shape.key === "head" || shape.key === "tail");
  return isHeadOrTail && editable.some(({ kind, key }) => kind === "polyline" && key === "HeadTails");
}

function grabbedPart(state: ToolState): PartRef | undefined {
  if (state.state !== "draggingVertex") return undefined;
  return state.grip.kind === "vertex" || state.grip.kind === "edge" ? state.grip.part : undefined;
}

function cursorOf(geometry: PathGeometry, state: ToolState, context: ToolContext): Cursor {
  return toolCursor(state, context, {
    hover: (point) => hoverCursor(geometry, point, context),
    grip: () => "grabbing",
  });
}

const gripCursors = { vertex: "grab", edge: "copy", inside: "move", side: "move", turn: "move" } as const;

function hoverCursor(geometry: PathGeometry, point: ImagePoint, context: ToolContext): Cursor {
  if (context.canDraw) return "crosshair";
  const grip = gripUnder(geometry, point, context);
  if (grip !== undefined) return gripCursors[grip.kind];
  return context.isOverTrack ? "pointer" : "default";
}

function gripUnder(geometry: PathGeometry, point: ImagePoint, context: ToolContext): Grip | undefined {
  return context.canDraw ? undefined : partAt(context.editable, geometry, point, context);
}

// ------------------------------------------------------------------------------------------------------------- events

function reduce(geometry: PathGeometry, state: ToolState, event: ToolEvent, context: ToolContext): ToolResult {
  if (event.type === "cancel") return only(cancelled(state));
  if (event.type === "finish") return finish(geometry, state, context);
  if (event.type === "deletePoint") return deletePoint(geometry, state, context);
  const selected = selectedOf(state);
  switch (state.state) {
    case "idle": {
      if (event.type !== "pointerDown") return only(state);
      const grip = isPlain(event, context) ? gripUnder(geometry, event.image, context) : undefined;
      return only({ state: "pointing", start: event, grip, selected });
    }

    case "pointing": {
      const { start, grip } = state;
      if (event.type === "pointerUp") return endClick(geometry, start, grip, selected, context);
      if (event.type !== "pointerMove" || distancePx(start.screen, event.screen) < clickTolerancePx) return only(state);
      return beginDrag(geometry, start, grip, event, { state: "idle", selected }, context);
    }

    case "placing": {
      const { points, down } = state;
      if (event.type === "pointerDown") return only({ state: "placing", points, down: event });
      if (down === undefined) return only(state);
      if (event.type === "pointerUp") return endPlacing(geometry, points, down, context);
      if (distancePx(down.screen, event.screen) < clickTolerancePx) return only(state);
      const then: ToolState = { state: "placing", points };
      if (!isPlain(down, context)) return beginPan(down, event, then);
      if (geometry.max !== undefined) return only({ state: "placing", points, down });
      const begun = { state: "tracing", points: [...points, onPixel(down.image)], last: down.screen } as const;
      return only(trace(geometry, begun, event));
    }

    case "tracing": {
      const traced = trace(geometry, state, event);
      if (event.type !== "pointerUp") return only(traced);
      const next: ToolState = { state: "placing", points: traced.points };
      return next.points.length === geometry.max ? finish(geometry, next, context) : only(next);
    }

    case "translating": {
      const { from, original } = state;
      const shape = moveShape(original, wholeOffset(from, event.image));
      if (event.type !== "pointerUp") return only({ ...state, shape });
      return only({ state: "idle", selected }, { type: "finished", shape });
    }

    case "drawing":
    case "turning":
    case "resizing":
    case "asking":
      return only({ state: "idle" });

    case "draggingVertex": {
      const { grip, original } = state;
      const shape = changed(original, grip, event.image);
      if (event.type !== "pointerUp") return only({ ...state, shape });
      return only({ state: "idle", selected: partOf(grip) }, { type: "finished", shape });
    }

    case "panning":
      return continuePanning(state, event);
  }
}

function cancelled(state: ToolState): ToolState {
  if (state.state === "placing" || state.state === "tracing") return { state: "placing", points: state.points };
  if (state.state === "panning") return state.then;
  return { state: "idle" };
}

function partOf(grip: Grip): PartRef | undefined {
  return grip.kind === "vertex" || grip.kind === "edge" || grip.kind === "inside" ? grip.part : undefined;
}

function changed(original: Shape, grip: Grip, to: ImagePoint): Shape {
  if (grip.kind === "vertex") return withMovedPoint(original, grip.part, onPixel(to));
  return grip.kind === "edge" ? withNewPoint(original, grip.part, onPixel(to)) : original;
}

/** A click selects or deselects a handle, adds a point on an edge, or places the first point. */
function endClick(
  geometry: PathGeometry,
  start: PointerInput,
  grip: Grip | undefined,
  selected: PartRef | undefined,
  context: ToolContext,
): ToolResult {
  if (context.pansAnywhere) return only({ state: "idle", selected });
  if (grip?.kind === "edge") {
    const shape = context.editable[grip.part.shape];
    if (shape === undefined) return only({ state: "idle" });
    const next = changed(shape, grip, start.image);
    return only({ state: "idle", selected: grip.part }, { type: "finished", shape: next });
  }
  if (grip !== undefined) {
    const part = partOf(grip);
    return only({ state: "idle", selected: isSamePart(part, selected) ? undefined : part });
  }
  if (context.canDraw && start.button === "primary") return endPlacing(geometry, [], start, context);
  return only({ state: "idle" }, clicked(start));
}

function isSamePart(a: PartRef | undefined, b: PartRef | undefined): boolean {
  return a?.shape === b?.shape && a?.ring === b?.ring && a?.point === b?.point;
}

/**
 * The index of the placed point that a click at `at` would join: the first closes a ring, the last finishes the shape.
 */
function joinedPoint(
  geometry: PathGeometry,
  points: readonly ImagePoint[],
  at: ImagePoint,
  { scale, reach }: Aim,
): number | undefined {
  if (points.length < geometry.min) return undefined;
  const ends = geometry.isRing ? [0, points.length - 1] : [points.length - 1];
  return ends.find((index) => {
    const point = points[index];
    return point !== undefined && Math.hypot(point.x - at.x, point.y - at.y) * scale <= joinPx * reach;
  });
}

function endPlacing(
  geometry: PathGeometry,
  points: readonly ImagePoint[],
  down: PointerInput,
  context: ToolContext,
): ToolResult {
  const placed: ToolState = { state: "placing", points };
  if (down.button === "secondary") return finish(geometry, placed, context);
  if (!isPlain(down, context)) return only(placed);
  if (joinedPoint(geometry, points, down.image, context) !== undefined) return finish(geometry, placed, context);
  const point = onPixel(down.image);
  const last = points.at(-1);
  // The second click of a double click adds no point.
  if (last?.x === point.x && last.y === point.y) return only(placed);
  const next: ToolState = { state: "placing", points: [...points, point] };
  return next.points.length === geometry.max ? finish(geometry, next, context) : only(next);
}

/** Adds a point once the pointer has moved far enough; a shape of two points is drawn from one end to the other. */
function trace(
  geometry: PathGeometry,
  state: ToolState & { readonly state: "tracing" },
  { screen, image }: PointerInput,
): typeof state {
  const { points, last } = state;
  if (geometry.max !== undefined) return { ...state, points: [...points.slice(0, 1), onPixel(image)] };
  return distancePx(last, screen) < tracePx
    ? state
    : { state: "tracing", points: [...points, onPixel(image)], last: screen };
}

function finish(geometry: PathGeometry, state: ToolState, context: ToolContext): ToolResult {
  if (state.state !== "placing") return only(state);
  const { points } = state;
  if (points.length < geometry.min) return only(state, { type: "refused", reason: "tooFewPoints" });
  if (context.adds !== "hole") {
    return only({ state: "idle" }, { type: "finished", shape: geometry.toShape(points, context) });
  }
  const outer = context.editable.find((shape) => points.every((point) => isInside(shape, point)));
  if (outer?.kind !== "polygon") return only(state, { type: "refused", reason: "holeOutside" });
  return only({ state: "idle" }, { type: "finished", shape: { ...outer, rings: [...outer.rings, points] } });
}

function isInside(shape: Shape, point: ImagePoint): boolean {
  return pathsOf(shape).filter((ring) => surrounds(ring, point)).length % 2 === 1;
}

function deletePoint(geometry: PathGeometry, state: ToolState, context: ToolContext): ToolResult {
  if (state.state === "placing") {
    const points = state.points.slice(0, -1);
    return only(points.length === 0 ? { state: "idle" } : { state: "placing", points });
  }
  const selected = selectedOf(state);
  const shape = selected?.point === undefined ? undefined : context.editable[selected.shape];
  if (selected === undefined || shape === undefined) return only(state, { type: "refused", reason: "noPoint" });
  const next = withoutPoint(shape, selected, geometry.min);
  if (next === undefined) return only(state, { type: "refused", reason: "fewestPoints" });
  return only({ state: "idle" }, { type: "finished", shape: next });
}

/** The pointer has moved past the tolerance: where it was pressed decides what the drag does. */
function beginDrag(
  geometry: PathGeometry,
  start: PointerInput,
  grip: Grip | undefined,
  now: PointerInput,
  then: ToolState,
  context: ToolContext,
): ToolResult {
  if (!isPlain(start, context)) return beginPan(start, now, then);
  const part = grip === undefined ? undefined : partOf(grip);
  const original = part === undefined ? undefined : context.editable[part.shape];
  if (grip !== undefined && original !== undefined) {
    const from = start.image;
    if (grip.kind === "inside") return only({ state: "translating", from, original, shape: original, selected: part });
    return only({ state: "draggingVertex", from, grip, original, shape: changed(original, grip, now.image) });
  }
  if (!context.canDraw) return beginPan(start, now, then);
  return only(trace(geometry, { state: "tracing", points: [onPixel(start.image)], last: start.screen }, now));
}
