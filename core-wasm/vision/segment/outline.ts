/** The outline of connected pixels as a polygon, with as few corners as a tolerance allows. */
import type { CutOut } from "./cut-out.ts";
import { parts } from "./mask-parts.ts";

export type Corner = readonly [x: number, y: number];

/**
 * Follows the sides of the pixels, with the object to the right; then simplifies (U. Ramer, 1972; D. Douglas and T.
 * Peucker, 1973).
 * @param tolerance maximum deviation in pixels @returns corners in pixels of the picture; the last one joins the first
 */
export function outlineOf({ left, top, width, height, mask }: CutOut, tolerance: number): Corner[] {
  const isSet = (x: number, y: number): boolean =>
    x >= 0 && y >= 0 && x < width && y < height && mask[y * width + x] === 1;
  const start = mask.indexOf(1);
  if (start < 0) return [];
  const [startX, startY] = [start % width, Math.floor(start / width)];
  const corners: Corner[] = [];
  // Right, down, left, up: from the upper left corner of the first pixel, its upper side first.
  const directions = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ] as const;
  // Pixels ahead of a corner, at the right and at the left.
  const right = [
    [0, 0],
    [-1, 0],
    [-1, -1],
    [0, -1],
  ] as const;
  const atLeft = [
    [0, -1],
    [0, 0],
    [-1, 0],
    [-1, -1],
  ] as const;
  let [x, y, direction] = [startX, startY, 0];
  do {
    corners.push([left + x, top + y]);
    const [dx, dy] = directions[direction] as readonly [number, number];
    [x, y] = [x + dx, y + dy];
    // At a corner: turn right where the object ends, left where it continues there, otherwise go straight on.
    const at = (table: readonly (readonly [number, number])[]): boolean => {
      const [ox, oy] = table[direction] as readonly [number, number];
      return isSet(x + ox, y + oy);
    };
    if (!at(right)) direction = (direction + 1) % 4;
    else if (at(atLeft)) direction = (direction + 3) % 4;
  } while (x !== startX || y !== startY || direction !== 0);
  // In two halves: between the first corner and the one furthest from it.
  const far = corners.reduce(
    (best, corner, n) => (apart(corner, corners[0]) > apart(corners[best], corners[0]) ? n : best),
    0,
  );
  const there = simplified(corners.slice(0, far + 1), tolerance);
  const back = simplified([...corners.slice(far), corners[0] as Corner], tolerance);
  return [...there.slice(0, -1), ...back.slice(0, -1)];
}

/** The outlines of all its parts, the largest first, each followed by those of its holes. */
export function outlinesOf(cut: CutOut, tolerance: number): Corner[][][] {
  const { width, height, mask } = cut;
  const only = (pixels: readonly number[]): CutOut => {
    const own = new Uint8Array(mask.length);
    for (const at of pixels) own[at] = 1;
    return { ...cut, mask: own };
  };
  return parts(mask, width, height, 1)
    .toSorted((a, b) => b.length - a.length)
    .map((part) => {
      const object = only(part);
      const holes = parts(object.mask, width, height, 0).filter(
        (hole) =>
          !hole.some((at) => at < width || at >= width * (height - 1) || at % width === 0 || (at + 1) % width === 0),
      );
      return [object, ...holes.map(only)].map((each) => outlineOf(each, tolerance));
    });
}

const apart = ([ax, ay]: Corner = [0, 0], [bx, by]: Corner = [0, 0]): number => Math.hypot(ax - bx, ay - by);

/** Fewer corners, with none of the removed ones further than `tolerance` from the result; both ends are kept. */
export function simplified(line: readonly Corner[], tolerance: number): Corner[] {
  const kept = new Set([0, line.length - 1]);
  const waiting: [number, number][] = [[0, line.length - 1]];
  for (let range = waiting.pop(); range !== undefined; range = waiting.pop()) {
    const [from, to] = range;
    let [worst, at] = [tolerance, -1];
    for (let n = from + 1; n < to; n++) {
      const off = distance(line[n] as Corner, line[from] as Corner, line[to] as Corner);
      if (off > worst) [worst, at] = [off, n];
    }
    if (at < 0) continue;
    kept.add(at);
    waiting.push([from, at], [at, to]);
  }
  return line.filter((_, n) => kept.has(n));
}

function distance([x, y]: Corner, [ax, ay]: Corner, [bx, by]: Corner): number {
  const length = Math.hypot(bx - ax, by - ay);
  if (length === 0) return Math.hypot(x - ax, y - ay);
  return Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length;
}
