/** Packs spans of frames into rows of bars: as few rows as bars overlap at one time. */

export interface RowLayout {
  /** Row index of each span. */
  readonly rows: Uint32Array;
  readonly rowCount: number;
  /** Span indexes of each row, left to right. */
  readonly byRow: readonly (readonly number[])[];
}

/** Frames left free between two bars of a row, to keep their ends distinguishable. */
const gapFrames = 1;

/**
 * Each span goes into the row that has been free for longest, else into a new one. Ranges include both ends. Takes O(n
 * log n): the row ends are kept in a heap.
 */
export function layOutRows(begins: Uint32Array, ends: Uint32Array): RowLayout {
  const rows = new Uint32Array(begins.length);
  const order = Uint32Array.from(begins.keys()).sort((a, b) => (begins[a] ?? 0) - (begins[b] ?? 0) || a - b);
  const free = new RowHeap();
  const byRow: number[][] = [];
  for (const index of order) {
    const begin = begins[index] ?? 0;
    const row = free.size > 0 && free.minEnd + gapFrames < begin ? free.take() : free.rowCount;
    rows[index] = row;
    (byRow[row] ??= []).push(index);
    free.add(row, ends[index] ?? begin);
  }
  return { rows, rowCount: free.rowCount, byRow };
}

/** A min-heap of rows by the end of their last bar; ties go to the upper row. */
class RowHeap {
  readonly #entries: { readonly end: number; readonly row: number }[] = [];
  rowCount = 0;

  get size(): number {
    return this.#entries.length;
  }

  get minEnd(): number {
    return this.#entries[0]?.end ?? Number.POSITIVE_INFINITY;
  }

  take(): number {
    const top = this.#entries[0];
    const last = this.#entries.pop();
    if (top === undefined || last === undefined) throw new Error("There is no row.");
    if (this.#entries.length > 0) {
      this.#entries[0] = last;
      this.#sink();
    }
    return top.row;
  }

  add(row: number, end: number): void {
    this.rowCount = Math.max(this.rowCount, row + 1);
    const entries = this.#entries;
    entries.push({ end, row });
    let at = entries.length - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isBefore(at, parent)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  #sink(): void {
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let min = at;
      if (left < this.#entries.length && this.#isBefore(left, min)) min = left;
      if (right < this.#entries.length && this.#isBefore(right, min)) min = right;
      if (min === at) return;
      this.#swap(at, min);
      at = min;
    }
  }

  #isBefore(a: number, b: number): boolean {
    const [one, other] = [this.#entries[a], this.#entries[b]];
    if (one === undefined || other === undefined) return false;
    return one.end < other.end || (one.end === other.end && one.row < other.row);
  }

  #swap(a: number, b: number): void {
    const [one, other] = [this.#entries[a], this.#entries[b]];
    if (one === undefined || other === undefined) return;
    this.#entries[a] = other;
    this.#entries[b] = one;
  }
}
