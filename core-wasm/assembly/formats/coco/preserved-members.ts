/**
 * A detection's kept members while it is written, sorted by their role in COCO: addresses of values, 0 for none. Also
 * its geometry: the Points by their index among the keypoints of the category, the outer rings of Polygons.
 */
import { LossKind } from "../../border";
import { allocate } from "../../memory/arena";
import { bytesEqual, packText, textIs } from "../../memory/bytes";
import { makeSlice, Slice, sliceEnd, sliceLength, sliceStart } from "../../memory/slice";
import { createTextMap, putTextInMap, textAt, textMapCount } from "../../memory/text-map";
import { Char } from "../characters";
import { at, expect, hasNext, isAtEnd, isNumberNext, moveTo, openText, peek, readKey, readNumber, readString, skipValue, stringEnd, stringStart, take } from "../json/scan";
import { countHeadTails, isPolygonKey } from "../implied-geometry";
import { countLoss } from "../losses";
import { plainText } from "../attribute-observer";
import { keypointCountOf, keypointName, NO_CATEGORY } from "./categories";
import { isRing } from "./geometry";
import { isHeadOrTail } from "./keypoints";
import { clearValues, Name, nameOfKey, setValueAt, valueAt } from "./names";
import { countNumbers } from "./number-lists";

/** Key and value (Slices) of the members without a role here. */
let others: usize = 0;
let otherCapacity: u32 = 0;
export let otherCount: u32 = 0;

/**
 * The Points that are keypoints: address of the coordinates (0: not labeled) and visibility, u32 each, per keypoint.
 */
let points: usize = 0;
let pointCapacity: u32 = 0;
export let pointCount: u32 = 0;

/** Addresses (u32) of the coordinates of polygons. */
let polygons: usize = 0;
let polygonCapacity: u32 = 0;
export let polygonCount: u32 = 0;

/** The entity for which losses are counted. */
let trackId: u32 = 0;
let frame: u32 = 0;

/** Names of points found before writing; 0: losses are counted instead. */
let names: usize = 0;

/** Starts a write. */
export function openPreservedMembers(): void {
  otherCapacity = 0;
  pointCapacity = 0;
  polygonCapacity = 0;
  names = createTextMap();
}

export function pointNameCount(): u32 {
  return textMapCount(names);
}

export function pointName(index: u32): Slice {
  return textAt(names, index);
}

const POINT: u64 = packText('"Point"') & 0x00ffffffffffffff;

/** Records the names of a detection's points. */
export function collectPointNames(members: Slice): void {
  const quote = i8x16.splat(<i8>Char.QUOTE);
  const letter = i8x16.splat(80);
  for (let p = sliceStart(members), end = sliceEnd(members); p < end; p += 16) {
    // `"P`, at 16 positions at once; the bytes that follow are compared one by one.
    let bits = i8x16.bitmask(v128.and(i8x16.eq(v128.load(p), quote), i8x16.eq(v128.load(p, 1), letter)));
    while (bits != 0) {
      if ((load<u64>(p + <usize>ctz(bits)) & 0x00ffffffffffffff) == POINT) return openMembers(members, NO_CATEGORY, 0, 0);
      bits &= bits - 1;
    }
  }
}

/** Reads the members of a detection. Without a category, only the names of points are recorded. */
export function openMembers(members: Slice, category: u32, ofTrack: u32, onFrame: u32): void {
  clearValues();
  otherCount = 0;
  pointCount = 0;
  polygonCount = 0;
  trackId = ofTrack;
  frame = onFrame;
  if (members == 0) return;
  openText(sliceStart(members), sliceLength(members));
  while (!isAtEnd()) {
    peek();
    const keyStart = at;
    readKey();
    peek();
    const name = nameOfKey();
    if (isPreserved(name)) setValueAt(name, at);
    else if (name > Name.LAST_MEMBER) addOther(keyStart);
    // In an annotation it would have another meaning.
    else if (category != NO_CATEGORY) countLoss(LossKind.DETECTION_MEMBER, trackId, frame);
    skipValue();
    take(Char.COMMA);
  }
  if (valueAt(Name.GEOMETRY) != 0) readGeometry(category);
}

