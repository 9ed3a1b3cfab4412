/**
 * Reads the annotations of a COCO document into columns (api/v1 section 21.3): one annotation is one detection. Its
 * track is given by `track_id` (in CVAT's files, among the attributes), otherwise by its own `id`, unless several
 * annotations share that id. Track properties are repeated on each annotation; the last one by frame counts. Of several
 * annotations on one frame, the one with the greatest id counts.
 *
 * A broken annotation is reported and skipped. Members without a column are kept as text, masks included.
 */
import { ProblemCode, RowFlag } from "../../border";
import { boundsOf, initRow, reserveDetections, rowEnd, setExtra, setFlags, setRowEnd } from "../../columns/detections";
import { finishPairs, dropPairs, pairCount, pairType, replacePairs } from "../../columns/pairs";
import { findTrack, largestId, MAX_TRACK_ID, NO_TRACK, pairsOf, setPairs } from "../../columns/tracks";
import { allocate } from "../../memory/arena";
import { heapCopy } from "../../memory/heap";
import { NO_SLICE, Slice, sliceEnd, sliceLength, sliceStart } from "../../memory/slice";
import { openTransfer, transferRoom, transferStart } from "../../memory/transfer";
import { numberEnd, parseNumber } from "../../numbers/parse";
import { observeJsonAttributes } from "../attribute-observer";
import { Char } from "../characters";
import { assignRow, finishImport, noteOf, offsetOf, TrackNote, trackOfId } from "../import/rows";
import { idOffset, isIndex } from "../json/reader";
import {
  at,
  copyCompact,
  expect,
  hadSpace,
  hasNext,
  isNullNext,
  isNumberNext,
  moveTo,
  nonFiniteAt,
  peek,
  readKey,
  readNumber,
  skipValue,
  take,
  watchNumbers,
  watchSpace,
} from "../json/scan";
import { memberCount, popMembers, pushMember, storeMembers } from "../member-stack";
import { report } from "../problems";
import { sortsAfter, recordAnnotationId, openOrder, orderRows } from "./annotation-order";
import { findCategory, NO_CATEGORY } from "./categories";
import { appendPairs } from "./confidence";
import { annotationCount, sectionOf } from "./document";
import { hasFeatures } from "./features";
import { closeGeometry, isMask, openGeometry, putSegmentation, putRotatedBox, storePolygonBounds } from "./geometry";
import { findImage, frameOfPosition, NO_FRAME, POINT_ZERO, readIdText } from "./images";
import { areKeypointsNamed, headTailCount, putKeypoints } from "./keypoints";
import { storeMaskBounds } from "./mask";
import { outlineOf } from "./mask-outlines";
import { mentions } from "./mentions";
import { clearValues, valueOfEitherName, Name, nameOfKey, putName, setValueAt, valueAt } from "./names";
import { addTrackAttributes, closeTrackAttributes, openTrackAttributes } from "./track-attributes";
import { clearWarnings, warnOnce } from "./warnings";

/** Room for the keys around a kept value. */
const KEY_BYTES: usize = 64;

/**
 * Passes by the kind of id: first annotations that name a track, then those with their own ids, then those that get new
 * ones.
 */
namespace Pass {
  export const NAMED: u32 = 0;
  export const OWN: u32 = 1;
  export const NEW: u32 = 2;
}
let pass: u32 = Pass.OWN;
/** Addresses (u32) of annotations left for a later pass. */
let postponed: usize = 0;
let postponedCount: u32 = 0;
/** Address of the first annotation without a usable id; 0: none. */
let unusableAt: usize = 0;
/** How often an annotation differs in type from the others of its track, and the first such. */
let typeChanges: u32 = 0;
let typeChangeAt: usize = 0;
/** Which keys occur in the text at all, so that attributes are searched only if needed. */
let hasTrackNames: bool = false;
let hasRotations: bool = false;

