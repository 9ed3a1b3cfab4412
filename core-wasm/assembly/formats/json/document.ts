/**
 * The DIVE annotation document.
 *
 * Version 2: `{"tracks": {id: track}, "groups": {id: group}, "version": 2}`, possibly with `fps`. Version 1, with or
 * without a version member: a map of id to track. Members come in any order, so the version is judged at the end.
 * Unknown members are kept and written again.
 */
import { ProblemCode } from "../../border";
import { reserveDetections, rowEnd, setRowEnd } from "../../columns/detections";
import { dropPairs, pairCount, reservePairs } from "../../columns/pairs";
import { largestId, reserveTracks, setLargestId, trackEnd, truncateTracks } from "../../columns/tracks";
import { NO_SLICE, Slice, sliceEnd, sliceStart } from "../../memory/slice";
import { setValueWeight } from "../attribute-table";
import { Char } from "../characters";
import { lastBorder } from "./borders";
import { countDetections } from "./count";
import { readGroup } from "./groups";
import { keyIs, keyTag, tagOf } from "./members";
import { keyAsId, readTrack } from "./reader";
import {
  at,
  hadSpace,
  hasNext,
  isAtEnd,
  isNullNext,
  isNumberNext,
  moveTo,
  nonFiniteAt,
  openText,
  pastSpace,
  peek,
  readKey,
  readNumber,
  readString,
  refuse,
  skipSpace,
  skipValue,
  take,
  watchNumbers,
  watchSpace,
} from "./scan";
import { endOfString } from "./tokens";
import { keepText, discardSource, memberCount, pushMember, storeMembers } from "../member-stack";
import { forgetProblems, isRefused, problemCount, report, setProblemOrigin, skippedCount } from "../problems";

const TRACKS: u64 = tagOf("tracks");
const GROUPS: u64 = tagOf("groups");
const VERSION: u64 = tagOf("version");
const FPS: u64 = tagOf("fps");

/** Frame rate in the document that was read last; NaN: none. */
export let readFps: f64 = NaN;
/** Frame rate of the document that others were added to; NaN: none. */
export let documentFps: f64 = NaN;
/** Unknown members of the document. */
export let documentExtra: Slice = NO_SLICE;

// Before the read.
let fpsBefore: f64 = NaN;
let extraBefore: Slice = NO_SLICE;

export function clearDocument(): void {
  readFps = NaN;
  documentFps = NaN;
  documentExtra = NO_SLICE;
}

export function openDocument(): void {
  readFps = NaN;
  fpsBefore = documentFps;
  extraBefore = documentExtra;
}

/** Undoes what was read of a document. */
export function restoreDocument(): void {
  documentFps = fpsBefore;
  documentExtra = extraBefore;
}

/** A document added to another one does not change the members of the latter. */
export function keepDocumentMembers(members: Slice): void {
  if (documentExtra == NO_SLICE) documentExtra = members;
}

/** The part of the document that the next byte belongs to. */
namespace Place {
  export const START: u32 = 0;
  /** In the document itself. */
  export const MEMBERS: u32 = 1;
  export const TRACK_MAP: u32 = 2;
  export const TRACK_LIST: u32 = 3;
  export const GROUP_MAP: u32 = 4;
  export const GROUP_LIST: u32 = 5;
  export const END: u32 = 6;
}

/**
 * Allowed next: a member or element (with `OR_END`, alternatively the end of the container); after one, a comma
 * or the end.
 */
namespace Awaited {
  export const ITEM: u32 = 0;
  export const ITEM_OR_END: u32 = 1;
  export const COMMA_OR_END: u32 = 2;
}

let place: u32 = Place.START;
let awaited: u32 = 0;
/** Commas passed in the innermost of these containers. */
export let itemIndex: u32 = 0;
/** Whether the last container was one of groups. */
let wereGroups: bool = false;
let sawMember: bool = false;
let sawTracks: bool = false;
let firstMember: u32 = 0;
/** Bytes of the longest item read so far, or known to continue past the last piece. */
let maxItemBytes: usize = 0;
/** Bytes of the document until room for detections has been reserved; NaN: unknown. */
let expectedBytes: f64 = NaN;
let isReserved = false;

/** Starts a document of this many bytes; NaN: unknown. */
export function beginDocument(bytes: f64): void {
  place = Place.START;
  sawMember = false;
  sawTracks = false;
  firstMember = memberCount;
  maxItemBytes = 0;
  expectedBytes = bytes;
  isReserved = false;
  discardSource();
}

/**
 * For pointers: place, what is expected next (times 8), and whether the last container was one of groups (times 32).
 */
export function documentPlace(): u32 {
  return place | (awaited << 3) | (<u32>wereGroups << 5);
}

