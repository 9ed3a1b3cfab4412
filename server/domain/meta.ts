/** Metadata of folders and items, in the loose notation that clients of api/v1 write. */

import type { DatasetType } from "#schemas";

/** Free-form metadata of a folder or item. */
export type Meta = Readonly<Record<string, unknown>>;

/** `yes`, `1`, `"1"`, `true`, `"true"`, `"t"` and `"True"` count as set; everything else does not. */
export function isTruthyMeta(value: unknown): boolean {
  return (
    value === true || value === 1 || (typeof value === "string" && ["yes", "1", "true", "t", "True"].includes(value))
  );
}

const datasetTypes: readonly DatasetType[] = ["image-sequence", "video", "large-image", "multi"];

export function isDatasetType(value: unknown): value is DatasetType {
  return typeof value === "string" && (datasetTypes as readonly string[]).includes(value);
}

/** A number, even if it was stored as text; `undefined` for anything else. */
export function metaNumber(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}