/** Whether the first annotation has a track id, which affects how the order of images is judged. */
export function firstHasTrackId(): bool {
  moveTo(sliceStart(sectionOf(Name.ANNOTATIONS)));
  expect(Char.OPEN_BRACKET);
  if (peek() != Char.OPEN_BRACE) return false;
  expect(Char.OPEN_BRACE);
  if (take(Char.CLOSE_BRACE)) return false;
  do {
    readKey();
    if (nameOfKey() == Name.TRACK_ID) return true;
    skipValue();
  } while (hasNext(Char.CLOSE_BRACE));
  return false;
}

/** Reads all annotations, after categories and images. */
export function readAnnotations(): void {
  clearWarnings();
  openTrackAttributes(annotationCount);
  openOrder(annotationCount);
  const firstRow = rowEnd;
  const annotations = sectionOf(Name.ANNOTATIONS);
  hasTrackNames = mentions(annotations, '"track_id"');
  hasRotations = mentions(annotations, '"rotation"');
  pass = hasTrackNames ? Pass.NAMED : Pass.OWN;
  unusableAt = 0;
  typeChanges = 0;
  postponed = allocate((<usize>annotationCount) << 2);
  postponedCount = 0;
  moveTo(sliceStart(sectionOf(Name.ANNOTATIONS)));
  expect(Char.OPEN_BRACKET);
  if (!take(Char.CLOSE_BRACKET)) {
    do readAnnotation(NaN);
    while (hasNext(Char.CLOSE_BRACKET));
  }
  if (pass == Pass.NAMED) {
    pass = Pass.OWN;
    readPostponed(NaN);
  }
  const next = <f64>(largestId() + 1);
  if (unusableAt != 0) warnOnce(ProblemCode.COCO_ID_REPLACED, unusableAt, next);
  pass = Pass.NEW;
  readPostponed(next);
  if (typeChanges > 0) report(ProblemCode.COCO_TYPE_OVERRULED, typeChangeAt, typeChanges);
  orderRows(firstRow);
  closeTrackAttributes();
  finishImport();
}

/** Reads the postponed annotations. Those postponed again are moved to the front of the list. */
function readPostponed(newId: f64): void {
  const count = postponedCount;
  postponedCount = 0;
  for (let i: u32 = 0; i < count; i++) {
    moveTo(load<u32>(postponed + ((<usize>i) << 2)));
    readAnnotation(isNaN(newId) ? NaN : newId++);
  }
}

function postpone(start: usize): bool {
  store<u32>(postponed + ((<usize>postponedCount) << 2), <u32>start);
  postponedCount++;
  return false;
}

/** Reads the annotation at the cursor. `newId` is for annotations without a usable id; NaN: postpone them. */
function readAnnotation(newId: f64): void {
  peek();
  const start = at;
  if (load<u8>(start) != Char.OPEN_BRACE) {
    report(ProblemCode.COCO_ANNOTATION_MALFORMED, start, NaN);
    return skipValue();
  }
  const firstPair = pairCount;
  const firstMember = memberCount;
  reserveDetections(1);
  readMembers(isNaN(newId) && (!hasTrackNames || pass == Pass.NAMED));
  const end = at;
  if (!acceptAnnotation(start, newId, firstMember)) {
    dropPairs(firstPair);
    popMembers(firstMember);
  }
  moveTo(end);
}

/** The mask that was replaced with polygons; 0: the segmentation is as in the file. */
let maskAt: usize = 0;
/** The address after the segmentation, if there is one. */
let segmentationEnd: usize = 0;
/** Whether bounds were stored in the row after the last one. */
let hasBox: bool = false;
/** The address of a NaN or Infinity in a member that an annotation cannot do without; 0: none. */
let unusableNumberAt: usize = 0;

/**
 * Records the addresses of the values; other members are kept. A postponed annotation is read twice but reported once.
 */
