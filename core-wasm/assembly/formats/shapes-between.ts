/**
 * Shapes of a detection between two keyframes, for display only: they are not stored, and no format writes them. The
 * k-th shape of a kind on the earlier keyframe turns into the k-th one of that kind on the later one; a shape without a
 * counterpart does not appear in between. With the weight w of the later keyframe (0 .. 1):
 *
 * - Points and the points of lines: p(w) = (1 - w) a + w b.
 * - Rotated boxes: center, half width and half height like points; the angle a + w d, where d is the difference
 *   normalized to (-180, 180] degrees, the shorter direction. A box that is upright at one end has the angle 0 there.
 * - Rings of polygons: both are walked in the same orientation (given by the sign of the area). With equal numbers of
 *   points, the rotation of the later ring is chosen that brings its points nearest to those of the earlier one (least
 *   sum of squares, with centers aligned); then each point moves in a straight line. With different numbers of points,
 *   each ring gets those of the other one as well, at the same share of its length, beginning at the points nearest to
 *   each other. Holes are paired by their order.
 */
import { ShapeKind } from "../border";
import { addPoint, closePath, closeShape, openPath, openShape, pathOfPool, pathPoints, pointX, pointY, shapeAt } from "./point-pool";
import { firstShapeOf, shapeCountOf } from "./point-pool";

/** Rings of more points are rotated by their nearest point only: trying all rotations takes n * n. */
const MAX_TURNED: u32 = 512;

let weight: f64 = 0;

/**
 * Appends to the pool the shapes interpolated between two geometries. Bounds (4 x f64) are those of the two detections.
 * The caller has decoded both, and truncates the pool afterwards.
 */
export function addShapesBetween(from: u32, to: u32, fromBounds: usize, toBounds: usize, share: f64): void {
  weight = share;
  const first = firstShapeOf(from);
  const end = first + shapeCountOf(from);
  for (let shape = first; shape < end; shape++) {
    const kind = load<u32>(shapeAt(shape));
    const other = counterpart(first, shape, to);
    if (other != NO_SHAPE) addBetween(kind, shape, other);
    else if (kind == ShapeKind.ROTATED_BOX && nthOfKind(to, kind, 0) == NO_SHAPE) {
      measureRotated(shape);
      keepMeasure();
      measureUpright(toBounds);
      addBox();
    }
  }
  if (nthOfKind(from, ShapeKind.ROTATED_BOX, 0) != NO_SHAPE) return;
  const turned = nthOfKind(to, ShapeKind.ROTATED_BOX, 0);
  if (turned == NO_SHAPE) return;
  measureUpright(fromBounds);
  keepMeasure();
  measureRotated(turned);
  addBox();
}

const NO_SHAPE: u32 = 0xffffffff;

/** The shape of another geometry with the same index among its kind. */
function counterpart(first: u32, shape: u32, geometry: u32): u32 {
  const kind = load<u32>(shapeAt(shape));
  let place: u32 = 0;
  for (let before = first; before < shape; before++) place += <u32>(load<u32>(shapeAt(before)) == kind);
  return nthOfKind(geometry, kind, place);
}

function nthOfKind(geometry: u32, kind: u32, place: u32): u32 {
  const first = firstShapeOf(geometry);
  for (let shape = first, end = first + shapeCountOf(geometry); shape < end; shape++) {
    if (load<u32>(shapeAt(shape)) != kind) continue;
    if (place == 0) return shape;
    place--;
  }
  return NO_SHAPE;
}

function firstPathOf(shape: u32): u32 {
  return load<u32>(shapeAt(shape), 4);
}

function pathCountOf(shape: u32): u32 {
  return load<u32>(shapeAt(shape), 8);
}

function addBetween(kind: u32, from: u32, to: u32): void {
  if (kind == ShapeKind.ROTATED_BOX) {
    measureRotated(from);
    keepMeasure();
    measureRotated(to);
    addBox();
    return;
  }
  const isRing = kind == ShapeKind.POLYGON;
  const paths = min(pathCountOf(from), pathCountOf(to));
  openShape();
  for (let path: u32 = 0; path < paths; path++) {
    takePaths(firstPathOf(from) + path, firstPathOf(to) + path, isRing);
    openPath();
    if (countA == countB) addPairs();
    else addMerged(isRing);
    closePath();
  }
  closeShape(kind);
}

// ------------------------------------------------------------------------------------------------------------- boxes

let middleX: f64 = 0;
let middleY: f64 = 0;
let halfX: f64 = 0;
let halfY: f64 = 0;
let angle: f64 = 0;
let keptX: f64 = 0;
let keptY: f64 = 0;
let keptHalfX: f64 = 0;
let keptHalfY: f64 = 0;
let keptAngle: f64 = 0;

