/** How alike two small pictures look: by the color and gradient channels of their cells, also if one is mirrored. */
import { cellPx, channelCount, channelsOf, type Raster } from "./channels.ts";
import { resample } from "./resample.ts";

/** Cells along a side: pictures of any size and shape are compared at this size. */
const cells = 8;
const comparedPx = cells * cellPx;

/** Colors come first among the channels, and vary less than gradients. */
const [colors, colorWeight] = [3, 3];

export type Look = Float32Array;

export const lookOf = (picture: Raster): Look => look(picture, false);

/** @returns one for the picture, and one for its mirror image: compare both with others */
export const looksOf = (picture: Raster): readonly Look[] => [look(picture, false), look(picture, true)];

/** 0: equal. */
export function differenceOf(looks: readonly Look[], other: Look): number {
  return Math.min(
    ...looks.map((look) => {
      let sum = 0;
      for (let at = 0; at < look.length; at++) sum += (look[at]! - other[at]!) ** 2;
      return Math.sqrt(sum);
    }),
  );
}

function look(picture: Raster, isMirrored: boolean): Look {
  const { values } = channelsOf(scaled(picture, isMirrored));
  for (let at = 0; at < values.length; at++) if (at % channelCount < colors) values[at]! *= colorWeight;
  return values;
}

function scaled(picture: Raster, isMirrored: boolean): Raster {
  const [scale, scaleY] = [comparedPx / picture.width, comparedPx / picture.height];
  return resample(picture, { x: 0, y: 0, width: comparedPx, height: comparedPx, scale, scaleY, isMirrored });
}
