/** Track data that formats without a place for it lose: unknown members, attributes, all pairs but the best. */
import { LossKind } from "../border";
import { attributesOf, idOf, pairsOf, trackExtraOf } from "../columns/tracks";
import { sliceEnd, sliceLength, sliceStart } from "../memory/slice";
import { Char } from "./characters";
import { isExported } from "./export-filter";
import { isAtEnd, openText, readKey, skipValue, take } from "./json/scan";
import { countLoss } from "./losses";

export function countTrackMembers(track: u32): void {
  const members = trackExtraOf(track);
  if (members == 0) return;
  openText(sliceStart(members), sliceLength(members));
  while (!isAtEnd()) {
    readKey();
    countLoss(LossKind.TRACK_MEMBER, idOf(track), 0);
    skipValue();
    take(Char.COMMA);
  }
}

/** `best` is the pair that is written. */
export function countFurtherPairs(track: u32, best: u32): void {
  for (let pair = best + 1, end = <u32>sliceEnd(pairsOf(track)); pair < end; pair++) {
    if (isExported(pair)) countLoss(LossKind.FURTHER_PAIR, idOf(track), 0);
  }
}

export function countTrackAttributes(track: u32): void {
  // `{}` holds nothing to lose.
  if (sliceLength(attributesOf(track)) > 2) countLoss(LossKind.TRACK_ATTRIBUTES, idOf(track), 0);
}