/** Corners are in order, from the upper left one of the unrotated box. */
function measureRotated(shape: u32): void {
  const at = pathOfPool(firstPathOf(shape));
  middleX = (pointX(at) + pointX(at + 1) + pointX(at + 2) + pointX(at + 3)) / 4;
  middleY = (pointY(at) + pointY(at + 1) + pointY(at + 2) + pointY(at + 3)) / 4;
  const alongX = pointX(at + 1) - pointX(at);
  const alongY = pointY(at + 1) - pointY(at);
  halfX = Math.sqrt(alongX * alongX + alongY * alongY) / 2;
  const acrossX = pointX(at + 2) - pointX(at + 1);
  const acrossY = pointY(at + 2) - pointY(at + 1);
  halfY = Math.sqrt(acrossX * acrossX + acrossY * acrossY) / 2;
  angle = Math.atan2(alongY, alongX);
}

function measureUpright(bounds: usize): void {
  const left = load<f64>(bounds);
  const top = load<f64>(bounds, 8);
  middleX = (left + load<f64>(bounds, 16)) / 2;
  middleY = (top + load<f64>(bounds, 24)) / 2;
  halfX = middleX - left;
  halfY = middleY - top;
  angle = 0;
}

function keepMeasure(): void {
  keptX = middleX;
  keptY = middleY;
  keptHalfX = halfX;
  keptHalfY = halfY;
  keptAngle = angle;
}

/** Adds a box between the saved one and the last one measured. */
function addBox(): void {
  let turn = angle - keptAngle;
  if (turn > Math.PI) turn -= 2 * Math.PI;
  else if (turn <= -Math.PI) turn += 2 * Math.PI;
  const turned = keptAngle + weight * turn;
  const cos = Math.cos(turned);
  const sin = Math.sin(turned);
  const x = mixed(keptX, middleX);
  const y = mixed(keptY, middleY);
  const wide = mixed(keptHalfX, halfX);
  const high = mixed(keptHalfY, halfY);
  openShape();
  openPath();
  addCorner(x, y, -wide, -high, cos, sin);
  addCorner(x, y, wide, -high, cos, sin);
  addCorner(x, y, wide, high, cos, sin);
  addCorner(x, y, -wide, high, cos, sin);
  closePath();
  closeShape(ShapeKind.ROTATED_BOX);
}

function addCorner(x: f64, y: f64, dx: f64, dy: f64, cos: f64, sin: f64): void {
  addPoint(x + dx * cos - dy * sin, y + dx * sin + dy * cos);
}

// @ts-ignore: decorator
@inline
function mixed(earlier: f64, later: f64): f64 {
  return (1 - weight) * earlier + weight * later;
}

// ------------------------------------------------------------------------------------------------------------- paths

/** The two paths: first point in the pool and number of points, rings without the point that closes them. */
let startA: u32 = 0;
let countA: u32 = 0;
let startB: u32 = 0;
let countB: u32 = 0;
/** Where the later ring begins, and whether it is walked backwards. */
let turnB: u32 = 0;
let isBackwards: bool = false;

function takePaths(from: u32, to: u32, isRing: bool): void {
  startA = pathOfPool(from);
  startB = pathOfPool(to);
  countA = isRing ? openCount(startA, pathPoints(from)) : pathPoints(from);
  countB = isRing ? openCount(startB, pathPoints(to)) : pathPoints(to);
  turnB = 0;
  isBackwards = false;
  if (!isRing) return;
  isBackwards = areaOf(startA, countA) * areaOf(startB, countB) < 0;
  chooseTurn();
}

function openCount(start: u32, count: u32): u32 {
  const last = start + count - 1;
  const isClosed = count > 1 && pointX(start) == pointX(last) && pointY(start) == pointY(last);
  return isClosed ? count - 1 : count;
}

/** Twice the signed area; the sign is the orientation. */
function areaOf(start: u32, count: u32): f64 {
  let area: f64 = 0;
  for (let at: u32 = 0; at < count; at++) {
    const one = start + at;
    const next = start + (at + 1 == count ? 0 : at + 1);
    area += pointX(one) * pointY(next) - pointX(next) * pointY(one);
  }
  return area;
}

/** The point of the later path at this position of its walk. */
// @ts-ignore: decorator
@inline
function inB(place: u32): u32 {
  const at = place % countB;
  const index = isBackwards ? (turnB + countB - at) % countB : (turnB + at) % countB;
  return startB + index;
}

