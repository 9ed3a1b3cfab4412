/**
 * Intersection over union of the areas covered by polygons, exact except for rounding: between two heights at which
 * edges begin, end or cross, every edge is straight and the order is fixed, so areas are sums of trapezia.
 */
import type { Point } from "../types.ts";

/** Each polygon: the outline, then holes; closed or open. A point is covered if one of the polygons covers it. */
export type Polygons = readonly (readonly (readonly Point[])[])[];

interface Edge {
  /** Index of the polygon over both sides, those of the first one first. */
  readonly polygon: number;
  readonly top: number;
  readonly bottom: number;
  readonly x: number;
  /** dx / dy. */
  readonly slope: number;
}

/** 0 .. 1; 0 when nothing is covered. */
export function polygonIou(a: Polygons, b: Polygons): number {
  const edges = [...a, ...b].flatMap((paths, polygon) => paths.flatMap((path) => edgesOf(path, polygon)));
  const heights = [...new Set([...edges.flatMap(({ top, bottom }) => [top, bottom]), ...crossings(edges)])].sort(
    (one, other) => one - other,
  );
  let [both, either] = [0, 0];
  for (let at = 1; at < heights.length; at++) {
    const [top, bottom] = [heights[at - 1]!, heights[at]!];
    const middle = (top + bottom) / 2;
    const row = edges
      .filter((edge) => edge.top < middle && edge.bottom > middle)
      .map(({ polygon, x, slope, top: from }) => ({ polygon, x: x + (middle - from) * slope }))
      .sort((one, other) => one.x - other.x);
    const isIn = new Set<number>();
    for (let n = 0; n + 1 < row.length; n++) {
      const { polygon, x } = row[n]!;
      if (!isIn.delete(polygon)) isIn.add(polygon);
      const width = (row[n + 1]!.x - x) * (bottom - top);
      let [inA, inB] = [false, false];
      for (const one of isIn) {
        if (one < a.length) inA = true;
        else inB = true;
      }
      if (inA && inB) both += width;
      if (inA || inB) either += width;
    }
  }
  return either > 0 ? both / either : 0;
}

/** Horizontal edges cover nothing. */
function edgesOf(path: readonly Point[], polygon: number): Edge[] {
  return path.flatMap((point, at) => {
    const next = path[(at + 1) % path.length]!;
    const [[x, top], [x2, bottom]] = point[1] <= next[1] ? [point, next] : [next, point];
    return top === bottom ? [] : [{ polygon, top, bottom, x, slope: (x2 - x) / (bottom - top) }];
  });
}

/** Heights at which two edges cross between their ends. */
function crossings(edges: readonly Edge[]): number[] {
  const found: number[] = [];
  const sorted = edges.toSorted((one, other) => one.top - other.top);
  for (const [at, one] of sorted.entries()) {
    for (let n = at + 1; n < sorted.length && sorted[n]!.top < one.bottom; n++) {
      const other = sorted[n]!;
      if (one.slope === other.slope) continue;
      const y = (other.x - one.x + one.top * one.slope - other.top * other.slope) / (one.slope - other.slope);
      if (y > other.top && y < Math.min(one.bottom, other.bottom)) found.push(y);
    }
  }
  return found;
}
