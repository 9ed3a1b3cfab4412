/**
 * The effect of a pipeline's result on the annotation set it is stored in. A run takes minutes, and people save
 * meanwhile: what they saved is never replaced.
 */
import type { AnnotationKind, AnnotationRecord } from "../../domain/annotation-save.ts";
import { categoryOf } from "../../domain/pipeline.ts";
import {
  besideNewer,
  type FrameRange,
  renumbered,
  type SavedMeanwhile,
  type SetChange,
  withinFrames,
} from "../../domain/run-result.ts";
import type { AnnotationScope } from "../../ports/annotation.repository.ts";
import type { Ports } from "../../ports/index.ts";

export interface ResultTarget {
  readonly pipe: string;
  /** Revision of the dataset at the time of the request. */
  readonly revision: number;
  readonly frames: FrameRange | undefined;
  readonly add?: boolean;
}

export interface RunChange {
  /** Revision of the set that this was computed from: it only applies to this one. */
  readonly head: number;
  /** `undefined`: the whole set is replaced. */
  readonly change: SetChange | undefined;
  /** Tracks saved while the pipeline ran, which stay. */
  readonly kept: number;
}

/** Revisions of jobs have such save ids. */
export const jobSaveId = (jobId: string): string => `job:${jobId}`;

export async function changeOf(
  { database }: Ports,
  scope: AnnotationScope,
  { add = false, frames, pipe, revision }: ResultTarget,
  found: readonly AnnotationRecord[],
): Promise<RunChange> {
  const { annotations } = database;
  const head = await annotations.head(scope.datasetId, scope.setName);
  if (add) return { head, change: { write: renumbered(found, await largestIds(database, scope)), end: [] }, kept: 0 };
  if (frames !== undefined) {
    const areSame = ["utility", "filter"].includes(categoryOf(pipe) ?? "");
    const stored = await readRecords(database, scope, "track", head);
    return { head, change: withinFrames(stored, found, frames, areSame), kept: 0 };
  }
  const newer = head > revision ? await savedSince(database, scope, { revision, head }) : undefined;
  if (newer === undefined) return { head, change: undefined, kept: 0 };
  const change = besideNewer(found, newer, await largestIds(database, scope));
  return { head, change, kept: newer.live.track.filter((id) => newer.touched.track.has(id)).length };
}

async function largestIds({ annotations }: Ports["database"], scope: AnnotationScope) {
  return { track: await annotations.largestId(scope, "track"), group: await annotations.largestId(scope, "group") };
}

/** `undefined`: nothing but other jobs. */
async function savedSince(
  { annotations }: Ports["database"],
  scope: AnnotationScope,
  { revision, head }: { readonly revision: number; readonly head: number },
): Promise<SavedMeanwhile | undefined> {
  const everything = { limit: 0, offset: 0 };
  const { rows } = await annotations.listRevisions(scope.datasetId, {
    ...everything,
    setName: scope.setName,
    descending: true,
  });
  const byPeople = rows
    .filter((row) => row.revision > revision && row.revision <= head && !row.saveId?.startsWith(jobSaveId("")))
    .map((row) => row.revision);
  if (byPeople.length === 0) return undefined;
  const of = async (kind: AnnotationKind) => ({
    live: await annotations.idsAtSteps({ ...scope, kind, revision: head }, 1),
    touched: new Set(await annotations.touchedBy(scope, byPeople, kind)),
  });
  const [tracks, groups] = [await of("track"), await of("group")];
  const before = new Map<number, string>();
  for (const id of tracks.touched) {
    const [version] = await annotations.versions({ ...scope, kind: "track", id, revision }, 1);
    if (version !== undefined) before.set(id, version.payload);
  }
  return {
    live: { track: tracks.live, group: groups.live },
    touched: { track: tracks.touched, group: groups.touched },
    before,
  };
}

async function readRecords(
  { annotations }: Ports["database"],
  scope: AnnotationScope,
  kind: AnnotationKind,
  revision: number,
): Promise<AnnotationRecord[]> {
  const order = { by: "id", descending: false, limit: 0, offset: 0 } as const;
  const parts: Uint8Array[] = [];
  for await (const part of annotations.stream({ ...scope, kind, revision }, order)) parts.push(part);
  const documents = JSON.parse(`[${Buffer.concat(parts).toString("utf8")}]`) as {
    id: number;
    begin: number;
    end: number;
  }[];
  return documents.map((document) => ({
    ...{ kind, id: document.id, begin: document.begin, end: document.end, label: undefined },
    payload: JSON.stringify(document),
  }));
}
