/** V7 Darwin: a picture or a video a file, with annotations that are keyframes in videos. */
import { isObject, type JsonObject } from "../../json.ts";
import type { XY } from "../exchange/shapes.ts";
import { polygonsOfMask } from "../pictures/mask-polygons.ts";
import { maskPolygons } from "./bitmaps.ts";
import {
  attributesOf,
  ellipse,
  type SkipCounter,
  type MaskPolygon,
  numberedPoints,
  numberOf,
  numbersOf,
  objectsOf,
  pathOf,
  textOf,
  type TranslatedObject,
  type TranslatedPicture,
} from "./translation.ts";
import { type FrameRow, isFrame, picturesOfFrames, ShapesBetween } from "./video-frames.ts";

/** One picture per file. */
export function translateDarwin(document: unknown, leftOut: SkipCounter): readonly TranslatedPicture[] | undefined {
  if (!isObject(document) || !Array.isArray(document["annotations"])) return undefined;
  const { item, image, annotations } = document;
  const slots = isObject(item) ? objectsOf(item["slots"]) : [];
  const { width, height } = slots[0] ?? (isObject(image) ? image : {});
  const fileName = isObject(item) ? textOf(item["name"]) : isObject(image) ? textOf(image["filename"]) : "";
  const videos = objectsOf(annotations).filter((annotation) => isObject(annotation["frames"]));
  if (videos.length > 0) {
    const still = objectsOf(annotations).length - videos.length;
    for (let count = 0; count < still; count++) leftOut.add("annotation of the whole video");
    const between = new ShapesBetween();
    const rows = videos.flatMap((annotation, track) => darwinTrack(annotation, track, leftOut, between));
    return picturesOfFrames(rows).map((picture, frame) => ({ ...picture, frame, video: fileName }));
  }
  const layers = rasterLayers(objectsOf(annotations), numberOf(width) ?? 0, numberOf(height) ?? 0);
  if (slots.length > 1) {
    return slots.map((slot) => {
      const [file] = objectsOf(slot["source_files"]);
      const name = textOf(slot["slot_name"]);
      const own = objectsOf(annotations).filter(({ slot_names: names }) => slotOf(names, slots) === name);
      return {
        fileName: textOf(file?.["file_name"]) || fileName,
        width: numberOf(slot["width"]),
        height: numberOf(slot["height"]),
        objects: own.flatMap((annotation) => darwinObject(annotation, leftOut, layers)),
      };
    });
  }
  return [
    {
      fileName,
      width: numberOf(width),
      height: numberOf(height),
      objects: objectsOf(annotations).flatMap((annotation) => darwinObject(annotation, leftOut, layers)),
    },
  ];
}

/** An annotation without slots belongs to the first. */
function slotOf(names: unknown, slots: readonly JsonObject[]): string {
  const [given] = Array.isArray(names) ? (names as readonly unknown[]) : [];
  return textOf(given ?? slots[0]?.["slot_name"]);
}

/**
 * Keyframes, and the ranges in which an object is there, whose ends are not part of them. Shapes that are not
 * interpolated stay until the next one.
 */
function darwinTrack(
  annotation: JsonObject,
  track: number,
  leftOut: SkipCounter,
  between: ShapesBetween,
): readonly FrameRow[] {
  const { name, frames, ranges, interpolated, attributes, instance_id, only_keyframes: isSparse } = annotation;
  const keyframes = Object.entries(isObject(frames) ? frames : {})
    .map(([frame, content]) => ({ frame: Number(frame), content }))
    .filter(({ frame }) => isFrame(frame))
    .toSorted((a, b) => a.frame - b.frame);
  const rows = keyframes.flatMap(({ frame, content }): readonly FrameRow[] => {
    const objects = isObject(content) ? darwinObject({ name, attributes, instance_id, ...content }, leftOut) : [];
    return objects.map((object) => ({ frame, object: { ...object, track } }));
  });
  if (isSparse === true) return rows;
  const spans = (Array.isArray(ranges) ? (ranges as readonly unknown[]) : []).flatMap((range) => {
    const [from = 0, to = 0] = numbersOf(range) ?? [];
    return to > from && isFrame(to) ? [{ from, to }] : [];
  });
  if (spans.length === 0) return interpolated === true ? between.addTo(rows) : rows;
  return spans.flatMap(({ from, to }) => {
    const within = rows.filter(({ frame }) => frame >= from && frame < to);
    const last = within.at(-1);
    // The last shape stays until the range ends.
    const all = last === undefined || last.frame === to - 1 ? within : [...within, { ...last, frame: to - 1 }];
    return between.addTo(all, interpolated === false);
  });
}