function readMembers(isFirstTime: bool): void {
  clearValues();
  hasBox = false;
  attributeTrack = NaN;
  attributeRotation = 0;
  maskAt = 0;
  unusableNumberAt = 0;
  watchNumbers();
  expect(Char.OPEN_BRACE);
  if (take(Char.CLOSE_BRACE)) return;
  do {
    watchSpace();
    peek();
    const keyStart = at;
    readKey();
    const name = nameOfKey();
    if (isNullNext()) {
      skipValue();
      continue;
    }
    const value = at;
    if (name == Name.BBOX) {
      hasBox = readBox(boundsOf(rowEnd));
      if (!hasBox) moveTo(value);
    }
    if (at == value) skipValue();
    const nonFinite = nonFiniteAt();
    if (nonFinite != 0) {
      watchNumbers();
      if (!isOptional(name)) {
        unusableNumberAt = nonFinite;
      } else if (isAttributes(name) && load<u8>(value) == Char.OPEN_BRACE) {
        dropNonFiniteMembers(value);
      } else {
        if (isFirstTime) report(ProblemCode.COCO_MEMBER_IGNORED, nonFinite, NaN);
        continue;
      }
    }
    if (name == Name.SEGMENTATION) segmentationEnd = at;
    const outlined = name == Name.SEGMENTATION ? outlineOf(value) : 0;
    if (name == Name.ATTRIBUTES && (hasTrackNames || hasRotations)) readAttributes(value);
    if (outlined != 0) maskAt = value;
    if (name <= Name.LAST_MEMBER) setValueAt(name, outlined != 0 ? outlined : value);
    else if (name > Name.LAST_RESERVED) pushMember(keyStart, at, hadSpace());
    else if (isFirstTime) report(ProblemCode.COCO_MEMBER_IGNORED, value, NaN);
  } while (hasNext(Char.CLOSE_BRACE));
}

/** Whether an annotation can do without the member: NaN in it is not a reason to lose the box. */
function isOptional(name: u32): bool {
  return name != Name.BBOX && name != Name.IMAGE_ID && name != Name.CATEGORY_ID && name != Name.TRACK_ID && name != Name.ID;
}

function isAttributes(name: u32): bool {
  return name >= Name.DIVE_ATTRIBUTES && name <= Name.TRACK_ATTRIBUTES;
}

/**
 * Removes the members with NaN or Infinity from the object that ends at the cursor: moves the others together, in
 * place, and fills the rest with blanks. A postponed annotation no longer has them, so they are reported once.
 */
function dropNonFiniteMembers(object: usize): void {
  const end = at;
  moveTo(object);
  expect(Char.OPEN_BRACE);
  const first = at;
  let target = first;
  do {
    peek();
    const start = at;
    readKey();
    skipValue();
    const nonFinite = nonFiniteAt();
    if (nonFinite != 0) {
      report(ProblemCode.COCO_MEMBER_IGNORED, nonFinite, NaN);
      watchNumbers();
      continue;
    }
    if (target != first) store<u8>(target++, Char.COMMA);
    memory.copy(target, start, at - start);
    target += at - start;
  } while (hasNext(Char.CLOSE_BRACE));
  memory.fill(target, <u8>Char.SPACE, end - 1 - target);
  moveTo(end);
}

/** Facts that CVAT stores among a shape's attributes: the track (NaN: none) and the rotation of a box in degrees. */
let attributeTrack: f64 = NaN;
let attributeRotation: f64 = 0;

/**
 * CVAT always states whether a shape is occluded; without that, attributes of these names are ordinary attributes. The
 * cursor does not move.
 */
function readAttributes(object: usize): void {
  const end = at;
  moveTo(object);
  let isOfCvat = false;
  if (take(Char.OPEN_BRACE) && !take(Char.CLOSE_BRACE)) {
    do {
      readKey();
      const name = nameOfKey();
      const isNumber = isNumberNext();
      isOfCvat = isOfCvat || name == Name.OCCLUDED;
      if (name == Name.TRACK_ID && isNumber) attributeTrack = readNumber();
      else if (name == Name.ROTATION && isNumber) attributeRotation = readNumber();
      else skipValue();
    } while (hasNext(Char.CLOSE_BRACE));
  }
  if (!isOfCvat) {
    attributeTrack = NaN;
    attributeRotation = 0;
  }
  moveTo(end);
}

