/** Pairs of stored boxes of one type that meet on a frame: one sweep along x a frame, so that crowds stay cheap. */
import type { CoreInstance } from "../instance.ts";
import { bestType, detectionColumns, tracksWithRows } from "./columns.ts";

/** The smaller id comes first. `isSame`: the bounds are equal. */
type VisitPair = (a: number, b: number, frame: number, iou: number, isSame: boolean) => void;

/** By ascending frame. */
export function visitSameTypePairs(core: CoreInstance, visit: VisitPair): void {
  const { exports } = core;
  const { frames, bounds } = detectionColumns(core);
  const [rows, ids, types]: [number[], number[], number[]] = [[], [], []];
  for (const { track, first, end } of tracksWithRows(core)) {
    const [id, type] = [exports.track_id(track) >>> 0, bestType(core, track) ?? -1];
    for (let row = first; row < end; row++) {
      rows.push(row);
      ids.push(id);
      types.push(type);
    }
  }
  const left = (entry: number): number => bounds[rows[entry]! * 4]!;
  const order = Uint32Array.from(rows.keys()).sort(
    (a, b) => frames[rows[a]!]! - frames[rows[b]!]! || types[a]! - types[b]! || left(a) - left(b) || ids[a]! - ids[b]!,
  );
  for (let at = 0; at < order.length; at++) {
    const a = order[at]!;
    const [ax, frame] = [rows[a]! * 4, frames[rows[a]!]!];
    for (let next = at + 1; next < order.length; next++) {
      const b = order[next]!;
      const bx = rows[b]! * 4;
      if (frames[rows[b]!]! !== frame || types[b] !== types[a] || bounds[bx]! > bounds[ax + 2]!) break;
      const iou = iouOfRows(bounds, ax, bx);
      const isSame = [0, 1, 2, 3].every((side) => bounds[ax + side] === bounds[bx + side]);
      if (iou > 0 || isSame) visit(Math.min(ids[a]!, ids[b]!), Math.max(ids[a]!, ids[b]!), frame, iou, isSame);
    }
  }
}

function iouOfRows(bounds: Float64Array, a: number, b: number): number {
  const width = Math.min(bounds[a + 2]!, bounds[b + 2]!) - Math.max(bounds[a]!, bounds[b]!);
  const height = Math.min(bounds[a + 3]!, bounds[b + 3]!) - Math.max(bounds[a + 1]!, bounds[b + 1]!);
  if (width <= 0 || height <= 0) return 0;
  const common = width * height;
  return common / (areaOf(bounds, a) + areaOf(bounds, b) - common);
}

function areaOf(bounds: Float64Array, at: number): number {
  return Math.max(0, bounds[at + 2]! - bounds[at]!) * Math.max(0, bounds[at + 3]! - bounds[at + 1]!);
}
