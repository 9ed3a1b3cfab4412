/**
 * Results of MegaDetector, which finds animals, people and vehicles in the pictures of camera traps: boxes as fractions
 * of the picture, possibly with the species that a classifier named. For videos, boxes of some of their frames. SpeciesNet
 * writes them in a form of its own.
 */
import { isObject, type JsonObject } from "../../json.ts";
import { chooseVideo, videoProblems } from "../pictures/choose-video.ts";
import type { ImageSize } from "../../types.ts";
import { PixelBoxes } from "./pixel-boxes.ts";
import {
  type Known,
  numberOf,
  numbersOf,
  objectsOf,
  type SkipCounter,
  textOf,
  type TranslatedObject,
  type TranslatedPicture,
} from "./translation.ts";
import { type FrameRow, isFrame, picturesOfFrames } from "./video-frames.ts";

export function translateMegaDetector(
  document: unknown,
  leftOut: SkipCounter,
  { sizesOf, videoNames, askedVideo }: Known,
): readonly TranslatedPicture[] | undefined {
  if (!isObject(document) || !isObject(document["detection_categories"])) return undefined;
  const files = objectsOf(document["images"]);
  const objects = new Objects(document, leftOut);
  const video = chooseVideo(files.filter(isVideo).map(nameOf), videoNames);
  const pictures =
    video === undefined
      ? picturesOf(files, objects, sizesOf(files.map(nameOf)))
      : framesOf(files, video.name, objects, sizesOf([""])[0]);
  const others = files.filter(({ detections }) => objectsOf(detections).length > 0).map(nameOf);
  if (video !== undefined) leftOut.problems.push(...videoProblems(video, others, askedVideo));
  for (const { failure } of files) if (textOf(failure) !== "") leftOut.add("picture that MegaDetector could not open");
  return objects.boxes.requireSizes(pictures, "MegaDetector");
}

const nameOf = ({ file }: JsonObject): string => textOf(file);

const isVideo = ({ frame_rate: rate, detections }: JsonObject): boolean =>
  rate !== undefined || objectsOf(detections).some(({ frame_number: frame }) => frame !== undefined);

function picturesOf(
  files: readonly JsonObject[],
  objects: Objects,
  sizes: readonly (ImageSize | undefined)[],
): readonly TranslatedPicture[] {
  return files.map((file, at) => ({
    fileName: nameOf(file),
    ...sizes[at],
    objects: objectsOf(file["detections"]).flatMap((detection) => objects.read(detection, sizes[at]) ?? []),
  }));
}

function framesOf(
  files: readonly JsonObject[],
  video: string,
  objects: Objects,
  size: ImageSize | undefined,
): readonly TranslatedPicture[] {
  const rows = files.flatMap((file) =>
    objectsOf(file["detections"]).flatMap((detection): readonly FrameRow[] => {
      if (nameOf(file) !== video) return objects.leftOut.add("detection in another file") ?? [];
      const frame = numberOf(detection["frame_number"]) ?? -1;
      if (!isFrame(frame)) return objects.leftOut.add("detection without a frame") ?? [];
      const object = objects.read(detection, size);
      return object === undefined ? [] : [{ frame, object }];
    }),
  );
  return picturesOfFrames(rows);
}

/**
 * SpeciesNet: detections of MegaDetector, and one species for the whole picture, `id;class;order;family;genus;species;name`.
 * It is the type of the animals; the category that was detected is an attribute.
 */