/** Area of the last box read. */
let boxArea: f64 = 0;

/** `[x, y, width, height]` as x1, y1, x2, y2. */
function readBox(target: usize): bool {
  if (!take(Char.OPEN_BRACKET)) return false;
  for (let i: usize = 0; i < 32; i += 8) {
    if (i != 0 && !take(Char.COMMA)) return false;
    if (!isNumberNext()) return false;
    store<f64>(target + i, readNumber());
  }
  boxArea = min(load<f64>(target, 16) * load<f64>(target, 24), f64.MAX_VALUE);
  store<f64>(target, load<f64>(target) + load<f64>(target, 16), 16);
  store<f64>(target, load<f64>(target, 8) + load<f64>(target, 24), 24);
  return isFinite(load<f64>(target, 16) + load<f64>(target, 24)) && take(Char.CLOSE_BRACKET);
}

/** Reports a problem that makes the annotation unusable; returns false. */
function broken(code: u32, address: usize, number: f64): bool {
  report(code, address, number);
  return false;
}

/** Adds the annotation as a row of its track. */
function acceptAnnotation(start: usize, newId: f64, firstMember: u32): bool {
  if (unusableNumberAt != 0) return broken(ProblemCode.JSON_NUMBER_NOT_FINITE, unusableNumberAt, NaN);
  const imageId = idText(Name.IMAGE_ID);
  const image = findImage(sliceStart(imageId), sliceLength(imageId));
  if (image == NO_FRAME) return broken(ProblemCode.COCO_IMAGE_UNKNOWN, start, NaN);
  const frame = frameOfPosition(image);
  if (frame == NO_FRAME) return broken(ProblemCode.COCO_IMAGE_NOT_IN_DATASET, start, NaN);
  const categoryId = idText(Name.CATEGORY_ID);
  const category = categoryId == NO_SLICE ? NO_CATEGORY : findCategory(sliceStart(categoryId), sliceLength(categoryId));

  let id = newId;
  let isJoined = false;
  if (isNaN(id)) {
    const trackId = idText(Name.TRACK_ID);
    const explicitTrack = trackId != NO_SLICE ? numberOf(trackId) : attributeTrack;
    const isNamed = trackId != NO_SLICE || isIndex(attributeTrack, <f64>MAX_TRACK_ID);
    if (!isNamed && pass == Pass.NAMED) return postpone(start);
    isJoined = isNamed;
    const own = isNamed ? explicitTrack : numberOf(idText(Name.ID));
    id = own + idOffset;
    if (!isIndex(own, <f64>MAX_TRACK_ID) || id > <f64>MAX_TRACK_ID) {
      if (isNamed) return broken(ProblemCode.COCO_TRACK_ID_MALFORMED, valueAt(Name.TRACK_ID), NaN);
      if (unusableAt == 0) unusableAt = start;
      return postpone(start);
    }
    if (!isNamed && id <= <f64>largestId() && findTrack(<u32>id) != NO_TRACK) {
      warnOnce(ProblemCode.COCO_ID_REPEATED, start, own);
      return postpone(start);
    }
  } else if (id > <f64>MAX_TRACK_ID) {
    return broken(ProblemCode.TRACK_ID_OUT_OF_RANGE, start, id);
  }

  // Reported here, so that a postponed annotation is not reported twice.
  if (categoryId != NO_SLICE && category == NO_CATEGORY) report(ProblemCode.COCO_CATEGORY_UNKNOWN, start, NaN);
  const firstPair = pairCount;
  const score = numberAt(Name.SCORE, 1);
  // A track has one confidence, which the rules for tracks check: that of its last annotation.
  if (isJoined && !(score >= 0 && score <= 1)) warnOnce(ProblemCode.COCO_SCORE_OUTSIDE, valueAt(Name.SCORE), score);
  appendPairs(category, score);
  finishPairs(firstPair);
  if (!keepGenerated(category, firstMember)) return broken(ProblemCode.COCO_KEYPOINTS_AMBIGUOUS, valueAt(Name.KEYPOINTS), NaN);
  const bounds = boundsOf(rowEnd);
  const hasMaskBounds = !hasBox && maskAt != 0 && storeMaskBounds(bounds, maskAt);
  if (!hasBox && !hasMaskBounds && !storePolygonBounds(bounds) && !(isMask && storeMaskBounds(bounds, valueAt(Name.SEGMENTATION)))) {
    return broken(ProblemCode.COCO_NO_BOUNDS, start, numberOf(idText(Name.ID)));
  }

  initRow(rowEnd, frame, hasFeatures() ? RowFlag.HAS_GEOMETRY : 0);
  setExtra(rowEnd, generated != NO_SLICE ? generated : storeMembers(firstMember));
  // Where the track is first mentioned, as an offset, which problems of JSON use.
  const track = trackOfId(id, offsetOf(start));
  const row = rowEnd;
  assignRow(row, track);
  setRowEnd(row + 1);
  const note = noteOf(track);
  recordAnnotationId(row, numberOf(idText(Name.ID)));
  const before = load<u32>(note, TrackNote.PAIRS_FRAME);
  const isFirst = load<u32>(note, TrackNote.PAIRS_LENGTH) == 0;
  if (!isFirst && pairCount > firstPair && sliceLength(pairsOf(track)) != 0) {
    const isOther = pairType(<u32>sliceStart(pairsOf(track))) != pairType(firstPair);
    if (isOther && typeChanges++ == 0) typeChangeAt = start;
  }
  if (isFirst || frame > before || (frame == before && sortsAfter(row, load<u32>(note, TrackNote.PAIRS_START)))) {
    store<u32>(note, frame, TrackNote.PAIRS_FRAME);
    // The row, stored in the field for a text.
    store<u32>(note, row, TrackNote.PAIRS_START);
    store<u32>(note, 1, TrackNote.PAIRS_LENGTH);
    setPairs(track, replacePairs(pairsOf(track), firstPair));
  } else {
    dropPairs(firstPair);
  }
  const trackAttributes = objectAt(Name.DIVE_TRACK_ATTRIBUTES);
  if (trackAttributes != 0) {
    observeJsonAttributes(true, trackAttributes);
    addTrackAttributes(track, frame, row, trackAttributes);
  }
  return true;
}

