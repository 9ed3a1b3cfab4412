/**
 * A finished shape becomes part of a detection, and the box follows: a rectangle is the box, polygons are enclosed by
 * it, and lines extend it where they leave it.
 */

import type {
  AnnotationCore,
  DetectionShape,
  EditTransaction,
  FrameNumber,
  GeometryKind,
  Point,
  TrackId,
} from "#core/types";
import { imagePoint, type ImagePoint } from "../../base/brand.ts";
import { boundsOfPoints, boundsOfShape, cornersOf, type BoxBounds, type Shape } from "../../base/shape.ts";
import { markAsManual } from "../../session/document/origin.ts";
import { ghostSource } from "./ghost.ts";
import { headTailsKey, isRotatedBox, readPolygons } from "./read-shapes.ts";
import type { Offset } from "./tool.ts";

/** A new box around a single line gets a margin of this share of the line's length: the object has a width. */
const lineMargin = 0.1;

/** Where to write a shape. */
export interface Place {
  readonly tx: EditTransaction;
  readonly core: AnnotationCore;
  readonly track: TrackId;
  readonly frame: FrameNumber;
}

/** @param changes edits the existing ghost instead of replacing it with the shape */
export function writeShape(place: Place, shape: Shape, changes = false): void {
  const { tx, core, track, frame } = place;
  materialize(place);
  // The box alone does not tell where the ghost's lines and polygons are by now.
  if (changes && shape.key !== undefined) acceptGhostAsIs(place);
  const before = core.detectionAt(track, frame)?.bounds;
  if (core.hasTrack(track)) markAsManual(tx, core, track, frame);
  writeGeometry(place, shape);
  tx.detections.setBounds(track, frame, boundsWith(place, shape, before));
}

/** The box of a new detection that has only this shape. */
export function boundsOfNew(shape: Shape): BoxBounds {
  return shape.kind === "polyline" ? aroundLine(shape.points) : boundsOfShape(shape);
}

/** Writes everything but the box. A shape without a key becomes an additional one of its kind. */
export function writeGeometry(place: Place, shape: Shape): void {
  const { tx, track, frame } = place;
  switch (shape.kind) {
    case "rectangle":
      return writeRotatedBox(place, shape);
    case "polygon": {
      const key = shape.key ?? freeKey(place, "Polygon");
      return tx.detections.setPolygon(track, frame, shape.rings.map(pairs), key);
    }
    case "polyline": {
      const [head, tail] = pairs(shape.points);
      if (shape.key === headTailsKey && head !== undefined && tail !== undefined) {
        return tx.detections.setHeadTail(track, frame, head, tail);
      }
      return tx.detections.setLine(track, frame, pairs(shape.points), shape.key ?? freeKey(place, "LineString"));
    }
    case "point":
      return tx.detections.setPoint(track, frame, pair(shape.at), shape.key ?? "");
  }
}

/** All geometry becomes these shapes. */
export function replaceGeometry(place: Place, shapes: readonly Shape[]): void {
  const { tx, core, track, frame } = place;
  for (const kind of new Set(core.shapes(track, frame).map((shape) => shape.kind))) {
    tx.detections.removeGeometry(track, frame, kind);
  }
  for (const shape of shapes) writeGeometry(place, shape);
}

/** Stores the interpolated shapes that are on screen: the geometry would be lost once the detection is a keyframe. */
export function materialize(place: Place): void {
  const { tx, core, track, frame } = place;
  const computed = core.hasTrack(track) ? core.shown.computedShapes(track, frame) : [];
  if (computed.length === 0) return;
  const bounds = core.detectionAt(track, frame)?.bounds;
  if (bounds !== undefined) tx.detections.setBounds(track, frame, bounds);
  storeShapes(place, computed);
}

/** Stores the existing ghost unchanged: a keyframe with the box and geometry of the previous one. */
export function acceptGhostAsIs(place: Place): void {
  const { tx, core, track, frame } = place;
  const source = ghostSource(core, track, frame);
  const bounds = source === undefined ? undefined : core.detectionAt(track, source)?.bounds;
  if (source === undefined || bounds === undefined) return;
  const shapes = core.shapes(track, source);
  tx.detections.setBounds(track, frame, bounds);
  storeShapes(place, shapes);
}