export function translateSpeciesNet(
  document: unknown,
  leftOut: SkipCounter,
  { sizesOf }: Known,
): readonly TranslatedPicture[] | undefined {
  if (!isObject(document) || !Array.isArray(document["predictions"])) return undefined;
  const files = objectsOf(document["predictions"]);
  const sizes = sizesOf(files.map(({ filepath }) => textOf(filepath)));
  const boxes = new PixelBoxes(leftOut);
  const pictures = files.map(({ filepath, detections, prediction, prediction_score: score }, at) => {
    const species = speciesNamed(textOf(prediction));
    const isAnimal = ({ label, category }: JsonObject): boolean => (textOf(label) || textOf(category)) === "animal";
    if (species !== "" && !objectsOf(detections).some(isAnimal)) leftOut.add("species of a picture without an animal");
    return {
      fileName: textOf(filepath),
      ...sizes[at],
      objects: objectsOf(detections).flatMap(({ label, category, conf, bbox }): readonly TranslatedObject[] => {
        const [x, y, width, height] = numbersOf(bbox) ?? [];
        if (x === undefined || y === undefined || width === undefined || height === undefined) {
          return leftOut.add("detection without a box") ?? [];
        }
        const box = boxes.inPixels([x, y, width, height], sizes[at]);
        if (box === undefined) return [];
        const [detected, confidence] = [textOf(label) || textOf(category), numberOf(conf)];
        if (species === "" || detected !== "animal") return [{ type: detected, score: confidence, box }];
        const attributes = { detected, ...(confidence !== undefined && { detection_confidence: confidence }) };
        return [{ type: species, score: numberOf(score), box, attributes }];
      }),
    };
  });
  for (const { failures } of files) {
    if (Array.isArray(failures) && failures.length > 0) leftOut.add("picture on which a model of SpeciesNet failed");
  }
  return boxes.requireSizes(pictures, "SpeciesNet");
}

/** The common name, else the closest rank; empty: no animal was named. */
function speciesNamed(prediction: string): string {
  const name =
    prediction
      .split(";")
      .slice(1)
      .findLast((part) => part !== "") ?? "";
  return /^(blank|human|vehicle|no cv result)$/.test(name) ? "" : name;
}

/** Reads detections. */
class Objects {
  readonly leftOut: SkipCounter;
  readonly boxes: PixelBoxes;
  readonly #categories: JsonObject;
  readonly #species: JsonObject;

  constructor(
    { detection_categories: categories, classification_categories: species }: JsonObject,
    skipped: SkipCounter,
  ) {
    this.leftOut = skipped;
    this.boxes = new PixelBoxes(skipped);
    this.#categories = isObject(categories) ? categories : {};
    this.#species = isObject(species) ? species : {};
  }

  /** The type is the likeliest species, with the detected category as an attribute; without one, that category. */
  read(
    { category, conf, bbox, classifications }: JsonObject,
    size: ImageSize | undefined,
  ): TranslatedObject | undefined {
    const [x, y, width, height] = numbersOf(bbox) ?? [];
    if (x === undefined || y === undefined || width === undefined || height === undefined) {
      return this.leftOut.add("detection without a box");
    }
    const box = this.boxes.inPixels([x, y, width, height], size);
    if (box === undefined) return undefined;
    const detected = textOf(this.#categories[textOf(category)]) || textOf(category);
    const confidence = numberOf(conf);
    const named = speciesIn(classifications);
    for (let further = 1; further < named.length; further++) this.leftOut.add("further classification of a detection");
    const [best] = named;
    if (best === undefined) return { type: detected, score: confidence, box };
    return {
      type: textOf(this.#species[best.id]) || best.id,
      score: best.score,
      box,
      attributes: { detected, ...(confidence !== undefined && { detection_confidence: confidence }) },
    };
  }
}

/** The likeliest first. */
function speciesIn(classifications: unknown): readonly { readonly id: string; readonly score: number }[] {
  const pairs = Array.isArray(classifications) ? (classifications as readonly unknown[]) : [];
  const named = pairs.flatMap((pair) => {
    const [id, score] = Array.isArray(pair) ? (pair as readonly unknown[]) : [];
    const name = textOf(id);
    return name === "" ? [] : [{ id: name, score: numberOf(score) ?? 0 }];
  });
  return named.toSorted((a, b) => b.score - a.score);
}
