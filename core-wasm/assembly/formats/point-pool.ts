/**
 * The geometry of detections beyond their boxes, decoded once from the GeoJSON text that they keep, when it is first
 * asked for. Texts never change (an edit keeps a new one), so the address of a text stands for its geometry from then
 * on.
 *
 * | column     | per entry                                                                         |
 * |------------|-----------------------------------------------------------------------------------|
 * | points     | x, y as f64, image pixels                                                         |
 * | paths      | first point, number of points (u32 each): an outline, a hole, a line or one point |
 * | shapes     | ShapeKind, first path, number of paths, 0 (u32 each)                              |
 * | geometries | first shape, number of shapes (u32 each)                                          |
 *
 * Polygon: the outline, then holes, closed or open as stored. Other results than shapes are left out.
 */
import { ShapeKind } from "../border";
import { allocate } from "../memory/arena";
import { textIs } from "../memory/bytes";
import { createIdMap, idMapGet, idMapSet } from "../memory/id-map";
import { Slice, sliceLength, sliceStart } from "../memory/slice";
import { Char } from "./characters";
import { keyIs } from "./json/members";
import { numberEnd, parseNumber } from "../numbers/parse";
import { at, hasNext, isAtEnd, isNumberNext, moveTo, openText, peek, readKey, readNumber, readString, skipValue } from "./json/scan";
import { stringEnd, stringStart, take } from "./json/scan";

const POINT_BYTES: usize = 16;
const PATH_BYTES: usize = 8;
const SHAPE_BYTES: usize = 16;
const GEOMETRY_BYTES: usize = 8;

/** From the address of a text to the index of its geometry; 0: nothing has been decoded yet. */
let geometryOfText: usize = 0;

let points: usize = 0;
let pointCapacity: u32 = 0;
let pointCount: u32 = 0;
let paths: usize = 0;
let pathCapacity: u32 = 0;
let pathCount: u32 = 0;
let shapes: usize = 0;
let shapeCapacity: u32 = 0;
let shapeCount: u32 = 0;
let geometries: usize = 0;
let geometryCapacity: u32 = 0;
let geometryCount: u32 = 0;

/** Forgets the columns; the caller empties the arena. */
export function clearPointPool(): void {
  geometryOfText = 0;
  pointCapacity = 0;
  pointCount = 0;
  pathCapacity = 0;
  pathCount = 0;
  shapeCapacity = 0;
  shapeCount = 0;
  geometryCapacity = 0;
  geometryCount = 0;
  keptShapes = 0;
}

export function poolPoints(): usize {
  return points;
}

export function poolPointCount(): u32 {
  return pointCount;
}

export function poolPaths(): usize {
  return paths;
}

export function poolPathCount(): u32 {
  return pathCount;
}

/** The geometry of a detection with these members. */
export function geometryOf(members: Slice): u32 {
  if (geometryOfText == 0) geometryOfText = createIdMap(64);
  const known = idMapGet(geometryOfText, <u32>sliceStart(members));
  return known >= 0 ? <u32>known : decode(members);
}

export function firstShapeOf(geometry: u32): u32 {
  return load<u32>(geometries + (<usize>geometry) * GEOMETRY_BYTES);
}

export function shapeCountOf(geometry: u32): u32 {
  return load<u32>(geometries + (<usize>geometry) * GEOMETRY_BYTES, 4);
}

/** Address of kind, first path and number of paths. */
export function shapeAt(shape: u32): usize {
  return shapes + (<usize>shape) * SHAPE_BYTES;
}

// Computed shapes are appended after the stored ones, and removed again before anything else is decoded.

let keptShapes: u32 = 0;
let keptPaths: u32 = 0;
let keptPoints: u32 = 0;
let shapePath: u32 = 0;
let openedPath: u32 = 0;

/** Everything now in the pool stays until it is emptied; what is added later is removed by `cutPool`. */
export function markPool(): void {
  keptShapes = shapeCount;
  keptPaths = pathCount;
  keptPoints = pointCount;
}

export function cutPool(): void {
  if (keptShapes == 0) return;
  shapeCount = keptShapes;
  pathCount = keptPaths;
  pointCount = keptPoints;
  keptShapes = 0;
}

/** Number of paths that stay unchanged. */
export function keptPathCount(): u32 {
  return keptShapes == 0 ? pathCount : keptPaths;
}

export function poolShapeCount(): u32 {
  return shapeCount;
}

