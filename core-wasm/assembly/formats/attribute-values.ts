/** Reading the attributes that tracks and detections store as JSON text. */
import { extraOf } from "../columns/detections";
import { attributesOf, endRowOf, firstRowOf, isAlive, trackEnd } from "../columns/tracks";
import { Slice, sliceLength, sliceStart } from "../memory/slice";
import { observeJsonAttributes } from "./attribute-observer";
import { clearAttributes } from "./attribute-table";
import { Char } from "./characters";
import { keyIs } from "./json/members";
import { at, isAtEnd, openText, peek, readKey, skipValue, take } from "./json/scan";

/** Fills the attribute table with the attributes of all living tracks and their detections, as a read does. */
export function countAttributes(): void {
  clearAttributes();
  for (let track: u32 = 0; track < trackEnd; track++) {
    if (!isAlive(track)) continue;
    const attributes = attributesOf(track);
    if (attributes != 0) {
      openText(sliceStart(attributes), sliceLength(attributes));
      observeJsonAttributes(true, sliceStart(attributes));
    }
    for (let row = firstRowOf(track), end = endRowOf(track); row < end; row++) {
      const start = detectionAttributes(extraOf(row));
      if (start != 0) observeJsonAttributes(false, start);
    }
  }
}

/** The address of a detection's attributes object, where the scanner's cursor is left; 0: it has none. */
export function detectionAttributes(members: Slice): usize {
  if (members == 0) return 0;
  openText(sliceStart(members), sliceLength(members));
  while (!isAtEnd()) {
    readKey();
    const isObject = peek() == Char.OPEN_BRACE;
    if (keyIs("attributes")) return isObject ? at : 0;
    skipValue();
    take(Char.COMMA);
  }
  return 0;
}
