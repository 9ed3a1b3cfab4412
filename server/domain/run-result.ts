/**
 * How the results of a pipeline are merged into an annotation set that is not empty: replacing some frames, replacing
 * everything except changes saved meanwhile, or adding to it. Pure: takes and returns records.
 */
import type { AnnotationKind, AnnotationRecord } from "./annotation-save.ts";
import { ranksOf } from "./track-ranks.ts";

/** Both ends are inclusive. */
export interface FrameRange {
  readonly first: number;
  readonly last: number;
}

/** Records written into the set, and tracks of it that end; a changed track is in both. */
export interface SetChange {
  readonly write: readonly AnnotationRecord[];
  readonly end: readonly number[];
  /** Groups that end. */
  readonly endGroups?: readonly number[];
}

/** How many tracks a result adds to a set, and leaves in it. */
export interface ResultCounts {
  /** Tracks of the result that are stored. */
  readonly found: number;
  /** Tracks of the set that people saved meanwhile, which stay. */
  readonly kept: number;
}

/** Changes that people saved in the set while a pipeline ran. */
export interface ConcurrentSaves {
  /** Ids of all records of the set as it is now. */
  readonly live: Readonly<Record<AnnotationKind, readonly number[]>>;
  /** Ids of records that they made, changed or deleted. */
  readonly touched: Readonly<Record<AnnotationKind, ReadonlySet<number>>>;
  /** JSON of those of these tracks that the pipeline was given and has results for. */
  readonly before: ReadonlyMap<number, string>;
}

interface StoredTrack {
  readonly id: number;
  readonly begin: number;
  readonly end: number;
  readonly features: readonly { readonly frame: number; readonly bounds?: readonly number[] }[];
  readonly [member: string]: unknown;
}

/**
 * Gives results new ids above those of the set: all, or those that `which` selects. Members of groups keep referring to
 * their tracks.
 */
export function renumbered(
  found: readonly AnnotationRecord[],
  above: { readonly track: number; readonly group: number },
  which: (record: AnnotationRecord) => boolean = () => true,
): AnnotationRecord[] {
  // New ids must not be those of results that keep theirs.
  const kept = found.filter((record) => !which(record));
  const largest = (kind: AnnotationKind): number =>
    kept.reduce((max, record) => (record.kind === kind ? Math.max(max, record.id) : max), above[kind]);
  const next = { track: largest("track") + 1, group: largest("group") + 1 };
  const changed = found.filter((record) => record.kind === "track" && which(record));
  const ids = new Map(changed.map(({ id }) => [id, next.track++]));
  return found.map((record) => {
    if (record.kind === "track" && !ids.has(record.id)) return record;
    const document = documentOf(record);
    if (record.kind === "track") return withDocument(record, { ...document, id: ids.get(record.id) ?? record.id });
    const members = Object.entries((document["members"] ?? {}) as object);
    const moved = Object.fromEntries(
      members.map(([id, ranges]) => [String(ids.get(Number(id)) ?? id), ranges as unknown]),
    );
    const id = which(record) ? next.group++ : record.id;
    return withDocument(record, { ...document, id, members: moved });
  });
}

/**
 * The result in place of the set, along with the changes people saved meanwhile. A result for a track that they have
 * changed or deleted is left out: theirs is newer. Other results that have the id of such a track get new ids.
 */
export function mergeWithNewer(
  found: readonly AnnotationRecord[],
  { live, touched, before }: ConcurrentSaves,
  above: { readonly track: number; readonly group: number },
): SetChange {
  const clashes = (record: AnnotationRecord): boolean => touched[record.kind].has(record.id);
  const isOutdated = (record: AnnotationRecord): boolean => {
    if (record.kind === "group") return clashes(record);
    const given = before.get(record.id);
    return given !== undefined && clashes(record) && shareDetection(trackOf(record), JSON.parse(given) as StoredTrack);
  };
  const current = found.filter((record) => !isOutdated(record));
  return {
    write: renumbered(current, above, clashes),
    end: live.track.filter((id) => !touched.track.has(id)),
    endGroups: live.group.filter((id) => !touched.group.has(id)),
  };
}

/** Whether one track was made of the other. */
function shareDetection(a: StoredTrack, b: StoredTrack): boolean {
  const keyOf = ({ frame, bounds }: StoredTrack["features"][number]): string => JSON.stringify([frame, bounds]);
  const keys = new Set(a.features.map(keyOf));
  return b.features.some((feature) => keys.has(keyOf(feature)));
}

/** The content of the first frames, for a file that numbers pictures of other datasets after those of this one. */
export function ofFirstFrames(records: readonly AnnotationRecord[], count: number): AnnotationRecord[] {
  const kept = records.flatMap((record) => {
    if (record.end < count || record.kind === "group") return [record];
    const track = record.begin < count ? cropped(trackOf(record), (frame) => frame < count) : undefined;
    return track === undefined ? [] : [recordOfTrack(track)];
  });
  return kept.some(({ kind }) => kind === "track") ? kept : [];
}

interface OnFrames {
  /** A result replaces the track with the same id, as with pipelines that modify existing tracks. */
  readonly areSame: boolean;
  /** Ids of tracks that people saved while the pipeline ran: these stay as they are. */
  readonly touched: ReadonlySet<number>;
}

/** Inside the range the results, outside of it the existing annotations. */
export function withinFrames(
  stored: readonly AnnotationRecord[],
  found: readonly AnnotationRecord[],
  { first, last }: FrameRange,
  { areSame, touched }: OnFrames,
): { readonly change: SetChange } & ResultCounts {
  const isInside = (frame: number): boolean => frame >= first && frame <= last;
  const inside = found
    .filter(({ kind, id }) => kind === "track" && !(areSame && touched.has(id)))
    .flatMap((record) => cropped(trackOf(record), isInside) ?? []);
  const tracks = stored.filter(({ kind }) => kind === "track");
  let nextId = Math.max(-1, ...tracks.map(({ id }) => id)) + 1;
  const written = new Map<number, StoredTrack>();
  const end: number[] = [];
  let kept = 0;
  for (const record of tracks) {
    const track = trackOf(record);
    if (!track.features.some(({ frame }) => isInside(frame))) continue;
    if (touched.has(track.id)) {
      kept += 1;
      continue;
    }
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
  return { change: { write: [...written.values()].map(recordOfTrack), end }, found: inside.length, kept };
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
  kind: record.kind,
  begin: record.begin,
  end: record.end,
  label: record.label,
  ranks: record.ranks,
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
  const ranks = ranksOf({ confidencePairs: pairs, features: track.features });
  return { kind: "track", id, begin, end, label: best?.[0], ranks, payload: JSON.stringify(track) };
}
