/**
 * Places labels so that none covers another, a small box or a handle: above the box, else below it, else inside its top
 * left corner, else aligned to its right side; the first of these that covers no other object of medium size, if there
 * is one. Labels without a place are omitted and counted; selected and hovered tracks are placed first, and always get
 * one. Device pixels throughout.
 */

export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface LabelToPlace {
  /** The box including its stroke. */
  readonly box: Rect;
  readonly stroke: number;
  readonly width: number;
  readonly isEmphasised: boolean;
}

export interface Canvas {
  readonly width: number;
  readonly height: number;
}

/** Offset of a label from its default place; `undefined`: omitted. */
export type Shift = { readonly dx: number; readonly dy: number } | undefined;

/** Between a label and the right edge of the canvas, where its end would otherwise look cut off. */
export const edge = 4;

/**
 * The default place of a label: above its box, or inside if there is no room; in view while any part of the box is.
 */
export function defaultPlace({ box, stroke, width }: LabelToPlace, height: number, canvas: Canvas): Rect {
  const left = Math.min(Math.max(box.left, Math.min(0, box.right - width)), Math.max(0, canvas.width - edge - width));
  let top = box.top - height;
  if (top < 0) top = Math.max(box.top + stroke, Math.min(0, box.bottom - height));
  return { left, top, right: left + width, bottom: top + height };
}

/** Boxes up to this many times as large as small ones are covered only where a label has no other place. */
const middleBoxes = 6;

/**
 * @param height of each label
 * @param smallBox boxes with sides up to this are not covered by other boxes' labels
 * @param keptFree areas that no label may cover, such as handles
 * @returns one shift per label, in order
 */
export function placeLabels(
  labels: readonly LabelToPlace[],
  height: number,
  smallBox: number,
  canvas: Canvas,
  keptFree: readonly Rect[] = [],
): readonly Shift[] {
  const shifts: Shift[] = Array.from({ length: labels.length }, () => undefined);
  const occupied = new OccupiedPlaces(4 * height);
  /** Boxes that labels cover only where they have no other place. */
  const others = new OccupiedPlaces(4 * height);
  for (const rect of keptFree) occupied.add(rect);
  for (const [index, { box }] of labels.entries()) {
    if (!isSeen(box, canvas)) continue;
    if (isSmall(box, smallBox)) occupied.add(box, index);
    else if (isSmall(box, middleBoxes * smallBox)) others.add(box, index);
  }
  const order = [...labels.keys()].toSorted((a, b) => rankOf(labels[a]!) - rankOf(labels[b]!));
  for (const index of order) {
    const label = labels[index]!;
    if (!isSeen(label.box, canvas)) continue;
    const standardPlace = defaultPlace(label, height, canvas);
    const places = candidates(label, standardPlace, height, canvas);
    // At the upper edge of the canvas a label would cover most of its own small box.
    if (isSmall(label.box, smallBox) && overlap(standardPlace, label.box)) places.push(...places.splice(0, 1));
    const free = places.filter((place) => !occupied.isTaken(place, index));
    const place =
      free.find((each) => !others.isTaken(each, index)) ?? free[0] ?? (label.isEmphasised ? standardPlace : undefined);
    if (place === undefined) continue;
    occupied.add(place);
    shifts[index] = { dx: place.left - standardPlace.left, dy: place.top - standardPlace.top };
  }
  return shifts;
}

/** Occupied areas, indexed by a grid: of hundreds of labels, each is compared with only a few. */
class OccupiedPlaces {
  readonly #side: number;
  readonly #bySquare = new Map<number, { readonly rect: Rect; readonly of: number | undefined }[]>();

  constructor(side: number) {
    this.#side = side;
  }

  /** @param of index of the box's own label, which may cover it */
  add(rect: Rect, of?: number): void {
    for (const square of this.#squaresOf(rect)) {
      const there = this.#bySquare.get(square);
      if (there === undefined) this.#bySquare.set(square, [{ rect, of }]);
      else there.push({ rect, of });
    }
  }

  isTaken(place: Rect, by: number): boolean {
    const meets = ({ rect, of }: { readonly rect: Rect; readonly of: number | undefined }): boolean =>
      of !== by && overlap(place, rect);
    return this.#squaresOf(place).some((square) => this.#bySquare.get(square)?.some(meets) === true);
  }

  #squaresOf({ left, top, right, bottom }: Rect): readonly number[] {
    const at = (pixel: number): number => Math.floor(pixel / this.#side);
    const squares: number[] = [];
    for (let y = at(top); y <= at(bottom); y++) {
      for (let x = at(left); x <= at(right); x++) squares.push(y * rowLength + x);
    }
    return squares;
  }
}

/** More than the number of squares across any canvas. */
const rowLength = 0x10000;

export function isSeen({ left, top, right, bottom }: Rect, { width, height }: Canvas): boolean {
  return right > 0 && left < width && bottom > 0 && top < height;
}

function candidates({ box, stroke, width }: LabelToPlace, own: Rect, height: number, canvas: Canvas): Rect[] {
  const at = (left: number, top: number): Rect => ({ left, top, right: left + width, bottom: top + height });
  const others = [
    at(own.left, box.bottom),
    ...(box.right - box.left > width + 2 * stroke ? [at(box.left + stroke, box.top + stroke)] : []),
    at(box.right - width, box.top - height),
    at(box.right - width, box.bottom),
  ];
  const isInside = ({ left, top, right, bottom }: Rect): boolean =>
    left >= 0 && top >= 0 && right <= canvas.width - edge && bottom <= canvas.height;
  return [own, ...others.filter(isInside)];
}

const rankOf = ({ isEmphasised }: LabelToPlace): number => (isEmphasised ? 0 : 1);

function isSmall({ left, top, right, bottom }: Rect, side: number): boolean {
  return right - left <= side && bottom - top <= side;
}

function overlap(a: Rect, b: Rect): boolean {
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
}
