/** The regions that tracks of some types form, by frame, whether or not they are shown. */
import type { CoreInstance } from "../instance.ts";
import type { FrameNumber, TrackId } from "../types.ts";
import { requireTrack } from "./columns.ts";
import type { FrameQuery } from "./draw-list.ts";
import { selectTracks } from "./select-tracks.ts";
import type { AttributeFilters } from "./attribute-filters.ts";
import type { Inside } from "./suppression.ts";
import type { TypeNames } from "./type-names.ts";

interface Parts {
  readonly instance: CoreInstance;
  readonly typeNames: TypeNames;
  readonly frameQuery: FrameQuery;
  readonly attributeFilters: AttributeFilters;
}

/** By ascending frame; frames without a region are absent. The result keeps no reference to the core's memory. */
export function regionsByFrame(parts: Parts, types: readonly string[]): ReadonlyMap<FrameNumber, readonly Inside[]> {
  const { instance, typeNames, frameQuery } = parts;
  const regionTypes = new Set(types);
  const names = typeNames.all();
  const words = selectTracks(parts, { thresholds: {} }).slice();
  const tracksByFrame = new Map<FrameNumber, TrackId[]>();
  for (let word = 0; word < words.length; word += 2) {
    if (!regionTypes.has(names[words[word + 1]!]!)) continue;
    const id = words[word] as TrackId;
    const track = requireTrack(instance, id);
    const end = instance.exports.track_end(track) >>> 0;
    for (let frame = instance.exports.track_begin(track) >>> 0; frame <= end; frame++) {
      const tracks = tracksByFrame.get(frame as FrameNumber);
      if (tracks === undefined) tracksByFrame.set(frame as FrameNumber, [id]);
      else tracks.push(id);
    }
  }
  const frames = [...tracksByFrame].map(([frame, ids]) => [frame, frameQuery.regionsOf(frame, ids)] as const);
  return new Map(frames.filter(([, regions]) => regions.length > 0).toSorted(([a], [b]) => a - b));
}
