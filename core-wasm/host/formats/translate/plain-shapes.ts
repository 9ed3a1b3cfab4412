/** Shapes that several tools store alike: a kind and its points, in pixels or as fractions of the picture. */
import { extentOf, type XY } from "../exchange/shapes.ts";
import type { ImageSize } from "../../types.ts";
import type { SkipCounter, TranslatedObject, TranslatedPicture } from "./translation.ts";
import { numberedPoints } from "./translation.ts";
import { readerRefusal } from "../problems/reader-problems.ts";

export type Place = Pick<TranslatedObject, "box" | "segmentation" | "points">;

/** A rectangle of two or four corners, in any order, which may be turned; a polygon; a point. */
export function placeOfPoints(kind: string, points: readonly XY[]): Place | undefined {
  const isRectangle = /^(rect(angle)?|b(ounding_?)?box|rotatable_bounding_box)$/i.test(kind);
  if (isRectangle && points.length >= 2) {
    const [left, top, right, bottom] = extentOf(points);
    const isUpright = points.every(([x, y]) => near(x, left, right) && near(y, top, bottom));
    if (points.length === 2 || isUpright) return { box: [left, top, right - left, bottom - top] };
    return points.length === 4 ? { segmentation: [points.flat()] } : undefined;
  }
  if (/^(polygon|semantic)$/i.test(kind) && points.length >= 3) return { segmentation: [points.flat()] };
  return /^(key)?point$|^marker$/i.test(kind) && points.length === 1 ? numberedPoints(points) : undefined;
}

/** Corners of an upright box differ at most by rounding. */
function near(value: number, one: number, other: number): boolean {
  const most = Math.max(1e-6, (other - one) * 1e-3);
  return Math.abs(value - one) <= most || Math.abs(value - other) <= most;
}

/** Converts the points of one file, and counts the shapes whose picture has an unknown size. */
export class PixelPoints {
  readonly #leftOut: SkipCounter;
  #unsized = 0;

  constructor(leftOut: SkipCounter) {
    this.#leftOut = leftOut;
  }

  inPixels(fractions: readonly XY[], size: ImageSize | undefined): readonly XY[] | undefined {
    if (size !== undefined) return fractions.map(([x, y]) => [x * size.width, y * size.height] as const);
    this.#unsized++;
    return this.#leftOut.add("shape on a picture of unknown size");
  }

  /** @throws CoreError if nothing was read because no size is known */
  requireSizes(pictures: readonly TranslatedPicture[], tool: string): readonly TranslatedPicture[] {
    if (this.#unsized > 0 && pictures.every(({ objects }) => objects.length === 0))
      throw readerRefusal("translated-size-unknown", [tool]);
    return pictures;
  }
}

/** Numbers for ids that are texts, from 1. */
export class TrackNumbers {
  readonly #numbers = new Map<string, number>();

  of(id: string): number {
    const number = this.#numbers.get(id) ?? this.#numbers.size + 1;
    this.#numbers.set(id, number);
    return number;
  }
}
