/** The geometry of one detection between two keyframes, with its keys on the earlier one. */
import { ShapeKind } from "../border.ts";
import type { AnnotationCore, DetectionShape, FrameNumber, Point, TrackId } from "../types.ts";

/** Empty on frames with a stored detection. */
export function computedShapes(core: AnnotationCore, track: TrackId, frame: FrameNumber): readonly DetectionShape[] {
  if (isStored(core, track, frame)) return [];
  const { hasGeometry, trackIds, count } = core.frameQuery(frame);
  const entry = hasGeometry ? trackIds.subarray(0, count).indexOf(track) : -1;
  if (entry === -1) return [];
  const found = readEntry(core, frame, entry);
  const named = keysBefore(core, track, frame);
  return found.map(({ kind, paths }) => {
    const key = named(kind);
    if (kind === ShapeKind.turnedBox) return { kind: "Polygon", key, paths, rotation: angleOf(paths[0] ?? []) };
    return { kind: geometryOf(kind), key, paths };
  });
}

function isStored(core: AnnotationCore, track: TrackId, frame: FrameNumber): boolean {
  const { begin, end } = core.track(track);
  if (frame < begin || frame > end) return true;
  const view = core.detectionAt(track, frame);
  return view === undefined || view.isKeyframe || core.shapes(track, frame).length > 0;
}

interface FoundShape {
  readonly kind: number;
  readonly paths: readonly (readonly Point[])[];
}

function readEntry(core: AnnotationCore, frame: FrameNumber, entry: number): readonly FoundShape[] {
  const { count, shapes, paths, points } = core.frameShapes(frame);
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
function keysBefore(core: AnnotationCore, track: TrackId, frame: FrameNumber): (kind: number) => string {
  const before = core.keyframes(track).findLast((each) => each < frame);
  const left = before === undefined ? [] : [...core.shapes(track, before as FrameNumber)];
  return (kind) => {
    if (kind === ShapeKind.head) return "head";
    if (kind === ShapeKind.tail) return "tail";
    const isTurned = kind === ShapeKind.turnedBox;
    const at = left.findIndex(
      (each) => each.kind === geometryOf(kind) && (each.rotation !== undefined) === isTurned && !isEnd(each),
    );
    return left.splice(at, at === -1 ? 0 : 1)[0]?.key ?? "";
  };
}

function isEnd({ kind, key }: DetectionShape): boolean {
  return kind === "Point" && (key === "head" || key === "tail");
}

function geometryOf(kind: number): DetectionShape["kind"] {
  if (kind === ShapeKind.polygon || kind === ShapeKind.turnedBox) return "Polygon";
  return kind === ShapeKind.line ? "LineString" : "Point";
}

/** Direction of the side from the first to the second corner: radians, clockwise. */
function angleOf([a = [0, 0], b = [0, 0]]: readonly Point[]): number {
  return Math.atan2(b[1] - a[1], b[0] - a[0]);
}
