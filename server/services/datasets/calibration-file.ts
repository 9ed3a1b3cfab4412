/**
 * Stereo calibrations in their usual forms: NumPy archives, OpenCV's YAML, JSON, and zip archives of these. All are
 * converted to one JSON; the file itself is kept for pipelines.
 */
import { endingOf } from "#schemas/media-files";

import { ArchiveError, readSmallArchive } from "../../base/small-archive.ts";
import { CalibrationError } from "../../domain/calibration/calibration-error.ts";
import type { Matrices, Matrix } from "../../domain/calibration/matrix.ts";
import { readNpy } from "../../domain/calibration/npy.ts";
import { readOpenCvYaml } from "../../domain/calibration/opencv-yaml.ts";
import { toStereoFile } from "../../domain/calibration/stereo-file.ts";
import { readStereoCalibration } from "#schemas/stereo-calibration";

/** Real ones have a few kilobytes. */
export const maxCalibrationBytes = 16 * 1024 * 1024;
const archiveBounds = { maxFiles: 100, maxBytes: maxCalibrationBytes } as const;

export type CalibrationForm =
  /** The file needs no conversion. */
  | { readonly kind: "itself" }
  | { readonly kind: "converted"; readonly json: string }
  /** For display: why nothing can be shown. */
  | { readonly kind: "unreadable"; readonly reason: string };

export async function readCalibrationFile(name: string, bytes: Uint8Array): Promise<CalibrationForm> {
  // There is no public description of this format.
  if (endingOf(name) === "cam") return { kind: "unreadable", reason: "A .cam calibration cannot be displayed." };
  try {
    const read = await readForm(name, bytes);
    return typeof read === "string"
      ? { kind: endingOf(name) === "json" ? "itself" : "converted", json: read }
      : { kind: "converted", json: `${JSON.stringify(toStereoFile(read), null, 2)}\n` };
  } catch (error) {
    if (error instanceof CalibrationError || error instanceof ArchiveError) {
      return { kind: "unreadable", reason: `${name} cannot be displayed: ${error.message}.` };
    }
    throw error;
  }
}

/** Matrices by name, or a JSON that already has the final form. */
async function readForm(name: string, bytes: Uint8Array): Promise<Matrices | string> {
  switch (endingOf(name)) {
    case "npz":
      return await readNpz(bytes);
    case "yml":
    case "yaml":
      return readOpenCvYaml(name, Buffer.from(bytes).toString("utf8"));
    case "json":
      return readJson(name, Buffer.from(bytes).toString("utf8"));
    case "zip":
      return await readZip(bytes);
    default:
      throw new CalibrationError("its form is not known");
  }
}

async function readNpz(bytes: Uint8Array): Promise<Matrices> {
  const matrices = new Map<string, Matrix>();
  for (const [path, content] of await readSmallArchive(bytes, archiveBounds)) {
    matrices.set(path.replace(/\.npy$/, ""), readNpy(path, content));
  }
  return matrices;
}

/** The matrices of all files together: OpenCV writes one file for the cameras and one for their positions. */
async function readZip(bytes: Uint8Array): Promise<Matrices | string> {
  const matrices = new Map<string, Matrix>();
  for (const [path, content] of await readSmallArchive(bytes, archiveBounds)) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    if (!["npz", "yml", "yaml", "json"].includes(endingOf(name)) || name.startsWith(".")) continue;
    const read = await readForm(name, content);
    if (typeof read === "string") return read;
    for (const [key, matrix] of read) matrices.set(key, matrix);
  }
  return matrices;
}

/** The JSON that calibrations are converted to, or an object of matrices: nested lists, or lists of numbers. */
function readJson(name: string, text: string): Matrices | string {
  const content = parseJson(name, text);
  if (readStereoCalibration(content) !== undefined) return text;
  const matrices = new Map<string, Matrix>();
  if (typeof content !== "object" || content === null) return matrices;
  for (const [key, value] of Object.entries(content)) {
    if (!Array.isArray(value)) continue;
    const rows = (Array.isArray(value[0]) ? value : [value]) as unknown[][];
    const values = rows.flat();
    if (values.length > 10_000 || !values.every((one) => typeof one === "number")) continue;
    matrices.set(key, { rows: rows.length, columns: rows[0]?.length ?? 0, values });
  }
  return matrices;
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new CalibrationError(`${name} is not JSON`);
  }
}
