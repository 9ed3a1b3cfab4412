/**
 * Lengths of linked tracks: tracks with the same id on both cameras, on each frame where both have a line from head to
 * tail. Stored values have the names that existing clients use.
 */
import type { AnnotationCore } from "../types.ts";
import type { FrameNumber, Point, TrackId } from "../types/basics.ts";
import type { Side, StereoRig, Measured, Seen } from "./rig.ts";

export interface LinkedLength {
  readonly trackId: TrackId;
  readonly frame: FrameNumber;
  readonly measured: Measured;
}

/** Ids of the tracks that both cameras have, ascending. */
export function linkedTracks(left: AnnotationCore, right: AnnotationCore): readonly TrackId[] {
  const ids = left.trackBoxes().map(({ id }) => id);
  return ids.filter((id) => right.hasTrack(id));
}

/** On frames with the same number. Lines whose rays do not meet have no length. */
export function measureTrack(
  rig: StereoRig,
  { left, right }: Readonly<Record<Side, AnnotationCore>>,
  id: TrackId,
): readonly LinkedLength[] {
  const both = new Set(right.keyframes(id));
  return [...left.keyframes(id)].flatMap((number) => {
    if (!both.has(number)) return [];
    const frame = number as FrameNumber;
    const measured = measureLine(rig, endsOfLine(left, id, frame), endsOfLine(right, id, frame));
    return measured === undefined ? [] : [{ trackId: id, frame, measured }];
  });
}

type Line = Readonly<Record<"head" | "tail", Point>>;

/** `undefined` when either side has no line, or the rays do not meet. */
export function measureLine(rig: StereoRig, left: Line | undefined, right: Line | undefined): Measured | undefined {
  if (left === undefined || right === undefined) return undefined;
  const seen = (end: "head" | "tail"): Seen => ({ left: left[end], right: right[end] });
  return rig.measure(seen("head"), seen("tail"));
}

/** The ends of a track's line on a frame. */
export function endsOfLine(core: AnnotationCore, id: TrackId, frame: FrameNumber): Line | undefined {
  if (!core.hasTrack(id)) return undefined;
  const points = core.shapes(id, frame).filter(({ kind }) => kind === "Point");
  const at = (key: string): Point | undefined => {
    const [point] = points.find((shape) => shape.key === key)?.paths[0] ?? [];
    return point && [point[0], point[1]];
  };
  const [head, tail] = [at("head"), at("tail")];
  return head && tail && { head, tail };
}

/** The attributes of a detection with a measured length. */
export function lengthAttributes({ length, midpoint: [x, y, z], range, rms }: Measured): Record<string, number> {
  return { length, midpoint_x: x, midpoint_y: y, midpoint_z: z, midpoint_range: range, stereo_rms: rms };
}

/** How a length was determined: the attribute, and its value when the user drew the line. */
export const lengthMethod = { attribute: "length_method", byPerson: "user_set", byPoints: "keypoints" } as const;

/** The attribute of a track: the mean of the lengths on its frames. */
export const averageLength = "avg_length";

/** Stores lengths with the detections of one camera, and with each track the mean of all its lengths. One step. */
export function storeLengths(core: AnnotationCore, lengths: readonly LinkedLength[], label: string): void {
  const [first] = lengths;
  if (first === undefined) return;
  core.transact(label, first.frame, (tx) => {
    for (const { trackId, frame, measured } of lengths) {
      for (const [name, value] of Object.entries(lengthAttributes(measured))) {
        tx.detections.setAttribute(trackId, frame, name, value);
      }
      // The method is set when the line is drawn, and kept.
      const method = core.detectionAttributes(trackId, frame)[lengthMethod.attribute];
      if (method === undefined)
        tx.detections.setAttribute(trackId, frame, lengthMethod.attribute, lengthMethod.byPoints);
    }
    for (const [id, own] of Map.groupBy(lengths, ({ trackId }) => trackId)) {
      tx.tracks.setAttribute(id, averageLength, meanLength(core, id, own));
    }
  });
}

/** The mean of all lengths of a track on a camera, with these replacing the ones on their frames. */
export function meanLength(
  core: AnnotationCore,
  id: TrackId,
  lengths: readonly { frame: FrameNumber; measured: Measured }[],
): number {
  const key = { belongs: "detection", attribute: "length" } as const;
  const byFrame = new Map<number, number>();
  for (const frame of core.keyframes(id)) {
    const value = core.attributeValue(key, id, frame as FrameNumber);
    if (typeof value === "number") byFrame.set(frame, value);
  }
  for (const { frame, measured } of lengths) byFrame.set(frame, measured.length);
  const all = [...byFrame.values()];
  return all.reduce((sum, value) => sum + value, 0) / all.length;
}
