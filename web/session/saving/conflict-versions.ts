/**
 * Tracks changed on both sides, in three versions: their common base, this page's, and the server's current one. Each
 * is in its own small core, under the ids of this page.
 *
 * If both created a group under one id, these are two groups: ours gets a free id. Tracks that others have put into a
 * contested group come along, under ids that are free here.
 */

import { trackText } from "#core/diff/diff";
import type { AnnotationCore, GroupId, TrackId } from "#core/types";
import type { ApiClient } from "#schemas/client";
import type { AnnotationDocument } from "../document/annotation-document.ts";
import type { Contested } from "../document/document-sync.ts";
import { loadAnnotations } from "../document/load-annotations.ts";
import type { Revisions } from "./settlement.ts";

export interface VersionMeans {
  readonly client: ApiClient;
  readonly createCore: () => Promise<AnnotationCore>;
}

export interface ConflictVersions {
  readonly base: AnnotationCore;
  readonly mine: AnnotationCore;
  readonly theirs: AnnotationCore;
  /** Free ids for groups that both created, by their ids here. */
  readonly movedGroups: ReadonlyMap<GroupId, GroupId>;
  /** Tracks that others have put into contested groups: ids of the server by ids that are free here. */
  readonly newMembers: ReadonlyMap<TrackId, number>;
  /** Reads `mine` again: editing continues while the user decides. */
  readMine(): void;
}

interface GroupJson {
  readonly id: number;
  readonly members?: Readonly<Record<string, unknown>>;
}

export async function readVersions(
  { trackIds, groupIds }: Contested,
  { base: baseRevision, head }: Revisions,
  document: AnnotationDocument,
  { client, createCore }: VersionMeans,
): Promise<ConflictVersions> {
  const { core, sync, address } = document;
  const [whole, base, mine, theirs] = await Promise.all([createCore(), createCore(), createCore(), createCore()]);
  const ownIds = new Map<number, TrackId>([...sync.savedIds].map(([id, saved]) => [saved, id as TrackId]));
  const toOwn = (id: number): TrackId => ownIds.get(id) ?? (id as TrackId);
  const saved = (id: TrackId): TrackId => (sync.savedIds.get(id) ?? id) as TrackId;

  const read = async (revision: number): Promise<{ tracks: string[]; groups: GroupJson[] }> => {
    await loadAnnotations(client, whole, address, revision, () => undefined);
    return { tracks: trackIds.flatMap((id) => trackOf(whole, saved(id), id) ?? []), groups: groupsOf(whole, groupIds) };
  };
  const before = await read(baseRevision);
  const now = await read(head);

  const newMembers = new Map<TrackId, number>();
  const deleted = new Set<number>(core.changesSince(0).tracks.delete);
  let free = Math.max(core.largestTrackId, whole.largestTrackId) + 1;
  for (const id of new Set(now.groups.flatMap(memberIds))) {
    if (ownIds.has(id) || !whole.hasTrack(id as TrackId) || deleted.has(id)) continue;
    // Another track may have this id here, and be saved under another one.
    const isTaken = sync.savedIds.has(id);
    if (core.hasTrack(id as TrackId) && !isTaken) continue;
    const here = (isTaken ? free++ : id) as TrackId;
    ownIds.set(id, here);
    newMembers.set(here, id);
  }
  const members = [...newMembers].flatMap(([here, id]) => trackOf(whole, id as TrackId, here) ?? []);

  const isOld = new Set(before.groups.map(({ id }) => id));
  const movedGroups = new Map<GroupId, GroupId>();
  let freeGroup =
    [...core.writer.groupRows(), ...whole.writer.groupRows()].reduce((max, { id }) => Math.max(max, id), 0) + 1;
  const inBoth = new Set(groupsOf(core, groupIds).map(({ id }) => id));
  for (const { id } of now.groups) {
    if (!isOld.has(id) && inBoth.has(id)) movedGroups.set(id as GroupId, freeGroup++ as GroupId);
  }

  const renamed = (group: GroupJson): string => JSON.stringify(withMembers(group, toOwn));
  fill(base, before.tracks, before.groups.map(renamed));
  fill(theirs, [...now.tracks, ...members], now.groups.map(renamed));
  const readMine = (): void =>
    fill(
      mine,
      trackIds.flatMap((id) => trackOf(core, id, id) ?? []),
      groupsOf(core, groupIds).map((group) =>
        JSON.stringify({ ...group, id: movedGroups.get(group.id as GroupId) ?? group.id }),
      ),
    );
  readMine();
  return { base, mine, theirs, movedGroups, newMembers, readMine };
}

/** The JSON of a track, under its id here. */
function trackOf(core: AnnotationCore, id: TrackId, here: TrackId): string | undefined {
  const text = trackText(core, id);
  return text === undefined || id === here ? text : JSON.stringify({ ...(JSON.parse(text) as object), id: here });
}

function groupsOf(core: AnnotationCore, ids: readonly GroupId[]): GroupJson[] {
  if (ids.length === 0) return [];
  const wanted = new Set(ids);
  return [...core.writer.groupRows()].flatMap(({ id, json }) =>
    wanted.has(id) ? [JSON.parse(json) as GroupJson] : [],
  );
}

function memberIds({ members = {} }: GroupJson): number[] {
  return Object.keys(members).map(Number).filter(Number.isSafeInteger);
}

function withMembers(group: GroupJson, toOwn: (id: number) => number): GroupJson {
  const { members } = group;
  if (members === undefined) return group;
  const named = Object.entries(members).map(([id, member]) => [toOwn(Number(id)), member] as const);
  return { ...group, members: Object.fromEntries(named) };
}

/** Replaces the contents of the core. */
export function fill(core: AnnotationCore, tracks: readonly string[], groups: readonly string[]): void {
  const encoder = new TextEncoder();
  core.reader.beginLoad();
  core.reader.loadTrackPage(encoder.encode(`[${tracks.join(",")}]`));
  core.reader.loadGroupPage(encoder.encode(`[${groups.join(",")}]`));
  core.reader.endLoad();
}
