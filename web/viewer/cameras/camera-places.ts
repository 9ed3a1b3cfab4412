/** Where several cameras lie in the room for the canvas. */

export interface Grid {
  readonly columns: number;
  readonly rows: number;
}

/** As CSS has it. */
export interface CameraPlaces {
  readonly columns: string;
  readonly rows: string;
  /** Of each camera: `row / column`. */
  readonly areas: readonly string[];
}

/** Width over height of the pictures that most cameras have. */
const usualAspect = 16 / 9;

/** The columns and rows with which pictures of the usual shape become largest. */
export function gridOf(count: number, widthPx: number, heightPx: number): Grid {
  let best: Grid = { columns: 1, rows: count };
  let largest = 0;
  for (let columns = 1; columns <= count; columns += 1) {
    const rows = Math.ceil(count / columns);
    const width = Math.min(widthPx / columns, (heightPx / rows) * usualAspect);
    if (width > largest) [best, largest] = [{ columns, rows }, width];
  }
  return best;
}

/** All in equal sizes, in their order. */
export function placesInGrid(count: number, widthPx: number, heightPx: number): CameraPlaces {
  const { columns, rows } = gridOf(count, widthPx, heightPx);
  return {
    columns: `repeat(${columns}, minmax(0, 1fr))`,
    rows: `repeat(${rows}, minmax(0, 1fr))`,
    areas: Array.from({ length: count }, (_, index) => `${Math.floor(index / columns) + 1} / ${(index % columns) + 1}`),
  };
}

/** One large, the others beside it where it is wide, below it where it is high. */
export function placesAround(large: number, count: number, widthPx: number, heightPx: number): CameraPlaces {
  const others = count - 1;
  const isWide = widthPx >= heightPx;
  const cells = `repeat(${others}, minmax(0, 1fr))`;
  let place = 0;
  return {
    columns: isWide ? "minmax(0, 3.6fr) minmax(0, 1fr)" : cells,
    rows: isWide ? cells : "minmax(0, 3.6fr) minmax(0, 1fr)",
    areas: Array.from({ length: count }, (_, index) => {
      if (index === large) return isWide ? `1 / 1 / ${others + 1} / 2` : `1 / 1 / 2 / ${others + 1}`;
      place += 1;
      return isWide ? `${place} / 2` : `2 / ${place}`;
    }),
  };
}