// --------------------------------------------------------------------------------------------------------------- values

/** The characters of an id; NO_SLICE: absent, or neither a number nor a text. */
function idText(name: u32): Slice {
  if (valueAt(name) == 0) return NO_SLICE;
  moveTo(valueAt(name));
  return readIdText();
}

/** The number that an id spells, or NaN. The `.0` that `readIdText` strips is still in the text after it. */
function numberOf(id: Slice): f64 {
  if (sliceLength(id) == 0) return NaN;
  const value = parseNumber(sliceStart(id));
  const extra = numberEnd - sliceEnd(id);
  return extra == 0 || (extra == 2 && load<u16>(sliceEnd(id)) == POINT_ZERO) ? value : NaN;
}

function numberAt(name: u32, otherwise: f64): f64 {
  if (valueAt(name) == 0) return otherwise;
  moveTo(valueAt(name));
  if (isNumberNext()) {
    const value = readNumber();
    if (isFinite(value)) return value;
  }
  report(ProblemCode.COCO_MEMBER_IGNORED, valueAt(name), NaN);
  return otherwise;
}

/** The value of a role with two names when it is an object; 0 otherwise. */
function objectAt(name: u32): usize {
  return typedAt(name, Char.OPEN_BRACE);
}

function typedAt(name: u32, first: u32): usize {
  const value = valueOfEitherName(name);
  if (value == 0 || load<u8>(value) == <u8>first) return value;
  report(ProblemCode.COCO_MEMBER_IGNORED, value, NaN);
  return 0;
}

// --------------------------------------------------------------------------------------------------------- kept members

