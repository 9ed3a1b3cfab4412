/**
 * What an annotation file holds, judged by its name and, for JSON, by its keys. The order of the questions matters:
 * an exported annotation file carries a frame rate, which by itself would make it a configuration.
 */

import { looksLikeConfiguration } from "#core/formats/dive-configuration";
import { kindOfFile } from "./file-kinds.ts";

export type AnnotationFileKind = "viame-csv" | "dive-json" | "coco-json" | "configuration" | "meva-kpf";

export type AnnotationFileResult =
  | { readonly ok: true; readonly kind: AnnotationFileKind }
  | { readonly ok: false; readonly reason: string };

/** Whether postprocessing looks at an item of this name at all. */
export function isDataFileName(name: string): boolean {
  return ["csv", "json", "configuration", "yaml", "frame-metadata"].includes(kindOfFile(name));
}

/** By name alone; `json` needs a look inside with `kindOfJson`. */
export function kindByName(name: string): "viame-csv" | "meva-kpf" | "json" | undefined {
  const kind = kindOfFile(name);
  if (kind === "csv") return "viame-csv";
  if (kind === "yaml") return "meva-kpf";
  return kind === "json" || kind === "configuration" ? "json" : undefined;
}

export function kindOfJson(value: unknown): AnnotationFileResult {
  if (Array.isArray(value)) return { ok: false, reason: "No array-type json objects are supported" };
  if (typeof value !== "object" || value === null)
    return { ok: false, reason: "Got file of unknown and unusable type" };
  const keys = value as Readonly<Record<string, unknown>>;
  const has = (key: string): boolean => Object.hasOwn(keys, key);
  if (has("tracks")) return { ok: true, kind: "dive-json" };
  if (has("images") && has("annotations") && has("categories")) return { ok: true, kind: "coco-json" };
  if (looksLikeConfiguration(keys)) return { ok: true, kind: "configuration" };
  // The first version of the format is a bare map of tracks. An empty object says nothing and must not empty a dataset.
  const entries = Object.values(keys);
  const looksLikeTracks =
    entries.length > 0 &&
    entries.every((entry) => typeof entry === "object" && entry !== null && Object.hasOwn(entry, "trackId"));
  return looksLikeTracks
    ? { ok: true, kind: "dive-json" }
    : { ok: false, reason: "Got file of unknown and unusable type" };
}
