/**
 * Track attributes of COCO stand on the annotations of a track; the value of the last annotation by frame counts. A track's
 * object is merged with the one of each annotation that differs from it.
 */
import { attributesOf, setAttributes } from "../../columns/tracks";
import { bytesEqual } from "../../memory/bytes";
import { heapCommit, heapReserve } from "../../memory/heap";
import { makeSlice, Slice, sliceLength, sliceStart } from "../../memory/slice";
import { Char } from "../characters";
import { at, copyCompact, hasNext, moveTo, peek, readKey, skipValue, stringEnd, stringStart, take } from "../json/scan";

/** `object` is the address of a checked JSON object; `isLatest`: no other annotation of the track had a later frame. */
export function mergeTrackAttributes(track: u32, object: usize, isLatest: bool): void {
  moveTo(object);
  skipValue();
  const before = attributesOf(track);
  const target = heapReserve(at - object + sliceLength(before) + 1);
  let p = copyCompact(target, object, at);
  const added = makeSlice(target, p - target);
  if (sliceLength(added) == 2 || isSame(before, added)) return;
  if (sliceLength(before) != 0) {
    // Both stand in the heap one behind the other now; the merged object follows.
    heapCommit(p);
    const merged = heapReserve(sliceLength(before) + sliceLength(added));
    p = isLatest ? putMerged(merged, added, before) : putMerged(merged, before, added);
    setAttributes(track, makeSlice(merged, p - merged));
  } else {
    setAttributes(track, added);
  }
  heapCommit(p);
}

function isSame(left: Slice, right: Slice): bool {
  return sliceLength(left) == sliceLength(right) && bytesEqual(sliceStart(left), sliceStart(right), sliceLength(left));
}

/** All members of `strong`, and those of `weak` that it does not have. */
function putMerged(p: usize, strong: Slice, weak: Slice): usize {
  memory.copy(p, sliceStart(strong), sliceLength(strong));
  p += <usize>sliceLength(strong) - 1;
  moveTo(sliceStart(weak) + 1);
  do {
    peek();
    const member = at;
    readKey();
    const name = stringStart;
    const length = stringEnd - stringStart;
    skipValue();
    const end = at;
    if (!hasMember(strong, name, length)) {
      store<u8>(p++, Char.COMMA);
      memory.copy(p, member, end - member);
      p += end - member;
    }
    moveTo(end);
  } while (hasNext(Char.CLOSE_BRACE));
  store<u8>(p, Char.CLOSE_BRACE);
  return p + 1;
}

function hasMember(object: Slice, name: usize, length: usize): bool {
  moveTo(sliceStart(object) + 1);
  do {
    readKey();
    if (stringEnd - stringStart == length && bytesEqual(stringStart, name, length)) return true;
    skipValue();
  } while (take(Char.COMMA));
  return false;
}