function chooseTurn(): void {
  let dx: f64 = 0;
  let dy: f64 = 0;
  for (let at: u32 = 0; at < countA; at++) {
    dx += pointX(startA + at) / <f64>countA;
    dy += pointY(startA + at) / <f64>countA;
  }
  for (let at: u32 = 0; at < countB; at++) {
    dx -= pointX(startB + at) / <f64>countB;
    dy -= pointY(startB + at) / <f64>countB;
  }
  const compared: u32 = countA == countB && countA <= MAX_TURNED ? countA : 1;
  let best: u32 = 0;
  let minSum = Infinity;
  for (let turn: u32 = 0; turn < countB; turn++) {
    turnB = turn;
    let sum: f64 = 0;
    for (let at: u32 = 0; at < compared && sum < minSum; at++) {
      const a = startA + at;
      const b = inB(at);
      const x = pointX(b) + dx - pointX(a);
      const y = pointY(b) + dy - pointY(a);
      sum += x * x + y * y;
    }
    if (sum < minSum) {
      minSum = sum;
      best = turn;
    }
  }
  turnB = best;
}

function addPairs(): void {
  for (let at: u32 = 0; at < countA; at++) {
    const b = inB(at);
    addPoint(mixed(pointX(startA + at), pointX(b)), mixed(pointY(startA + at), pointY(b)));
  }
}

/** Length of the edge after a position of the walk along either path. */
function edgeA(place: u32): f64 {
  const one = startA + (place % countA);
  const next = startA + ((place + 1) % countA);
  return distance(one, next);
}

function edgeB(place: u32): f64 {
  return distance(inB(place), inB(place + 1));
}

function distance(one: u32, other: u32): f64 {
  const x = pointX(other) - pointX(one);
  const y = pointY(other) - pointY(one);
  return Math.sqrt(x * x + y * y);
}

/** Walks both paths at the same share of their lengths, and adds a point wherever one of them has one. */
function addMerged(isRing: bool): void {
  const edgesA = isRing ? countA : countA - 1;
  const edgesB = isRing ? countB : countB - 1;
  let lengthA: f64 = 0;
  let lengthB: f64 = 0;
  for (let at: u32 = 0; at < edgesA; at++) lengthA += edgeA(at);
  for (let at: u32 = 0; at < edgesB; at++) lengthB += edgeB(at);
  let placeA: u32 = 0;
  let placeB: u32 = 0;
  // Shares of the lengths at which the edges begin and end. In a path of length 0 all edges end at its end.
  let beginA: f64 = 0;
  let beginB: f64 = 0;
  let endA = shareOf(placeA, edgesA, 0, lengthA, true);
  let endB = shareOf(placeB, edgesB, 0, lengthB, false);
  addAt(placeA, placeB, 0, 0);
  while (placeA < edgesA || placeB < edgesB) {
    const next = min(endA, endB);
    const partA = endA > beginA ? (next - beginA) / (endA - beginA) : 0;
    const partB = endB > beginB ? (next - beginB) / (endB - beginB) : 0;
    const isEndOfA = placeA < edgesA && (endA <= endB || placeB >= edgesB);
    const isEndOfB = placeB < edgesB && (endB <= endA || placeA >= edgesA);
    const isLast = placeA + <u32>isEndOfA >= edgesA && placeB + <u32>isEndOfB >= edgesB;
    // A ring comes back to where it began.
    if (!isLast || !isRing) addAt(placeA, placeB, isEndOfA ? 1 : partA, isEndOfB ? 1 : partB);
    if (isEndOfA) {
      placeA++;
      beginA = endA;
      endA = shareOf(placeA, edgesA, beginA, lengthA, true);
    }
    if (isEndOfB) {
      placeB++;
      beginB = endB;
      endB = shareOf(placeB, edgesB, beginB, lengthB, false);
    }
  }
}

/**
 * The share of the total length at which the edge at a position ends. The last one is exactly at the end, in spite of
 * rounding.
 */
function shareOf(place: u32, edges: u32, begin: f64, length: f64, isA: bool): f64 {
  if (place + 1 >= edges || length == 0) return 1;
  return min(1.0, begin + (isA ? edgeA(place) : edgeB(place)) / length);
}

function addAt(placeA: u32, placeB: u32, partA: f64, partB: f64): void {
  const a0 = startA + (placeA % countA);
  const a1 = startA + ((placeA + 1) % countA);
  const b0 = inB(placeB);
  const b1 = inB(placeB + 1);
  const ax = pointX(a0) + (pointX(a1) - pointX(a0)) * partA;
  const ay = pointY(a0) + (pointY(a1) - pointY(a0)) * partA;
  const bx = pointX(b0) + (pointX(b1) - pointX(b0)) * partB;
  const by = pointY(b0) + (pointY(b1) - pointY(b0)) * partB;
  addPoint(mixed(ax, bx), mixed(ay, by));
}
