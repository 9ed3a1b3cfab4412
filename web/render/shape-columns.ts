/**
 * The renderer's own copy of a frame's geometry except upright boxes, split into what its layers draw: segments of
 * polygons and lines, points, and triangles inside polygons. Positions are relative to the draw list's origin.
 */
import earcut from "earcut";
import { ShapeKind } from "#core/border";
import type { FrameShapes } from "#core/types";
import { wholeRows } from "./gl.ts";
import type { Origin } from "./view.ts";

/** Rows of four floats for a data texture. */
export class FloatRows {
  /** Texels in use. */
  count = 0;
  values = new Float32Array(0);

  push(a: number, b: number, c: number, d: number): void {
    const at = this.count * 4;
    if (at === this.values.length) {
      const grown = new Float32Array(wholeRows(Math.max(1, this.count * 2)) * 4);
      grown.set(this.values);
      this.values = grown;
    }
    this.values[at] = a;
    this.values[at + 1] = b;
    this.values[at + 2] = c;
    this.values[at + 3] = d;
    this.count++;
  }
}

/**
 * Strokes as three texels per segment: its ends; the points before and after (the ends themselves if there are none);
 * the distance along its path to its start (image px), the entry, the length of its dashes (image px; 0: as for lines).
 */
export const texelsPerSegment = 3;

/** Number of dashes on the smaller side of a polygon's bounds. */
const polygonDashes = 20;

/** Areas: their outlines, and triangles for fills. */
export class AreaRows {
  readonly strokes = new FloatRows();
  /** Corners of triangles: x, y, entry, 0. */
  readonly insides = new FloatRows();
}

export class ShapeColumns {
  readonly polygons = new AreaRows();
  /** Separate from polygons: hiding rectangles hides these. */
  readonly rotatedBoxes = new AreaRows();
  readonly lines = new FloatRows();
  /** x, y, entry, ShapeKind. */
  readonly points = new FloatRows();
  /** Entries with a polygon. */
  readonly outlined = new Set<number>();
  /** Entries whose box is rotated, and so is a polygon here. */
  readonly rotated = new Set<number>();

  /** Triangles of polygons as point indices, keyed by first path; from one pool. */
  readonly #triangles = new Map<number, readonly number[]>();
  #pool = -1;

  set(list: FrameShapes | undefined, origin: Origin): void {
    const areas = [this.polygons, this.rotatedBoxes].flatMap(({ strokes, insides }) => [strokes, insides]);
    for (const rows of [...areas, this.lines, this.points]) rows.count = 0;
    this.outlined.clear();
    this.rotated.clear();
    if (list === undefined) return;
    if (list.pool !== this.#pool) this.#triangles.clear();
    this.#pool = list.pool;
    for (let shape = 0; shape < list.count; shape++) {
      const [entry = 0, kind = 0, firstPath = 0, pathCount = 0] = list.shapes.subarray(shape * 4, shape * 4 + 4);
      const paths = Array.from({ length: pathCount }, (_, path) => pathOf(list, firstPath + path, origin));
      const isRotatedBox = kind === ShapeKind.rotatedBox;
      if (isRotatedBox) this.rotated.add(entry);
      if (kind === ShapeKind.polygon || isRotatedBox)
        this.#addPolygon(paths, entry, firstPath < list.keptPaths ? firstPath : undefined, isRotatedBox);
      else if (kind === ShapeKind.line) for (const path of paths) addSegments(this.lines, path, false, entry, 0);
      else for (const [x, y] of paths) this.points.push(x!, y!, entry, kind);
    }
  }

  /** `isBox`: dashed like a box. `key`: identifies a polygon that does not change. */
  #addPolygon(rings: readonly Float64Array[], entry: number, key: number | undefined, isBox: boolean): void {
    this.outlined.add(entry);
    const area = isBox ? this.rotatedBoxes : this.polygons;
    const dash = isBox ? 0 : smallerSide(rings[0]!) / polygonDashes;
    for (const ring of rings) addSegments(area.strokes, ring, true, entry, dash);
    const corners = rings.flatMap((ring) => [...ring]);
    let triangles = key === undefined ? undefined : this.#triangles.get(key);
    if (triangles === undefined) {
      const holes = rings.slice(0, -1).map(
        (
          (before) => (ring) =>
            (before += ring.length / 2)
        )(0),
      );
      triangles = earcut(corners, holes);
      if (key !== undefined) this.#triangles.set(key, triangles);
    }
    for (const corner of triangles) area.insides.push(corners[corner * 2]!, corners[corner * 2 + 1]!, entry, 0);
  }
}

/** x and y of each point of a path, relative to the origin. */
function pathOf({ paths, points }: FrameShapes, path: number, origin: Origin): Float64Array {
  const first = paths[path * 2]!;
  const values = points.slice(first * 2, (first + paths[path * 2 + 1]!) * 2);
  for (let at = 0; at < values.length; at += 2) {
    values[at]! -= origin.x;
    values[at + 1]! -= origin.y;
  }
  return values;
}

function addSegments(rows: FloatRows, path: Float64Array, isRing: boolean, entry: number, dash: number): void {
  let count = path.length / 2;
  // A closed ring repeats its first point; an open one is closed here.
  if (isRing && count > 1 && path[0] === path[count * 2 - 2] && path[1] === path[count * 2 - 1]) count--;
  const x = (at: number): number => path[((at + count) % count) * 2]!;
  const y = (at: number): number => path[((at + count) % count) * 2 + 1]!;
  let along = 0;
  for (let at = 0, end = isRing ? count : count - 1; at < end; at++) {
    const before = isRing || at > 0 ? at - 1 : at;
    const after = isRing || at + 2 < count ? at + 2 : at + 1;
    rows.push(x(at), y(at), x(at + 1), y(at + 1));
    rows.push(x(before), y(before), x(after), y(after));
    rows.push(along, entry, dash, 0);
    along += Math.hypot(x(at + 1) - x(at), y(at + 1) - y(at));
  }
}

function smallerSide(ring: Float64Array): number {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < ring.length; at += 2) {
    left = Math.min(left, ring[at]!);
    right = Math.max(right, ring[at]!);
    top = Math.min(top, ring[at + 1]!);
    bottom = Math.max(bottom, ring[at + 1]!);
  }
  return Math.min(right - left, bottom - top);
}
