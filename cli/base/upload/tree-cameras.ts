/**
 * Datasets of a tree that are named like cameras, or videos in folders that are: together they can be one dataset with
 * several cameras.
 */

import { mediaKindOf } from "#schemas/media-files";
import { usageError } from "../process/errors.ts";
import type { CameraDataset, PlacedDataset, Place } from "./planned-dataset.ts";

export interface Rig {
  readonly name: string;
  readonly place: Place;
  readonly datasets: readonly PlacedDataset[];
  readonly cameras: readonly CameraDataset[];
}

/** `left`, `dive3_right`, `cam0`, `reef camera-2`. */
const cameraName = /^(?:(.*)[-_. ])?(left|right|cent(?:er|re)|middle|port|starboard|cam(?:era)?[-_ ]?\d{1,3})$/is;
/** More, or cameras of other lengths, have to be aligned in time. */
const maxUnaligned = 3;

export function findRigs(all: readonly PlacedDataset[]): readonly Rig[] {
  const inPlaces = Map.groupBy(all, ({ place }) => JSON.stringify(place));
  const named = all.flatMap((dataset) => {
    const { name, type, place, cameras } = dataset;
    if (cameras !== undefined || (type !== "video" && type !== "image-sequence")) return [];
    const own = readName(name);
    if (own !== undefined) return [{ dataset, place, type, ...own }];
    // Cameras that give their videos names of their own: `dive/left/GOPR1.mp4`.
    const folder = type === "video" ? readName(place.at(-1) ?? "") : undefined;
    if (folder === undefined) return [];
    const isOnly = inPlaces.get(JSON.stringify(place))?.length === 1;
    const prefix = [folder.prefix, ...(isOnly ? [] : [name.trim()])].filter((part) => part !== "").join(" ");
    return [{ dataset, place: place.slice(0, -1), type, camera: folder.camera, prefix }];
  });
  const groups = Map.groupBy(named, ({ prefix, place, type }) => JSON.stringify([place, prefix.toLowerCase(), type]));
  const rigs: Rig[] = [];
  for (const group of groups.values()) {
    const names = new Set(group.map(({ camera }) => camera.toLowerCase()));
    if (names.size < 2 || names.size < group.length) continue;
    const sorted = group.toSorted((a, b) => a.camera.localeCompare(b.camera, "en", { numeric: true }));
    const datasets = sorted.map(({ dataset }) => dataset);
    const cameras = sorted.map(({ dataset, camera }) => ({ ...dataset, name: camera }) as CameraDataset);
    const { prefix, place } = sorted[0]!;
    rigs.push({ ...placeOf(prefix, place, datasets, all), datasets, cameras });
  }
  return rigs;
}

function readName(name: string): { readonly prefix: string; readonly camera: string } | undefined {
  const [, prefix = "", camera] = cameraName.exec(name.trim()) ?? [];
  return camera === undefined ? undefined : { prefix, camera: camera.replaceAll(/[^a-z\d]/gi, "") };
}

/** The folder with the cameras becomes the dataset, if there is nothing else in it. */
function placeOf(
  prefix: string,
  place: Place,
  own: readonly PlacedDataset[],
  all: readonly PlacedDataset[],
): Pick<Rig, "name" | "place"> {
  if (prefix !== "") return { name: prefix, place };
  const isInside = (other: PlacedDataset): boolean => place.every((folder, index) => other.place[index] === folder);
  const name = place.at(-1);
  if (name !== undefined && all.every((other) => own.includes(other) || !isInside(other))) {
    return { name, place: place.slice(0, -1) };
  }
  return { name: name === undefined ? "cameras" : `${name} cameras`, place };
}

/** Each rig takes the place of its first camera. */
export function joinCameras(all: readonly PlacedDataset[], rigs: readonly Rig[]): readonly PlacedDataset[] {
  const byDataset = new Map(rigs.flatMap((rig) => rig.datasets.map((dataset) => [dataset, rig] as const)));
  return all.flatMap((dataset) => {
    const rig = byDataset.get(dataset);
    if (rig === undefined) return [dataset];
    return rig.datasets[0] === dataset ? [rigDataset(rig)] : [];
  });
}

/** A dataset of several cameras in a plan. */
export function rigDataset({ name, place, cameras }: Pick<Rig, "cameras" | "name" | "place">): PlacedDataset {
  return {
    name,
    place,
    cameras,
    type: cameras[0]?.type ?? "image-sequence",
    files: cameras.flatMap(({ files }) => files),
    annotations: cameras.flatMap(({ annotations }) => annotations),
    leftOut: cameras.flatMap(({ leftOut }) => leftOut),
  };
}

/** @throws CliError for cameras that cannot be joined by the numbers of their pictures */
export function requireJoinable(name: string, cameras: readonly CameraDataset[]): void {
  const advice = "say by what they are aligned in time with --align";
  if (cameras.length > maxUnaligned) {
    throw usageError(`"${name}" would have ${cameras.length} cameras, more than ${maxUnaligned}: ${advice}.`);
  }
  const counts = cameras.map(({ files }) => files.filter((file) => mediaKindOf(file.name) === "image").length);
  if (new Set(counts).size === 1) return;
  const each = cameras.map((camera, index) => `${camera.name} ${counts[index]}`).join(", ");
  throw usageError(`The cameras of "${name}" have different numbers of pictures (${each}): ${advice}.`);
}
