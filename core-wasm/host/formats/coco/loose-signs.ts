/** Signs that a COCO file names its members loosely: in its first entries, or in the problems that reading found. */
import { isObject, type JsonObject } from "../../json.ts";
import { outerMembers } from "../recognize/recognize-json-keys.ts";
import type { AnnotationCore, ReadReport } from "../../types.ts";
import { attributeTrack, isName, trackNames } from "./coco-loose-tracks.ts";
import {
  anyOf,
  boxOf,
  flatSegmentation,
  hasBox,
  hasOtherMode,
  nameIn,
  pictureAddresses,
  pictureNames,
  scoreOf,
  typeNames,
} from "./loose-values.ts";

/** Problems of entries that other names than those of COCO explain. */
const looseSigns: ReadonlySet<string> = new Set([
  "boxes-like-fractions",
  "coco-bbox-malformed",
  "coco-category-unknown",
  "coco-image-unknown",
  "coco-images-unnamed",
  "coco-no-bounds",
  "coco-polygon-malformed",
  "coco-track-id-malformed",
  "json-essential-misnamed",
  "json-member-misnamed",
  "json-member-missing",
]);

/** Larger files are not read again: parsing them takes many times their size in memory. */
export const maxRereadBytes = 64 << 20;

/**
 * @param core with the annotations of the file only
 * @param bytes the file: unmatched pictures or the type `unknown` alone prove nothing, since plain COCO has them, too
 */
export function looksLikeLooseCoco(core: AnnotationCore, { problems }: ReadReport, bytes: Uint8Array): boolean {
  if (bytes.length > maxRereadBytes) return false;
  const codes = new Set(problems.map(({ code }) => code));
  return (
    [...codes].some((code) => looseSigns.has(code)) ||
    (codes.has("coco-images-unmatched") && hasKey(bytes, namesOfPicturesOnly)) ||
    (core.types().includes("unknown") && hasKey(bytes, typeNames))
  );
}

/** Plain COCO calls other things than pictures by a `name`. */
const namesOfPicturesOnly = pictureNames.filter((name) => name !== "name");

/** Whether any object has one of these members; more may look like it. */
function hasKey(bytes: Uint8Array, names: readonly string[]): boolean {
  return hasKeyOf(bytes, new RegExp(`"(${names.join("|")})"\\s*:`));
}

function hasKeyOf(bytes: Uint8Array, keys: RegExp): boolean {
  const overlap = 100;
  for (let from = 0; from < bytes.length; from += chunkBytes - overlap) {
    if (keys.test(latin.decode(bytes.subarray(from, from + chunkBytes)))) return true;
  }
  return false;
}

export function isLoose(bytes: Uint8Array): boolean {
  const image = firstEntry(bytes, '"images"');
  const annotation = firstEntry(bytes, '"annotations"');
  if (isObject(image) && nameIn(image) === undefined && anyOf(image, [...pictureNames, ...pictureAddresses]))
    return true;
  if (isObject(annotation) && isLooseAnnotation(annotation)) return true;
  if (isObject(annotation) && hasUnnamedPoints(bytes, annotation)) return true;
  return typeof firstEntry(bytes, '"categories"') === "string" || hasKeyOf(bytes, categoryMap);
}

const categoryMap = /"categories"\s*:\s*\{/;
const pointNames = /"keypoints"\s*:\s*\[\s*"/;

/** Whether there are key points that no category has names for. */
function hasUnnamedPoints(bytes: Uint8Array, { keypoints }: JsonObject): boolean {
  if (!Array.isArray(keypoints) || keypoints.some(isObject)) return false;
  return keypoints.some((one) => one !== 0) && !hasKeyOf(bytes, pointNames);
}

function isLooseAnnotation(annotation: JsonObject): boolean {
  const { category_id: category, bbox, track_id: track, segmentation, keypoints } = annotation;
  if (category === undefined && anyOf(annotation, typeNames)) return true;
  if (scoreOf(annotation) !== undefined) return true;
  if (boxOf(bbox) !== undefined) return true;
  if (!hasBox(annotation) && segmentation === undefined && Array.isArray(keypoints)) return true;
  if (hasOtherMode(annotation) || flatSegmentation(segmentation) !== undefined) return true;
  if (Array.isArray(keypoints) && Array.isArray(keypoints[0])) return true;
  if (track !== undefined) return isName(track);
  return [...trackNames.map((name) => annotation[name]), attributeTrack(annotation)].some((one) => one !== undefined);
}

const sampleBytes = 64 * 1024;
const chunkBytes = 1 << 20;
const latin = new TextDecoder("latin1");

/** The beginning of the value with this key; searching costs next to nothing. */
export function textAfter(bytes: Uint8Array, key: string): string | undefined {
  const start = placeAfter(bytes, key);
  return start === undefined ? undefined : latin.decode(bytes.subarray(start, start + sampleBytes));
}

function placeAfter(bytes: Uint8Array, key: string): number | undefined {
  for (let from = 0; from < bytes.length; from += chunkBytes - key.length) {
    const found = latin.decode(bytes.subarray(from, from + chunkBytes)).indexOf(key);
    if (found >= 0) return from + found + key.length;
  }
  return undefined;
}

/** The first entry of the list with this key, as far as it is in the sample. */
export function firstEntry(bytes: Uint8Array, key: string): unknown {
  const start = placeAfter(bytes, key);
  if (start === undefined) return undefined;
  const sample = bytes.subarray(start, start + sampleBytes);
  const [opening] = /^\s*:\s*\[\s*/.exec(latin.decode(sample.subarray(0, 200))) ?? [];
  if (opening === undefined) return undefined;
  const entry = sample.subarray(opening.length);
  if (entry[0] === 0x22) return "";
  if (entry[0] !== 0x7b) return undefined;
  return Object.fromEntries([...outerMembers(entry).members].map(([name, { value }]) => [name, value]));
}