/** First point of a path. */
export function pathOfPool(path: u32): u32 {
  return load<u32>(paths + (<usize>path) * PATH_BYTES);
}

export function pathPoints(path: u32): u32 {
  return load<u32>(paths + (<usize>path) * PATH_BYTES, 4);
}

// @ts-ignore: decorator
@inline
export function pointX(point: u32): f64 {
  return load<f64>(points + (<usize>point) * POINT_BYTES);
}

// @ts-ignore: decorator
@inline
export function pointY(point: u32): f64 {
  return load<f64>(points + (<usize>point) * POINT_BYTES, 8);
}

export function openShape(): void {
  shapePath = pathCount;
}

export function openPath(): void {
  openedPath = beginPath();
}

export function closePath(): void {
  endPath(openedPath);
}

export function closeShape(kind: u32): void {
  putShape(kind, shapePath);
}

export function addPoint(x: f64, y: f64): void {
  if (pointCount == pointCapacity) {
    pointCapacity = grownCapacity(pointCount);
    points = grown(points, pointCount, pointCapacity, POINT_BYTES);
  }
  const entry = points + (<usize>(pointCount++)) * POINT_BYTES;
  store<f64>(entry, x);
  store<f64>(entry, y, 8);
}

function putShape(kind: u32, firstPath: u32): void {
  if (shapeCount == shapeCapacity) {
    shapeCapacity = grownCapacity(shapeCount);
    shapes = grown(shapes, shapeCount, shapeCapacity, SHAPE_BYTES);
  }
  const shape = shapeAt(shapeCount++);
  store<u32>(shape, kind);
  store<u32>(shape, firstPath, 4);
  store<u32>(shape, pathCount - firstPath, 8);
  store<u32>(shape, 0, 12);
}

function decode(members: Slice): u32 {
  if (geometryCount == geometryCapacity) {
    geometryCapacity = grownCapacity(geometryCount);
    geometries = grown(geometries, geometryCount, geometryCapacity, GEOMETRY_BYTES);
  }
  const firstShape = shapeCount;
  openText(sliceStart(members), sliceLength(members));
  const geometry = memberNamed("geometry");
  if (geometry != 0 && load<u8>(geometry) == Char.OPEN_BRACE) {
    moveTo(geometry + 1);
    const features = peek() == Char.CLOSE_BRACE ? <usize>0 : memberNamed("features");
    if (features != 0 && load<u8>(features) == Char.OPEN_BRACKET) readFeatures(features);
  }
  const entry = geometries + (<usize>geometryCount) * GEOMETRY_BYTES;
  store<u32>(entry, firstShape);
  store<u32>(entry, shapeCount - firstShape, 4);
  idMapSet(geometryOfText, <u32>sliceStart(members), geometryCount);
  return geometryCount++;
}

/**
 * The address of a member's value, from the cursor at the first key to the end of the text or the closing brace; 0: no
 * such member. Of members with the same name the last one counts, as in JSON.
 */
function memberNamed(name: string): usize {
  let value: usize = 0;
  while (!isAtEnd()) {
    readKey();
    const isMatch = keyIs(name);
    peek();
    if (isMatch) value = at;
    skipValue();
    if (!take(Char.COMMA)) break;
  }
  return value;
}

function readFeatures(start: usize): void {
  moveTo(start + 1);
  if (take(Char.CLOSE_BRACKET)) return;
  do {
    peek();
    const feature = at;
    skipValue();
    const next = at;
    if (load<u8>(feature) == Char.OPEN_BRACE) readFeature(feature);
    moveTo(next);
  } while (hasNext(Char.CLOSE_BRACKET));
}

/** Adds the shape of a feature; a feature without a shape adds nothing. */
function readFeature(start: usize): void {
  const geometry = memberOf(start, "geometry");
  const coordinates = memberOf(geometry, "coordinates");
  if (coordinates == 0 || load<u8>(coordinates) != Char.OPEN_BRACKET) return;
  const kind = kindOf(start, geometry);
  const firstPath = pathCount;
  const firstPoint = pointCount;
  moveTo(coordinates);
  const isWhole = kind == ShapeKind.POLYGON || kind == ShapeKind.ROTATED_BOX ? readRings() : kind == ShapeKind.LINE ? readPath() : kind != NO_KIND && readPointPath();
  if (!isWhole) {
    pathCount = firstPath;
    pointCount = firstPoint;
    return;
  }
  putShape(kind == ShapeKind.ROTATED_BOX && !isBox(firstPath) ? ShapeKind.POLYGON : kind, firstPath);
}

