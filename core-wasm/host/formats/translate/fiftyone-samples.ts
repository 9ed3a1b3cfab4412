/**
 * `samples.json` of a FiftyOne dataset: its pictures with fields of labels, whose boxes, polygons and points are fractions
 * of the picture. Of several fields, the ground truth is read, or else the first.
 */
import { isObject, type JsonObject } from "../../json.ts";
import type { ImageSize } from "../../types.ts";
import { PixelBoxes } from "./pixel-boxes.ts";
import {
  attributesOf,
  type Known,
  numberOf,
  numbersOf,
  objectsOf,
  pathOfPairs,
  pairsOf,
  type SkipCounter,
  textOf,
  type TranslatedObject,
  type TranslatedPicture,
} from "./translation.ts";

const listNames = ["detections", "polylines", "keypoints"] as const;

export function translateFiftyOneSamples(
  document: unknown,
  leftOut: SkipCounter,
  { sizesOf }: Known,
): readonly TranslatedPicture[] | undefined {
  if (!isObject(document) || !Array.isArray(document["samples"])) return undefined;
  const all = objectsOf(document["samples"]);
  const samples = all.filter(({ _media_type: kind, frames }) => kind !== "video" && frames === undefined);
  for (const _ of all.slice(samples.length)) leftOut.add("video, whose labels are in frames.json");
  const names = samples.map(({ filepath }) => textOf(filepath));
  const sizes = sizesOf(names);
  const field = fieldOf(samples, leftOut);
  for (const sample of samples) leaveOutOthers(sample, leftOut);
  const boxes = new PixelBoxes(leftOut);
  const pictures = samples.map((sample, at) => {
    const size = sizeIn(sample) ?? sizes[at];
    const labels = field === undefined ? undefined : sample[field];
    const lists = isObject(labels) ? listNames.flatMap((name) => objectsOf(labels[name])) : [];
    return {
      fileName: names[at] ?? "",
      ...size,
      objects: lists.flatMap((label) => objectOf(label, size, boxes, leftOut)),
    };
  });
  return boxes.requireSizes(pictures, "FiftyOne");
}

/** The field with labels that is read. */
function fieldOf(samples: readonly JsonObject[], leftOut: SkipCounter): string | undefined {
  const hasList = (value: unknown): boolean =>
    isObject(value) && listNames.some((name) => Array.isArray(value[name]) && value[name].length > 0);
  const fields = new Set(samples.flatMap((sample) => Object.keys(sample).filter((name) => hasList(sample[name]))));
  const [first, ...others] = [...fields].toSorted((a, b) => Number(isTruth(b)) - Number(isTruth(a)));
  for (const name of others) leftOut.add(`field \`${name}\` of labels, next to \`${first ?? ""}\``);
  return first;
}

/** Counts fields with labels of other kinds: of a whole picture, a mask, or a label that is not in a list. */
function leaveOutOthers(sample: JsonObject, leftOut: SkipCounter): void {
  for (const [name, value] of Object.entries(sample)) {
    const kind = isObject(value) ? textOf(value["_cls"]) : "";
    if (kind === "" || /Metadata$/.test(kind) || listNames.some((list) => list === kind.toLowerCase())) continue;
    leftOut.add(`\`${kind}\` in the field \`${name}\``);
  }
}

const isTruth = (name: string): boolean => /^ground_?truth$/i.test(name);

function sizeIn({ metadata }: JsonObject): ImageSize | undefined {
  const { width, height } = isObject(metadata) ? metadata : {};
  return typeof width === "number" && typeof height === "number" ? { width, height } : undefined;
}

/** Until 2021, each attribute was an object with its value. */
function valuesIn(attributes: unknown): JsonObject {
  const all = isObject(attributes) ? Object.entries(attributes) : [];
  return Object.fromEntries(all.map(([name, one]) => [name, isObject(one) ? one["value"] : one]));
}

function objectOf(
  {
    label,
    bounding_box: given,
    points,
    confidence,
    attributes,
    filled,
    closed,
    mask,
    mask_path: path,
    ...own
  }: JsonObject,
  size: ImageSize | undefined,
  boxes: PixelBoxes,
  leftOut: SkipCounter,
): readonly TranslatedObject[] {
  const common = {
    type: textOf(label),
    score: numberOf(confidence),
    attributes: { ...attributesOf(valuesIn(attributes)), ...attributesOf(own, ["_cls", "_id", "id"]) },
  };
  const [x, y, width, height] = numbersOf(given) ?? [];
  if (x !== undefined && y !== undefined && width !== undefined && height !== undefined) {
    if ((mask ?? path ?? null) !== null) leftOut.add("mask, whose box is read");
    const box = boxes.inPixels([x, y, width, height], size);
    return box === undefined ? [] : [{ ...common, box }];
  }
  if (size === undefined) return leftOut.add("label on a picture of unknown size") ?? [];
  const inPixels = (pairs: readonly number[]): readonly number[] =>
    pairs.map((one, at) => one * (at % 2 === 0 ? size.width : size.height));
  // Several paths of a polyline; key points are one list.
  const isPaths = Array.isArray(points) && Array.isArray(points[0]) && Array.isArray(points[0][0]);
  const paths = isPaths ? (points as readonly unknown[]).map((one) => inPixels(pathOfPairs(one))) : [];
  if (paths.length > 0 && (filled === true || closed === true)) {
    const rings = paths.filter(({ length }) => length >= 6);
    return rings.length === 0 ? (leftOut.add("polyline of two points") ?? []) : [{ ...common, segmentation: rings }];
  }
  // Absent ones are not numbers, and count, since their place says which they are.
  const known = (Array.isArray(points) ? (points as readonly unknown[]) : []).flatMap((point, at) => {
    const [xy] = pairsOf(inPixels(pathOfPairs([point])));
    return xy === undefined ? [] : [{ name: String(at + 1), xy }];
  });
  if (isPaths || known.length === 0) return leftOut.add("label without a box, polygon or points") ?? [];
  return [{ ...common, points: known }];
}