function storeShapes({ tx, track, frame }: Place, shapes: readonly DetectionShape[]): void {
  const rounded = ([x, y]: Point): Point => [hundredths(x), hundredths(y)];
  for (const { kind, key, paths, rotation } of shapes) {
    const [path = []] = paths;
    if (kind === "Polygon")
      tx.detections.setPolygon(
        track,
        frame,
        paths.map((ring) => ring.map(rounded)),
        key,
        rotation,
      );
    else if (kind === "LineString") tx.detections.setLine(track, frame, path.map(rounded), key);
    else if (path[0] !== undefined) tx.detections.setPoint(track, frame, rounded(path[0]), key);
  }
}

const hundredths = (value: number): number => Math.round(value * 100) / 100;

/** Moves the box and all geometry. */
export function moveDetection(place: Place, { dx, dy }: Offset): void {
  const { tx, core, track, frame } = place;
  materialize(place);
  acceptGhostAsIs(place);
  const bounds = core.detectionAt(track, frame)?.bounds;
  if (bounds === undefined) return;
  markAsManual(tx, core, track, frame);
  tx.detections.setBounds(track, frame, [bounds[0] + dx, bounds[1] + dy, bounds[2] + dx, bounds[3] + dy]);
  tx.detections.moveGeometry(track, frame, [dx, dy]);
}

/** Removes `shape` from the detection; the box shrinks to the remaining polygons. */
export function removeShape(place: Place, shape: Shape): void {
  const { tx, core, track, frame } = place;
  if (shape.kind === "rectangle") return;
  materialize(place);
  acceptGhostAsIs(place);
  if (shape.kind === "polyline" && shape.key === headTailsKey) {
    for (const { kind, key } of core.shapes(track, frame)) {
      const isOfIt =
        kind === "Point" ? key === "head" || key === "tail" : kind === "LineString" && key === headTailsKey;
      if (isOfIt) tx.detections.removeGeometry(track, frame, kind, key);
    }
    return;
  }
  const kind = shape.kind === "polygon" ? "Polygon" : shape.kind === "polyline" ? "LineString" : "Point";
  tx.detections.removeGeometry(track, frame, kind, shape.key ?? "");
  const left = readPolygons(core, track, frame);
  if (kind === "Polygon" && left.length > 0) tx.detections.setBounds(track, frame, around(left.map(boundsOfShape)));
}

const pair = ({ x, y }: ImagePoint): Point => [x, y];
const pairs = (points: readonly ImagePoint[]): readonly Point[] => points.map(pair);

function boundsWith({ core, track, frame }: Place, shape: Shape, before: BoxBounds | undefined): BoxBounds {
  if (shape.kind === "polygon") return around(readPolygons(core, track, frame).map(boundsOfShape));
  if (shape.kind === "rectangle" || before === undefined) return boundsOfNew(shape);
  return around([before, boundsOfShape(shape)]);
}

function around(boxes: readonly BoxBounds[]): BoxBounds {
  return boundsOfPoints(boxes.flatMap(([x1, y1, x2, y2]) => [imagePoint(x1, y1), imagePoint(x2, y2)]));
}

function aroundLine(points: readonly ImagePoint[]): BoxBounds {
  const [x1, y1, x2, y2] = boundsOfPoints(points);
  const margin = Math.max(1, Math.hypot(x2 - x1, y2 - y1) * lineMargin);
  return [x1 - margin, y1 - margin, x2 + margin, y2 + margin];
}

/**
 * A rotated box is stored as its bounds plus a polygon of four points with the rotation; an upright one as bounds
 * alone.
 */
function writeRotatedBox(place: Place, { bounds, rotation = 0, key }: Shape & { readonly kind: "rectangle" }): void {
  const { tx, core, track, frame } = place;
  const old = core.hasTrack(track) ? core.shapes(track, frame).find(isRotatedBox) : undefined;
  if (rotation === 0) {
    if (old !== undefined) tx.detections.removeGeometry(track, frame, "Polygon", old.key);
    return;
  }
  const corners = cornersOf(bounds, rotation).map(({ x, y }): Point => [hundredths(x), hundredths(y)]);
  tx.detections.setPolygon(track, frame, [corners], key ?? old?.key ?? freeKey(place, "Polygon"), rotation);
}

/** The first of "", "1", "2" … that no shape of this kind has: the names that readers of other formats use. */
function freeKey({ core, track, frame }: Place, wanted: GeometryKind): string {
  const shapes = core.hasTrack(track) ? core.shapes(track, frame) : [];
  const taken = new Set(shapes.filter(({ kind }) => kind === wanted).map(({ key }) => key));
  let index = 0;
  while (taken.has(index === 0 ? "" : String(index))) index++;
  return index === 0 ? "" : String(index);
}
