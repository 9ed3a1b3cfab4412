/**
 * The features of a track to rows. Reading a file spends its time here, so the address of the next byte stays in a
 * local `p`, and members that nearly every feature has are recognized by eight bytes of their key. `p` becomes the
 * cursor when anything else comes up.
 */
import { ProblemCode, RowFlag } from "../../border";
import {
  boundsOf,
  frameOf,
  reserveDetections,
  rowEnd,
  setExtra,
  setFlags,
  setFrame,
  setLength,
  setRowEnd,
} from "../../columns/detections";
import { packText } from "../../memory/bytes";
import { readAttributes } from "../attribute-observer";
import { Char } from "../characters";
import { memberCount, pushMember, storeMembers } from "../member-stack";
import { isRefused, report } from "../problems";
import { boundsEnd } from "./bounds";
import { applyExactBounds, forgetExactBounds, readExactBounds } from "./exact-bounds";
import { broken, isIndex, keepMember, keyIs, keyTag, MAX_FRAME, skipNull, tagOf } from "./members";
import {
  at,
  hadSpace,
  hasNext,
  isNullNext,
  isNumberNext,
  moveTo,
  pastSpace,
  peek,
  readBoolean,
  readKey,
  readNumber,
  skipValue,
  syntaxError,
  take,
  watchSpace,
} from "./scan";

const FRAME: u64 = tagOf("frame");
const BOUNDS: u64 = tagOf("bounds");
const EXACT_BOUNDS: u64 = tagOf("exactBounds");
const KEYFRAME: u64 = tagOf("keyframe");
const INTERPOLATE: u64 = tagOf("interpolate");
const FISH_LENGTH: u64 = tagOf("fishLength");
const ATTRIBUTES: u64 = tagOf("attributes");
const GEOMETRY: u64 = tagOf("geometry");

// First and last eight bytes of the keys that nearly every feature has.
const FRAME_KEY: u64 = packText('"frame":');
const BOUNDS_KEY: u64 = packText('"bounds"');
const BOUNDS_KEY_END: u64 = packText('bounds":');
const KEYFRAME_KEY: u64 = packText('"keyfram');
const KEYFRAME_KEY_END: u64 = packText('yframe":');
const INTERPOLATE_KEY: u64 = packText('"interpo');
const INTERPOLATE_KEY_END: u64 = packText('polate":');
const ATTRIBUTES_KEY: u64 = packText('"attribu');
const ATTRIBUTES_KEY_END: u64 = packText('ibutes":');
const GEOMETRY_KEY: u64 = packText('"geometr');
const GEOMETRY_KEY_END: u64 = packText('ometry":');
const TRUE: u32 = <u32>packText("true");

const INTERPOLATE_FLAGS: u32 = RowFlag.INTERPOLATES | RowFlag.INTERPOLATE_GIVEN;
// Required members of a feature, recorded next to its flags; the column keeps only the lowest eight bits.
const HAS_FRAME: u32 = 1 << 8;
const HAS_BOUNDS: u32 = 1 << 9;
const HAS_BOTH: u32 = HAS_FRAME | HAS_BOUNDS;
/** Returned by functions that found the track unusable and have reported it. */
const BROKEN: u32 = 0xffffffff;

/**
 * Reads `[feature, …]` into rows after the last one. Returns false when one makes the track unusable, which has been
 * reported.
 */
export function readFeatures(): bool {
  if (skipNull()) return true;
  if (!take(Char.OPEN_BRACKET)) return broken(ProblemCode.JSON_FEATURES_MALFORMED, NaN);
  if (take(Char.CLOSE_BRACKET)) return true;
  do {
    if (peek() != Char.OPEN_BRACE) return broken(ProblemCode.JSON_FEATURES_MALFORMED, NaN);
    if (!readFeature()) return false;
  } while (hasNext(Char.CLOSE_BRACKET));
  return !isRefused;
}

function readFeature(): bool {
  const featureStart = at;
  const firstMember = memberCount;
  reserveDetections(1);
  const row = rowEnd;
  setLength(row, NaN);
  forgetExactBounds();
  const flags = readMembers(row);
  if (flags == BROKEN) return false;
  if ((flags & HAS_BOTH) != HAS_BOTH) {
    moveTo(featureStart);
    if (flags & HAS_FRAME) return broken(ProblemCode.JSON_BOUNDS_MISSING, frameOf(row));
    return broken(ProblemCode.JSON_FRAME_MISSING, NaN);
  }
  applyExactBounds(boundsOf(row));
  setFlags(row, flags);
  setExtra(row, storeMembers(firstMember));
  setRowEnd(row + 1);
  return true;
}

