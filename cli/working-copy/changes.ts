/** The changes that turn one version of a set into another: as a change set, and counted. */

import { listDifferences, listGroupDifferences } from "#core/diff/differences";
import { countChanges } from "#core/edits/save-body";
import type { AnnotationCore, ChangeSet, GroupId, TrackId } from "#core/types";

export interface ChangeCounts {
  readonly added: number;
  readonly changed: number;
  readonly deleted: number;
}

export interface Changes {
  readonly tracks: ChangeCounts;
  readonly groups: ChangeCounts;
}

const noCounts: ChangeCounts = { added: 0, changed: 0, deleted: 0 };
export const noChanges: Changes = { tracks: noCounts, groups: noCounts };

export function sumOf(a: Changes, b: Changes): Changes {
  const added = (of: keyof Changes): ChangeCounts => ({
    added: a[of].added + b[of].added,
    changed: a[of].changed + b[of].changed,
    deleted: a[of].deleted + b[of].deleted,
  });
  return { tracks: added("tracks"), groups: added("groups") };
}

interface Listed {
  readonly changes: ChangeSet;
  readonly count: number;
  readonly kinds: { readonly tracks: readonly Kind[]; readonly groups: readonly Kind[] };
}
type Kind = keyof ChangeCounts;

/** The changes that turn `a` into `b`. */
export function changesBetween(a: AnnotationCore, b: AnnotationCore): Listed {
  if (a === b) return { changes: emptyChanges, count: 0, kinds: { tracks: [], groups: [] } };
  const tracks = listDifferences(a, b).map(({ trackId, kind }) => ({ id: trackId, kind }));
  const groups = listGroupDifferences(a, b).map(({ groupId, kind }) => ({ id: groupId, kind }));
  const split = <Id>(list: readonly { readonly id: Id; readonly kind: Kind }[]) => ({
    upsert: list.flatMap(({ id, kind }) => (kind === "deleted" ? [] : id)) as Id[],
    delete: list.flatMap(({ id, kind }) => (kind === "deleted" ? id : [])) as Id[],
  });
  const changes: ChangeSet = { tracks: split<TrackId>(tracks), groups: split<GroupId>(groups) };
  const kinds = { tracks: tracks.map(({ kind }) => kind), groups: groups.map(({ kind }) => kind) };
  return { changes, count: countChanges(changes), kinds };
}

const emptyChanges: ChangeSet = { tracks: { upsert: [], delete: [] }, groups: { upsert: [], delete: [] } };

export function countsOf({ kinds }: Listed): Changes {
  const count = (list: readonly Kind[]): ChangeCounts => ({
    added: list.filter((kind) => kind === "added").length,
    changed: list.filter((kind) => kind === "changed").length,
    deleted: list.filter((kind) => kind === "deleted").length,
  });
  return { tracks: count(kinds.tracks), groups: count(kinds.groups) };
}
