/** Gives loosely named COCO the names that COCO has, and counts each renaming. */
import { isObject, type JsonObject } from "../../json.ts";
import { readerProblem } from "../problems/reader-problems.ts";
import type { Problem } from "../../types.ts";
import { maxKeypoints } from "./coco-categories.ts";
import { trackNumbers } from "./coco-loose-tracks.ts";
import {
  anyOf,
  boxAround,
  boxAroundRing,
  boxOf,
  boxOfMode,
  flatSegmentation,
  hasBox,
  hasOtherMode,
  hasShape,
  imageIdsByName,
  isBox,
  lastPart,
  nameIn,
  pictureAddresses,
  pictureNames,
  scoreOf,
  typeNames,
} from "./loose-values.ts";

export class Rewriting {
  readonly #pictures: ReadonlyMap<number, string>;
  /** Names of members that were read as others. */
  readonly renamedMembers = new Set<string>();
  /** How often a name was read as another, by both. */
  readonly #renamings = new Map<string, { readonly found: string; readonly meant: string; count: number }>();
  /** By code. */
  readonly #others = new Map<string, Problem>();

  constructor(pictures: ReadonlyMap<number, string>) {
    this.#pictures = pictures;
  }

  get problems(): readonly Problem[] {
    const renamings = [...this.#renamings.values()].map(({ found, meant, count }) =>
      readerProblem("coco-member-taken", [found, meant, String(count)]),
    );
    return [...renamings, ...this.#others.values()];
  }

  document(document: JsonObject, images: readonly unknown[], annotations: readonly unknown[]): JsonObject {
    const categories = this.#categories(document["categories"], annotations);
    const ids = new Map(categories.flatMap((one) => (isObject(one) ? [[one["name"], one["id"]] as const] : [])));
    // Names count as ids of categories only if none is called so.
    for (const one of categories) if (isObject(one)) ids.delete(String(one["id"]));
    const imageIds = imageIdsByName(images);
    const named = annotations.map((one) => (isObject(one) ? this.#annotation(one, ids, imageIds) : one));
    const sized = this.#inPixels(named, images);
    const { numbers, problem, member } = trackNumbers(sized, images);
    if (problem !== undefined) this.#report(problem);
    if (member !== undefined) this.renamedMembers.add(member);
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

  #countRenaming(found: string, meant: string): void {
    const key = `${found} ${meant}`;
    const one = this.#renamings.get(key) ?? { found, meant, count: 0 };
    one.count++;
    this.#renamings.set(key, one);
  }

  #image(image: JsonObject): JsonObject {
    if (nameIn(image) !== undefined) return image;
    const name = anyOf(image, pictureNames);
    const address = name === undefined ? anyOf(image, pictureAddresses) : undefined;
    const found = name ?? address;
    if (found === undefined) {
      const picture = this.#pictures.get(Number(image["id"]));
      if (picture === undefined) return image;
      this.#countRenaming("the `id` of an image", "`file_name`");
      return { ...image, file_name: picture };
    }
    this.#countRenaming(`\`${found}\``, "`file_name`");
    this.renamedMembers.add(found);
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
    this.#countRenaming("a map of `categories`", "a list of them");
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

  #annotation(
    annotation: JsonObject,
    categories: ReadonlyMap<unknown, unknown>,
    imageIds: ReadonlyMap<string, unknown>,
  ): JsonObject {
    const changed: Record<string, unknown> = { ...annotation };
    this.#nameImage(changed, imageIds);
    this.#nameCategory(changed, categories);
    this.#nameScore(changed);
    this.#formBox(changed);
    this.#formOtherMode(changed);
    this.#flatten(changed);
    this.#boxKeypoints(changed);
    return changed;
  }

  /** Some programs refer to images by name. */
  #nameImage(annotation: Record<string, unknown>, imageIds: ReadonlyMap<string, unknown>): void {
    const { image_id: given } = annotation;
    const member = given === undefined ? anyOf(annotation, ["file_name", ...pictureNames]) : "image_id";
    const name = member === undefined ? undefined : annotation[member];
    if (member === undefined || typeof name !== "string") return;
    const id = imageIds.get(name) ?? imageIds.get(lastPart(name));
    if (id === undefined) return;
    this.#countRenaming(given === undefined ? `\`${member}\`` : "a name as `image_id`", "the name of an image");
    this.renamedMembers.add(member);
    annotation["image_id"] = id;
  }

  #nameCategory(annotation: Record<string, unknown>, categories: ReadonlyMap<unknown, unknown>): void {
    const { category_id: category } = annotation;
    if (typeof category === "string" && categories.has(category)) {
      this.#countRenaming("a name as `category_id`", "the name of a category");
      annotation["category_id"] = categories.get(category);
    }
    const type = category === undefined ? anyOf(annotation, typeNames) : undefined;
    if (type === undefined) return;
    this.#countRenaming(`\`${type}\``, "the name of a category");
    this.renamedMembers.add(type).add("category_id");
    annotation["category_id"] = categories.get(annotation[type]);
    delete annotation[type];
  }

  #nameScore(annotation: Record<string, unknown>): void {
    const found = scoreOf(annotation);
    if (found === undefined) return;
    this.#countRenaming(found.name === "score" ? "`score` as text" : `\`${found.name}\``, "the score");
    this.renamedMembers.add(found.name);
    delete annotation[found.name];
    annotation["score"] = found.score;
  }

  #formBox(annotation: Record<string, unknown>): void {
    const { bbox } = annotation;
    const box = boxOf(bbox);
    if (box === undefined) return;
    const isText = Array.isArray(bbox) || typeof bbox === "string";
    this.#countRenaming(isText ? "`bbox` as text" : "`bbox` as an object", "[x, y, width, height]");
    annotation["bbox"] = box;
  }

  /** Boxes in another form than that of COCO, as `bbox_mode` says. */
  #formOtherMode(annotation: Record<string, unknown>): void {
    if (!hasOtherMode(annotation)) return;
    const { bbox, bbox_mode: mode } = annotation;
    this.#countRenaming(`\`bbox_mode\` ${String(mode)}`, "the form of a box");
    const form = boxOfMode(bbox as readonly number[]);
    delete annotation["bbox_mode"];
    if (form["segmentation"] !== undefined && hasShape(annotation)) {
      this.#countRenaming("a rotated box next to a `segmentation`", "the box around it");
      annotation["bbox"] = boxAroundRing(form["segmentation"] as readonly (readonly number[])[]);
    } else {
      delete annotation["bbox"];
      Object.assign(annotation, form);
    }
  }

  /** Polygons and key points are flat lists of numbers in COCO. */
  #flatten(annotation: Record<string, unknown>): void {
    const flat = flatSegmentation(annotation["segmentation"]);
    if (flat !== undefined) {
      this.#countRenaming("polygons of pairs", "polygons");
      annotation["segmentation"] = flat;
    }
    const { keypoints } = annotation;
    if (Array.isArray(keypoints) && keypoints.every(Array.isArray)) {
      this.#countRenaming("key points as lists", "key points");
      annotation["keypoints"] = keypoints.flat();
    }
  }

  /** Key points alone get the box around them. */
  #boxKeypoints(annotation: Record<string, unknown>): void {
    const { segmentation, keypoints } = annotation;
    if (hasBox(annotation) || segmentation !== undefined || !Array.isArray(keypoints)) return;
    const around = boxAround(keypoints);
    if (around === undefined) return;
    this.#report(readerProblem("coco-box-around-keypoints"));
    annotation["bbox"] = around;
  }
}