/** Whether a member is converted, or written elsewhere. */
function isPreserved(name: u32): bool {
  return (
    name == Name.ATTRIBUTES ||
    name == Name.GEOMETRY ||
    name == Name.NOTES ||
    name == Name.SEGMENTATION ||
    name == Name.KEYPOINTS ||
    name == Name.NUM_KEYPOINTS ||
    name == Name.ISCROWD ||
    name == Name.AREA
  );
}

function addOther(keyStart: usize): void {
  const value = at;
  skipValue();
  if (otherCount == otherCapacity) {
    const capacity = otherCapacity * 2 + 16;
    others = grown(others, (<usize>capacity) << 3, (<usize>otherCapacity) << 3);
    otherCapacity = capacity;
  }
  store<u64>(others + ((<usize>otherCount) << 3), makeSlice(keyStart, at - keyStart));
  otherCount++;
  moveTo(value);
}

/** A member, key and value. */
export function otherMember(index: u32): Slice {
  return load<u64>(others + ((<usize>index) << 3));
}

function grown(block: usize, bytes: usize, used: usize): usize {
  const moved = allocate(bytes);
  memory.copy(moved, block, used);
  return moved;
}

// ------------------------------------------------------------------------------------------------------------- geometry

/** The GeoJSON feature at the cursor, as far as read: addresses of values, 0 for none. */
let keyStart: usize = 0;
let keyEnd: usize = 0;
let typeStart: usize = 0;
let typeEnd: usize = 0;
let coordinatesAt: usize = 0;
let visibility: f64 = 2;
/** Coordinates of the line `HeadTails`; 0: none. */
let headTailsAt: usize = 0;

function readGeometry(category: u32): void {
  headTailsAt = 0;
  moveTo(valueAt(Name.GEOMETRY));
  if (!take(Char.OPEN_BRACE) || take(Char.CLOSE_BRACE)) return;
  do {
    readKey();
    if (nameOfKey() == Name.FEATURES && peek() == Char.OPEN_BRACKET) readFeatures(category);
    else skipValue();
  } while (hasNext(Char.CLOSE_BRACE));
  if (category != NO_CATEGORY) countLines(category);
}

/** The line between head and tail is recreated from the two keypoints, in their order. */
function countLines(category: u32): void {
  let first: usize = 0;
  let second: usize = 0;
  const count: u32 = pointCount == 0 ? 0 : keypointCountOf(category);
  for (let i: u32 = 0; i < count; i++) {
    if (pointAt(i) == 0 || !isHeadOrTail(keypointName(category, i))) continue;
    if (first == 0) first = pointAt(i);
    else second = pointAt(i);
  }
  countHeadTails(headTailsAt, first, second, trackId, frame);
}

function readFeatures(category: u32): void {
  if (!take(Char.OPEN_BRACKET) || take(Char.CLOSE_BRACKET)) return;
  do {
    keyStart = 0;
    keyEnd = 0;
    typeStart = 0;
    typeEnd = 0;
    coordinatesAt = 0;
    visibility = 2;
    if (peek() == Char.OPEN_BRACE) readParts();
    else skipValue();
    const next = at;
    acceptFeature(category);
    moveTo(next);
  } while (hasNext(Char.CLOSE_BRACKET));
}

