/**
 * Masks whose outlines the host provides: where each is in the text, and the polygons that are read in its place. The
 * host lists them with `findMasks`, computes the polygons, and passes them as KWCOCO text.
 */
import { allocate } from "../../memory/arena";
import { makeSlice, Slice, sliceStart } from "../../memory/slice";
import { Char } from "../characters";
import { at, expect, hasNext, moveTo, peek, readKey, skipValue, take } from "../json/scan";
import { annotationCount, sectionOf } from "./document";
import { isMaskOnly } from "./mask";
import { mentions } from "./mentions";
import { Name, nameOfKey } from "./names";

/** Slices of the masks, ascending, and addresses of their polygons (u32 each, 0: none). */
let masks: usize = 0;
let outlines: usize = 0;
export let maskCount: u32 = 0;

/** Lists the segmentations that are masks. */
export function findMasks(): void {
  maskCount = 0;
  if (!mentions(sectionOf(Name.ANNOTATIONS), '"counts"')) return;
  masks = allocate((<usize>annotationCount) << 3);
  outlines = allocate((<usize>annotationCount) << 2);
  moveTo(sliceStart(sectionOf(Name.ANNOTATIONS)));
  expect(Char.OPEN_BRACKET);
  if (take(Char.CLOSE_BRACKET)) return;
  do {
    if (peek() == Char.OPEN_BRACE) findMaskOf();
    else skipValue();
  } while (hasNext(Char.CLOSE_BRACKET));
}

function findMaskOf(): void {
  expect(Char.OPEN_BRACE);
  if (take(Char.CLOSE_BRACE)) return;
  let found: Slice = 0;
  do {
    readKey();
    const isSegmentation = nameOfKey() == Name.SEGMENTATION;
    peek();
    const value = at;
    skipValue();
    const end = at;
    if (!isSegmentation) continue;
    if (isMaskOnly(value)) found = makeSlice(value, end - value);
    moveTo(end);
  } while (hasNext(Char.CLOSE_BRACE));
  if (found == 0) return;
  store<u64>(masks + ((<usize>maskCount) << 3), found);
  store<u32>(outlines + ((<usize>maskCount) << 2), 0);
  maskCount++;
}

export function maskText(index: u32): Slice {
  return load<u64>(masks + ((<usize>index) << 3));
}

export function setOutline(index: u32, address: usize): void {
  store<u32>(outlines + ((<usize>index) << 2), <u32>address);
}

/** The polygons of the mask at an address; 0: there are none. */
export function outlineOf(address: usize): usize {
  let low: u32 = 0;
  let high = maskCount;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sliceStart(maskText(middle)) < address) low = middle + 1;
    else high = middle;
  }
  if (low == maskCount || sliceStart(maskText(low)) != address) return 0;
  return load<u32>(outlines + ((<usize>low) << 2));
}
