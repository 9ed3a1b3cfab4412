/** Helpers of pipelines that modify annotations. */
import type { Feature, Group, Track } from "#schemas";

import type { Bounds } from "#vision/bounds";
import type { AnnotationDocument } from "./builtin-pipeline.ts";

/** The type with the highest confidence, and that confidence. */
export function bestPair({ confidencePairs }: Track): readonly [type: string, confidence: number] | undefined {
  return confidencePairs.reduce<readonly [string, number] | undefined>(
    (best, [type, confidence]) => (best === undefined || confidence > best[1] ? [type, confidence] : best),
    undefined,
  );
}

export const boundsOf = ({ bounds: [x1, y1, x2, y2] }: Feature): Bounds => ({ x1, y1, x2, y2 });

/**
 * The document without some tracks, also in groups. @param gone by id, each with the id of the track that replaces it,
 * if any
 */
export function withoutTracks(
  { tracks, groups }: AnnotationDocument,
  gone: ReadonlyMap<number, number | undefined>,
): AnnotationDocument {
  const kept = Object.entries(tracks).filter(([, track]) => !gone.has(track.id));
  const changed = Object.entries(groups).map(([key, group]) => [key, withoutMembers(group, gone)] as const);
  return {
    tracks: Object.fromEntries(kept),
    groups: Object.fromEntries(changed.filter(([, { members }]) => Object.keys(members).length > 0)),
    version: 2,
  };
}

function withoutMembers(group: Group, gone: ReadonlyMap<number, number | undefined>): Group {
  if (!Object.keys(group.members).some((id) => gone.has(Number(id)))) return group;
  const members: Group["members"] = {};
  for (const [id, member] of Object.entries(group.members)) {
    const next = gone.has(Number(id)) ? gone.get(Number(id)) : Number(id);
    if (next === undefined) continue;
    const before = members[next];
    const ranges = [...(before?.ranges ?? []), ...member.ranges].sort(([a], [b]) => a - b);
    members[next] = { ...member, ranges };
  }
  return { ...group, members };
}
