/**
 * Finds paths along edges between points. The surroundings of the start point are analyzed once for all end points.
 */

import { LiveWire } from "#vision/edges/live-wire";
import { simplified } from "#vision/segment/outline";
import { imagePoint, type ImagePoint } from "../base/brand.ts";
import type { Answer, Prompt } from "../base/prompt.ts";
import type { InputPicture } from "./assistant.ts";
import { type ReadPixels, readPixels } from "./picture-pixels.ts";
import type { Model } from "./serve-model.ts";

/** Minimum reach in image pixels on each side; on larger pictures a share of the longer side. */
const [minReach, reachShare] = [200, 0.2];
/** Maximum side of the analyzed part, pixels. */
const longestSide = 480;

interface StartedCall {
  readonly picture: InputPicture;
  readonly from: ImagePoint;
  readonly wire: LiveWire;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Analyzed pixels per image pixel. */
  readonly scale: number;
}

/** @param read default: through a canvas, as in browsers */
export function createWireModel(read: ReadPixels = readPixels): Model<InputPicture> {
  let last: InputPicture | undefined;
  let begun: StartedCall | undefined;

  function begin(picture: InputPicture, from: ImagePoint): StartedCall {
    if (begun?.picture === picture && begun.from.x === from.x && begun.from.y === from.y) return begun;
    const reach = Math.max(minReach, reachShare * Math.max(picture.width, picture.height));
    const left = Math.max(0, Math.floor(from.x - reach));
    const top = Math.max(0, Math.floor(from.y - reach));
    const right = Math.min(picture.width, Math.ceil(from.x + reach));
    const bottom = Math.min(picture.height, Math.ceil(from.y + reach));
    const scale = Math.min(1, longestSide / Math.max(right - left, bottom - top));
    const pixels = read(picture, [left, top, right, bottom], scale);
    const { width, height } = pixels;
    const wire = new LiveWire(pixels, [inside((from.x - left) * scale, width), inside((from.y - top) * scale, height)]);
    begun = { picture, from, wire, left, top, width, height, scale };
    return begun;
  }

  return {
    encode(picture: InputPicture): InputPicture {
      last?.image.close();
      last = picture;
      return picture;
    },
    infer(picture: InputPicture, prompts: readonly Prompt[]): readonly Answer[] {
      return prompts.flatMap((prompt): Answer[] => {
        if (prompt.kind !== "path") return [];
        const { from, to, tolerancePx } = prompt;
        const { wire, left, top, width, height, scale } = begin(picture, from);
        // Beyond the analyzed part: a straight line from its border.
        const steps = wire.to([inside((to.x - left) * scale, width), inside((to.y - top) * scale, height)]);
        const between = simplified(steps, tolerancePx * scale)
          .slice(1, -1)
          .map(([x, y]) => imagePoint(tenths(left + (x + 0.5) / scale), tenths(top + (y + 0.5) / scale)));
        return [{ shape: { kind: "polyline", points: [from, ...between, to] }, score: 1 }];
      });
    },
  };
}

const inside = (at: number, size: number): number => Math.max(0, Math.min(size - 1, Math.floor(at)));
const tenths = (value: number): number => Math.round(value * 10) / 10;
