/**
 * The DIVE annotation document.
 *
 * Version 2: `{"tracks": {id: track}, "groups": {id: group}, "version": 2}`, perhaps with `fps`. Version 1, which may say
 * so or have no version: a map of id to track. Members come in any order, so the version is judged at the end. Members
 * that mean nothing here are kept and written again.
 */
import { NO_SLICE, Slice } from "../../memory/slice";
import { Char } from "../characters";
import { readGroupList, readGroupMap } from "./groups";
import { keyIs, keyTag, tagOf } from "./members";
import { keyAsId, readTrack, readTrackList, readTrackMap } from "./reader";
import {
  at,
  expect,
  hadSpace,
  hasNext,
  isAtEnd,
  isNullNext,
  isNumberNext,
  nonFiniteAt,
  openText,
  peek,
  readKey,
  readNumber,
  refuse,
  skipValue,
  take,
  watchNumbers,
  watchSpace,
} from "./scan";
import { memberCount, pushMember, storeMembers } from "../member-stack";
import { isRefused, ProblemCode, report, setProblemOrigin } from "../problems";

const TRACKS: u64 = tagOf("tracks");
const GROUPS: u64 = tagOf("groups");
const VERSION: u64 = tagOf("version");
const FPS: u64 = tagOf("fps");

/** Frame rate named by the document that was read last; NaN: none. */
export let readFps: f64 = NaN;
/** The same of the document that others were added to. */
export let documentFps: f64 = NaN;
/** Members of the document that have no meaning here. */
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

/** Takes back what was read of a document. */
export function restoreDocument(): void {
  documentFps = fpsBefore;
  documentExtra = extraBefore;
}

/** A document that is added to another one leaves the members of that one alone. */
export function keepDocumentMembers(members: Slice): void {
  if (documentExtra == NO_SLICE) documentExtra = members;
}

/** Reads a list of tracks as api/v1 pages them. */
export function readTrackPage(start: usize, length: usize): void {
  begin(start, length);
  if (peek() != Char.OPEN_BRACKET) return refuse(ProblemCode.JSON_NOT_A_LIST);
  readTrackList();
  finish();
}

/** Reads a list of groups as api/v1 pages them. */
export function readGroupPage(start: usize, length: usize): void {
  begin(start, length);
  if (peek() != Char.OPEN_BRACKET) return refuse(ProblemCode.JSON_NOT_A_LIST);
  readGroupList();
  finish();
}

/** Reads a whole document. */
export function readDocument(start: usize, length: usize): void {
  begin(start, length);
  if (peek() != Char.OPEN_BRACE) return refuse(ProblemCode.JSON_NOT_AN_OBJECT);
  expect(Char.OPEN_BRACE);
  let sawTracks = false;
  let sawMember = false;
  const firstMember = memberCount;
  if (!take(Char.CLOSE_BRACE)) {
    do {
      sawMember = true;
      watchSpace();
      peek();
      const keyStart = at;
      readKey();
      if (readKnownMember()) {
        sawTracks = sawTracks || lastMemberWasTracks;
      } else {
        readOtherMember(keyStart);
      }
    } while (hasNext(Char.CLOSE_BRACE));
  }
  if (sawMember && !sawTracks) refuse(ProblemCode.JSON_NO_TRACKS);
  keepDocumentMembers(storeMembers(firstMember));
  finish();
}

let lastMemberWasTracks: bool = false;

/**
 * Keeps a member that means nothing here, to be written again. One of the document's own that is not what it should be
 * would then be there twice.
 */
function readOtherMember(keyStart: usize): void {
  const tag = keyTag();
  const isOwn = tag == TRACKS || tag == GROUPS || tag == FPS || (tag == VERSION && keyIs("version"));
  const value = at;
  const isNull = isNullNext();
  watchNumbers();
  skipValue();
  if (isRefused || (isOwn && isNull)) return;
  if (!isOwn && nonFiniteAt() == 0) pushMember(keyStart, at, hadSpace());
  else report(ProblemCode.JSON_MEMBER_IGNORED, value, NaN);
}

/** Reads the value of the key that was just read, when it means something. */
function readKnownMember(): bool {
  const tag = keyTag();
  const byte = peek();
  lastMemberWasTracks = false;
  if (tag == TRACKS && (byte == Char.OPEN_BRACE || byte == Char.OPEN_BRACKET)) {
    if (byte == Char.OPEN_BRACE) readTrackMap();
    else readTrackList();
    lastMemberWasTracks = true;
    return true;
  }
  if (tag == GROUPS && (byte == Char.OPEN_BRACE || byte == Char.OPEN_BRACKET)) {
    if (byte == Char.OPEN_BRACE) readGroupMap();
    else readGroupList();
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
  lastMemberWasTracks = true;
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
