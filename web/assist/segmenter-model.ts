/**
 * Segments an object by its colors, from points on it and not on it, or from a box around it. Only the surroundings of
 * the prompts are analyzed, so that an answer is fast on large pictures too.
 */

import { cutOut, type Seed } from "#vision/segment/cut-out";
import { outlinesOf } from "#vision/segment/outline";
import { imagePoint } from "../base/brand.ts";
import type { Answer, Prompt } from "../base/prompt.ts";
import type { BoxBounds } from "../base/shape.ts";
import type { InputPicture } from "./assistant.ts";
import { type ReadPixels, readPixels } from "./picture-pixels.ts";
import type { Model } from "./serve-model.ts";

/** Margin around a point, as a share of the picture's longer side; and around a box, as a share of the box. */
const aroundPoint = 0.18;
const aroundBox = 0.4;
/** Longer side of the analyzed part, pixels. */
const longestSide = 240;
/** Less leaves the corners of pixels in the outline. In pixels of the analyzed part. */
const minTolerance = 0.9;
const minHole = 0.02;
const minCorners = 3;

/** @param read default: through a canvas, as in browsers */
export function createSegmenterModel(read: ReadPixels = readPixels): Model<InputPicture> {
  let last: InputPicture | undefined;
  return {
    encode(picture: InputPicture): InputPicture {
      last?.image.close();
      last = picture;
      return picture;
    },
    infer(picture: InputPicture, prompts: readonly Prompt[]): readonly Answer[] {
      const box = prompts.find((prompt) => prompt.kind === "box")?.bounds;
      const seeds = prompts.flatMap((prompt) =>
        prompt.kind === "in" || prompt.kind === "out" ? [{ ...prompt.at, isObject: prompt.kind === "in" }] : [],
      );
      if (box === undefined && !seeds.some(({ isObject }) => isObject)) return [];
      const part = partAround(picture, box, seeds);
      const scale = Math.min(1, longestSide / Math.max(part[2] - part[0], part[3] - part[1]));
      const pixels = read(picture, part, scale);
      const onPart = ({ x, y, isObject }: Seed): Seed => ({
        x: (x - part[0]) * scale,
        y: (y - part[1]) * scale,
        isObject,
      });
      const bounds = box ?? part;
      const [x1, y1] = [(bounds[0] - part[0]) * scale, (bounds[1] - part[1]) * scale];
      const [x2, y2] = [(bounds[2] - part[0]) * scale, (bounds[3] - part[1]) * scale];
      const cut = cutOut(pixels, { x1, y1, x2, y2 }, { seeds: seeds.map(onPart), minHole });
      const { px = 0 } = prompts.find((prompt) => prompt.kind === "tolerance") ?? {};
      const tolerance = Math.max(minTolerance, px * scale);
      const [rings = []] = cut === undefined ? [] : outlinesOf(cut, tolerance);
      const outline = rings
        .filter((ring) => ring.length >= minCorners)
        .map((ring) => ring.map(([x, y]) => imagePoint(tenths(part[0] + x / scale), tenths(part[1] + y / scale))));
      return outline.length === 0 ? [] : [{ shape: { kind: "polygon", rings: outline }, score: 1 }];
    },
  };
}

const tenths = (value: number): number => Math.round(value * 10) / 10;

/** In whole pixels, clipped to the picture. */
function partAround({ width, height }: InputPicture, box: BoxBounds | undefined, seeds: readonly Seed[]): BoxBounds {
  const margin = aroundPoint * Math.max(width, height);
  const boxes = seeds.map(({ x, y }): BoxBounds => [x - margin, y - margin, x + margin, y + margin]);
  if (box !== undefined) {
    const [dx, dy] = [(box[2] - box[0]) * aroundBox, (box[3] - box[1]) * aroundBox];
    boxes.splice(0, boxes.length, [box[0] - dx, box[1] - dy, box[2] + dx, box[3] + dy]);
  }
  return [
    Math.max(0, Math.floor(Math.min(...boxes.map(([x1]) => x1)))),
    Math.max(0, Math.floor(Math.min(...boxes.map(([, y1]) => y1)))),
    Math.min(width, Math.ceil(Math.max(...boxes.map(([, , x2]) => x2)))),
    Math.min(height, Math.ceil(Math.max(...boxes.map(([, , , y2]) => y2)))),
  ];
}
