/**
 * Reads matrices from the YAML that OpenCV writes (`cv::FileStorage`): its first line `%YAML:1.0` and its tag
 * `!!opencv-matrix` are not valid for strict YAML parsers.
 */
import { isCollection, parseDocument } from "yaml";

import { CalibrationError } from "./calibration-error.ts";
import type { Matrices, Matrix } from "./matrix.ts";

const maxNumbers = 10_000;

export function readOpenCvYaml(name: string, text: string): Matrices {
  const document = parseDocument(text.replace(/^%YAML:\S*\s*/, ""), {
    logLevel: "silent",
    customTags: [{ tag: "tag:yaml.org,2002:opencv-matrix", collection: "map" }],
  });
  const [problem] = document.errors;
  if (problem !== undefined) throw new CalibrationError(`${name} is not YAML: ${problem.message.split("\n")[0] ?? ""}`);
  // Calibrations do not use aliases; a file with aliases of aliases would grow without bounds.
  const content: unknown = isCollection(document.contents) ? toPlain(name, document) : undefined;
  const matrices = new Map<string, Matrix>();
  if (typeof content !== "object" || content === null) return matrices;
  for (const [key, value] of Object.entries(content)) {
    const matrix = matrixOf(value);
    if (matrix !== undefined) matrices.set(key, matrix);
  }
  return matrices;
}

function toPlain(name: string, document: ReturnType<typeof parseDocument>): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 });
  } catch {
    throw new CalibrationError(`${name} refers to parts of itself`);
  }
}

/** `{rows, cols, data}`; other values of the file are not matrices. */
function matrixOf(value: unknown): Matrix | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { rows, cols, data } = value as Record<string, unknown>;
  if (typeof rows !== "number" || typeof cols !== "number" || !Array.isArray(data)) return undefined;
  if (data.length !== rows * cols || data.length > maxNumbers) return undefined;
  if (!data.every((entry) => typeof entry === "number")) return undefined;
  return { rows, columns: cols, values: data as number[] };
}
