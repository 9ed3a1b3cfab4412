/**
 * A run-length mask as polygons with holes: the outline of its pixels, simplified so that every side is at most half a
 * pixel away. Parts that touch only at a corner become separate polygons.
 */
export interface RunMask {
  /** Alternating runs of pixels outside and inside, row by row, outside first. */
  readonly runs: readonly number[];
  readonly width: number;
  readonly height: number;
}

type XY = readonly [x: number, y: number];
type Ring = readonly XY[];

/** Maximum width and height. */
const maxSide = 1 << 16;
const tolerance = 0.5;

/** Polygons, each as its outer ring and holes, the largest first; or the problem of the mask. */
export function polygonsOfMask(mask: RunMask): readonly (readonly Ring[])[] | string {
  const { runs, width, height } = mask;
  const isSize = (value: number): boolean => Number.isInteger(value) && value > 0;
  if (!isSize(width) || !isSize(height)) return "`width` and `height` must be whole numbers above 0";
  if (width > maxSide || height > maxSide) return `a mask may be ${maxSide} pixels wide and high`;
  if (runs.some((run) => !Number.isInteger(run))) return "`rle` must be whole numbers, separated by commas";
  const total = runs.reduce((sum, run) => sum + run, 0);
  if (total > width * height) return "`rle` has more pixels than the mask";
  const rings = ringsOf(mask);
  if (rings.length === 0) return "the mask is empty";
  const areas = new Map(rings.map((ring) => [ring, signedArea(ring)]));
  const areaOf = (ring: Ring): number => Math.abs(areas.get(ring) ?? 0);
  const outers = rings.filter((ring) => (areas.get(ring) ?? 0) > 0).toSorted((a, b) => areaOf(b) - areaOf(a));
  const holes = Map.groupBy(
    rings.filter((ring) => (areas.get(ring) ?? 0) < 0),
    // The smallest of those around it.
    (hole) => outers.findLast((outer) => areaOf(outer) > areaOf(hole) && isInside(middleOfSide(hole), outer)),
  );
  return outers.map((outer) => [outer, ...(holes.get(outer) ?? [])].map(simplify));
}

/** Runs inside the mask by row, as [first, one past the last]. */
function spansOf({ runs, width, height }: RunMask): readonly (readonly (readonly [number, number])[])[] {
  const rows: (readonly [number, number])[][] = Array.from({ length: height }, () => []);
  let at = 0;
  for (const [index, run] of runs.entries()) {
    const end = at + run;
    if (index % 2 === 0) at = end;
    while (at < end) {
      const row = Math.floor(at / width);
      const rowEnd = Math.min(end, (row + 1) * width);
      rows[row]?.push([at - row * width, rowEnd - row * width]);
      at = rowEnd;
    }
  }
  return rows;
}

/**
 * The outlines, clockwise on screen around the inside, holes counterclockwise. Each side between two pixels is an arrow
 * with the inside to its right; arrows are joined into rings.
 */
function ringsOf(mask: RunMask): readonly Ring[] {
  const { height } = mask;
  const rows = spansOf(mask);
  const stride = mask.width + 1;
  const arrows = new Map<number, number[]>();
  const add = (from: number, to: number): void => {
    const others = arrows.get(from);
    if (others === undefined) arrows.set(from, [to]);
    else others.push(to);
  };
  for (let y = 0; y <= height; y++) {
    const [above, below] = [rows[y - 1] ?? [], rows[y] ?? []];
    for (const [start, end] of differences(below, above)) add(y * stride + start, y * stride + end);
    for (const [start, end] of differences(above, below)) add(y * stride + end, y * stride + start);
    for (const [start, end] of below) {
      add((y + 1) * stride + start, y * stride + start);
      add(y * stride + end, (y + 1) * stride + end);
    }
  }
  const rings: Ring[] = [];
  for (const [start, first] of arrows) while (first.length > 0) rings.push(follow(arrows, start, stride));
  return rings;
}

