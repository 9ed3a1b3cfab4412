/** Tools whose boxes are fractions of the picture: FiftyOne, Google Vertex AI, Ultralytics, Darknet. */
import { isObject } from "../../json.ts";
import type { ImageSize } from "../../types.ts";
import { PixelBoxes } from "./pixel-boxes.ts";
import {
  attributesOf,
  entriesOf,
  type Known,
  numberOf,
  numbersOf,
  objectsOf,
  type SkipCounter,
  textOf,
  type TranslatedObject,
  type TranslatedPicture,
} from "./translation.ts";

/** `classes`, and `labels` by the names of pictures without extension. */
export function translateFiftyOne(
  document: unknown,
  leftOut: SkipCounter,
  { sizesOf }: Known,
): readonly TranslatedPicture[] | undefined {
  if (!isObject(document) || !isObject(document["labels"])) return undefined;
  const classes = Array.isArray(document["classes"]) ? (document["classes"] as readonly unknown[]) : [];
  const entries = Object.entries(document["labels"]);
  const sizes = sizesOf(entries.map(([name]) => name));
  const boxes = new PixelBoxes(leftOut);
  const pictures = entries.map(([fileName, list], at) => ({
    fileName,
    ...sizes[at],
    objects: objectsOf(list).flatMap(
      ({ label, bounding_box: given, confidence, attributes }): readonly TranslatedObject[] => {
        const [x, y, width, height] = numbersOf(given) ?? [];
        if (x === undefined || y === undefined || width === undefined || height === undefined) {
          return leftOut.add("label without a box") ?? [];
        }
        const box = boxes.inPixels([x, y, width, height], sizes[at]);
        if (box === undefined) return [];
        const type = typeof label === "number" ? textOf(classes[label]) || textOf(label) : textOf(label);
        return [{ type, box, score: numberOf(confidence), attributes: attributesOf(attributes) }];
      },
    ),
  }));
  return boxes.requireSizes(pictures, "FiftyOne");
}

/** What Darknet found on a list of pictures, or on the frames of a video, which have no names; boxes by their centers. */
export function translateDarknet(
  document: unknown,
  leftOut: SkipCounter,
  { sizesOf }: Known,
): readonly TranslatedPicture[] | undefined {
  if (!Array.isArray(document)) return undefined;
  const files = objectsOf(document);
  const sizes = sizesOf(files.map(({ filename }) => textOf(filename)));
  const boxes = new PixelBoxes(leftOut);
  const pictures = files.map(({ filename, frame_id: number, objects }, at) => ({
    fileName: textOf(filename),
    ...(textOf(filename) === "" && { frame: (numberOf(number) ?? at + 1) - 1 }),
    ...sizes[at],
    objects: objectsOf(objects).flatMap(({ name, class_id: id, relative_coordinates: place, confidence }) => {
      const given = isObject(place)
        ? ["center_x", "center_y", "width", "height"].map((key) => numberOf(place[key]))
        : [];
      const [x, y, width, height] = given;
      if (x === undefined || y === undefined || width === undefined || height === undefined) {
        return leftOut.add("object without a box") ?? [];
      }
      const box = boxes.inPixels([x - width / 2, y - height / 2, width, height], sizes[at]);
      return box === undefined ? [] : [{ type: textOf(name) || textOf(id), box, score: numberOf(confidence) }];
    }),
  }));
  return boxes.requireSizes(pictures, "Darknet");
}

/** A picture a line, with the fractions of two corners. */
export function translateVertex(
  text: unknown,
  leftOut: SkipCounter,
  { sizesOf }: Known,
): readonly TranslatedPicture[] | undefined {
  const entries = entriesOf(text, leftOut);
  if (entries === undefined) return undefined;
  const names = entries.map(({ imageGcsUri: address }) => textOf(address).replace(/^.*\//, ""));
  const sizes = sizesOf(names);
  const boxes = new PixelBoxes(leftOut);
  const pictures = entries.map(({ boundingBoxAnnotations: list }, at) => ({
    fileName: names[at] ?? "",
    ...sizes[at],
    objects: objectsOf(list).flatMap(({ displayName, xMin, yMin, xMax, yMax }): readonly TranslatedObject[] => {
      // Zeros are left out by Google's programs.
      const [x1, y1, x2, y2] = [xMin ?? 0, yMin ?? 0, xMax, yMax].map(numberOf);
      if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) {
        return leftOut.add("annotation without a box") ?? [];
      }
      const box = boxes.inPixels([x1, y1, x2 - x1, y2 - y1], sizes[at]);
      return box === undefined ? [] : [{ type: textOf(displayName), box }];
    }),
  }));
  return boxes.requireSizes(pictures, "Vertex AI");
}

/** A line about the dataset, then a picture a line, which has its size. Rows are as in YOLO. */
export function translateUltralytics(text: unknown, leftOut: SkipCounter): readonly TranslatedPicture[] | undefined {
  const entries = entriesOf(text, leftOut);
  if (entries === undefined) return undefined;
  const names = entries.find(({ type }) => type === "dataset")?.["class_names"];
  const nameOf = (id: number): string => (isObject(names) && textOf(names[String(id)])) || String(id);
  const boxes = new PixelBoxes(leftOut);
  const pictures = entries
    .filter(({ type }) => type === "image")
    .map(({ file, width, height, annotations }) => {
      const [wide, high] = [numberOf(width), numberOf(height)];
      const size = wide === undefined || high === undefined ? undefined : { width: wide, height: high };
      const rows = isObject(annotations) ? Object.entries(annotations) : [];
      return {
        fileName: textOf(file),
        ...size,
        objects: rows.flatMap(([kind, list]) =>
          (Array.isArray(list) ? (list as readonly unknown[]) : []).flatMap((row): readonly TranslatedObject[] => {
            const [id, ...numbers] = numbersOf(row) ?? [];
            const place = id === undefined ? undefined : placeOf(kind, numbers, size, boxes);
            if (id !== undefined && place !== undefined) return [{ type: nameOf(id), ...place }];
            return leftOut.add(`row of the kind "${kind}"`) ?? [];
          }),
        ),
      };
    });
  return boxes.requireSizes(pictures, "Ultralytics");
}

function placeOf(
  kind: string,
  numbers: readonly number[],
  size: ImageSize | undefined,
  boxes: PixelBoxes,
): Pick<TranslatedObject, "box" | "segmentation"> | undefined {
  const [x = NaN, y = NaN, width = NaN, height = NaN] = numbers;
  if (kind === "boxes" && numbers.length === 4) {
    const box = boxes.inPixels([x - width / 2, y - height / 2, width, height], size);
    return box && { box };
  }
  const isRing = (kind === "segments" && numbers.length >= 6) || (kind === "obb" && numbers.length === 8);
  if (!isRing || numbers.length % 2 !== 0 || size === undefined) return undefined;
  return { segmentation: [numbers.map((one, at) => one * (at % 2 === 0 ? size.width : size.height))] };
}
