/**
 * Which values of a picture with more than 8 bits are black and white. Screens show 16 bits as stored, except where
 * nothing would be seen: cameras store 12 bits in 16, and floating-point pictures are usually from 0 to 1.
 */
import sharp, { type Metadata, type Sharp, type Stats } from "sharp";

/** Pictures are shown as stored. */
const fullWhite = 65_535;

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

/**
 * @param open reads the picture from its beginning, upright
 * @param white for 16 bits, instead of what the picture needs
 */
export async function withShownRange(
  open: () => Sharp,
  metadata: Metadata,
  white?: number,
): Promise<Shown | undefined> {
  const { channels, depth, hasAlpha, space } = metadata;
  if (depth === "ushort") return shownIntegers(open(), await open().stats(), hasAlpha, white);
  if (channels === 1 && depth !== "uchar") return await shownValues(open(), "b-w");
  // Colors from 0 to 1 are shown as light is by screens.
  const isLight = space === "scrgb" && channels === (hasAlpha ? 4 : 3);
  const shown = isLight ? await shownValues(open().removeAlpha(), "scrgb") : undefined;
  return shown !== undefined && (shown.range.min < 0 || shown.range.max > 1) ? shown : undefined;
}

/** The value that a picture of 16 bits needs as white; `undefined` if it is dark and of one even color. */
export async function neededWhite(picture: Sharp, { hasAlpha }: Metadata): Promise<number | undefined> {
  return whiteOf(rangeOf(await picture.stats(), hasAlpha));
}

function shownIntegers(picture: Sharp, stats: Stats, hasAlpha: boolean, asked: number | undefined): Shown | undefined {
  const range = rangeOf(stats, hasAlpha);
  const white = asked ?? whiteOf(range) ?? fullWhite;
  if (white === fullWhite) return undefined;
  const space = stats.channels.length - Number(hasAlpha) === 1 ? "grey16" : "rgb16";
  return { picture: picture.linear(fullWhite / white, 0).toColourspace(space), range: { ...range, black: 0, white } };
}

/** Of the colors. */
function rangeOf({ channels }: Stats, hasAlpha: boolean): Pick<ValueRange, "max" | "min"> {
  const colors = hasAlpha ? channels.slice(0, -1) : channels;
  return { min: Math.min(...colors.map((each) => each.min)), max: Math.max(...colors.map((each) => each.max)) };
}

function whiteOf({ min, max }: Pick<ValueRange, "max" | "min">): number | undefined {
  if (max > 4095) return fullWhite;
  if (min === max) return undefined;
  return max <= 255 ? 255 : 4095;
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
