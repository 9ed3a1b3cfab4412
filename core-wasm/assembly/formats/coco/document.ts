/**
 * A COCO or KWCOCO document: an object with the lists `images`, `annotations` and `categories` (api/v1 section 21.3).
 *
 * Reading takes several steps, since members come in any order. `openCoco` validates the whole text, finds the lists
 * and counts them; the host then reads the small parts (info, categories, videos) and fills the category table; then
 * come `readImages` and `readAnnotations`, which can rely on valid JSON.
 */
import { ProblemCode } from "../../border";
import { Slice, makeSlice } from "../../memory/slice";
import { Char } from "../characters";
import { openImport, openPiece } from "../import/rows";
import { keepDocumentMembers } from "../json/document";
import { at, expect, hadSpace, hasNext, isAtEnd, nonFiniteAt, openText, peek, readKey, refuse, skipValue, take, watchNumbers, watchSpace } from "../json/scan";
import { JsonStyle, setJsonStyle } from "../json/style";
import { memberCount, pushMember, storeMembers } from "../member-stack";
import { isRefused, report, setProblemOrigin } from "../problems";
import { Name, nameOfKey } from "./names";

const SECTIONS: usize = 6;

/**
 * The text of info, categories, videos, images, annotations and keypoint categories (Slices), in the order of Name;
 * NO_SLICE: absent.
 */
const sections: usize = memory.data(48);

export let imageCount: u32 = 0;
export let annotationCount: u32 = 0;

/** `name` is one of those above. */
export function sectionOf(name: u32): Slice {
  return load<u64>(sections + ((<usize>(name - Name.INFO)) << 3));
}

/** Validates the text and finds its parts. */
export function openCoco(start: usize, length: usize): void {
  // Kept text is compact, whatever style the last file was written in.
  setJsonStyle(JsonStyle.COMPACT);
  memory.fill(sections, 0, SECTIONS << 3);
  imageCount = 0;
  annotationCount = 0;
  setProblemOrigin(start);
  openText(start, length);
  if (peek() != Char.OPEN_BRACE) return refuse(ProblemCode.JSON_NOT_AN_OBJECT);
  expect(Char.OPEN_BRACE);
  const firstMember = memberCount;
  if (!take(Char.CLOSE_BRACE)) {
    do openMember();
    while (hasNext(Char.CLOSE_BRACE));
  }
  keepDocumentMembers(storeMembers(firstMember));
  if (isRefused) return;
  peek();
  if (!isAtEnd()) return refuse(ProblemCode.JSON_TEXT_AFTER_END);
  openImport(<f64>length);
  openPiece(start, length, annotationCount);
}

function openMember(): void {
  watchSpace();
  peek();
  const keyStart = at;
  readKey();
  const name = nameOfKey();
  peek();
  const start = at;
  watchNumbers();
  if (name == Name.IMAGES) imageCount = skipList();
  else if (name == Name.ANNOTATIONS) annotationCount = skipList();
  else skipValue();
  if (isRefused) return;
  // Keypoint categories are also kept as they are.
  const isOther = name - Name.INFO >= <u32>SECTIONS || name == Name.KEYPOINT_CATEGORIES;
  // Kept text must be valid JSON, or it could not be written again.
  if ((isOther || name == Name.INFO) && nonFiniteAt() != 0) return report(ProblemCode.JSON_MEMBER_IGNORED, start, NaN);
  if (isOther) pushMember(keyStart, at, hadSpace());
  if (name - Name.INFO < <u32>SECTIONS) store<u64>(sections + ((<usize>(name - Name.INFO)) << 3), makeSlice(start, at - start));
}

/** Moves past a value; returns its number of elements, 0 when it is not a list. */
function skipList(): u32 {
  if (peek() != Char.OPEN_BRACKET) {
    skipValue();
    return 0;
  }
  expect(Char.OPEN_BRACKET);
  if (take(Char.CLOSE_BRACKET)) return 0;
  let count: u32 = 0;
  do {
    skipValue();
    count++;
  } while (hasNext(Char.CLOSE_BRACKET));
  return count;
}
