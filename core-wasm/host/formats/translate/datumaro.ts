/** Datumaro: items, which are pictures, with labelled shapes. */
import { isObject, type JsonObject } from "../../json.ts";
import {
  attributesOf,
  type LeftOut,
  numberOf,
  numbersOf,
  objectsOf,
  textOf,
  type TranslatedObject,
  type TranslatedPicture,
} from "./translation.ts";

export function translateDatumaro(document: unknown, leftOut: LeftOut): readonly TranslatedPicture[] | undefined {
  if (!isObject(document) || !Array.isArray(document["items"])) return undefined;
  const { categories } = document;
  const labels = isObject(categories) && isObject(categories["label"]) ? objectsOf(categories["label"]["labels"]) : [];
  const names = labels.map(({ name }) => textOf(name));
  return objectsOf(document["items"]).map(({ id, image, annotations }) => {
    const { path, size } = isObject(image) ? image : {};
    const [height, width] = numbersOf(size) ?? [];
    return {
      fileName: textOf(path) || textOf(id),
      ...{ width, height },
      objects: objectsOf(annotations).flatMap((annotation) => objectOf(annotation, names, leftOut) ?? []),
    };
  });
}

function objectOf(annotation: JsonObject, names: readonly string[], leftOut: LeftOut): TranslatedObject | undefined {
  const { type: kind, label_id: label, attributes: said, bbox, points, rle } = annotation;
  const attributes = isObject(said) ? said : {};
  const type = names[numberOf(label) ?? -1] ?? "unknown";
  const common = {
    type,
    track: numberOf(attributes["track_id"]),
    score: numberOf(attributes["score"]),
    attributes: attributesOf(attributes, ["track_id", "score"]),
  };
  const [x, y, width, height] = numbersOf(bbox) ?? [];
  if (kind === "bbox" && x !== undefined && y !== undefined && width !== undefined && height !== undefined) {
    return { ...common, box: [x, y, width, height] };
  }
  const path = numbersOf(points);
  if (kind === "polygon" && path !== undefined && path.length >= 6) return { ...common, segmentation: [path] };
  if (kind === "mask" && isObject(rle)) return { ...common, segmentation: rle };
  return leftOut.add(`annotation of the kind "${textOf(kind)}"`);
}
