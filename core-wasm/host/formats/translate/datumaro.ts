/** Datumaro: items, which are pictures, with labeled shapes. */
import { isObject, type JsonObject } from "../../json.ts";
import { ownAttributes } from "../datumaro/datumaro-attributes.ts";
import { cornersOf, toRadians } from "../exchange/shapes.ts";
import {
  attributesOf,
  ellipse,
  type SkipCounter,
  numberedPoints,
  numberOf,
  numbersOf,
  objectsOf,
  pairsOf,
  textOf,
  type TranslatedObject,
  type TranslatedPicture,
} from "./translation.ts";
import { isFrame } from "./video-frames.ts";

export function translateDatumaro(document: unknown, leftOut: SkipCounter): readonly TranslatedPicture[] | undefined {
  if (!isObject(document) || !Array.isArray(document["items"])) return undefined;
  const { categories } = document;
  const labels = isObject(categories) && isObject(categories["label"]) ? objectsOf(categories["label"]["labels"]) : [];
  const names = labels.map(({ name }) => textOf(name));
  return objectsOf(document["items"]).map(({ id, image, media, annotations, attr, video_frame: moment }) => {
    // Newer versions write the name as that of any medium.
    const { path = isObject(media) ? media["path"] : undefined, size } = isObject(image) ? image : {};
    const [height, width] = numbersOf(size ?? (isObject(media) ? media["size"] : undefined)) ?? [];
    const groups = Map.groupBy(objectsOf(annotations), ({ group }) => numberOf(group) ?? 0);
    for (const [group, members] of groups) if (group !== 0 && members.length > 1) leftOut.add("group of annotations");
    const inVideo = [moment, media].find((one) => isObject(one) && one["frame_index"] !== undefined);
    const frame = numberOf(isObject(inVideo) ? inVideo["frame_index"] : isObject(attr) ? attr["frame"] : undefined);
    return {
      fileName: textOf(path) || textOf(id),
      width,
      height,
      frame: frame !== undefined && isFrame(frame) ? frame : undefined,
      objects: objectsOf(annotations).flatMap((annotation) => objectOf(annotation, names, leftOut) ?? []),
    };
  });
}

function objectOf(
  annotation: JsonObject,
  names: readonly string[],
  leftOut: SkipCounter,
): TranslatedObject | undefined {
  const { type: kind, label_id: label, attributes: said, bbox, points, rle } = annotation;
  const attributes = isObject(said) ? said : {};
  const type = names[numberOf(label) ?? -1] ?? "";
  const common = {
    type,
    track: numberOf(attributes["track_id"]),
    score: numberOf(attributes["score"]),
    attributes: attributesOf(attributes, ownAttributes),
  };
  const [x, y, width, height] = numbersOf(bbox) ?? [];
  if (kind === "bbox" && x !== undefined && y !== undefined && width !== undefined && height !== undefined) {
    return { ...common, box: [x, y, width, height] };
  }
  const path = numbersOf(points);
  if (kind === "polygon" && path !== undefined && path.length >= 6) {
    return { ...common, segmentation: [[...path, ...path.slice(0, 2)]] };
  }
  if (kind === "mask" && isObject(rle)) return { ...common, segmentation: rle };
  if (kind === "points" && path !== undefined && path.length >= 2)
    return { ...common, ...numberedPoints(pairsOf(path)) };
  const joints = kind === "skeleton" ? jointsOf(annotation["elements"], names) : [];
  if (joints.length > 0) return { ...common, points: joints };
  const turned = rotatedBox(annotation);
  if (kind === "rotated_bbox" && turned !== undefined) return { ...common, segmentation: [turned] };
  const [x1, y1, x2, y2] = path ?? [];
  if (kind === "ellipse" && x1 !== undefined && y1 !== undefined && x2 !== undefined && y2 !== undefined) {
    return { ...common, ...ellipse([(x1 + x2) / 2, (y1 + y2) / 2], [(x2 - x1) / 2, (y2 - y1) / 2]) };
  }
  return leftOut.add(`annotation of the kind "${textOf(kind)}"`);
}

/** The points of a skeleton that are there, by their labels. */
function jointsOf(elements: unknown, names: readonly string[]): NonNullable<TranslatedObject["points"]> {
  return objectsOf(elements).flatMap(({ points, visibility, label_id: label }, at) => {
    const [x, y] = numbersOf(points) ?? [];
    const isAbsent = numbersOf(visibility)?.[0] === 0;
    if (x === undefined || y === undefined || isAbsent) return [];
    return [{ name: names[numberOf(label) ?? -1] ?? String(at + 1), xy: [x, y] as const }];
  });
}

/** The corners of a box given by its center, size and angle in degrees, clockwise. */
function rotatedBox(annotation: JsonObject): readonly number[] | undefined {
  const [cx, cy, w, h, r] = ["cx", "cy", "w", "h", "r"].map((name) => numberOf(annotation[name]));
  if (cx === undefined || cy === undefined || w === undefined || h === undefined || r === undefined) return undefined;
  return cornersOf([cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2], toRadians(r)).flat();
}
