/**
 * Which values of a picture with more than 8 bits are black and white. Screens show 16 bits as stored, so that the
 * pictures of a sequence stay comparable, except where nothing would be seen: cameras store 12 bits in 16, and
 * floating-point pictures are usually from 0 to 1.
 */
import sharp, { type Metadata, type Sharp, type Stats } from "sharp";

export interface ValueRange {
  /** Of the picture. */
  readonly min: number;
  readonly max: number;
  readonly black: number;
  readonly white: number;
}

/** The picture to show instead; `undefined`: it is shown as stored. */
export interface Shown {
  readonly picture: Sharp;
  readonly range: ValueRange;
}

/** @param open reads the picture from its beginning, upright */
export async function withShownRange(open: () => Sharp, metadata: Metadata): Promise<Shown | undefined> {
  const { channels, depth, hasAlpha } = metadata;
  if (depth === "ushort") return shownIntegers(open(), await open().stats(), hasAlpha);
  return channels === 1 && depth !== "uchar" ? await shownValues(open()) : undefined;
}

function shownIntegers(picture: Sharp, { channels }: Stats, hasAlpha: boolean): Shown | undefined {
  const colors = hasAlpha ? channels.slice(0, -1) : channels;
  const [min, max] = [Math.min(...colors.map((each) => each.min)), Math.max(...colors.map((each) => each.max))];
  if (max > 4095 || min === max) return undefined;
  const white = max <= 255 ? 255 : 4095;
  const space = colors.length === 1 ? "grey16" : "rgb16";
  return { picture: picture.linear(65535 / white, 0).toColourspace(space), range: { min, max, black: 0, white } };
}

/** Gray values that do not fit 16 bits, such as floating-point ones, as 8 bits; NaN is black. */
async function shownValues(picture: Sharp): Promise<Shown | undefined> {
  const { data, info } = await picture
    .toColourspace("b-w")
    .raw({ depth: "float" })
    .toBuffer({ resolveWithObject: true });
  const values = new Float32Array(data.buffer, data.byteOffset, data.length / 4);
  let [min, max] = [Infinity, -Infinity];
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  if (!(min < max) || (min >= 0 && max > 1 && max <= 255)) return undefined;
  const [black, white] = min >= 0 && max <= 1 ? [0, 1] : [min, max];
  const pixels = Uint8Array.from(values, (value) =>
    Number.isNaN(value) ? 0 : Math.min(255, Math.max(0, Math.round((255 * (value - black)) / (white - black)))),
  );
  const raw = { width: info.width, height: info.height, channels: 1 } as const;
  return { picture: sharp(pixels, { raw, limitInputPixels: false }), range: { min, max, black, white } };
}
