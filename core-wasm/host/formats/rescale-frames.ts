/**
 * Annotations at another frame rate: every frame number becomes the one at the same time. For files made at the rate of
 * the video when the dataset has a lower one.
 */
import { parseJson, type JsonObject } from "../json.ts";
import type { AnnotationCore } from "../types.ts";

/**
 * DIVE JSON of the core's content, with frame numbers multiplied by `factor` (new rate divided by old rate) and
 * rounded. Of several detections that fall on one frame, the one nearest to its time is kept, or the earlier of two
 * equally near ones.
 */
export function rescaleFrames(core: AnnotationCore, factor: number): Uint8Array<ArrayBuffer> {
  if (!(factor > 0) || !Number.isFinite(factor)) throw new RangeError(`Frames cannot be rescaled by ${factor}.`);
  const tracks: Record<string, unknown> = {};
  for (const { id, json } of core.writer.trackRows({ bounds: "exact" }))
    tracks[id] = rescaleTrack(parseJson(json) as JsonObject, factor);
  const groups: Record<string, unknown> = {};
  for (const { id, json } of core.writer.groupRows()) groups[id] = rescaleGroup(parseJson(json) as JsonObject, factor);
  return new TextEncoder().encode(JSON.stringify({ version: 2, tracks, groups }));
}

function rescaleTrack(track: JsonObject, factor: number): JsonObject {
  const { features = [] } = track as { features?: readonly { readonly frame: number }[] };
  const nearest = new Map<number, { readonly frame: number }>();
  for (const feature of features) {
    const frame = scaled(feature.frame, factor);
    const distance = (one: { readonly frame: number }): number => Math.abs(one.frame * factor - frame);
    const known = nearest.get(frame);
    if (known === undefined || distance(feature) < distance(known)) nearest.set(frame, feature);
  }
  const moved = [...nearest].map(([frame, feature]) => ({ ...feature, frame }));
  const [begin, end] = [moved[0]?.frame, moved.at(-1)?.frame];
  return { ...track, ...(begin !== undefined && { begin, end }), features: moved };
}

function rescaleGroup(group: JsonObject, factor: number): JsonObject {
  const { begin, end, members = {} } = group as { begin?: number; end?: number; members?: JsonObject };
  const moved = Object.entries(members).map(([id, member]) => {
    const { ranges } = (member ?? {}) as { ranges?: readonly (readonly number[])[] };
    const rescaled = ranges?.map((range) => range.map((frame) => scaled(frame, factor)));
    return [id, { ...(member as JsonObject), ...(rescaled && { ranges: rescaled }) }] as const;
  });
  return {
    ...group,
    ...(begin !== undefined && { begin: scaled(begin, factor) }),
    ...(end !== undefined && { end: scaled(end, factor) }),
    members: Object.fromEntries(moved),
  };
}

function scaled(frame: number, factor: number): number {
  return Math.round(frame * factor);
}
