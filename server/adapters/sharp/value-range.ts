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
  const { channels, depth, hasAlpha, space } = metadata;
  if (depth === "ushort") return shownIntegers(open(), await open().stats(), hasAlpha);
  if (channels === 1 && depth !== "uchar") return await shownValues(open(), "b-w");
  // Colors from 0 to 1 are shown as light is by screens.
  const isLight = space === "scrgb" && channels === (hasAlpha ? 4 : 3);
  const shown = isLight ? await shownValues(open().removeAlpha(), "scrgb") : undefined;
  return shown !== undefined && (shown.range.min < 0 || shown.range.max > 1) ? shown : undefined;
}

function shownIntegers(picture: Sharp, { channels }: Stats, hasAlpha: boolean): Shown | undefined {
  const colors = hasAlpha ? channels.slice(0, -1) : channels;
  const [min, max] = [Math.min(...colors.map((each) => each.min)), Math.max(...colors.map((each) => each.max))];
  if (max > 4095 || min === max) return undefined;
  const white = max <= 255 ? 255 : 4095;
  const space = colors.length === 1 ? "grey16" : "rgb16";
  return { picture: picture.linear(65535 / white, 0).toColourspace(space), range: { min, max, black: 0, white } };
}

/** Values that do not fit 16 bits, such as floating-point ones, as 8 bits; NaN is black. */
async function shownValues(picture: Sharp, space: "b-w" | "scrgb"): Promise<Shown | undefined> {
  const { data, info } = await picture
    .toColourspace(space)
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
  const raw = { width: info.width, height: info.height, channels: info.channels } as const;
  return { picture: sharp(pixels, { raw, limitInputPixels: false }), range: { min, max, black, white } };
}