/**
 * Reads the tracks, groups and other members that are complete in the next bytes of the document (all of it if these
 * are the last bytes); returns the number of bytes read. The caller must pass the rest again, followed by the next
 * bytes.
 */
export function readDocumentPiece(start: usize, length: usize, isLast: bool): usize {
  const end = start + length;
  memory.fill(end, 0, 64);
  begin(start, length);
  const isFirst = !isReserved;
  if (isFirst) reserveExpected(start, length, isLast);
  if (isLast) {
    while (!isRefused && place != Place.END) readItem();
    keepDocumentMembers(storeMembers(firstMember));
    finish();
    return length;
  }
  while (!isRefused) {
    if ((place == Place.TRACK_MAP || place == Place.TRACK_LIST) && end - at > maxItemBytes + (maxItemBytes >> 2)) {
      tryItem(end);
      continue;
    }
    const limit = readableEnd(end);
    if (limit == at) break;
    while (!isRefused && at < limit) readItem();
  }
  if (isFirst && !isRefused) reserveExpectedTracks(at - start);
  return isRefused ? length : at - start;
}

/**
 * Tries to read the next item and what follows it, even though they may be incomplete: most are complete, and searching
 * for the border first takes a sixth of the time. On failure all state is restored except `longestItem`, which prevents
 * the next attempt.
 */
function tryItem(end: usize): void {
  const start = at;
  const placeBefore = place;
  const awaitedBefore = awaited;
  const indexBefore = itemIndex;
  const tracks = trackEnd;
  const largest = largestId();
  const rows = rowEnd;
  const pairs = pairCount;
  const problems = problemCount;
  const skipped = skippedCount;
  readItem();
  if (!isRefused && (place != placeBefore || pastSpace(at) < end)) {
    if (place == placeBefore) readItem();
    maxItemBytes = max(maxItemBytes, at - start);
    return;
  }
  if (isRefused && lastBorder(start, end) != start) return;
  maxItemBytes = end - start;
  // Reading it again with this weight undoes the counting of its attributes.
  setValueWeight(-1);
  for (let pass = 0; pass < 2; pass++) {
    truncateTracks(tracks);
    setLargestId(largest);
    setRowEnd(rows);
    dropPairs(pairs);
    forgetProblems(problems, skipped);
    moveTo(start);
    awaited = awaitedBefore;
    itemIndex = indexBefore;
    if (pass == 0) readItem();
  }
  setValueWeight(1);
}

/** Rows reserved for a document of unknown size. */
const ROWS_OF_UNKNOWN_DOCUMENT: f64 = 2097152;

/**
 * Assumes that the rest of the document is like its beginning, so that columns are allocated once and not moved: moving
 * them wastes the memory they vacate, while untouched pages cost nothing.
 */
function reserveExpected(start: usize, length: usize, isLast: bool): void {
  isReserved = true;
  const counted = <f64>countDetections(start, length);
  const isUnknown = isNaN(expectedBytes) && !isLast;
  const times = isLast ? 1 : max(expectedBytes / <f64>max(length, 1), 1);
  // With room for later edits; a wrong file size must not take all memory.
  const expected = isUnknown ? max(counted, ROWS_OF_UNKNOWN_DOCUMENT) : 1.125 * counted * times + 64;
  reserveDetections(<u32>min(expected, max(counted, 67108864)));
}

/** The same for tracks and their types, once some have been read. Here, too, a wrong size must not take all memory. */
function reserveExpectedTracks(readBytes: usize): void {
  if (isNaN(expectedBytes) || readBytes == 0) return;
  const times = 1.125 * max(expectedBytes / <f64>readBytes - 1, 0);
  reserveTracks(<u32>min(<f64>trackEnd * times, MAX_EXPECTED_TRACKS));
  reservePairs(<u32>min(<f64>pairCount * times, MAX_EXPECTED_TRACKS));
}

const MAX_EXPECTED_TRACKS: f64 = 2097152;

/** How far the text can be read when it continues past `end`. */
function readableEnd(end: usize): usize {
  if (place == Place.START || place == Place.END) {
    const next = pastSpace(at);
    return next < end ? next + 1 : at;
  }
  const border = lastBorder(at, end);
  return border == at && place == Place.MEMBERS && awaited != Awaited.COMMA_OR_END ? openedContainer(end) : border;
}