/** Reads the members of a feature, and recursively those of its properties and geometry. */
function readParts(): void {
  if (!take(Char.OPEN_BRACE) || take(Char.CLOSE_BRACE)) return;
  do {
    readKey();
    const isText = peek() == Char.QUOTE;
    const value = at;
    const name = nameOfKey();
    if ((name == Name.PROPERTIES || name == Name.GEOMETRY) && load<u8>(value) == <u8>Char.OPEN_BRACE) {
      readParts();
    } else if (name == Name.KEY && isText) {
      readString();
      keyStart = stringStart;
      keyEnd = stringEnd;
    } else if (name == Name.TYPE && isText) {
      readString();
      if (textIs(stringStart, <u32>(stringEnd - stringStart), "Feature")) continue;
      typeStart = stringStart;
      typeEnd = stringEnd;
    } else if (name == Name.VISIBILITY && isNumberNext()) {
      visibility = readNumber();
    } else {
      if (name == Name.COORDINATES) coordinatesAt = value;
      skipValue();
    }
  } while (hasNext(Char.CLOSE_BRACE));
}

function acceptFeature(category: u32): void {
  if (category == NO_CATEGORY) {
    if (!typeIs("Point") || coordinatesAt == 0) return;
    const name = plainText(keyStart, keyEnd);
    putTextInMap(names, 0, sliceStart(name), sliceLength(name));
    return;
  }
  const isList = coordinatesAt != 0 && load<u8>(coordinatesAt) == <u8>Char.OPEN_BRACKET;
  if (isList && typeIs("Point") && countNumbers(coordinatesAt) == 2) return addPoint(category);
  if (isList && typeIs("Polygon")) return addPolygon();
  if (!typeIs("LineString")) return countLoss(LossKind.MALFORMED_GEOMETRY, trackId, frame);
  const isHeadTails = textIs(keyStart, <u32>(keyEnd - keyStart), "HeadTails");
  if (isHeadTails && isList && headTailsAt == 0) headTailsAt = coordinatesAt;
  else countLoss(LossKind.LINE_STRING_GEOMETRY, trackId, frame);
}

function typeIs(name: string): bool {
  return textIs(typeStart, <u32>(typeEnd - typeStart), name);
}

function addPoint(category: u32): void {
  const count = keypointCountOf(category);
  if (pointCapacity < count) {
    points = allocate((<usize>count) << 3);
    pointCapacity = count;
  }
  if (pointCount == 0) memory.fill(points, 0, (<usize>count) << 3);
  const name = plainText(keyStart, keyEnd);
  for (let i: u32 = 0; i < count; i++) {
    const known = keypointName(category, i);
    const isSame =
      sliceLength(known) == sliceLength(name) && bytesEqual(sliceStart(known), sliceStart(name), sliceLength(name));
    if (!isSame || pointAt(i) != 0) continue;
    store<u32>(points + ((<usize>i) << 3), <u32>coordinatesAt);
    store<u32>(points + ((<usize>i) << 3), visibility == 1 ? 1 : 2, 4);
    pointCount++;
    return;
  }
  countLoss(LossKind.POINT_NAME, trackId, frame);
}

/** The coordinates of a keypoint; 0: not labeled. Valid only if `pointCount` is not 0. */
export function pointAt(index: u32): usize {
  return load<u32>(points + ((<usize>index) << 3));
}

export function pointVisibility(index: u32): u32 {
  return load<u32>(points + ((<usize>index) << 3), 4);
}

function addPolygon(): void {
  if (polygonCount == polygonCapacity) {
    const capacity = polygonCapacity * 2 + 16;
    polygons = grown(polygons, (<usize>capacity) << 2, (<usize>polygonCapacity) << 2);
    polygonCapacity = capacity;
  }
  moveTo(coordinatesAt);
  expect(Char.OPEN_BRACKET);
  peek();
  const ring = at;
  // A file has polygons of three points or more, with x and y.
  if (!isRing(ring)) return countLoss(LossKind.MALFORMED_GEOMETRY, trackId, frame);
  store<u32>(polygons + ((<usize>polygonCount) << 2), <u32>ring);
  if (!isPolygonKey(keyStart, keyEnd, polygonCount++)) countLoss(LossKind.POLYGON_KEY, trackId, frame);
  if (take(Char.COMMA)) countLoss(LossKind.HOLES, trackId, frame);
}

/** The address of a polygon's outer ring. */
export function ringAt(index: u32): usize {
  return load<u32>(polygons + ((<usize>index) << 2));
}
