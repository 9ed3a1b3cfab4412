/** Data of detections, other than boxes, that metrics compare: polygons, heads and tails, lengths. */
import { sliceLength, type CoreInstance } from "../instance.ts";
import type { DetectionMarks, DetectionShape, FrameNumber, Point, TrackId } from "../types.ts";
import { tracksWithRows } from "./columns.ts";
import { shapesIn } from "./geometry.ts";

/** By track and frame; tracks without any are left out. */
export function detectionMarks(core: CoreInstance): ReadonlyMap<TrackId, ReadonlyMap<FrameNumber, DetectionMarks>> {
  const { exports } = core;
  const found = new Map<TrackId, Map<FrameNumber, DetectionMarks>>();
  for (const { id, first, end } of tracksWithRows(core)) {
    const own = new Map<FrameNumber, DetectionMarks>();
    for (let row = first; row < end; row++) {
      const marks = marksOf(core, row);
      if (marks !== undefined) own.set((exports.row_frame(row) >>> 0) as FrameNumber, marks);
    }
    if (own.size > 0) found.set((id >>> 0) as TrackId, own);
  }
  return found;
}

interface Members {
  readonly geometry?: { readonly features?: unknown } | null;
  readonly attributes?: Readonly<Record<string, unknown>> | null;
}

function marksOf(core: CoreInstance, row: number): DetectionMarks | undefined {
  const extra = core.exports.row_extra(row);
  const text = sliceLength(extra) === 0 ? "" : core.sliceText(extra);
  const hasMembers = text.includes('"geometry"') || text.includes('"length"');
  const { geometry, attributes }: Members = hasMembers ? (JSON.parse(`{${text}}`) as Members) : {};
  const shapes = shapesIn(geometry);
  const polygons = shapes.filter(({ kind }) => kind === "Polygon").map(({ paths }) => paths);
  const [head, tail] = [pointOf(shapes, "head"), pointOf(shapes, "tail")];
  const given = attributes?.["length"];
  const length = typeof given === "number" ? given : core.exports.row_length(row);
  const isLong = Number.isFinite(length) && length > 0;
  if (polygons.length === 0 && head === undefined && tail === undefined && !isLong) return undefined;
  return { polygons, ...(head && { head }), ...(tail && { tail }), ...(isLong && { length }) };
}

function pointOf(shapes: readonly DetectionShape[], key: string): Point | undefined {
  const [point] = shapes.find((shape) => shape.kind === "Point" && shape.key === key)?.paths[0] ?? [];
  return point && [point[0], point[1]];
}
