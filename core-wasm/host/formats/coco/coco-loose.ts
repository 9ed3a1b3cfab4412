/**
 * COCO as programs write it that take its names loosely: pictures called by `path` instead of `file_name`, types by
 * `category_name`, scores by `confidence`, tracks by texts or `instance_id`, boxes as objects or texts. The first entry
 * of each list shows whether a file is of this kind, or the problems that reading it found; only then is it parsed and
 * rewritten, with a warning for each name that was taken for another.
 */
import { encodeText } from "../../instance.ts";
import { isObject, type JsonObject } from "../../json.ts";
import { readerProblem } from "../problems/reader-problems.ts";
import { outerMembers } from "../recognize/recognize-json-keys.ts";
import { decodeMarked, decodeWhole } from "../text/text-encoding.ts";
import { type AnnotationCore, CoreError, type Problem, type ReadReport } from "../../types.ts";
import { cornersOf, toRadians } from "../exchange/shapes.ts";
import { maxKeypoints } from "./coco-categories.ts";
import { attributeTrack, isName, trackNames, trackNumbers } from "./coco-loose-tracks.ts";

export interface PlainCoco {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly problems: readonly Problem[];
  /** Members that were taken for others. */
  readonly taken: readonly string[];
}

/** Members that name a picture, the most usual first; in all of them the last part of a path is the name. */
const pictureNames = ["path", "file_path", "filepath", "filename", "fileName", "image_path", "image", "file", "name"];
/** Addresses of a picture, whose query is not part of its name. */
const pictureAddresses = ["url", "flickr_url", "image_url", "gcs_url", "s3_url", "azure_url", "uri", "source"];
const typeNames = ["category_name", "category", "class_name", "class", "label"];
const scoreNames = ["confidence", "conf", "probability"];

/** Problems of entries that other names than those of COCO explain. */
const looseSigns: ReadonlySet<string> = new Set([
  "boxes-like-fractions",
  "coco-category-unknown",
  "coco-images-unnamed",
  "coco-no-bounds",
  "coco-polygon-malformed",
  "coco-track-id-malformed",
  "json-essential-misnamed",
  "json-member-misnamed",
  "json-member-missing",
]);

/** Larger files are not read again: parsing them takes many times their size in memory. */
const maxRereadBytes = 64 << 20;

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

/**
 * The document with the names that COCO has; `undefined`: it has them already, or is broken.
 * @param isSure to look at all entries, and not just at the first ones
 * @param pictures names of the dataset's pictures, which may be the ids of images
 */
export function readLoose(given: Uint8Array, isSure = false, pictures: readonly string[] = []): PlainCoco | undefined {
  const { bytes } = decodeMarked(given);
  if (!isSure && !isLoose(bytes)) return undefined;
  const document = parsedWhole(bytes);
  if (!isObject(document) || !Array.isArray(document["images"]) || !Array.isArray(document["annotations"])) {
    return undefined;
  }
  const rewriting = new Rewriting(picturesById(pictures));
  const rewritten = rewriting.document(document, document["images"], document["annotations"]);
  return rewriting.problems.length === 0
    ? undefined
    : {
        bytes: encodeText(JSON.stringify(rewritten)),
        problems: rewriting.problems,
        taken: [...rewriting.members],
      };
}

/**
 * Programs for videos number frames by `frame_id`, from 0 or 1; only `frame_index` places images here.
 * @param names of the images by frame, if the file says what they are
 */
export function ignoredFrameIds(given: Uint8Array, names: readonly string[] = []): readonly Problem[] {
  const { bytes } = decodeMarked(given);
  const first = firstEntry(bytes, '"images"');
  if (names.length === 0 || bytes.length > maxRereadBytes) return [];
  if (!isObject(first) || typeof first["frame_id"] !== "number" || first["frame_index"] !== undefined) return [];
  const document = parsedWhole(bytes);
  const { images, videos } = isObject(document) ? document : {};
  if (!Array.isArray(images) || (Array.isArray(videos) && videos.length > 1)) return [];
  const nameOf = (image: unknown): string => lastPart(String(isObject(image) ? nameIn(image) : ""));
  const idOf = (image: unknown): unknown => (isObject(image) ? image["frame_id"] : undefined);
  const isElsewhere = (image: unknown, shift: number): boolean => {
    const id = idOf(image);
    return typeof id === "number" && names[id - shift] !== nameOf(image);
  };
  if ([0, 1].some((shift) => !images.some((image) => isElsewhere(image, shift)))) return [];
  const at = images.findIndex((image) => isElsewhere(image, 0));
  const words = [idOf(images[at]), names.indexOf(nameOf(images[at]))].map(String);
  return [readerProblem("coco-frame-id-ignored", words, { pointer: `/images/${at}/frame_id` })];
}