/** Whether the paths from this one on are one ring of four points, closed or open. */
function isBox(firstPath: u32): bool {
  if (pathCount - firstPath != 1) return false;
  const entry = paths + (<usize>firstPath) * PATH_BYTES;
  const first = points + (<usize>load<u32>(entry)) * POINT_BYTES;
  const count = load<u32>(entry, 4);
  const last = first + (<usize>(count - 1)) * POINT_BYTES;
  const isClosed = load<f64>(first) == load<f64>(last) && load<f64>(first, 8) == load<f64>(last, 8);
  return count == (isClosed ? 5 : 4);
}

const NO_KIND: u32 = 0xffffffff;

function kindOf(feature: usize, geometry: usize): u32 {
  if (isText(memberOf(geometry, "type"), "Polygon")) {
    return isRotation(memberOf(memberOf(feature, "properties"), "rotation")) ? ShapeKind.ROTATED_BOX : ShapeKind.POLYGON;
  }
  if (isText(memberOf(geometry, "type"), "LineString")) return ShapeKind.LINE;
  if (!isText(memberOf(geometry, "type"), "Point")) return NO_KIND;
  const key = memberOf(memberOf(feature, "properties"), "key");
  if (isText(key, "head")) return ShapeKind.HEAD;
  return isText(key, "tail") ? ShapeKind.TAIL : ShapeKind.POINT;
}

/**
 * Whether the value at an address is a number, or a text that spells one: some servers return all properties as texts.
 */
function isRotation(value: usize): bool {
  if (value == 0) return false;
  moveTo(value);
  if (isNumberNext()) return true;
  if (load<u8>(value) != Char.QUOTE) return false;
  readString();
  parseNumber(stringStart);
  return stringEnd != stringStart && numberEnd == stringEnd;
}

/** The value of a member of the object at an address; 0: no such member, or no object. */
function memberOf(object: usize, name: string): usize {
  if (object == 0 || load<u8>(object) != Char.OPEN_BRACE) return 0;
  moveTo(object + 1);
  return peek() == Char.CLOSE_BRACE ? <usize>0 : memberNamed(name);
}

/** Whether the value at an address is this text. */
function isText(value: usize, text: string): bool {
  if (value == 0 || load<u8>(value) != Char.QUOTE) return false;
  moveTo(value);
  readString();
  return textIs(stringStart, <u32>(stringEnd - stringStart), text);
}

function readRings(): bool {
  if (!take(Char.OPEN_BRACKET) || take(Char.CLOSE_BRACKET)) return false;
  do if (!readPath()) return false;
  while (hasNext(Char.CLOSE_BRACKET));
  return true;
}

/** Reads the `[[x,y],…]` at the cursor as a path; returns false when it is something else. */
function readPath(): bool {
  if (peek() != Char.OPEN_BRACKET) return false;
  moveTo(at + 1);
  const path = beginPath();
  do if (!readPosition()) return false;
  while (hasNext(Char.CLOSE_BRACKET));
  endPath(path);
  return true;
}

function readPointPath(): bool {
  const path = beginPath();
  if (!readPosition()) return false;
  endPath(path);
  return true;
}

function beginPath(): u32 {
  if (pathCount == pathCapacity) {
    pathCapacity = grownCapacity(pathCount);
    paths = grown(paths, pathCount, pathCapacity, PATH_BYTES);
  }
  store<u32>(paths + (<usize>pathCount) * PATH_BYTES, pointCount);
  return pathCount++;
}

function endPath(path: u32): void {
  const entry = paths + (<usize>path) * PATH_BYTES;
  store<u32>(entry, pointCount - load<u32>(entry), 4);
}

/** Reads the `[x,y]` at the cursor, and any numbers that follow. */
function readPosition(): bool {
  if (!take(Char.OPEN_BRACKET) || !isNumberNext()) return false;
  const x = readNumber();
  if (!take(Char.COMMA) || !isNumberNext()) return false;
  const y = readNumber();
  while (take(Char.COMMA)) skipValue();
  if (!take(Char.CLOSE_BRACKET) || !isFinite(x) || !isFinite(y)) return false;
  addPoint(x, y);
  return true;
}

function grownCapacity(count: u32): u32 {
  return count + (count >> 1) + 1024;
}

/** A larger block with the old one's contents. */
function grown(block: usize, count: u32, capacity: u32, width: usize): usize {
  const moved = allocate(<usize>capacity * width);
  memory.copy(moved, block, <usize>count * width);
  return moved;
}
