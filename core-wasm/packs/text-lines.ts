/**
 * Finds lines of text on the map of a detection model, which says how likely each pixel is text (M. Liao et al., Real-time
 * scene text detection with differentiable binarization, AAAI 2020). Lines run from left to right.
 */
import type { ModelPack } from "#schemas";
import type { Bounds } from "#vision/bounds";
import { parts } from "#vision/segment/mask-parts";

import type { NumberTensor } from "./model-runtime.ts";

export interface FoundLine extends Bounds {
  /** Mean of its pixels, 0 to 1. */
  readonly score: number;
}

type LineOptions = Omit<Required<ModelPack>["lines"], "layout">;

/** Smaller parts are specks. */
const minSide = 3;

/** In pixels of the map, in reading order. */
export function linesOnMap({ shape, values }: NumberTensor, options: LineOptions): FoundLine[] {
  const { threshold = 0.3, confidence = 0.6, grow = 1.5 } = options;
  const [height = 0, width = 0] = shape.slice(-2);
  const mask = Uint8Array.from(values, (value) => (value > threshold ? 1 : 0));
  const lines = parts(mask, width, height, 1).flatMap((pixels): FoundLine[] => {
    const box = boxAround(pixels, width);
    const [wide, high] = [box.x2 - box.x1, box.y2 - box.y1];
    const score = pixels.reduce((sum, at) => sum + values[at]!, 0) / pixels.length;
    if (Math.min(wide, high) < minSide || score < confidence) return [];
    // Models mark the core of a line, so that lines do not touch.
    const by = (wide * high * grow) / (2 * (wide + high));
    return [
      {
        x1: Math.max(0, box.x1 - by),
        y1: Math.max(0, box.y1 - by),
        x2: Math.min(width, box.x2 + by),
        y2: Math.min(height, box.y2 + by),
        score: Math.min(1, score),
      },
    ];
  });
  return inReadingOrder(lines);
}

/** Rows from top to bottom, each from left to right: lines whose middles are inside each other share a row. */
export function inReadingOrder<Line extends Bounds>(lines: readonly Line[]): Line[] {
  return rowsOf(lines).flat();
}

export function rowsOf<Line extends Bounds>(lines: readonly Line[]): Line[][] {
  const rows: Line[][] = [];
  for (const line of lines.toSorted((a, b) => middleOf(a) - middleOf(b))) {
    const row = rows.at(-1);
    const shares = row?.some(
      (other) =>
        (middleOf(line) > other.y1 && middleOf(line) < other.y2) ||
        (middleOf(other) > line.y1 && middleOf(other) < line.y2),
    );
    if (row !== undefined && shares === true) row.push(line);
    else rows.push([line]);
  }
  return rows.map((row) => row.toSorted((a, b) => a.x1 - b.x1));
}

const middleOf = ({ y1, y2 }: Bounds): number => (y1 + y2) / 2;

function boxAround(pixels: readonly number[], width: number): Bounds {
  let [x1, y1, x2, y2] = [Infinity, Infinity, 0, 0];
  for (const at of pixels) {
    const [x, y] = [at % width, Math.floor(at / width)];
    [x1, y1] = [Math.min(x1, x), Math.min(y1, y)];
    [x2, y2] = [Math.max(x2, x + 1), Math.max(y2, y + 1)];
  }
  return { x1, y1, x2, y2 };
}
