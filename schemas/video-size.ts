/**
 * The displayed size of a video that is stored unchanged. Annotations are in square, upright pixels of which only the
 * width is scaled, to whole even numbers, so that it makes no difference to them whether a video is kept or converted
 * (`video-conversion.ts`). Players scale the height instead when pixels are narrow.
 */

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Facts about a video track from container readers, in pixels. Those of `Square` are whole, before rotation, and never
 * below `Coded`.
 */
export interface TrackSizes {
  getCodedWidth(): Promise<number>;
  getCodedHeight(): Promise<number>;
  getSquarePixelWidth(): Promise<number>;
  getSquarePixelHeight(): Promise<number>;
  /** Degrees clockwise. */
  getRotation(): Promise<number>;
}

/** A ratio of whole numbers. */
type Ratio = readonly [number, number];

/** As displayed: upright, square pixels. */
export async function shownSizeOf(track: TrackSizes): Promise<PictureSize> {
  const [width, height] = [await track.getCodedWidth(), await track.getCodedHeight()];
  const [across, down] = await pixelAspectOf(track);
  const isRotated = (await track.getRotation()) % 180 !== 0;
  return isRotated ? shownSize(height, width, down / across) : shownSize(width, height, across / down);
}

function shownSize(width: number, height: number, aspect: number): PictureSize {
  if (aspect === 1) return { width, height };
  // In the order of ffmpeg's calculation: the last bit decides about rounding up.
  return { width: evenAbove(width * aspect), height: evenAbove(height) };
}

const evenAbove = (pixels: number): number => Math.ceil(pixels / 2) * 2;

/**
 * Width of a stored pixel divided by its height. The longer side in square pixels was rounded: this finds the ratio it
 * was computed from.
 */
export async function pixelAspectOf(track: TrackSizes): Promise<Ratio> {
  const [width, height] = [await track.getCodedWidth(), await track.getCodedHeight()];
  const [wide, high] = [await track.getSquarePixelWidth(), await track.getSquarePixelHeight()];
  if (wide === width && high === height) return [1, 1];
  const isWide = wide > width;
  const [stored, shown] = isWide ? [width, wide] : [height, high];
  const [more, less] = likelyRatio((shown - 0.5) / stored, (shown + 0.5) / stored);
  return isWide ? [more, less] : [less, more];
}

/**
 * The ratios that H.264 has a number for (ITU-T H.264, table E-1), then those of DV, each with the larger side first.
 */
const commonRatios =
  "12:11 11:10 16:11 40:33 24:11 20:11 32:11 80:33 18:11 15:11 64:33 160:99 4:3 3:2 2:1 16:15 64:45 9:8 32:27"
    .split(" ")
    .map((text) => text.split(":").map(Number) as [number, number]);

function likelyRatio(min: number, max: number): Ratio {
  return commonRatios.find(([a, b]) => a / b >= min && a / b <= max) ?? simplestRatio(min, max);
}

/** The ratio with the smallest numbers between two others, by continued fractions. */
function simplestRatio(min: number, max: number): Ratio {
  const whole = Math.ceil(min);
  if (whole <= max) return [whole, 1];
  const below = Math.floor(min);
  const [a, b] = simplestRatio(1 / (max - below), 1 / (min - below));
  return [below * a + b, a];
}
