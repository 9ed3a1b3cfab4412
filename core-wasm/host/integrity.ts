/** What `assertIntegrity` can find. Same order as Broken in assembly/query/integrity.ts, which a test checks. */
import type { CoreInstance } from "./instance.ts";
import { CoreError } from "./types.ts";

export const brokenThings: readonly string[] = [
  "nothing",
  "the number of living tracks",
  "the number of detections",
  "the map from ids to tracks",
  "the order of tracks by id",
  "the range of rows",
  "rows that belong to two tracks",
  "the order of rows by frame",
  "begin and end",
  "the range of confidence pairs",
  "the order of confidence pairs",
  "a text outside memory",
  "the type the track is shown under",
  "the frame index",
  "the largest id",
  "the number of living groups",
  "a group",
  "the flags of a detection",
];

/** Throws `CoreError` `integrity` naming the first thing that is wrong. */
export function assertIntegrity(core: CoreInstance): void {
  const broken = core.exports.integrity_check();
  if (broken === 0) return;
  const track = core.exports.integrity_broken_at.value >>> 0;
  throw new CoreError(
    "integrity",
    `The annotation core is inconsistent: ${brokenThings[broken]} (track or group ${track}).`,
  );
}
