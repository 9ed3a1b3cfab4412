/**
 * Converts the calibration file of a pair of cameras, as written by VIAME (`fx_left`, `square_size_mm`), to the form
 * that clients read.
 */
import type { StereoCalibration } from "./index.ts";
import { conforms } from "./validators.ts";

/** `undefined`: it is not a calibration of two cameras. */
export function readStereoCalibration(value: unknown): StereoCalibration | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const sides: Record<string, Record<string, unknown>> = { left: {}, right: {} };
  const common: Record<string, unknown> = { calibrations: sides };
  for (const [key, entry] of Object.entries(value)) {
    const [, name = "", side = ""] = /^(.*)_(left|right)$/.exec(key) ?? [];
    // Unknown values of a calibration are null in some files.
    if (entry === null) continue;
    if (sides[side] !== undefined) sides[side][camelCase(name)] = entry;
    else common[camelCase(key.replace(/_mm$/, ""))] = entry;
  }
  const read: unknown = common;
  return conforms("stereo-calibration", read) ? read : undefined;
}

const camelCase = (name: string): string => name.replaceAll(/_([a-z\d])/g, (_, letter: string) => letter.toUpperCase());
