/**
 * The selection: tracks, the primary one that panels and keys apply to, and a group. By id, so that the same selection
 * works for every camera and outlives its document.
 */

import type { GroupId, TrackId } from "#core/types";

export interface Selection {
  readonly tracks: ReadonlySet<TrackId>;
  /** One of `tracks`; undefined exactly when there are none. */
  readonly primary: TrackId | undefined;
  readonly group: GroupId | undefined;
}

export const nothingSelected: Selection = { tracks: new Set(), primary: undefined, group: undefined };

export function selectOne(id: TrackId | undefined): Selection {
  return id === undefined ? nothingSelected : { tracks: new Set([id]), primary: id, group: undefined };
}

/** The first of `ids` is the primary one, unless `primary` names another. */
export function selectTracks(ids: Iterable<TrackId>, primary?: TrackId, group?: GroupId): Selection {
  const tracks = new Set(ids);
  const [first] = tracks;
  return { tracks, primary: primary !== undefined && tracks.has(primary) ? primary : first, group };
}

/** Adds this track, or removes it if it was selected. The first selected one stays primary. */
export function withToggled(selection: Selection, id: TrackId): Selection {
  const { tracks, primary, group } = selection;
  if (!tracks.has(id)) return selectTracks([...tracks, id], primary, group);
  return selectTracks(
    [...tracks].filter((other) => other !== id),
    primary,
    group,
  );
}

/** Adds these tracks. */
export function withMore(selection: Selection, ids: Iterable<TrackId>): Selection {
  return selectTracks([...selection.tracks, ...ids], selection.primary, selection.group);
}

/** The selection reduced to these existing tracks. Returns the same object if nothing changes. */
export function keepExisting(
  selection: Selection,
  hasTrack: (id: TrackId) => boolean,
  hasGroup: (id: GroupId) => boolean,
): Selection {
  const tracks = [...selection.tracks].filter(hasTrack);
  const group = selection.group !== undefined && hasGroup(selection.group) ? selection.group : undefined;
  if (tracks.length === selection.tracks.size && group === selection.group) return selection;
  return selectTracks(tracks, selection.primary, group);
}

/** The same tracks, where a save gave some of them other ids. */
export function withNewIds(selection: Selection, newIds: ReadonlyMap<number, number>): Selection {
  if (newIds.size === 0) return selection;
  const rename = (id: TrackId): TrackId => (newIds.get(id) ?? id) as TrackId;
  const primary = selection.primary === undefined ? undefined : rename(selection.primary);
  return selectTracks([...selection.tracks].map(rename), primary, selection.group);
}
