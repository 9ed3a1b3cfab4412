/** Groups of DIVE annotation JSON: a group is kept as its text; id, begin and end are read out of it. */
import { findGroup, NO_GROUP, putGroup } from "../columns/groups";
import { MAX_TRACK_ID } from "../columns/tracks";
import { heapCommit, heapReserve } from "../memory/heap";
import { makeSlice } from "../memory/slice";
import { Char } from "./characters";
import { keyTag, tagOf } from "./json-members";
import { isIndex, keyAsId, MAX_FRAME } from "./json-reader";
import {
  at,
  copyCompact,
  expect,
  hasNext,
  isNumberNext,
  nonFiniteAt,
  peek,
  readKey,
  readNumber,
  skipValue,
  take,
  watchNumbers,
} from "./json-scan";
import { isRefused, ProblemCode, report } from "./problems";

const ID: u64 = tagOf("id");
const BEGIN: u64 = tagOf("begin");
const END: u64 = tagOf("end");

/** Reads `[group, …]`. */
export function readGroupList(): void {
  expect(Char.OPEN_BRACKET);
  if (take(Char.CLOSE_BRACKET)) return;
  do readGroup(NaN);
  while (hasNext(Char.CLOSE_BRACKET));
}

/** Reads `{"<id>": group, …}`. */
export function readGroupMap(): void {
  expect(Char.OPEN_BRACE);
  if (take(Char.CLOSE_BRACE)) return;
  do {
    readKey();
    readGroup(keyAsId());
  } while (hasNext(Char.CLOSE_BRACE));
}

function readGroup(keyId: f64): void {
  let id = keyId;
  let begin: f64 = 0;
  let end: f64 = 0;
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
      if (tag == ID && isNumber) id = readNumber();
      else if (tag == BEGIN && isNumber) begin = readNumber();
      else if (tag == END && isNumber) end = readNumber();
      else skipValue();
    } while (hasNext(Char.CLOSE_BRACE));
  }
  if (isRefused) return;
  if (!isIndex(id, <f64>MAX_TRACK_ID) || !isIndex(begin, MAX_FRAME) || !isIndex(end, MAX_FRAME) || nonFiniteAt() != 0) {
    return report(ProblemCode.JSON_GROUP_MALFORMED, start, id);
  }
  if (findGroup(<u32>id) != NO_GROUP) return report(ProblemCode.DUPLICATE_GROUP_ID, start, id);
  putGroupText(<u32>id, <u32>begin, <u32>end, start, at);
}

/** Keeps a copy of a group's JSON text, which must be valid. */
export function putGroupText(id: u32, begin: u32, end: u32, start: usize, textEnd: usize): void {
  const target = heapReserve(textEnd - start);
  const copied = copyCompact(target, start, textEnd);
  heapCommit(copied);
  putGroup(id, begin, end, makeSlice(target, copied - target));
}
