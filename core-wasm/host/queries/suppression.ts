/**
 * Ignore regions: the detections of some types. A detection with the center of its box in one of them, on the same
 * frame, is removed from the frame's list, so it is not drawn, picked or counted. Regions themselves stay in the list.
 * A region is its polygon if it has one, otherwise its box. A region that is not shown hides nothing.
 */
import { boundsAt } from "../bounds-at.ts";
import { ShapeKind } from "../border.ts";
import { DrawFlag, type DrawList, type FrameShapes } from "../types.ts";

/** Whether a point of the picture is in a region. */
export type Inside = (x: number, y: number) => boolean;

/** Type indices of the regions. */
export type SuppressingTypes = ReadonlySet<number>;

/**
 * Removes what regions hide from the list, in place, and returns how many entries remain.
 * @param shapes returns the geometry of the unchanged list
 */
export function suppress(
  list: Omit<DrawList, "hasGeometry">,
  suppressing: SuppressingTypes,
  shapes: () => FrameShapes,
): number {
  const { count, bounds, flags, typeIndices, trackIds } = list;
  const regions = regionEntries(list, suppressing);
  if (regions.length === 0) return count;
  const isIn = insidesOf(regions, list, shapes);
  let kept = 0;
  for (let entry = 0; entry < count; entry++) {
    const at = entry * 4;
    if (!suppressing.has(typeIndices[entry]!)) {
      const x = (bounds[at]! + bounds[at + 2]!) / 2;
      const y = (bounds[at + 1]! + bounds[at + 3]!) / 2;
      if (isIn.some((inside) => inside(x, y))) continue;
    }
    if (kept < entry) {
      bounds.copyWithin(kept * 4, at, at + 4);
      typeIndices[kept] = typeIndices[entry]!;
      flags[kept] = flags[entry]!;
      trackIds[kept] = trackIds[entry]!;
    }
    kept++;
  }
  return kept;
}

/** For a list that has only regions; the result keeps no reference to it. */
export function regionsOf(list: Omit<DrawList, "hasGeometry">, shapes: () => FrameShapes): readonly Inside[] {
  const all = Array.from({ length: list.count }, (_, entry) => entry);
  return insidesOf(all, list, shapes);
}

function regionEntries({ count, typeIndices }: Pick<DrawList, "count" | "typeIndices">, types: SuppressingTypes) {
  const regions: number[] = [];
  for (let entry = 0; entry < count; entry++) if (types.has(typeIndices[entry]!)) regions.push(entry);
  return regions;
}

function insidesOf(
  regions: readonly number[],
  { bounds, flags, originX, originY }: Omit<DrawList, "hasGeometry">,
  shapes: () => FrameShapes,
): readonly Inside[] {
  const outlined = new Set(regions.filter((entry) => (flags[entry]! & DrawFlag.geometry) !== 0));
  const polygons = outlined.size === 0 ? new Map<number, Inside>() : polygonsOf(outlined, shapes(), originX, originY);
  return regions.map((entry) => {
    const [x1, y1, x2, y2] = boundsAt(bounds, entry);
    return polygons.get(entry) ?? ((x, y) => x >= x1 && x <= x2 && y >= y1 && y <= y2);
  });
}

/** For the entries that have polygons: inside one and in none of its holes. */
function polygonsOf(entries: ReadonlySet<number>, list: FrameShapes, originX: number, originY: number) {
  const edges = new Map<number, number[]>();
  for (let shape = 0; shape < list.count; shape++) {
    const [entry, kind, firstPath, pathCount] = list.shapes.subarray(shape * 4, shape * 4 + 4) as unknown as number[];
    if (!entries.has(entry!) || (kind !== ShapeKind.polygon && kind !== ShapeKind.rotatedBox)) continue;
    const own = edges.get(entry!) ?? [];
    edges.set(entry!, own);
    for (let path = firstPath!; path < firstPath! + pathCount!; path++) {
      const first = list.paths[path * 2]!;
      const end = first + list.paths[path * 2 + 1]!;
      for (let from = end - 1, to = first; to < end; from = to++) {
        for (const point of [from, to])
          own.push(list.points[point * 2]! - originX, list.points[point * 2 + 1]! - originY);
      }
    }
  }
  return new Map([...edges].map(([entry, own]): [number, Inside] => [entry, (x, y) => isInside(own, x, y)]));
}

/** @param edges x1, y1, x2, y2 per edge */
function isInside(edges: readonly number[], x: number, y: number): boolean {
  let inside = false;
  for (let at = 0; at < edges.length; at += 4) {
    const [x1, y1, x2, y2] = [edges[at]!, edges[at + 1]!, edges[at + 2]!, edges[at + 3]!];
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside;
  }
  return inside;
}
