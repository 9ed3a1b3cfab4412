/** Which slots of a bar keep their place when there is not enough room: the least important leave first. */

export interface BarSlot {
  readonly name: string;
  /** The lowest leave first. */
  readonly priority: number;
  readonly widthPx: number;
  /** Width of the replacement when it leaves. */
  readonly insteadPx: number;
}

/** @param roomPx for all slots @param menuPx width of the overflow menu @returns the names of the slots that leave */
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
  // A wide slot that left last may have made room for narrower ones that left before it.
  for (const slot of slots.toSorted((a, b) => b.priority - a.priority)) {
    const savedPx = slot.widthPx - slot.insteadPx;
    if (!gone.has(slot.name) || needed + savedPx > roomPx) continue;
    gone.delete(slot.name);
    needed += savedPx;
  }
  return gone;
}
