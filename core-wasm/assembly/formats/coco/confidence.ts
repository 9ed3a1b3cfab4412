/**
 * The confidence pairs of an annotation: from `dive_confidence_pairs`, otherwise from `prob` (one value per category),
 * otherwise its category with `score`.
 */
import { ProblemCode } from "../../border";
import { appendPair, dropPairs, finishPairs, pairCount, pairType, reservePairs } from "../../columns/pairs";
import { unknownType } from "../../query/filter";
import { Char } from "../characters";
import { hasNext, isNumberNext, moveTo, peek, readNumber, readString, stringEnd, stringStart, take } from "../json/scan";
import { internJsonName } from "../type-names";
import { categoryCount, categoryType, NO_CATEGORY, NO_TYPE } from "./categories";
import { Name, valueAt } from "./names";
import { warnOnce } from "./warnings";

/** Values in `prob` count only above this, and only the MAX_PROBABILITIES best. */
export const MIN_PROBABILITY: f64 = 0.001;
const MAX_PROBABILITIES: u32 = 10;

let hasDuplicateNames: bool = false;

/** Whether two categories share a name, which makes `prob` ambiguous. */
export function setDuplicateNames(has: bool): void {
  hasDuplicateNames = has;
}

/** Appends the pairs of the annotation whose members are in the table; `category` is NO_CATEGORY when it has none. */
export function appendPairs(category: u32, score: f64): void {
  const first = pairCount;
  if (readPairs()) return;
  dropPairs(first);
  if (readProbabilities()) return;
  dropPairs(first);
  const type = category == NO_CATEGORY ? NO_TYPE : categoryType(category);
  reservePairs(1);
  appendPair(type == NO_TYPE ? unknownType() : type, score);
}

/** Returns false when there are none, or the value is not a list of valid pairs. */
function readPairs(): bool {
  const list = valueAt(Name.PAIRS);
  if (list == 0) return false;
  const first = pairCount;
  moveTo(list);
  if (take(Char.OPEN_BRACKET) && readPairList(first)) {
    finishPairs(first);
    return true;
  }
  warnOnce(ProblemCode.COCO_PAIRS_MALFORMED, list, NaN);
  return false;
}

/** Reads one or more pairs `[type, confidence]`: each type once and not empty, confidences from 0 to 1. */
function readPairList(first: u32): bool {
  do {
    if (!take(Char.OPEN_BRACKET) || peek() != Char.QUOTE) return false;
    readString();
    const nameStart = stringStart;
    const nameEnd = stringEnd;
    if (nameStart == nameEnd || !take(Char.COMMA) || !isNumberNext()) return false;
    const confidence = readNumber();
    if (!(confidence >= 0 && confidence <= 1) || !take(Char.CLOSE_BRACKET)) return false;
    const type = internJsonName(nameStart, nameEnd);
    for (let pair = first; pair < pairCount; pair++) if (pairType(pair) == type) return false;
    reservePairs(1);
    appendPair(type, confidence);
  } while (hasNext(Char.CLOSE_BRACKET));
  return true;
}

function readProbabilities(): bool {
  const list = valueAt(Name.PROB);
  if (list == 0) return false;
  if (hasDuplicateNames) {
    warnOnce(ProblemCode.COCO_PROB_NAMES, list, NaN);
    return false;
  }
  const first = pairCount;
  if (readProbabilityList(list) != categoryCount) {
    warnOnce(ProblemCode.COCO_PROB_LENGTH, list, NaN);
    return false;
  }
  return pairCount != first;
}

/** Keeps the best values; returns how many there were, or -1 when not all are numbers. */
function readProbabilityList(list: usize): u32 {
  const first = pairCount;
  reservePairs(MAX_PROBABILITIES + 1);
  moveTo(list);
  if (!take(Char.OPEN_BRACKET)) return -1;
  if (take(Char.CLOSE_BRACKET)) return 0;
  let category: u32 = 0;
  do {
    if (!isNumberNext()) return -1;
    const value = readNumber();
    if (value > MIN_PROBABILITY && category < categoryCount && categoryType(category) != NO_TYPE) {
      appendPair(categoryType(category), min(value, 1));
      finishPairs(first);
      if (pairCount - first > MAX_PROBABILITIES) dropPairs(first + MAX_PROBABILITIES);
    }
    category++;
  } while (hasNext(Char.CLOSE_BRACKET));
  return category;
}
