/**
 * How the results of a pipeline are merged into an annotation set that is not empty: replacing everything, added to it,
 * or replacing some frames. Pure: takes and returns records.
 */
import type { AnnotationRecord } from "./annotation-save.ts";

/** Both ends are inclusive. */
export interface FrameRange {
  readonly first: number;
  readonly last: number;
}

/** Records written into the set, and tracks of it that end; a changed track is in both. */
export interface SetChange {
  readonly write: readonly AnnotationRecord[];
  readonly end: readonly number[];
}

interface StoredTrack {
  readonly id: number;
  readonly begin: number;
  readonly end: number;
  readonly features: readonly { readonly frame: number }[];
  readonly [member: string]: unknown;
}

/** Gives all results new ids above those of the set. Members of groups keep referring to their tracks. */
export function renumbered(
  found: readonly AnnotationRecord[],
  above: { readonly track: number; readonly group: number },
): AnnotationRecord[] {
  const next = { track: above.track + 1, group: above.group + 1 };
  const ids = new Map(found.filter(({ kind }) => kind === "track").map(({ id }) => [id, next.track++]));
  return found.map((record) => {
    const document = documentOf(record);
    if (record.kind === "track") return withDocument(record, { ...document, id: ids.get(record.id) ?? record.id });
    const members = Object.entries((document["members"] ?? {}) as object);
    const moved = Object.fromEntries(
      members.map(([id, ranges]) => [String(ids.get(Number(id)) ?? id), ranges as unknown]),
    );
    return withDocument(record, { ...document, id: next.group++, members: moved });
  });
}

/** What is on the first frames, for a file that numbers pictures of other datasets after those of this one. */
export function ofFirstFrames(records: readonly AnnotationRecord[], count: number): AnnotationRecord[] {
  const kept = records.flatMap((record) => {
    if (record.end < count || record.kind === "group") return [record];
    const track = record.begin < count ? cropped(trackOf(record), (frame) => frame < count) : undefined;
    return track === undefined ? [] : [recordOfTrack(track)];
  });
  return kept.some(({ kind }) => kind === "track") ? kept : [];
}

/**
 * Inside the range the results, outside of it the existing annotations.
 * @param areSame whether a result replaces the track with the same id, as with pipelines that modify existing tracks
 */
export function withinFrames(
  stored: readonly AnnotationRecord[],
  found: readonly AnnotationRecord[],
  { first, last }: FrameRange,
  areSame: boolean,
): SetChange {
  const isInside = (frame: number): boolean => frame >= first && frame <= last;
  const inside = found
    .filter(({ kind }) => kind === "track")
    .flatMap((record) => cropped(trackOf(record), isInside) ?? []);
  const tracks = stored.filter(({ kind }) => kind === "track");
  let nextId = Math.max(-1, ...tracks.map(({ id }) => id)) + 1;
  const written = new Map<number, StoredTrack>();
  const end: number[] = [];
  for (const record of tracks) {
    const track = trackOf(record);
    if (!track.features.some(({ frame }) => isInside(frame))) continue;
    end.push(track.id);
    const rest = cropped(track, (frame) => !isInside(frame));
    if (rest !== undefined) written.set(track.id, rest);
  }
  const known = new Set(tracks.map(({ id }) => id));
  for (const track of inside) {
    const isKnown = areSame && known.has(track.id);
    const id = isKnown ? track.id : nextId++;
    const before = isKnown ? (written.get(id) ?? storedTrack(tracks, id, isInside)) : undefined;
    if (isKnown && !end.includes(id)) end.push(id);
    written.set(id, joined({ ...track, id }, before));
  }
  return { write: [...written.values()].map(recordOfTrack), end };
}

function storedTrack(
  tracks: readonly AnnotationRecord[],
  id: number,
  isInside: (frame: number) => boolean,
): StoredTrack | undefined {
  const record = tracks.find((one) => one.id === id);
  return record && cropped(trackOf(record), (frame) => !isInside(frame));
}

function joined(track: StoredTrack, before: StoredTrack | undefined): StoredTrack {
  if (before === undefined) return track;
  const features = [...before.features, ...track.features].sort((a, b) => a.frame - b.frame);
  return {
    ...before,
    ...track,
    features,
    begin: Math.min(before.begin, track.begin),
    end: Math.max(before.end, track.end),
  };
}

/** `undefined`: nothing remains. */
function cropped(track: StoredTrack, keeps: (frame: number) => boolean): StoredTrack | undefined {
  const features = track.features.filter(({ frame }) => keeps(frame));
  const frames = features.map(({ frame }) => frame);
  const [begin, end] = [frames[0], frames.at(-1)];
  if (begin === undefined || end === undefined) return undefined;
  return {
    ...track,
    features,
    begin: keeps(track.begin) ? track.begin : begin,
    end: keeps(track.end) ? track.end : end,
  };
}

const documentOf = ({ payload }: AnnotationRecord): Record<string, unknown> =>
  JSON.parse(typeof payload === "string" ? payload : new TextDecoder().decode(payload)) as Record<string, unknown>;
const trackOf = (record: AnnotationRecord): StoredTrack => documentOf(record) as unknown as StoredTrack;

const withDocument = (record: AnnotationRecord, document: Record<string, unknown>): AnnotationRecord => ({
  ...{ kind: record.kind, begin: record.begin, end: record.end, label: record.label },
  id: Number(document["id"]),
  payload: JSON.stringify(document),
});

function recordOfTrack(track: StoredTrack): AnnotationRecord {
  const pairs = (track["confidencePairs"] ?? []) as readonly (readonly [string, number])[];
  const best = pairs.reduce<readonly [string, number] | undefined>(
    (found, pair) => (found === undefined || pair[1] > found[1] ? pair : found),
    undefined,
  );
  const { id, begin, end } = track;
  return { kind: "track", id, begin, end, label: best?.[0], payload: JSON.stringify(track) };
}
