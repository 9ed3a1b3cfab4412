/**
 * The errors that `assertIntegrity` can find. The core returns a position in this list, which `npm run generate` copies
 * to its code.
 */
import type { CoreInstance } from "./instance.ts";
import { CoreError } from "./types.ts";

export const brokenThings: readonly { readonly name: string; readonly thing: string }[] = [
  { name: "nothing", thing: "nothing" },
  { name: "track-count", thing: "the number of living tracks" },
  { name: "detection-count", thing: "the number of detections" },
  { name: "id-map", thing: "the map from ids to tracks" },
  { name: "order", thing: "the order of tracks by id" },
  { name: "row-range", thing: "the range of rows" },
  { name: "rows-overlap", thing: "rows that belong to two tracks" },
  { name: "frame-order", thing: "the order of rows by frame" },
  { name: "frame-range", thing: "begin and end" },
  { name: "pairs", thing: "the range of confidence pairs" },
  { name: "pair-order", thing: "the order of confidence pairs" },
  { name: "slice", thing: "a text outside memory" },
  { name: "shown-type", thing: "the type the track is shown under" },
  { name: "frame-index", thing: "the frame index" },
  { name: "largest-id", thing: "the largest id" },
  { name: "group-count", thing: "the number of living groups" },
  { name: "group", thing: "a group" },
  { name: "flags", thing: "the flags of a detection" },
];

/** Throws `CoreError` `integrity` naming the first error. */
export function assertIntegrity(core: CoreInstance): void {
  const broken = core.exports.integrity_check();
  if (broken === 0) return;
  const track = core.exports.integrity_broken_at.value >>> 0;
  throw new CoreError(
    "integrity",
    `The annotation core is inconsistent: ${brokenThings[broken]?.thing} (track or group ${track}).`,
  );
}