/** The parts of the first list of spans that are not in the second. */
function differences(
  spans: readonly (readonly [number, number])[],
  others: readonly (readonly [number, number])[],
): (readonly [number, number])[] {
  const left: (readonly [number, number])[] = [];
  let other = 0;
  for (const [start, end] of spans) {
    let at = start;
    while (other < others.length && (others[other]?.[1] ?? 0) <= at) other++;
    for (let next = other; next < others.length; next++) {
      const [otherStart, otherEnd] = others[next] ?? [0, 0];
      if (otherStart >= end) break;
      if (otherStart > at) left.push([at, otherStart]);
      at = Math.max(at, otherEnd);
    }
    if (at < end) left.push([at, end]);
  }
  return left;
}

function follow(arrows: Map<number, number[]>, start: number, stride: number): Ring {
  const ring: XY[] = [];
  const pointOf = (vertex: number): XY => [vertex % stride, Math.floor(vertex / stride)];
  let [from, at] = [start, start];
  do {
    const ways = arrows.get(at) ?? [];
    // Where two arrows begin, take the one that turns right: parts that touch at a corner stay separate.
    const index = ways.length < 2 ? 0 : Number(turn(pointOf(from), pointOf(at), pointOf(ways[1] ?? 0)) > 0);
    const [next = start] = ways.splice(index, 1);
    ring.push(pointOf(at));
    [from, at] = [at, next];
  } while (at !== start);
  return ring;
}

/** Above 0: to the right, on screen. */
function turn([ax, ay]: XY, [bx, by]: XY, [cx, cy]: XY): number {
  return (bx - ax) * (cy - by) - (by - ay) * (cx - bx);
}

function signedArea(ring: Ring): number {
  let sum = 0;
  for (const [index, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [0, 0];
    sum += x * nextY - nextX * y;
  }
  return sum / 2;
}

/** A corner may touch other rings, but the middle of a side cannot. */
function middleOfSide([[ax, ay] = [0, 0], [bx, by] = [0, 0]]: Ring): XY {
  return [(ax + bx) / 2, (ay + by) / 2];
}

/** Whether a point is in or on a ring. */
function isInside([x, y]: XY, ring: Ring): boolean {
  let isIn = false;
  for (const [index, [ax, ay]] of ring.entries()) {
    const [bx, by] = ring[(index + 1) % ring.length] ?? [0, 0];
    if (turn([ax, ay], [bx, by], [x, y]) === 0 && within(x, ax, bx) && within(y, ay, by)) return true;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isIn = !isIn;
  }
  return isIn;
}

const within = (value: number, a: number, b: number): boolean => value >= Math.min(a, b) && value <= Math.max(a, b);

/**
 * Douglas-Peucker for a ring, starting from its first corner and the one furthest from it. At least three points
 * remain.
 */
function simplify(ring: Ring): Ring {
  if (ring.length <= 4) return ring;
  const far = indexOfFurthest(ring, (point) =>
    Math.hypot(point[0] - (ring[0]?.[0] ?? 0), point[1] - (ring[0]?.[1] ?? 0)),
  );
  const closed = [...ring, ring[0] as XY];
  const kept = new Uint8Array(closed.length);
  kept[0] = 1;
  kept[far] = 1;
  keep(closed, 0, far, kept);
  keep(closed, far, closed.length - 1, kept);
  const simple = ring.filter((_, index) => kept[index] === 1);
  return simple.length < 3 ? ring : simple;
}

/**
 * Marks the corners between two others that are further from their line than the tolerance; iterative, since outlines
 * are long.
 */
function keep(points: Ring, first: number, last: number, kept: Uint8Array): void {
  const open: (readonly [number, number])[] = [[first, last]];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const [start, end] = part;
    let [at, max] = [-1, tolerance];
    for (let index = start + 1; index < end; index++) {
      const distance = distanceTo(points[index] as XY, points[start] as XY, points[end] as XY);
      if (distance > max) [at, max] = [index, distance];
    }
    if (at < 0) continue;
    kept[at] = 1;
    open.push([start, at], [at, end]);
  }
}

function distanceTo([x, y]: XY, [ax, ay]: XY, [bx, by]: XY): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}

function indexOfFurthest(ring: Ring, distance: (point: XY) => number): number {
  let [at, max] = [0, -1];
  for (const [index, point] of ring.entries()) {
    const found = distance(point);
    if (found > max) [at, max] = [index, found];
  }
  return at;
}