/** `undefined`: it is broken, or longer than a text can be; the core reads it all the same. */
function parsedWhole(bytes: Uint8Array): unknown {
  try {
    return parse(decodeWhole(bytes).text);
  } catch (error) {
    if (error instanceof CoreError && error.code === "file-too-large") return undefined;
    throw error;
  }
}

/** Ids with more digits than JavaScript's numbers keep; as texts they stay apart. */
const longIds = /([:,[]\s*)(\d{16,})(?=\s*[,}\]])/g;

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replaceAll(longIds, '$1"$2"'));
  } catch {
    // The COCO reader reports where it is broken.
    return undefined;
  }
}

// -------------------------------------------------------------------------------------------------------------- signs

function isLoose(bytes: Uint8Array): boolean {
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

/** COCO's own name for a picture. */
function nameIn({ file_name: name, coco_url: url, frame_index: frame }: JsonObject): unknown {
  return [name, url].find((one) => typeof one === "string" && one !== "") ?? frame ?? undefined;
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

/** Detectron2 has boxes of two corners (0), and turned ones (4), besides those of COCO (1). */
function hasOtherMode({ bbox_mode: mode, bbox }: JsonObject): boolean {
  return (mode === 0 && isBox(bbox)) || (mode === 4 && Array.isArray(bbox) && bbox.length === 5);
}

/** Polygons as lists of [x, y]; `undefined`: they are flat already. */
function flatSegmentation(segmentation: unknown): readonly (readonly number[])[] | undefined {
  if (!Array.isArray(segmentation) || segmentation.length === 0) return undefined;
  const list = segmentation as readonly unknown[];
  if (list.length > 2 && list.every(isPair)) return [list.flat() as number[]];
  const arePaired = list.every((ring) => Array.isArray(ring) && ring.length > 2 && ring.every(isPair));
  return arePaired ? (list as readonly (readonly number[])[][]).map((ring) => ring.flat()) : undefined;
}

const isPair = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === "number");

const sampleBytes = 64 * 1024;
const chunkBytes = 1 << 20;
const latin = new TextDecoder("latin1");

/** The first entry of the list with this key, as far as it is in the sample; searching costs next to nothing. */
function firstEntry(bytes: Uint8Array, key: string): unknown {
  for (let from = 0; from < bytes.length; from += chunkBytes - key.length) {
    const text = latin.decode(bytes.subarray(from, from + chunkBytes));
    const found = text.indexOf(key);
    if (found < 0) continue;
    const start = from + found + key.length;
    const sample = bytes.subarray(start, start + sampleBytes);
    const [opening] = /^\s*:\s*\[\s*/.exec(latin.decode(sample.subarray(0, 200))) ?? [];
    if (opening === undefined) return undefined;
    const entry = sample.subarray(opening.length);
    if (entry[0] === 0x22) return "";
    if (entry[0] !== 0x7b) return undefined;
    return Object.fromEntries([...outerMembers(entry).members].map(([name, { value }]) => [name, value]));
  }
  return undefined;
}

function anyOf(object: JsonObject, names: readonly string[]): string | undefined {
  return names.find((name) => typeof object[name] === "string" && object[name] !== "");
}

// ------------------------------------------------------------------------------------------------------------- values

function hasBox({ bbox }: JsonObject): boolean {
  return Array.isArray(bbox) && bbox.length > 0;
}

/** A box that is a list of numbers after all; `undefined`: it is one already, or none. */
function boxOf(bbox: unknown): readonly number[] | undefined {
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

function fourNumbers(values: readonly unknown[]): readonly number[] | undefined {
  const numbers = values.map((value) => (value === null || value === "" ? NaN : Number(value)));
  return numbers.length === 4 && numbers.every(Number.isFinite) ? numbers : undefined;
}

function isBox(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.length === 4 && value.every((side) => typeof side === "number");
}

/** A score that COCO does not see: a text, or under another name. */
function scoreOf(annotation: JsonObject): { readonly name: string; readonly score: number } | undefined {
  const name =
    typeof annotation["score"] === "string" ? "score" : scoreNames.find((one) => Object.hasOwn(annotation, one));
  if (name === undefined || typeof annotation["score"] === "number") return undefined;
  const value = annotation[name];
  const score = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof score === "number" && Number.isFinite(score) ? { name, score } : undefined;
}

/** The box around the labeled points of `x, y, visibility`. */
function boxAround(keypoints: readonly unknown[]): readonly number[] | undefined {
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
function boxOfMode(given: readonly number[]): JsonObject {
  const [a = 0, b = 0, c = 0, d = 0, degrees] = given;
  if (degrees === undefined) return { bbox: [a, b, c - a, d - b] };
  return { segmentation: [cornersOf([a - c / 2, b - d / 2, a + c / 2, b + d / 2], toRadians(-degrees)).flat()] };
}

/** The upright box around corners, `[x, y, width, height]`. */
function boxAroundRing([corners = []]: readonly (readonly number[])[]): readonly number[] {
  const [xs, ys] = [0, 1].map((side) => corners.filter((_, at) => at % 2 === side)) as [number[], number[]];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return [left, top, Math.max(...xs) - left, Math.max(...ys) - top];
}

function hasShape({ segmentation }: JsonObject): boolean {
  return isObject(segmentation) || (Array.isArray(segmentation) && segmentation.length > 0);
}

/** Pictures that are called by the ids of images, as those of COCO are: `000000000139.jpg` is 139. */
function picturesById(pictures: readonly string[]): ReadonlyMap<number, string> {
  const numbers = pictures.map((name) => /^(?:COCO_\w+?_)?(\d+)\.\w+$/.exec(lastPart(name))?.[1]);
  const byId = new Map(numbers.map((number, at) => [Number(number), pictures[at] ?? ""]));
  // Short numbers are those of frames.
  return numbers.every((number) => number !== undefined && number.length >= 8) && byId.size === pictures.length
    ? byId
    : new Map();
}

const lastPart = (path: string): string => path.replace(/^.*[/\\]/s, "");

// ---------------------------------------------------------------------------------------------------------- rewriting

class Rewriting {
  readonly #pictures: ReadonlyMap<number, string>;
  readonly members = new Set<string>();
  /** How often a name was taken for another, by both. */
  readonly #taken = new Map<string, { readonly found: string; readonly meant: string; count: number }>();
  /** By code. */
  readonly #others = new Map<string, Problem>();

  constructor(pictures: ReadonlyMap<number, string>) {
    this.#pictures = pictures;
  }

  get problems(): readonly Problem[] {
    const taken = [...this.#taken.values()].map(({ found, meant, count }) =>
      readerProblem("coco-member-taken", [found, meant, String(count)]),
    );
    return [...taken, ...this.#others.values()];
  }

  document(document: JsonObject, images: readonly unknown[], annotations: readonly unknown[]): JsonObject {
    const categories = this.#categories(document["categories"], annotations);
    const ids = new Map(categories.flatMap((one) => (isObject(one) ? [[one["name"], one["id"]] as const] : [])));
    // Names count as ids of categories only if none is called so.
    for (const one of categories) if (isObject(one)) ids.delete(String(one["id"]));
    const named = annotations.map((one) => (isObject(one) ? this.#annotation(one, ids) : one));
    const sized = this.#inPixels(named, images);
    const { numbers, problem, member } = trackNumbers(sized, images);
    if (problem !== undefined) this.#report(problem);
    if (member !== undefined) this.members.add(member);
    return {
      ...document,
      images: images.map((one) => (isObject(one) ? this.#image(one) : one)),
      annotations: sized.map((one, at) => {
        const track = numbers?.[at];
        return track === undefined || !isObject(one) ? one : { ...one, track_id: track ?? undefined };
      }),
      categories,
    };
  }

  /** Boxes that are parts of their pictures, if the file says how large those are. */
  #inPixels(annotations: readonly unknown[], images: readonly unknown[]): readonly unknown[] {
    const boxes = annotations.flatMap((one) => (isObject(one) && isBox(one["bbox"]) ? [one["bbox"]] : []));
    const areParts = boxes.length > 0 && boxes.flat().every((side) => side >= 0 && side <= 1);
    if (!areParts || boxes.flat().every(Number.isInteger)) return annotations;
    const sizes = new Map(
      images.flatMap((one) => (isObject(one) ? [[String(one["id"]), [one["width"], one["height"]]] as const] : [])),
    );
    const scaled = annotations.map((one) => {
      if (!isObject(one) || !isBox(one["bbox"])) return one;
      const [width, height] = sizes.get(String(one["image_id"])) ?? [];
      if (typeof width !== "number" || typeof height !== "number" || width < 2 || height < 2) return undefined;
      return { ...one, bbox: one["bbox"].map((side, at) => side * (at % 2 === 0 ? width : height)) };
    });
    if (scaled.includes(undefined)) return annotations;
    this.#report(readerProblem("coco-boxes-scaled"));
    return scaled;
  }

  /** Once of each kind. */
  #report(problem: Problem): void {
    this.#others.set(problem.code, problem);
  }

  #take(found: string, meant: string): void {
    const key = `${found} ${meant}`;
    const one = this.#taken.get(key) ?? { found, meant, count: 0 };
    one.count++;
    this.#taken.set(key, one);
  }

  #image(image: JsonObject): JsonObject {
    if (nameIn(image) !== undefined) return image;
    const name = anyOf(image, pictureNames);
    const address = name === undefined ? anyOf(image, pictureAddresses) : undefined;
    const found = name ?? address;
    if (found === undefined) {
      const picture = this.#pictures.get(Number(image["id"]));
      if (picture === undefined) return image;
      this.#take("the `id` of an image", "`file_name`");
      return { ...image, file_name: picture };
    }
    this.#take(`\`${found}\``, "`file_name`");
    this.members.add(found);
    const text = String(image[found]);
    return { ...image, file_name: address === undefined ? text : lastPart(text.replace(/[?#].*$/s, "")) };
  }

  /** Types without a category get one, with an id after all others; categories may be plain names. */
  #categories(given: unknown, annotations: readonly unknown[]): readonly unknown[] {
    const list = Array.isArray(given) ? (given as readonly unknown[]) : this.#listOf(given);
    const areNames = list.length > 0 && list.every((one) => typeof one === "string");
    const ids = annotations.flatMap((one) =>
      isObject(one) && typeof one["category_id"] === "number" ? one["category_id"] : [],
    );
    // Lists of names are counted from 0 by most programs.
    const first = areNames && ids.length > 0 && !ids.includes(0) && ids.every((id) => id <= list.length) ? 1 : 0;
    const categories = areNames ? list.map((name, at) => ({ id: at + first, name })) : list;
    if (areNames) this.#report(readerProblem("coco-categories-numbered", [String(first)]));
    const known = new Set(categories.map((one) => (isObject(one) ? one["name"] : undefined)));
    let free = categories.reduce<number>((max, one) => Math.max(max, isObject(one) ? Number(one["id"]) || 0 : 0), 0);
    const added = new Map<string, number>();
    for (const one of annotations) {
      const name = isObject(one) && one["category_id"] === undefined ? anyOf(one, typeNames) : undefined;
      const type = name === undefined ? undefined : String((one as JsonObject)[name]);
      if (type !== undefined && !known.has(type) && !added.has(type)) added.set(type, ++free);
    }
    return [...this.#withPoints(categories, annotations), ...[...added].map(([name, id]) => ({ id, name }))];
  }

  /** Categories as a map from id to name, or to the category. */
  #listOf(given: unknown): readonly unknown[] {
    if (!isObject(given)) return [];
    const list = Object.entries(given).map(([id, one]) => ({ id, ...(isObject(one) ? one : { name: one }) }));
    this.#take("a map of `categories`", "a list of them");
    return list;
  }

  /** Key points without names get numbers, by what the annotations of each category have. */
  #withPoints(categories: readonly unknown[], annotations: readonly unknown[]): readonly unknown[] {
    const counts = new Map<string, number>();
    for (const one of annotations) {
      if (!isObject(one) || !Array.isArray(one["keypoints"])) continue;
      const numbers = (one["keypoints"] as readonly unknown[]).flat();
      // Those of KWCOCO are objects, with their names.
      if (numbers.some(isObject)) continue;
      const key = String(one["category_id"]);
      if (numbers.some((value) => value !== 0)) counts.set(key, Math.max(counts.get(key) ?? 0, numbers.length / 3));
    }
    return categories.map((one) => {
      const count = isObject(one) && one["keypoints"] === undefined ? counts.get(String(one["id"])) : undefined;
      if (count === undefined || !Number.isInteger(count) || count > maxKeypoints) return one;
      this.#report(readerProblem("coco-keypoints-numbered"));
      return { ...(one as JsonObject), keypoints: Array.from({ length: count }, (_, at) => String(at + 1)) };
    });
  }

  #annotation(annotation: JsonObject, categories: ReadonlyMap<unknown, unknown>): JsonObject {
    const changed: Record<string, unknown> = { ...annotation };
    const type = annotation["category_id"] === undefined ? anyOf(annotation, typeNames) : undefined;
    if (typeof annotation["category_id"] === "string" && categories.has(annotation["category_id"])) {
      this.#take("a name as `category_id`", "the name of a category");
      changed["category_id"] = categories.get(annotation["category_id"]);
    }
    if (type !== undefined) {
      this.#take(`\`${type}\``, "the name of a category");
      this.members.add(type).add("category_id");
      changed["category_id"] = categories.get(annotation[type]);
      delete changed[type];
    }
    const found = scoreOf(annotation);
    if (found !== undefined) {
      this.#take(found.name === "score" ? "`score` as text" : `\`${found.name}\``, "the score");
      this.members.add(found.name);
      delete changed[found.name];
      changed["score"] = found.score;
    }
    const box = boxOf(annotation["bbox"]);
    if (box !== undefined) {
      this.#take(
        Array.isArray(annotation["bbox"]) || typeof annotation["bbox"] === "string"
          ? "`bbox` as text"
          : "`bbox` as an object",
        "[x, y, width, height]",
      );
      changed["bbox"] = box;
    }
    if (hasOtherMode(annotation)) {
      this.#take(`\`bbox_mode\` ${String(annotation["bbox_mode"])}`, "the form of a box");
      const form = boxOfMode(annotation["bbox"] as readonly number[]);
      const isRotated = form["segmentation"] !== undefined;
      delete changed["bbox_mode"];
      if (isRotated && hasShape(annotation)) {
        this.#take("a rotated box next to a `segmentation`", "the box around it");
        changed["bbox"] = boxAroundRing(form["segmentation"] as readonly (readonly number[])[]);
      } else {
        delete changed["bbox"];
        Object.assign(changed, form);
      }
    }
    const flat = flatSegmentation(changed["segmentation"]);
    if (flat !== undefined) {
      this.#take("polygons of pairs", "polygons");
      changed["segmentation"] = flat;
    }
    if (Array.isArray(annotation["keypoints"]) && annotation["keypoints"].every(Array.isArray)) {
      this.#take("key points as lists", "key points");
      changed["keypoints"] = annotation["keypoints"].flat();
    }
    const { segmentation, keypoints } = changed;
    const around =
      !hasBox(changed) && segmentation === undefined && Array.isArray(keypoints) ? boxAround(keypoints) : undefined;
    if (around !== undefined) {
      this.#report(readerProblem("coco-box-around-keypoints"));
      changed["bbox"] = around;
    }
    return changed;
  }
}
