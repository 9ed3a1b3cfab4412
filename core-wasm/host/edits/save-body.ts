/** The body of a save, assembled from the core's bytes without parsing them. */

import type { AnnotationCore, ChangeSet, GroupId, TrackId } from "../types.ts";

export interface SaveParts {
  readonly saveId: string;
  readonly baseRevision: number;
  /** `undefined`: the default set. */
  readonly setName: string | undefined;
  /** How long the user worked on these changes. */
  readonly activeMs?: number;
  /** Ids under which tracks of this page are saved, if they differ from the page's own. */
  readonly savedIds?: ReadonlyMap<number, number>;
  /** The server has these tracks as they were at a position of the op log: for long ones, only changes are sent. */
  readonly sentUpTo?: ReadonlyMap<TrackId, number>;
}

/** How many tracks and groups a change set names. */
export function countChanges({ tracks, groups }: ChangeSet): number {
  return tracks.upsert.length + tracks.delete.length + groups.upsert.length + groups.delete.length;
}

/** All tracks and groups, as if each had changed: the content of a new set. */
export function allChangesOf(core: AnnotationCore): ChangeSet {
  return {
    tracks: { upsert: [...core.writer.trackRows()].map(({ id }) => id), delete: [] },
    groups: { upsert: [...core.writer.groupRows()].map(({ id }) => id), delete: [] },
  };
}

/** JSON bytes of `SaveAnnotationsBody`. */
export function buildSaveBody(core: AnnotationCore, changes: ChangeSet, parts: SaveParts): Uint8Array<ArrayBuffer> {
  const {
    saveId,
    baseRevision,
    setName,
    activeMs = 0,
    savedIds = new Map<number, number>(),
    sentUpTo = new Map<TrackId, number>(),
  } = parts;
  const head = JSON.stringify({
    saveId,
    baseRevision,
    ...(setName !== undefined && { set: setName }),
    ...(activeMs > 0 && { activeMs }),
  });
  return concat([
    `${head.slice(0, -1)},"tracks":{"delete":${JSON.stringify(changes.tracks.delete.map((id) => savedIds.get(id) ?? id))},"upsert":`,
    ...trackList(core, changes.tracks.upsert, savedIds, sentUpTo),
    `},"groups":{"delete":${JSON.stringify(changes.groups.delete)},"upsert":`,
    groupList(core, changes.groups.upsert, savedIds),
    "}}",
  ]);
}

/** The list as the core writes it, followed by tracks that are saved under another id. */
function trackList(
  core: AnnotationCore,
  ids: readonly TrackId[],
  savedIds: ReadonlyMap<number, number>,
  sentUpTo: ReadonlyMap<TrackId, number>,
): (string | Uint8Array)[] {
  const changed = new Map<TrackId, Uint8Array>();
  for (const id of ids) {
    const seq = savedIds.has(id) ? undefined : sentUpTo.get(id);
    const change = seq === undefined ? undefined : core.writer.writeTrackChange(id, seq);
    if (change !== undefined) changed.set(id, change);
  }
  const whole = wholeTracks(
    core,
    ids.filter((id) => !changed.has(id)),
    savedIds,
  );
  if (changed.size === 0) return whole;
  const changes = [...changed.values()].flatMap((change, index) => (index === 0 ? [change] : [",", change]));
  return changed.size === ids.length ? ["[", ...changes, "]"] : ["[", ...changes, ",", ...withoutBracket(whole)];
}

function withoutBracket([first = "", ...rest]: readonly (string | Uint8Array)[]): (string | Uint8Array)[] {
  return [typeof first === "string" ? first.slice(1) : first.subarray(1), ...rest];
}

function wholeTracks(
  core: AnnotationCore,
  ids: readonly TrackId[],
  savedIds: ReadonlyMap<number, number>,
): (string | Uint8Array)[] {
  const renamed = ids.filter((id) => savedIds.has(id));
  if (renamed.length === 0) return [core.writer.writeTrackList(ids)];
  const same = core.writer.writeTrackList(ids.filter((id) => !savedIds.has(id)));
  const tracks = JSON.parse(new TextDecoder().decode(core.writer.writeTrackList(renamed))) as { id: number }[];
  const texts = tracks.map((track) => JSON.stringify({ ...track, id: savedIds.get(track.id) }));
  return [same.subarray(0, -1), renamed.length < ids.length ? "," : "", texts.join(","), "]"];
}

/** Members refer to tracks by id. */
function groupList(
  core: AnnotationCore,
  ids: readonly GroupId[],
  savedIds: ReadonlyMap<number, number>,
): string | Uint8Array {
  if (ids.length === 0) return "[]";
  const bytes = core.writer.writeGroupList(ids);
  if (savedIds.size === 0) return bytes;
  const groups = JSON.parse(new TextDecoder().decode(bytes)) as { members: Record<string, unknown> }[];
  const named = groups.map((group) => ({
    ...group,
    members: Object.fromEntries(
      Object.entries(group.members).map(([id, member]) => [savedIds.get(Number(id)) ?? id, member]),
    ),
  }));
  return JSON.stringify(named);
}

function concat(parts: readonly (string | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const chunks = parts.map((part) => (typeof part === "string" ? encoder.encode(part) : part));
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
