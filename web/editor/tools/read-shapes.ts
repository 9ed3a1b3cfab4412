/**
 * The shapes of a detection on a frame, whether stored, interpolated or a ghost: its box, upright or rotated, its
 * polygons, lines and points.
 */

import type { AnnotationCore, DetectionShape, FrameNumber, Point, TrackId } from "#core/types";
import { imagePoint, type ImagePoint } from "../../base/brand.ts";
import type { Shape } from "../../base/shape.ts";
import { ghostSource } from "./ghost.ts";

/** The key of the head-tail line. */
export const headTailsKey = "HeadTails";

type Read = (core: AnnotationCore, track: TrackId, frame: FrameNumber) => readonly Shape[];

const toPoint = ([x, y]: Point): ImagePoint => imagePoint(x, y);

/** Stored on this frame, interpolated, or those of the ghost. */
function shownShapes(core: AnnotationCore, track: TrackId, frame: FrameNumber): readonly DetectionShape[] {
  const stored = core.shapes(track, ghostSource(core, track, frame) ?? frame);
  return stored.length > 0 ? stored : core.shown.computedShapes(track, frame);
}

/** Stored rings end with their first point. */
function openRing(path: readonly Point[]): readonly ImagePoint[] {
  const [first, last] = [path[0], path.at(-1)];
  const isClosed = path.length > 1 && first?.[0] === last?.[0] && first?.[1] === last?.[1];
  return (isClosed ? path.slice(0, -1) : path).map(toPoint);
}

/** The box of a detection; rotated if a polygon of four points says so. */
export function readBox(core: AnnotationCore, track: TrackId, frame: FrameNumber): Shape | undefined {
  const bounds = core.detectionAt(track, ghostSource(core, track, frame) ?? frame)?.bounds;
  if (bounds === undefined) return undefined;
  const rotated = shownShapes(core, track, frame).find(isRotatedBox);
  return rotated === undefined ? { kind: "rectangle", bounds } : rotatedBox(rotated);
}

export function isRotatedBox({ kind, rotation, paths }: DetectionShape): boolean {
  return kind === "Polygon" && rotation !== undefined && paths.length === 1 && openRing(paths[0] ?? []).length === 4;
}

function rotatedBox({ key, paths, rotation = 0 }: DetectionShape): Shape {
  const [a, b, c, d] = openRing(paths[0] ?? []) as [ImagePoint, ImagePoint, ImagePoint, ImagePoint];
  const [x, y] = [(a.x + b.x + c.x + d.x) / 4, (a.y + b.y + c.y + d.y) / 4];
  const [halfX, halfY] = [Math.hypot(b.x - a.x, b.y - a.y) / 2, Math.hypot(c.x - b.x, c.y - b.y) / 2];
  return { kind: "rectangle", bounds: [x - halfX, y - halfY, x + halfX, y + halfY], rotation, key };
}

export const readPolygons: Read = (core, track, frame) =>
  shownShapes(core, track, frame)
    .filter((shape) => shape.kind === "Polygon" && !isRotatedBox(shape))
    .map(({ key, paths }) => ({ kind: "polygon", rings: paths.map(openRing), key }));

/** The key of the polygon that an outline replaces, if there is one. */
export function firstPolygonKey(core: AnnotationCore, track: TrackId, frame: FrameNumber): string | undefined {
  return core.hasTrack(track) ? readPolygons(core, track, frame)[0]?.key : undefined;
}

export const readLines: Read = (core, track, frame) =>
  shownShapes(core, track, frame)
    .filter(({ kind, key }) => kind === "LineString" && key !== headTailsKey)
    .map(({ key, paths }) => ({ kind: "polyline", points: (paths[0] ?? []).map(toPoint), key }));

/** The head-tail line: as stored, or between the two points. */
export const readHeadTail: Read = (core, track, frame) => {
  const shapes = shownShapes(core, track, frame);
  const [head, tail] = ["head", "tail"].map((name) => shapes.find(({ kind, key }) => kind === "Point" && key === name));
  const line = shapes.find(({ kind, key }) => kind === "LineString" && key === headTailsKey);
  const ends = [head?.paths[0]?.[0], tail?.paths[0]?.[0]];
  const points = ends.every((end) => end !== undefined) ? ends : line?.paths[0];
  return points?.length === 2 ? [{ kind: "polyline", points: points.map(toPoint), key: headTailsKey }] : [];
};

/** Everything except an upright box. */
export const readGeometry: Read = (core, track, frame) =>
  shownShapes(core, track, frame).flatMap((shape): readonly Shape[] => {
    const { kind, key, paths } = shape;
    if (isRotatedBox(shape)) return [rotatedBox(shape)];
    if (kind === "Polygon") return [{ kind: "polygon", rings: paths.map(openRing), key }];
    if (kind === "LineString") return [{ kind: "polyline", points: (paths[0] ?? []).map(toPoint), key }];
    const at = paths[0]?.[0];
    return at === undefined ? [] : [{ kind: "point", at: toPoint(at), key }];
  });
