/**
 * The cheapest way to pair rows with columns, each at most once: shortest augmenting paths, after R. Jonker and A.
 * Volgenant, "A shortest augmenting path algorithm for dense and sparse linear assignment problems", Computing 1987.
 * Cubic in the larger side.
 */

/**
 * @param costs row by row; `Infinity`: this pair cannot be
 * @param leaveCost what a row without a partner costs: dearer pairs are not made
 * @returns the column of each row; -1: none
 */
export function assign(costs: readonly Float64Array[], columns: number, leaveCost: number): Int32Array {
  const rows = costs.length;
  // A column of its own for each row to stay alone with.
  const width = columns + rows;
  const cost = (row: number, column: number): number => {
    if (column < columns) return (costs[row] as Float64Array)[column] as number;
    return column === columns + row ? leaveCost : Infinity;
  };
  const rowPrice = new Float64Array(rows);
  const columnPrice = new Float64Array(width);
  const rowOf = new Int32Array(width).fill(-1);
  const previous = new Int32Array(width);
  const best = new Float64Array(width);
  const isDone = new Uint8Array(width);
  for (let start = 0; start < rows; start++) {
    best.fill(Infinity);
    isDone.fill(0);
    previous.fill(-1);
    let row = start;
    let reached = 0;
    let last = -1;
    let end = -1;
    while (end < 0) {
      let next = -1;
      for (let column = 0; column < width; column++) {
        if (isDone[column] === 1) continue;
        const through = reached + cost(row, column) - (rowPrice[row] as number) - (columnPrice[column] as number);
        if (through < (best[column] as number)) {
          best[column] = through;
          previous[column] = last;
        }
        if (next < 0 || (best[column] as number) < (best[next] as number)) next = column;
      }
      reached = best[next] as number;
      isDone[next] = 1;
      if (rowOf[next] === -1) end = next;
      else {
        row = rowOf[next] as number;
        last = next;
      }
    }
    for (let column = 0; column < width; column++) {
      if (isDone[column] === 0) continue;
      const change = reached - (best[column] as number);
      columnPrice[column] = (columnPrice[column] as number) - change;
      const owner = rowOf[column] as number;
      if (owner >= 0) rowPrice[owner] = (rowPrice[owner] as number) + change;
    }
    rowPrice[start] = (rowPrice[start] as number) + reached;
    // The path is walked back, and each column on it goes to the row before.
    for (let column = end; column >= 0;) {
      const before = previous[column] as number;
      rowOf[column] = before < 0 ? start : (rowOf[before] as number);
      column = before;
    }
  }
  const result = new Int32Array(rows).fill(-1);
  for (let column = 0; column < columns; column++) {
    const row = rowOf[column] as number;
    if (row >= 0) result[row] = column;
  }
  return result;
}
