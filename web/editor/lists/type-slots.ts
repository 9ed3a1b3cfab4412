/**
 * The nine types with digits. A type keeps its digit as long as it is among the nine, so that fingers can learn it.
 * Types that were never assigned fill free slots, the most frequent first; a tenth replaces the one assigned longest
 * ago.
 */

export const slotCount = 9;

export interface TypeSlots {
  /** Index: digit - 1; `undefined`: free. */
  readonly slots: readonly (string | undefined)[];
  /** When each type was last assigned: a counter, not a time. */
  readonly assigned: ReadonlyMap<string, number>;
}

export const noSlots: TypeSlots = { slots: [], assigned: new Map() };

/** Fills free slots from `types`, the most wanted first. Types that are gone (undone) free theirs. */
export function fillSlots({ slots, assigned }: TypeSlots, types: readonly string[]): TypeSlots {
  const existing = new Set(types);
  const kept = slots.map((type) => (type !== undefined && existing.has(type) ? type : undefined));
  const waiting = types.filter((type) => !kept.includes(type)).toReversed();
  const filled = Array.from({ length: slotCount }, (_, at) => kept[at] ?? waiting.pop());
  return { slots: filled, assigned };
}

/** Records that a type was assigned, and makes sure it has a digit. */
export function assignType({ slots, assigned }: TypeSlots, type: string): TypeSlots {
  const now = new Map(assigned).set(type, 1 + Math.max(0, ...assigned.values()));
  if (slots.includes(type)) return { slots, assigned: now };
  const all = Array.from({ length: slotCount }, (_, at) => slots[at]);
  const free = all.indexOf(undefined);
  const at = free === -1 ? oldest(all, assigned) : free;
  return { slots: all.with(at, type), assigned: now };
}

/** The slot assigned longest ago; among those never assigned, the last one, which is the least frequent. */
function oldest(slots: readonly (string | undefined)[], assigned: ReadonlyMap<string, number>): number {
  const ages = slots.map((type) => assigned.get(type ?? "") ?? 0);
  return ages.lastIndexOf(Math.min(...ages));
}
