/** The geometry of one detection between two keyframes, with its keys on the earlier one. */
import { ShapeKind } from "../border.ts";
import type { CoreInstance } from "../instance.ts";
import type { DetectionShape, FrameNumber, FrameShapes, Point, TrackId } from "../types.ts";
import { requireTrack } from "./columns.ts";
import type { FrameQuery } from "./draw-list.ts";
import { shapesOf } from "./geometry.ts";
import { detectionAt, keyframesOf } from "./track-facts.ts";

/** Empty on frames with a stored detection, and for tracks that are not shown. Throws `no-such-track`. */
export function computedShapes(
  core: CoreInstance,
  frameQuery: FrameQuery,
  track: TrackId,
  frame: FrameNumber,
): readonly DetectionShape[] {
  if (isStored(core, track, frame)) return [];
  const { hasGeometry, trackIds, count } = frameQuery.at(frame);
  const entry = hasGeometry ? trackIds.subarray(0, count).indexOf(track) : -1;
  if (entry === -1) return [];
  const found = readEntry(frameQuery.shapesAt(frame), entry);
  const nextKey = keysBefore(core, track, frame);
  return found.map(({ kind, paths }) => {
    const key = nextKey(kind);
    if (kind === ShapeKind.rotatedBox) return { kind: "Polygon", key, paths, rotation: angleOf(paths[0] ?? []) };
    return { kind: geometryOf(kind), key, paths };
  });
}

/** Also true outside of the track, where nothing is computed. */
function isStored(core: CoreInstance, id: TrackId, frame: FrameNumber): boolean {
  const { track_begin, track_end } = core.exports;
  const track = requireTrack(core, id);
  if (frame < track_begin(track) >>> 0 || frame > track_end(track) >>> 0) return true;
  const view = detectionAt(core, id, frame);
  return view === undefined || view.isKeyframe || shapesOf(core, id, frame).length > 0;
}

interface FoundShape {
  readonly kind: number;
  readonly paths: readonly (readonly Point[])[];
}

/** `entry` is the index of the track in the draw list. */
function readEntry({ count, shapes, paths, points }: FrameShapes, entry: number): readonly FoundShape[] {
  const path = (index: number): Point[] =>
    Array.from({ length: paths[index * 2 + 1] ?? 0 }, (_, at) => {
      const from = ((paths[index * 2] ?? 0) + at) * 2;
      return [points[from] ?? 0, points[from + 1] ?? 0];
    });
  return Array.from({ length: count }, (_, at) => shapes.subarray(at * 4, at * 4 + 4))
    .filter(([of]) => of === entry)
    .map(([, kind = 0, first = 0, length = 0]) => ({
      kind,
      paths: Array.from({ length }, (_, at) => path(first + at)),
    }));
}

/** Returns the keys of the previous keyframe one after another, for each kind. */
function keysBefore(core: CoreInstance, track: TrackId, frame: FrameNumber): (kind: number) => string {
  const before = keyframesOf(core, track).findLast((each) => each < frame);
  const left = before === undefined ? [] : [...shapesOf(core, track, before as FrameNumber)];
  return (kind) => {
    if (kind === ShapeKind.head) return "head";
    if (kind === ShapeKind.tail) return "tail";
    const isRotated = kind === ShapeKind.rotatedBox;
    const at = left.findIndex(
      (each) => each.kind === geometryOf(kind) && (each.rotation !== undefined) === isRotated && !isEnd(each),
    );
    return left.splice(at, at === -1 ? 0 : 1)[0]?.key ?? "";
  };
}

function isEnd({ kind, key }: DetectionShape): boolean {
  return kind === "Point" && (key === "head" || key === "tail");
}

function geometryOf(kind: number): DetectionShape["kind"] {
  if (kind === ShapeKind.polygon || kind === ShapeKind.rotatedBox) return "Polygon";
  return kind === ShapeKind.line ? "LineString" : "Point";
}

/** Direction of the side from the first to the second corner: radians, clockwise. */
function angleOf([a = [0, 0], b = [0, 0]]: readonly Point[]): number {
  return Math.atan2(b[1] - a[1], b[0] - a[0]);
}