/** Reads all members, with the cursor at the brace; returns the flags, or BROKEN. */
function readMembers(row: u32): u32 {
  let flags: u32 = 0;
  let p = pastSpace(at + 1);
  if (load<u8>(p) == Char.CLOSE_BRACE) {
    moveTo(p + 1);
    return flags;
  }
  while (true) {
    const key = load<u64>(p);
    if (key == FRAME_KEY) {
      p = frameEnd(pastSpace(p + 8), row);
      if (p == 0) return BROKEN;
      flags |= HAS_FRAME;
    } else if (key == BOUNDS_KEY && load<u64>(p, 1) == BOUNDS_KEY_END) {
      p = boundsEnd(pastSpace(p + 9), boundsOf(row));
      if (p == 0) return BROKEN;
      flags |= HAS_BOUNDS;
    } else if (key == INTERPOLATE_KEY && load<u64>(p, 6) == INTERPOLATE_KEY_END && load<u32>(p, 14) == TRUE) {
      flags |= INTERPOLATE_FLAGS;
      p += 18;
    } else if (key == KEYFRAME_KEY && load<u64>(p, 3) == KEYFRAME_KEY_END && load<u32>(p, 11) == TRUE) {
      flags &= ~RowFlag.NOT_KEYFRAME;
      p += 15;
    } else if (key == ATTRIBUTES_KEY && load<u64>(p, 5) == ATTRIBUTES_KEY_END) {
      moveTo(p + 13);
      watchSpace();
      if (!readDetectionAttributes(p)) return BROKEN;
      p = at;
    } else if (key == GEOMETRY_KEY && load<u64>(p, 3) == GEOMETRY_KEY_END) {
      moveTo(p + 11);
      watchSpace();
      if (!isNullNext()) flags |= RowFlag.HAS_GEOMETRY;
      keepMember(p);
      if (isRefused) return BROKEN;
      p = at;
    } else {
      moveTo(p);
      flags = readOtherMember(row, flags);
      if (flags == BROKEN) return BROKEN;
      p = at;
    }
    p = pastSpace(p);
    const next = <u32>load<u8>(p);
    if (next != Char.COMMA) {
      moveTo(p + 1);
      return next == Char.CLOSE_BRACE ? flags : brokenObject(p);
    }
    p = pastSpace(p + 1);
  }
}

function brokenObject(p: usize): u32 {
  moveTo(p);
  syntaxError();
  return BROKEN;
}

/** Reads the frame at `start`; returns the address after it, or 0 when it is not a frame, which has been reported. */
// @ts-ignore: decorator
@inline
function frameEnd(start: usize, row: u32): usize {
  let p = start;
  let frame: u32 = 0;
  let digit = <u32>load<u8>(p) - Char.ZERO;
  while (digit <= 9) {
    frame = frame * 10 + digit;
    digit = <u32>load<u8>(++p) - Char.ZERO;
  }
  // As programs write it: up to nine digits, the first one not zero, and a comma.
  const isPlain = digit == Char.COMMA - Char.ZERO && p - start - 1 < 9 && load<u8>(start) != Char.ZERO;
  if (!isPlain) return anyFrameEnd(start, row);
  setFrame(row, frame);
  return p;
}

/** Reads a frame in any notation. */
function anyFrameEnd(start: usize, row: u32): usize {
  moveTo(start);
  const number = isNumberNext() ? readNumber() : NaN;
  if (isIndex(number, MAX_FRAME)) {
    setFrame(row, <u32>number);
    return at;
  }
  broken(ProblemCode.FRAME_OUT_OF_RANGE, number);
  return 0;
}

/** Reads one member in any notation; returns the updated flags, or BROKEN. */
function readOtherMember(row: u32, flags: u32): u32 {
  const keyStart = at;
  watchSpace();
  readKey();
  const tag = keyTag();
  if (tag == ATTRIBUTES && keyIs("attributes")) return readDetectionAttributes(keyStart) ? flags : BROKEN;
  if (tag == GEOMETRY && keyIs("geometry")) {
    if (!isNullNext()) flags |= RowFlag.HAS_GEOMETRY;
    keepMember(keyStart);
    return flags;
  }
  if (tag == FRAME) {
    const end = frameEnd(pastSpace(at), row);
    if (end == 0) return BROKEN;
    moveTo(end);
    return flags | HAS_FRAME;
  }
  if (tag == BOUNDS) {
    const end = boundsEnd(pastSpace(at), boundsOf(row));
    if (end == 0) return BROKEN;
    moveTo(end);
    return flags | HAS_BOUNDS;
  }
  if (tag == KEYFRAME && keyIs("keyframe")) return readFlag(flags, RowFlag.NOT_KEYFRAME, 0, RowFlag.NOT_KEYFRAME);
  if (tag == INTERPOLATE && keyIs("interpolate")) {
    return readFlag(flags, INTERPOLATE_FLAGS, INTERPOLATE_FLAGS, RowFlag.INTERPOLATE_GIVEN);
  }
  if (tag == EXACT_BOUNDS && keyIs("exactBounds")) readExactBounds();
  else if (tag == FISH_LENGTH && keyIs("fishLength")) readFishLength(row);
  else keepMember(keyStart);
  return flags;
}

/**
 * The flags after `true` or `false`, which sets or clears the bits of `mask`. Anything else is reported and ignored.
 */
function readFlag(flags: u32, mask: u32, ifTrue: u32, ifFalse: u32): u32 {
  const value = readBoolean();
  if (value >= 0) return (flags & ~mask) | (value == 1 ? ifTrue : ifFalse);
  if (!isNullNext()) report(ProblemCode.JSON_FLAG_NOT_BOOLEAN, at, NaN);
  skipValue();
  return flags;
}

function readFishLength(row: u32): void {
  const start = at;
  if (isNumberNext()) {
    const value = readNumber();
    if (isFinite(value)) setLength(row, value);
    else report(ProblemCode.JSON_LENGTH_IGNORED, start, NaN);
  } else {
    if (!isNullNext()) report(ProblemCode.JSON_LENGTH_IGNORED, at, NaN);
    skipValue();
  }
}

function readDetectionAttributes(keyStart: usize): bool {
  if (skipNull()) return true;
  if (peek() != Char.OPEN_BRACE) return broken(ProblemCode.JSON_ATTRIBUTES_MALFORMED, NaN);
  readAttributes(false);
  if (!isRefused) pushMember(keyStart, at, hadSpace());
  return true;
}
