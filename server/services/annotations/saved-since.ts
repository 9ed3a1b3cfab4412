/**
 * Saves in an annotation set during slow work on it: a pipeline run, or the reading of a file. These saves are never
 * replaced.
 */
import type { AnnotationKind, AnnotationRecord } from "../../domain/annotation-save.ts";
import { mergeWithNewer, type ConcurrentSaves, type ResultCounts, type SetChange } from "../../domain/run-result.ts";
import type { AnnotationIds, AnnotationScope } from "../../ports/annotation.repository.ts";
import type { Ports } from "../../ports/index.ts";

/** Revisions of jobs have such save ids. */
export const jobSaveId = (jobId: string): string => `job:${jobId}`;

export interface ConcurrentChange extends Pick<ResultCounts, "kept"> {
  /** Revision of the set that this was computed from: it only applies to this one. */
  readonly head: number;
  /** `undefined`: the whole set is replaced. */
  readonly change: SetChange | undefined;
  /** Tracks that end or are replaced. */
  readonly replaced: number;
}

/** @param revision of the dataset when it began */
export async function applyConcurrentChange(
  database: Ports["database"],
  scope: AnnotationScope,
  revision: number,
  found: readonly AnnotationRecord[],
): Promise<ConcurrentChange> {
  const head = await database.annotations.head(scope.datasetId, scope.setName);
  const newer = await savedSince(database, scope, { revision, head, found });
  if (newer === undefined) return await replacingAll(database, scope, head);
  const change = mergeWithNewer(found, newer, await largestIds(database, scope));
  return {
    head,
    change,
    replaced: change.end.length,
    kept: newer.live.track.filter((id) => newer.touched.track.has(id)).length,
  };
}

/** A change that replaces the whole set. */
export async function replacingAll(
  { annotations }: Ports["database"],
  scope: AnnotationScope,
  head: number,
): Promise<ConcurrentChange> {
  const replaced = await annotations.count({ ...scope, kind: "track", revision: head });
  return { head, change: undefined, replaced, kept: 0 };
}

/** The records of the set that a change ends. */
export function endedBy({ end, endGroups = [] }: SetChange): readonly AnnotationIds[] {
  return [
    { kind: "track", ids: end },
    { kind: "group", ids: endGroups },
  ];
}

export async function largestIds({ annotations }: Ports["database"], scope: AnnotationScope) {
  return { track: await annotations.largestId(scope, "track"), group: await annotations.largestId(scope, "group") };
}

/** The revisions after `revision` that people saved: not those of jobs. */
async function savesOfPeople(
  { annotations }: Ports["database"],
  { datasetId, setName }: AnnotationScope,
  revision: number,
  head: number,
): Promise<number[]> {
  if (head <= revision) return [];
  const { rows } = await annotations.listRevisions(datasetId, { limit: 0, offset: 0, setName, descending: true });
  return rows
    .filter((row) => row.revision > revision && row.revision <= head && !row.saveId?.startsWith(jobSaveId("")))
    .map((row) => row.revision);
}

/** @returns the tracks that people made, changed or deleted after `revision` */
export async function tracksTouchedSince(
  database: Ports["database"],
  scope: AnnotationScope,
  revision: number,
  head: number,
): Promise<ReadonlySet<number>> {
  const byPeople = await savesOfPeople(database, scope, revision, head);
  return new Set(byPeople.length === 0 ? [] : await database.annotations.touchedBy(scope, byPeople, "track"));
}

/** `undefined`: nothing but other jobs. */
async function savedSince(
  database: Ports["database"],
  scope: AnnotationScope,
  {
    revision,
    head,
    found,
  }: { readonly revision: number; readonly head: number; readonly found: readonly AnnotationRecord[] },
): Promise<ConcurrentSaves | undefined> {
  const { annotations } = database;
  const byPeople = await savesOfPeople(database, scope, revision, head);
  if (byPeople.length === 0) return undefined;
  const of = async (kind: AnnotationKind) => ({
    live: await annotations.idsAtSteps({ ...scope, kind, revision: head }, 1),
    touched: new Set(await annotations.touchedBy(scope, byPeople, kind)),
  });
  const [tracks, groups] = [await of("track"), await of("group")];
  const before = new Map<number, string>();
  // Only those that a result may replace: a save can have changed every track of a large set.
  const clashing = found.filter(({ kind, id }) => kind === "track" && tracks.touched.has(id));
  for (const { id } of clashing) {
    const [version] = await annotations.versions({ ...scope, kind: "track", id, revision }, 1);
    if (version !== undefined) before.set(id, version.payload);
  }
  return {
    live: { track: tracks.live, group: groups.live },
    touched: { track: tracks.touched, group: groups.touched },
    before,
  };
}