/**
 * Adds what a detection stores under names other than COCO's to its members: attributes, geometry, notes, and data
 * without a place of its own that must survive: masks, unnamed keypoints, crowds, an area other than the box's. Returns
 * false when head or tail has more than one point.
 */
function keepGenerated(category: u32, firstMember: u32): bool {
  let p = openTransfer(0);
  const attributes = objectAt(Name.DIVE_ATTRIBUTES);
  if (attributes != 0) {
    observeJsonAttributes(false, attributes);
    p = putMember(p, Name.ATTRIBUTES, attributes);
  }
  let start = p - transferStart;
  p = transferRoom(p, KEY_BYTES);
  p = openGeometry(separate(p));
  p = putKeypoints(p, valueAt(Name.KEYPOINTS), category);
  p = putSegmentation(p, valueAt(Name.SEGMENTATION), segmentationEnd, hasBox);
  if (attributeRotation != 0 && hasBox && !isMask && !hasFeatures() && valueAt(Name.DIVE_ATTRIBUTES) == 0) {
    p = putRotatedBox(p, boundsOf(rowEnd), attributeRotation);
  }
  p = closeGeometry(p, start);
  if (headTailCount > 2) return false;
  p = putNotes(p);
  if (isMask) {
    warnOnce(ProblemCode.COCO_MASKS_SKIPPED, valueAt(Name.SEGMENTATION), NaN);
    p = putMember(p, Name.SEGMENTATION, valueAt(Name.SEGMENTATION));
  }
  if (!areKeypointsNamed) {
    if (valueAt(Name.KEYPOINTS) != 0) p = putMember(p, Name.KEYPOINTS, valueAt(Name.KEYPOINTS));
    if (valueAt(Name.NUM_KEYPOINTS) != 0) p = putMember(p, Name.NUM_KEYPOINTS, valueAt(Name.NUM_KEYPOINTS));
  }
  if (valueAt(Name.ISCROWD) != 0 && numberAt(Name.ISCROWD, 1) != 0) p = putMember(p, Name.ISCROWD, valueAt(Name.ISCROWD));
  if (valueAt(Name.AREA) != 0 && !isAreaOfBox()) p = putMember(p, Name.AREA, valueAt(Name.AREA));
  generated = NO_SLICE;
  if (p == transferStart) return true;
  // The text is in the transfer block, not in a source that could keep it, so it is copied, like members with white
  // space.
  if (memberCount == firstMember) generated = heapCopy(transferStart, p - transferStart);
  else pushMember(transferStart, p, true);
  return true;
}

/** Writes a list of notes, or a text that contains one. */
function putNotes(p: usize): usize {
  const value = valueOfEitherName(Name.DIVE_NOTES);
  if (value == 0 || load<u8>(value) != <u8>Char.QUOTE) {
    const notes = typedAt(Name.DIVE_NOTES, Char.OPEN_BRACKET);
    return notes == 0 ? p : putMember(p, Name.NOTES, notes);
  }
  moveTo(value);
  skipValue();
  p = transferRoom(p, at - value + KEY_BYTES);
  p = putName(separate(p), Name.NOTES);
  store<u8>(p, Char.OPEN_BRACKET);
  p = copyCompact(p + 1, value, at);
  store<u8>(p, Char.CLOSE_BRACKET);
  return p + 1;
}

/** A key with its colon, and a copy of the value at an address. */
function putMember(p: usize, name: u32, value: usize): usize {
  moveTo(value);
  skipValue();
  p = transferRoom(p, at - value + KEY_BYTES);
  return copyCompact(putName(separate(p), name), value, at);
}

/** The result of `keepGenerated` when there is nothing else to keep. */
let generated: Slice = NO_SLICE;

function separate(p: usize): usize {
  if (p != transferStart) store<u8>(p++, Char.COMMA);
  return p;
}

function isAreaOfBox(): bool {
  if (!hasBox) return false;
  moveTo(valueAt(Name.AREA));
  return isNumberNext() && readNumber() == boxArea;
}
