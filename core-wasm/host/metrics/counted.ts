/** The boxes that metrics count: those of objects, outside ignore regions. */
import { boundsAt } from "../bounds-at.ts";
import { isWithin } from "../types/issues.ts";
import type { AnnotationCore, FrameNumber, TrackBoxes } from "../types.ts";
import type { ScoredTrack } from "./pool.ts";

/** The viewer's mark of a frame label, whose box is the whole picture and has no meaning. */
const frameLabelAttribute = "frameLabel";

/** The tracks of a document that are objects in the pictures. */
export function objectBoxes(core: AnnotationCore): readonly TrackBoxes[] {
  const isLabel = (id: TrackBoxes["id"]): boolean => core.trackAttributes(id)[frameLabelAttribute] === true;
  return core.trackBoxes().filter(({ id }) => !isLabel(id));
}

/** The tracks with the other data that a scoring compares. */
export function scoredTracks(core: AnnotationCore): readonly ScoredTrack[] {
  const marks = core.detectionMarks();
  return objectBoxes(core).map((track) => {
    const [own, { pairs }] = [marks.get(track.id), core.track(track.id)];
    return { ...track, ...(own && { marks: own }), ...(pairs.length > 1 && { pairs }) };
  });
}

type Regions = ReadonlyMap<FrameNumber, readonly ((x: number, y: number) => boolean)[]>;

export interface ExcludedCounts {
  /** Types of the regions, which are not objects themselves. */
  readonly types: ReadonlySet<string>;
  /** Regions of both sides: what one side marks as undecidable is so for the other, too. */
  readonly regions: readonly Regions[];
}

/** A box is in a region when its center is, as in the viewer. Tracks without remaining boxes are left out. */
export function countedBoxes<T extends TrackBoxes>(
  tracks: readonly T[],
  { types, regions }: ExcludedCounts,
): readonly T[] {
  const some = regions.filter((each) => each.size > 0);
  if (types.size === 0 && some.length === 0) return tracks;
  return tracks.flatMap((track) => {
    if (types.has(track.type)) return [];
    const kept = [...track.frames.keys()].filter((at) => {
      const [x1, y1, x2, y2] = boundsAt(track.bounds, at);
      const frame = track.frames[at] as FrameNumber;
      return !some.some((each) => each.get(frame)?.some((isIn) => isIn((x1 + x2) / 2, (y1 + y2) / 2)));
    });
    return keepBoxes(track, kept);
  });
}

/** The part of a track in the ranges; without any, the whole. */
export function withinRanges<T extends TrackBoxes>(track: T, ranges: readonly (readonly number[])[]): readonly T[] {
  return keepBoxes(
    track,
    [...track.frames.keys()].filter((at) => isWithin(ranges, track.frames[at]!)),
  );
}

/** @param kept positions of boxes; none: the track is left out */
function keepBoxes<T extends TrackBoxes>(track: T, kept: readonly number[]): readonly T[] {
  if (kept.length === 0) return [];
  if (kept.length === track.frames.length) return [track];
  const bounds = new Float64Array(kept.length * 4);
  for (const [index, at] of kept.entries()) bounds.set(track.bounds.subarray(at * 4, at * 4 + 4), index * 4);
  return [{ ...track, frames: Uint32Array.from(kept, (at) => track.frames[at]!), bounds }];
}
