/** Members of loosely named COCO, as the names and values that COCO has for them. */
import { isObject, type JsonObject } from "../../json.ts";
import { cornersOf, toRadians } from "../exchange/shapes.ts";
import { maxKeypoints } from "./coco-categories.ts";

/** Members that name a picture, the most usual first; in all of them the last part of a path is the name. */
export const pictureNames = [
  "path",
  "file_path",
  "filepath",
  "filename",
  "fileName",
  "image_path",
  "image",
  "file",
  "name",
];
/** Addresses of a picture, whose query is not part of its name. */
export const pictureAddresses = ["url", "flickr_url", "image_url", "gcs_url", "s3_url", "azure_url", "uri", "source"];
export const typeNames = ["category_name", "category", "class_name", "class", "label"];
export const scoreNames = ["confidence", "conf", "probability"];

/** COCO's own name for a picture. */
export function nameIn({ file_name: name, coco_url: url, frame_index: frame }: JsonObject): unknown {
  return [name, url].find((one) => typeof one === "string" && one !== "") ?? frame ?? undefined;
}

/**
 * Ids of images by their names, with and without folders and extension; a name that several images have is not among
 * them, nor one that is an id.
 */
export function imageIdsByName(images: readonly unknown[]): ReadonlyMap<string, unknown> {
  const ids = new Map<string, unknown>();
  const ambiguous = new Set<string>();
  for (const image of images) {
    if (!isObject(image)) continue;
    ambiguous.add(String(image["id"]));
    const name = String(nameIn(image) ?? image[anyOf(image, pictureNames) ?? ""] ?? "");
    for (const key of new Set([name, lastPart(name), lastPart(name).replace(/\.\w+$/, "")])) {
      if (ids.has(key)) ambiguous.add(key);
      ids.set(key, image["id"]);
    }
  }
  for (const key of [...ambiguous, ""]) ids.delete(key);
  return ids;
}

export function anyOf(object: JsonObject, names: readonly string[]): string | undefined {
  return names.find((name) => typeof object[name] === "string" && object[name] !== "");
}

/** Detectron2 has boxes of two corners (0), and turned ones (4), besides those of COCO (1). */
export function hasOtherMode({ bbox_mode: mode, bbox }: JsonObject): boolean {
  return (mode === 0 && isBox(bbox)) || (mode === 4 && Array.isArray(bbox) && bbox.length === 5);
}

/** Polygons as lists of [x, y]; `undefined`: they are flat already. */
export function flatSegmentation(segmentation: unknown): readonly (readonly number[])[] | undefined {
  if (!Array.isArray(segmentation) || segmentation.length === 0) return undefined;
  const list = segmentation as readonly unknown[];
  if (list.length > 2 && list.every(isPair)) return [list.flat() as number[]];
  const arePaired = list.every((ring) => Array.isArray(ring) && ring.length > 2 && ring.every(isPair));
  return arePaired ? (list as readonly (readonly number[])[][]).map((ring) => ring.flat()) : undefined;
}

export const isPair = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === "number");

export function hasBox({ bbox }: JsonObject): boolean {
  return Array.isArray(bbox) && bbox.length > 0;
}

/** A box that is a list of numbers after all; `undefined`: it is one already, or none. */
export function boxOf(bbox: unknown): readonly number[] | undefined {
  if (Array.isArray(bbox)) {
    const list = bbox as readonly unknown[];
    return list.every((side) => typeof side === "number") ? undefined : fourNumbers(list);
  }
  if (typeof bbox === "string")
    return fourNumbers(
      bbox
        .replaceAll(/[[\]()]/g, "")
        .split(/[\s,;]+/)
        .filter(Boolean),
    );
  if (!isObject(bbox)) return undefined;
  const { x, y, left = x, top = y, width, height, w = width, h = height } = bbox;
  return fourNumbers([left, top, w, h]);
}

export function fourNumbers(values: readonly unknown[]): readonly number[] | undefined {
  const numbers = values.map((value) => (value === null || value === "" ? NaN : Number(value)));
  return numbers.length === 4 && numbers.every(Number.isFinite) ? numbers : undefined;
}

export function isBox(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.length === 4 && value.every((side) => typeof side === "number");
}

/** A score that COCO does not see: a text, or under another name. */
export function scoreOf(annotation: JsonObject): { readonly name: string; readonly score: number } | undefined {
  const name =
    typeof annotation["score"] === "string" ? "score" : scoreNames.find((one) => Object.hasOwn(annotation, one));
  if (name === undefined || typeof annotation["score"] === "number") return undefined;
  const value = annotation[name];
  const score = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof score === "number" && Number.isFinite(score) ? { name, score } : undefined;
}

/** The box around the labeled points of `x, y, visibility`. */
export function boxAround(keypoints: readonly unknown[]): readonly number[] | undefined {
  if (keypoints.length > 3 * maxKeypoints) return undefined;
  const points = Array.from({ length: Math.floor(keypoints.length / 3) }, (_, at) =>
    keypoints.slice(3 * at, 3 * at + 3),
  );
  const labeled = points.filter(([, , visibility]) => Number(visibility) > 0);
  const [xs, ys] = [0, 1].map((side) => labeled.map((point) => Number(point[side]))) as [number[], number[]];
  if (labeled.length === 0 || ![...xs, ...ys].every(Number.isFinite)) return undefined;
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return [left, top, Math.max(...xs) - left, Math.max(...ys) - top];
}

/** Two corners, or center, size and degrees counterclockwise. */
export function boxOfMode(given: readonly number[]): JsonObject {
  const [a = 0, b = 0, c = 0, d = 0, degrees] = given;
  if (degrees === undefined) return { bbox: [a, b, c - a, d - b] };
  return { segmentation: [cornersOf([a - c / 2, b - d / 2, a + c / 2, b + d / 2], toRadians(-degrees)).flat()] };
}

/** The upright box around corners, `[x, y, width, height]`. */
export function boxAroundRing([corners = []]: readonly (readonly number[])[]): readonly number[] {
  const [xs, ys] = [0, 1].map((side) => corners.filter((_, at) => at % 2 === side)) as [number[], number[]];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return [left, top, Math.max(...xs) - left, Math.max(...ys) - top];
}

export function hasShape({ segmentation }: JsonObject): boolean {
  return isObject(segmentation) || (Array.isArray(segmentation) && segmentation.length > 0);
}

/** Pictures that are called by the ids of images, as those of COCO are: `000000000139.jpg` is 139. */
export function picturesById(pictures: readonly string[]): ReadonlyMap<number, string> {
  const numbers = pictures.map((name) => /^(?:COCO_\w+?_)?(\d+)\.\w+$/.exec(lastPart(name))?.[1]);
  const byId = new Map(numbers.map((number, at) => [Number(number), pictures[at] ?? ""]));
  // Short numbers are those of frames.
  return numbers.every((number) => number !== undefined && number.length >= 8) && byId.size === pictures.length
    ? byId
    : new Map();
}

export const lastPart = (path: string): string => path.replace(/^.*[/\\]/s, "");