/** The address after the bracket that opens tracks or groups, if they come next; otherwise the cursor. */
function openedContainer(end: usize): usize {
  const before = at;
  let opened = at;
  skipSpace();
  if (endOfString(at) != 0) {
    readString();
    const tag = keyTag();
    const colon = pastSpace(at);
    const bracket = pastSpace(colon + 1);
    const isOpened = load<u8>(colon) == Char.COLON && bracket < end && (load<u8>(bracket) | 32) == Char.OPEN_BRACE;
    if (isOpened && (tag == TRACKS || tag == GROUPS)) opened = bracket + 1;
  }
  moveTo(before);
  return opened;
}

/** Reads whatever comes next: a member, an element, a comma, an end. */
function readItem(): void {
  if (place == Place.START) {
    if (peek() != Char.OPEN_BRACE) return refuse(ProblemCode.JSON_NOT_AN_OBJECT);
    return openPlace(Place.MEMBERS);
  }
  if (place == Place.END) return finish();
  const isList = place == Place.TRACK_LIST || place == Place.GROUP_LIST;
  const closer: u32 = isList ? Char.CLOSE_BRACKET : Char.CLOSE_BRACE;
  if (awaited == Awaited.COMMA_OR_END) {
    if (!hasNext(closer)) return closePlace();
    itemIndex++;
    awaited = Awaited.ITEM;
    return;
  }
  if (awaited == Awaited.ITEM_OR_END && take(closer)) return closePlace();
  awaited = Awaited.COMMA_OR_END;
  if (place == Place.MEMBERS) return readMember();
  if (!isList) readKey();
  const id = isList ? NaN : keyAsId();
  if (place <= Place.TRACK_LIST) readTrack(id);
  else readGroup(id);
}

/** Moves past the bracket that opens a container. */
function openPlace(opened: u32): void {
  moveTo(at + 1);
  place = opened;
  awaited = Awaited.ITEM_OR_END;
  itemIndex = 0;
}

function closePlace(): void {
  if (isRefused) return;
  wereGroups = place >= Place.GROUP_MAP;
  if (place == Place.MEMBERS) {
    place = Place.END;
    if (sawMember && !sawTracks) refuse(ProblemCode.JSON_NO_TRACKS);
  } else {
    place = Place.MEMBERS;
    awaited = Awaited.COMMA_OR_END;
  }
}

function readMember(): void {
  sawMember = true;
  watchSpace();
  peek();
  const keyStart = at;
  readKey();
  if (!readKnownMember()) readOtherMember(keyStart);
}

/**
 * Keeps an unknown member, to be written again. A known member with an invalid value is not kept, since it would then
 * be written twice.
 */
function readOtherMember(keyStart: usize): void {
  const tag = keyTag();
  const isOwn = tag == TRACKS || tag == GROUPS || tag == FPS || (tag == VERSION && keyIs("version"));
  const value = at;
  const isNull = isNullNext();
  watchNumbers();
  skipValue();
  if (isRefused || (isOwn && isNull)) return;
  if (!isOwn && nonFiniteAt() == 0) {
    // Copied, since other pieces follow before the document ends.
    const kept = keepText(keyStart, at, hadSpace());
    pushMember(sliceStart(kept), sliceEnd(kept), false);
  } else {
    report(ProblemCode.JSON_MEMBER_IGNORED, value, NaN);
  }
}

/** Reads the value of the key that was just read, if it is a known one. */
function readKnownMember(): bool {
  const tag = keyTag();
  const byte = peek();
  if ((tag == TRACKS || tag == GROUPS) && (byte | 32) == Char.OPEN_BRACE) {
    const isList = <u32>(byte == Char.OPEN_BRACKET);
    sawTracks = sawTracks || tag == TRACKS;
    openPlace((tag == TRACKS ? Place.TRACK_MAP : Place.GROUP_MAP) + isList);
    return true;
  }
  if (tag == VERSION && keyIs("version") && isNumberNext()) {
    const start = at;
    const version = readNumber();
    if (version != 1 && version != 2) {
      report(ProblemCode.JSON_VERSION_UNKNOWN, start, version);
      refuse(ProblemCode.JSON_VERSION_UNKNOWN);
    }
    return true;
  }
  if (tag == FPS && isNumberNext()) {
    const start = at;
    readFps = readNumber();
    if (!isFinite(readFps)) {
      readFps = NaN;
      report(ProblemCode.JSON_MEMBER_IGNORED, start, NaN);
    }
    if (isNaN(documentFps)) documentFps = readFps;
    return true;
  }
  const id = keyAsId();
  if (isNaN(id) || byte != Char.OPEN_BRACE) return false;
  readTrack(id);
  sawTracks = true;
  return true;
}

function begin(start: usize, length: usize): void {
  setProblemOrigin(start);
  openText(start, length);
}

function finish(): void {
  if (isRefused) return;
  peek();
  if (!isAtEnd()) refuse(ProblemCode.JSON_TEXT_AFTER_END);
}
