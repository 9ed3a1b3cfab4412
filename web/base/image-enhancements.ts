/**
 * How a picture is shown: brighter, with more contrast or color, or sharper. Only the display changes, not the
 * picture. The names are those stored with the dataset.
 */

export interface ImageEnhancements {
  /** Factor for each color; 1 leaves it unchanged. */
  readonly brightness: number;
  /** Factor for the distance from middle gray; 1 leaves it unchanged. */
  readonly contrast: number;
  /** 0 is gray, 1 leaves the colors unchanged. */
  readonly saturation: number;
  /** Weight of the sharpening kernel; 0 leaves the picture unchanged, 1 is the kernel as written. */
  readonly sharpen: number;
}

export type EnhancementName = keyof ImageEnhancements;

export interface EnhancementRange {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** In the order in which they are applied after sharpening, and listed in panels. */
export const enhancementNames = [
  "brightness",
  "contrast",
  "saturation",
  "sharpen",
] as const satisfies readonly EnhancementName[];

export const plainPicture: ImageEnhancements = { brightness: 1, contrast: 1, saturation: 1, sharpen: 0 };

export const enhancementRanges: Readonly<Record<EnhancementName, EnhancementRange>> = {
  brightness: { min: 0, max: 3, step: 0.1 },
  contrast: { min: 0, max: 3, step: 0.1 },
  saturation: { min: 0, max: 3, step: 0.1 },
  sharpen: { min: 0, max: 4, step: 0.1 },
};

/** Rows from the top, with the pixel itself in the middle. */
export const sharpenKernel = [
  [0, -1, 0],
  [-1, 5, -1],
  [0, -1, 0],
] as const;

/**
 * Reads stored values of any client: missing values and ones that are not numbers become the default, others are
 * clamped to their range.
 */
export function toImageEnhancements(stored: Readonly<Record<string, unknown>>): ImageEnhancements {
  const pairs = enhancementNames.map((name) => {
    const value = Object.hasOwn(stored, name) ? stored[name] : undefined;
    const { min, max } = enhancementRanges[name];
    const isNumber = typeof value === "number" && Number.isFinite(value);
    return [name, isNumber ? Math.min(max, Math.max(min, value)) : plainPicture[name]];
  });
  return Object.fromEntries(pairs) as unknown as ImageEnhancements;
}

export function isPlain(enhancements: ImageEnhancements): boolean {
  return enhancementNames.every((name) => enhancements[name] === plainPicture[name]);
}
