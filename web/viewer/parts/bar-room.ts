/** Which parts of a bar keep their place when there is no room for all: the least important go first. */

export interface BarSlot {
  readonly name: string;
  /** The lowest go first. */
  readonly priority: number;
  readonly widthPx: number;
  /** Width of what stays in its place when it goes. */
  readonly insteadPx: number;
}

/** @param roomPx for all slots @param menuPx the menu of what has gone needs this @returns names */
export function slotsWithoutRoom(slots: readonly BarSlot[], roomPx: number, menuPx: number): ReadonlySet<string> {
  let needed = slots.reduce((sum, { widthPx }) => sum + widthPx, 0);
  if (needed <= roomPx) return new Set();
  const gone = new Set<string>();
  needed += menuPx;
  for (const slot of slots.toSorted((a, b) => a.priority - b.priority)) {
    if (needed <= roomPx) break;
    gone.add(slot.name);
    needed += slot.insteadPx - slot.widthPx;
  }
  // A wide part that left last may have made room for narrower ones that left before it.
  for (const slot of slots.toSorted((a, b) => b.priority - a.priority)) {
    const savedPx = slot.widthPx - slot.insteadPx;
    if (!gone.has(slot.name) || needed + savedPx > roomPx) continue;
    gone.delete(slot.name);
    needed += savedPx;
  }
  return gone;
}
