/** Groups as the core stores them: complete JSON texts. */
import { maxId } from "./edits/arguments.ts";
import { sliceLength, sliceStart, type CoreInstance } from "./instance.ts";
import type { FrameNumber, GroupId, GroupRow } from "./types.ts";

export interface LiveGroup {
  readonly id: GroupId;
  readonly begin: FrameNumber;
  readonly end: FrameNumber;
  /** Slice of the compact JSON text. */
  readonly json: bigint;
}

/** By ascending id. */
export function liveGroups(core: CoreInstance): readonly LiveGroup[] {
  const { exports } = core;
  const groups: LiveGroup[] = [];
  for (let group = 0; group < exports.group_end.value; group++) {
    if (exports.group_is_alive(group) === 0) continue;
    groups.push({
      id: (exports.group_id(group) >>> 0) as GroupId,
      begin: (exports.group_begin(group) >>> 0) as FrameNumber,
      end: (exports.group_last(group) >>> 0) as FrameNumber,
      json: exports.group_json(group),
    });
  }
  return groups.toSorted((a, b) => a.id - b.id);
}

/** Whether the key of a member is a track id in canonical form: `007` and numbers that are too large are not. */
export function isTrackId(key: string): boolean {
  return /^(0|[1-9]\d{0,9})$/.test(key) && Number(key) <= maxId;
}

/** The id for a new group: after the largest one used so far, deleted groups included. */
export function freeGroupId({ exports }: CoreInstance): number {
  let largest = -1;
  for (let group = 0; group < exports.group_end.value; group++) {
    largest = Math.max(largest, exports.group_id(group) >>> 0);
  }
  return largest + 1;
}

export function groupRows(core: CoreInstance): readonly GroupRow[] {
  return liveGroups(core).map(({ id, begin, end, json }) => {
    const text = core.text(sliceStart(json), sliceLength(json));
    return { id, begin, end, label: labelOf(text), json: text };
  });
}

/** The valid confidence pairs of a group: groups are kept as they were read, whatever they contain. */
export function groupPairs(value: unknown): (readonly [type: string, confidence: number])[] {
  const given: readonly unknown[] = Array.isArray(value) ? value : [];
  return given.filter(isPair);
}

const isPair = (value: unknown): value is readonly [string, number] =>
  Array.isArray(value) && typeof value[0] === "string" && typeof value[1] === "number";

/** The type of the best confidence pair. */
function labelOf(json: string): string | undefined {
  const { confidencePairs } = JSON.parse(json) as { readonly confidencePairs?: unknown };
  const best = groupPairs(confidencePairs).reduce<readonly [string, number] | undefined>(
    (found, pair) => (found === undefined || pair[1] > found[1] ? pair : found),
    undefined,
  );
  return best?.[0];
}
