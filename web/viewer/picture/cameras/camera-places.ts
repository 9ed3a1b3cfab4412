/** Lays out several cameras so that their pictures cover as much of the canvas as possible. */

export interface Grid {
  readonly columns: number;
  readonly rows: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** In CSS grid syntax. */
export interface CameraPlaces {
  readonly columns: string;
  readonly rows: string;
  /** Per camera: `row / column`. */
  readonly areas: readonly string[];
}

/** With one camera enlarged: how many times larger it is than the row or column of the others. */
const largeShare = 3.6;

/** Cameras are easiest to compare side by side, so another row must cover this many times the area. */
const worthARow = 1.1;

/** @param pictures sizes of the cameras' pictures; only the aspect ratios matter */
export function gridOf(pictures: readonly Size[], room: Size): Grid {
  const count = pictures.length;
  let best: Grid = { columns: count, rows: 1 };
  let largest = 0;
  for (let rows = 1; rows <= count; rows += 1) {
    const columns = Math.ceil(count / rows);
    const cell = { width: room.width / columns, height: room.height / rows };
    const covered = sum(pictures.map((picture) => coveredArea(picture, cell)));
    if (covered > largest * worthARow) [best, largest] = [{ columns, rows }, covered];
  }
  return best;
}

/** All in equal sizes, in order. */
export function placesInGrid(pictures: readonly Size[], room: Size): CameraPlaces {
  const { columns, rows } = gridOf(pictures, room);
  return {
    columns: `repeat(${columns}, minmax(0, 1fr))`,
    rows: `repeat(${rows}, minmax(0, 1fr))`,
    areas: pictures.map((_, index) => `${Math.floor(index / columns) + 1} / ${(index % columns) + 1}`),
  };
}

/** One enlarged, the others next to it or below it. */
export function placesAround(large: number, pictures: readonly Size[], room: Size): CameraPlaces {
  const others = pictures.length - 1;
  const covered = (first: Size, each: Size) =>
    sum(pictures.map((picture, index) => coveredArea(picture, index === large ? first : each)));
  const [max, min] = [largeShare / (largeShare + 1), 1 / (largeShare + 1)];
  const { width, height } = room;
  const inRow = covered({ width: width * max, height }, { width: width * min, height: height / others });
  const below = covered({ width, height: height * max }, { width: width / others, height: height * min });
  const isBeside = inRow >= below;
  const cells = `repeat(${others}, minmax(0, 1fr))`;
  let place = 0;
  return {
    columns: isBeside ? `minmax(0, ${largeShare}fr) minmax(0, 1fr)` : cells,
    rows: isBeside ? cells : `minmax(0, ${largeShare}fr) minmax(0, 1fr)`,
    areas: pictures.map((_, index) => {
      if (index === large) return isBeside ? `1 / 1 / ${others + 1} / 2` : `1 / 1 / 2 / ${others + 1}`;
      place += 1;
      return isBeside ? `${place} / 2` : `2 / ${place}`;
    }),
  };
}

/** Area of a picture scaled to fit into a cell. */
function coveredArea({ width, height }: Size, cell: Size): number {
  const scale = Math.min(cell.width / Math.max(1, width), cell.height / Math.max(1, height));
  return width * height * scale * scale;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
