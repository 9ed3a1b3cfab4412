/** A plan of an upload as JSON, to be reviewed, edited and passed back. */

import { basename } from "node:path";
import { usageError } from "../process/errors.ts";
import { isSideName } from "./upload-per-picture.ts";
import type { SkippedFile, PlannedDataset } from "./planned-dataset.ts";
import type { Place } from "./upload-tree.ts";

export interface PlacedDataset extends PlannedDataset {
  readonly place: Place;
}

interface PlannedRow {
  /** Relative to the folder of `--to`, with `/` between the names. */
  readonly folder: string;
  readonly name: string;
  readonly type: PlannedDataset["type"];
  /** Paths: media, then accompanying files. */
  readonly files: readonly string[];
  readonly leftOut?: readonly SkippedFile[];
}

export function describePlan(datasets: readonly PlacedDataset[]): { readonly datasets: readonly PlannedRow[] } {
  return {
    datasets: datasets.map(({ place, name, type, files, leftOut }) => ({
      folder: place.join("/"),
      name,
      type,
      files: files.flatMap(({ path, parts = [path] }) => parts),
      ...(leftOut.length > 0 && { leftOut }),
    })),
  };
}

/** @throws CliError that says where it is not a valid plan */
export function readPlan(bytes: Uint8Array, path: string): readonly PlacedDataset[] {
  const refuse = (what: string): Error => usageError(`${path} is not an upload plan: ${what}.`);
  let document: unknown;
  try {
    document = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw refuse("it is not JSON");
  }
  const rows = (document as { datasets?: unknown } | null)?.datasets;
  if (!Array.isArray(rows)) throw refuse('it has no list "datasets"');
  return rows.map((row: Partial<Record<keyof PlannedRow, unknown>>, index) => {
    const { folder, name, type, files } = row;
    const where = `dataset ${index + 1}`;
    if (typeof folder !== "string") throw refuse(`"folder" of ${where} must be text`);
    if (typeof name !== "string" || name.trim() === "") throw refuse(`"name" of ${where} must be a name`);
    if (!isType(type)) throw refuse(`"type" of ${where} is none of ${types.join(", ")}`);
    if (!Array.isArray(files) || files.length === 0 || !files.every((file) => typeof file === "string")) {
      throw refuse(`"files" of ${where} must be a list of paths`);
    }
    const planned = files.map((file: string) => ({ name: basename(file).toWellFormed(), path: file }));
    return {
      place: folder.split("/").filter((part) => part !== ""),
      name,
      type,
      files: planned,
      leftOut: [],
      annotations: planned.filter((file) => isSideName(file.name) && !/config\.json$/i.test(file.name)),
    };
  });
}

const types = ["video", "image-sequence", "large-image", "zip"] as const;
const isType = (type: unknown): type is (typeof types)[number] => types.some((known) => known === type);
