/** Groups as panels show them: the core stores them as JSON, so each is parsed once until it changes. */

import type { FrameNumber, FrameRange, GroupId, GroupRow, TrackId } from "#core/types";
import { noGroupType } from "./type-styles.ts";

export interface GroupMemberView {
  readonly trackId: TrackId;
  /** When it belongs to the group, ascending. */
  readonly ranges: readonly FrameRange[];
}

export interface GroupView {
  readonly id: GroupId;
  /** The one with the highest confidence. */
  readonly type: string;
  /** All of them, best first. */
  readonly types: readonly string[];
  /** 0..1, for `type`. */
  readonly confidence: number;
  readonly memberIds: readonly TrackId[];
  readonly members: readonly GroupMemberView[];
  readonly begin: FrameNumber;
  readonly end: FrameNumber;
}

interface StoredGroup {
  readonly confidencePairs?: unknown;
  readonly members?: Readonly<Record<string, { readonly ranges?: unknown } | null>>;
}

/** A reader with a cache. */
export function createGroupReader(): (rows: Iterable<GroupRow>) => readonly GroupView[] {
  let known = new Map<GroupId, { readonly json: string; readonly view: GroupView }>();
  return (rows) => {
    const next: typeof known = new Map();
    for (const row of rows) {
      const before = known.get(row.id);
      next.set(row.id, before?.json === row.json ? before : { json: row.json, view: toView(row) });
    }
    known = next;
    return [...next.values()].map(({ view }) => view);
  };
}

function toView({ id, begin, end, json }: GroupRow): GroupView {
  const stored = JSON.parse(json) as StoredGroup;
  const pairs = readPairs(stored.confidencePairs).toSorted((a, b) => b[1] - a[1]);
  const members = Object.entries(stored.members ?? {})
    .filter(([trackId]) => /^\d+$/.test(trackId))
    .map(([trackId, member]): GroupMemberView => ({
      trackId: Number(trackId) as TrackId,
      ranges: readRanges(member?.ranges),
    }));
  return {
    id,
    type: pairs[0]?.[0] ?? noGroupType,
    types: pairs.length === 0 ? [noGroupType] : pairs.map(([type]) => type),
    confidence: pairs[0]?.[1] ?? 1,
    memberIds: members.map(({ trackId }) => trackId),
    members,
    begin,
    end,
  };
}

function readRanges(value: unknown): readonly FrameRange[] {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [];
  return entries.filter(
    (range): range is FrameRange => Array.isArray(range) && range.length === 2 && range.every(Number.isInteger),
  );
}

/** Files may contain anything here. */
function readPairs(value: unknown): (readonly [type: string, confidence: number])[] {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [];
  return entries.filter(
    (pair): pair is readonly [string, number] =>
      Array.isArray(pair) && typeof pair[0] === "string" && typeof pair[1] === "number",
  );
}
