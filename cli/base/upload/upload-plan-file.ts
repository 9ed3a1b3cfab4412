/** A plan of an upload as JSON, to be reviewed, edited and passed back. */

import { basename } from "node:path";
import { mediaKindOf } from "#schemas/media-files";
import { usageError } from "../process/errors.ts";
import { rigDataset } from "./tree-cameras.ts";
import { isSideName } from "./upload-per-picture.ts";
import type { CameraDataset, PlacedDataset, PlannedDataset, PlannedFile, SkippedFile } from "./planned-dataset.ts";

interface PlannedRow {
  /** Relative to the folder of `--to`, with `/` between the names. */
  readonly folder: string;
  readonly name: string;
  readonly type: PlannedDataset["type"] | "multi";
  /** Paths: media, then accompanying files. */
  readonly files?: readonly string[];
  /** For the type "multi", in the order of the viewer: the files of each camera. */
  readonly cameras?: Readonly<Record<string, readonly string[]>>;
  readonly leftOut?: readonly SkippedFile[];
}

export function describePlan(datasets: readonly PlacedDataset[]): { readonly datasets: readonly PlannedRow[] } {
  return {
    datasets: datasets.map(({ place, name, type, files, cameras, leftOut }) => ({
      folder: place.join("/"),
      name,
      ...(cameras === undefined
        ? { type, files: pathsOf(files) }
        : {
            type: "multi" as const,
            cameras: Object.fromEntries(cameras.map((camera) => [camera.name, pathsOf(camera.files)])),
          }),
      ...(leftOut.length > 0 && { leftOut }),
    })),
  };
}

const pathsOf = (files: readonly PlannedFile[]): string[] => files.flatMap(({ path, parts = [path] }) => parts);

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
    const place = folder.split("/").filter((part) => part !== "");
    if (type === "multi") return rigDataset({ name, place, cameras: readCameras(row.cameras, where, refuse) });
    if (!isType(type)) throw refuse(`"type" of ${where} is none of ${[...types, "multi"].join(", ")}`);
    if (!isPaths(files)) throw refuse(`"files" of ${where} must be a list of paths`);
    return { place, ...plannedOf(name, type, files) };
  });
}

function readCameras(given: unknown, where: string, refuse: (what: string) => Error): readonly CameraDataset[] {
  const cameras = Object.entries(typeof given === "object" && given !== null ? given : {});
  if (cameras.length < 2)
    throw refuse(`"cameras" of ${where} must be at least two lists of paths, by the camera's name`);
  return cameras.map(([name, files]: [string, unknown]) => {
    if (!/^[a-z\d]+$/i.test(name)) throw refuse(`the camera "${name}" of ${where} has other than letters and digits`);
    if (!isPaths(files)) throw refuse(`the camera "${name}" of ${where} must be a list of paths`);
    const isVideo = files.some((file) => mediaKindOf(basename(file)) === "video");
    return plannedOf(name, isVideo ? "video" : "image-sequence", files);
  });
}

function plannedOf<T extends PlannedDataset["type"]>(name: string, type: T, paths: readonly string[]) {
  const files = paths.map((path) => ({ name: basename(path).toWellFormed(), path }));
  const annotations = files.filter((file) => isSideName(file.name) && !/config\.json$/i.test(file.name));
  return { name, type, files, annotations, leftOut: [] };
}

const isPaths = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((path) => typeof path === "string");

const types = ["video", "image-sequence", "large-image", "zip"] as const;
const isType = (type: unknown): type is (typeof types)[number] => types.some((known) => known === type);
