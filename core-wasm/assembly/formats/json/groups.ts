/** Groups of DIVE annotation JSON: a group is kept as its text; id, begin and end are extracted. */
import { ProblemCode } from "../../border";
import { findGroup, NO_GROUP, putGroup } from "../../columns/groups";
import { MAX_TRACK_ID } from "../../columns/tracks";
import { putBytes, putText } from "../../memory/bytes";
import { heapCommit, heapReserve } from "../../memory/heap";
import { makeSlice } from "../../memory/slice";
import { printU32 } from "../../numbers/print";
import { Char } from "../characters";
import { isIndex, keyIs, keyTag, MAX_FRAME, tagOf } from "./members";
import { idOffset, keyAsId, readIdNumber } from "./reader";
import {
  at,
  copyCompact,
  expect,
  hasNext,
  isNullNext,
  isNumberNext,
  moveTo,
  nonFiniteAt,
  peek,
  readKey,
  readNumber,
  skipValue,
  stringEnd,
  stringStart,
  take,
  watchNumbers,
} from "./scan";
import { isRefused, report } from "../problems";

const ID: u64 = tagOf("id");
const BEGIN: u64 = tagOf("begin");
const END: u64 = tagOf("end");
const MEMBERS: u64 = tagOf("members");
const PAIRS: u64 = tagOf("confidencePairs");
const ATTRIBUTES: u64 = tagOf("attributes");
/** Bits for the members that every group has on the wire. */
const HAS_ID: u32 = 1;
const HAS_MEMBERS: u32 = 2;
const HAS_PAIRS: u32 = 4;
const HAS_ATTRIBUTES: u32 = 8;
const HAS_ALL: u32 = 15;

/** Added to every group id that is read. */
let groupIdOffset: u32 = 0;

export function setGroupIdOffset(offset: u32): void {
  groupIdOffset = offset;
}

/** Reads the group at the cursor; `keyId` is its key in the map, NaN if none exists. */
export function readGroup(keyId: f64): void {
  let id = keyId;
  let begin: f64 = 0;
  let end: f64 = 0;
  // Which members the text has; and its id, if it is a number.
  let has: u32 = 0;
  watchNumbers();
  peek();
  const start = at;
  if (load<u8>(start) != Char.OPEN_BRACE) {
    report(ProblemCode.JSON_GROUP_MALFORMED, start, keyId);
    return skipValue();
  }
  expect(Char.OPEN_BRACE);
  if (!take(Char.CLOSE_BRACE)) {
    do {
      readKey();
      const tag = keyTag();
      const isNumber = isNumberNext();
      if (tag == ID) {
        if (isNumber) has |= HAS_ID;
        const ownId = readIdNumber();
        if (!isNaN(ownId)) id = ownId;
      } else if (tag == BEGIN && isNumber) begin = readNumber();
      else if (tag == END && isNumber) end = readNumber();
      else {
        if (!isNullNext()) has |= memberBit(tag);
        skipValue();
      }
    } while (hasNext(Char.CLOSE_BRACE));
  }
  if (isRefused) return;
  const isRange = isIndex(begin, MAX_FRAME) && isIndex(end, MAX_FRAME) && begin <= end;
  if (!isIndex(id, <f64>MAX_TRACK_ID - <f64>groupIdOffset) || !isRange || nonFiniteAt() != 0) {
    return report(ProblemCode.JSON_GROUP_MALFORMED, start, id);
  }
  if (findGroup(<u32>id + groupIdOffset) != NO_GROUP) return report(ProblemCode.DUPLICATE_GROUP_ID, start, id);
  putGroupText(<u32>id, <u32>begin, <u32>end, start, at, has);
}

/** The bit of a member that must be an object or a list; the id must be a number. */
function memberBit(tag: u64): u32 {
  if (tag == MEMBERS && keyIs("members")) return HAS_MEMBERS;
  if (tag == PAIRS && keyIs("confidencePairs")) return HAS_PAIRS;
  return tag == ATTRIBUTES && keyIs("attributes") ? HAS_ATTRIBUTES : 0;
}

/**
 * Keeps a copy of a group's JSON text, completed with everything that a group has on the wire: id, members, pairs and
 * attributes. In an additive read, group and members get their new ids.
 */
function putGroupText(id: u32, begin: u32, end: u32, start: usize, textEnd: usize, has: u32): void {
  if (has == HAS_ALL && idOffset == 0 && groupIdOffset == 0) {
    const target = heapReserve(textEnd - start);
    const copied = copyCompact(target, start, textEnd);
    heapCommit(copied);
    return putGroup(id, begin, end, makeSlice(target, copied - target));
  }
  const newId = id + groupIdOffset;
  // A number grows by at most nine digits, and needs at least four bytes in the text: `"1":`.
  const target = heapReserve((textEnd - start) * 4 + 128);
  const copied = putRenumbered(target, newId, start, has);
  heapCommit(copied);
  moveTo(textEnd);
  putGroup(newId, begin, end, makeSlice(target, copied - target));
}

/** Writes the group at `start` with new ids for itself and its members, and with the members it lacks. */
function putRenumbered(target: usize, id: u32, start: usize, has: u32): usize {
  let p = putText(target, '{"id":');
  p = printU32(p, id);
  moveTo(start);
  expect(Char.OPEN_BRACE);
  if (!take(Char.CLOSE_BRACE)) {
    do {
      peek();
      const keyStart = at;
      readKey();
      if (keyTag() == ID || (isNullNext() && memberBit(keyTag()) != 0)) {
        skipValue();
        continue;
      }
      store<u8>(p++, Char.COMMA);
      if (idOffset != 0 && keyTag() == MEMBERS && peek() == Char.OPEN_BRACE) {
        p = putMembers(putText(p, '"members":'));
      } else {
        skipValue();
        p = copyCompact(p, keyStart, at);
      }
    } while (hasNext(Char.CLOSE_BRACE));
  }
  if (!(has & HAS_PAIRS)) p = putText(p, ',"confidencePairs":[]');
  if (!(has & HAS_ATTRIBUTES)) p = putText(p, ',"attributes":{}');
  if (!(has & HAS_MEMBERS)) p = putText(p, ',"members":{}');
  store<u8>(p, Char.CLOSE_BRACE);
  return p + 1;
}

function putMembers(p: usize): usize {
  expect(Char.OPEN_BRACE);
  store<u8>(p++, Char.OPEN_BRACE);
  const first = p;
  if (!take(Char.CLOSE_BRACE)) {
    do {
      readKey();
      if (p != first) store<u8>(p++, Char.COMMA);
      store<u8>(p++, Char.QUOTE);
      const member = keyAsId();
      const isId = isIndex(member, <f64>MAX_TRACK_ID - idOffset);
      p = isId ? printU32(p, <u32>(member + idOffset)) : putBytes(p, stringStart, stringEnd - stringStart);
      p = putText(p, '":');
      peek();
      const valueStart = at;
      skipValue();
      p = copyCompact(p, valueStart, at);
    } while (hasNext(Char.CLOSE_BRACE));
  }
  store<u8>(p, Char.CLOSE_BRACE);
  return p + 1;
}