/** Center and radii of an ellipse, and a point, as `{x, y}`. */
function darwinPlace({ ellipse: oval, keypoint, skeleton }: JsonObject): Partial<TranslatedObject> | undefined {
  const pairIn = (value: unknown): XY | undefined => {
    const [x, y] = isObject(value) ? [numberOf(value["x"]), numberOf(value["y"])] : [];
    return x === undefined || y === undefined ? undefined : [x, y];
  };
  const [middle, radii] = isObject(oval) ? [pairIn(oval["center"]), pairIn(oval["radius"])] : [];
  if (isObject(oval) && middle && radii) return ellipse(middle, radii, numberOf(oval["angle"]) ?? 0);
  const point = pairIn(keypoint);
  if (point !== undefined) return numberedPoints([point]);
  const nodes = isObject(skeleton) ? objectsOf(skeleton["nodes"]) : [];
  const points = nodes.flatMap((node) => {
    const xy = pairIn(node);
    return xy === undefined ? [] : [{ name: textOf(node["name"]), xy }];
  });
  return points.length > 0 ? { points } : undefined;
}

function darwinObject(
  annotation: JsonObject,
  leftOut: SkipCounter,
  layers: RasterLayers = new Map(),
): readonly TranslatedObject[] {
  const { id, name, bounding_box: bounds, polygon, raster_layer: layer, inference } = annotation;
  // Its parts are masks of their own.
  if (isObject(layer)) return [];
  const mask = isObject(annotation["mask"]) ? layers.get(textOf(id)) : undefined;
  const [x, y, w, h] = isObject(bounds) ? ["x", "y", "w", "h"].map((key) => numberOf(bounds[key])) : [];
  const paths = isObject(polygon)
    ? (Array.isArray(polygon["paths"]) ? polygon["paths"] : [polygon["path"], ...listOf(polygon["additional_paths"])])
        .map(pathOf)
        .filter((path) => path !== undefined)
    : [];
  const hasBox = x !== undefined && y !== undefined && w !== undefined && h !== undefined;
  const place = darwinPlace(annotation);
  if (!hasBox && paths.length === 0 && place === undefined && mask === undefined) {
    const kind = Object.keys(annotation).find((key) => isObject(annotation[key]) && !facts.has(key)) ?? "annotation";
    leftOut.add(`annotation of the kind "${kind}"`);
    return [];
  }
  return [
    {
      type: textOf(name),
      score: isObject(inference) ? numberOf(inference["confidence"]) : undefined,
      attributes: darwinFacts(annotation),
      ...place,
      ...(mask !== undefined && { segmentation: mask }),
      ...(hasBox && { box: [x, y, w, h] as const }),
      ...(paths.length > 0 && { segmentation: paths }),
    },
  ];
}

/** Version 1 has further parts of a polygon next to its first. */
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : []);

/** Members that say more about an annotation, and are not shapes. */
const facts: ReadonlySet<string> = new Set(["inference", "instance_id", "text", "attributes", "properties"]);

/** Attributes of Darwin are words; the number of an instance and a text are objects of their own. */
function darwinFacts({ attributes, instance_id: instance, text, properties }: JsonObject): JsonObject {
  const words = Array.isArray(attributes) ? (attributes as readonly unknown[]).map(textOf) : [];
  const named = objectsOf(properties).map(({ name, value }) => [textOf(name), value] as const);
  return attributesOf({
    ...Object.fromEntries(words.filter((word) => word !== "").map((word) => [word, true])),
    ...Object.fromEntries(named.filter(([name]) => name !== "")),
    ...(isObject(instance) && { instance_id: instance["value"] }),
    ...(isObject(text) && { text: text["text"] }),
  });
}

/** By the id of the annotation. */
type RasterLayers = ReadonlyMap<string, readonly MaskPolygon[]>;

/** All masks of a picture in one annotation: pairs of a number and how often it comes, row by row. */
function rasterLayers(annotations: readonly JsonObject[], width: number, height: number): RasterLayers {
  const layers = new Map<string, readonly MaskPolygon[]>();
  for (const { raster_layer: layer } of annotations) {
    if (!isObject(layer) || !isObject(layer["mask_annotation_ids_mapping"])) continue;
    const packed = numbersOf(layer["dense_rle"]) ?? [];
    for (const [id, value] of Object.entries(layer["mask_annotation_ids_mapping"])) {
      const found = polygonsOfMask({ runs: runsOf(packed, numberOf(value) ?? NaN), width, height });
      if (typeof found !== "string") layers.set(id, maskPolygons(found));
    }
  }
  return layers;
}

/** Alternating runs outside and inside of what has this number. */
function runsOf(packed: readonly number[], value: number): readonly number[] {
  const runs = [0];
  for (let at = 0; at + 1 < packed.length; at += 2) {
    if ((runs.length % 2 === 0) !== (packed[at] === value)) runs.push(0);
    runs[runs.length - 1]! += packed[at + 1] ?? 0;
  }
  return runs;
}
