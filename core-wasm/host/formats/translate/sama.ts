/** Deliveries of Sama: tasks, each about a picture, or about a video whose shapes have key locations. */
import { isObject, type JsonObject } from "../../json.ts";
import { placeOfPoints } from "./plain-shapes.ts";
import {
  attributesOf,
  numberOf,
  objectsOf,
  pairsOf,
  pathOfPairs,
  type SkipCounter,
  textOf,
  type TranslatedObject,
  type TranslatedPicture,
} from "./translation.ts";
import { type FrameRow, isFrame, ShapesBetween } from "./video-frames.ts";

export function translateSama(document: unknown, leftOut: SkipCounter): readonly TranslatedPicture[] | undefined {
  if (!Array.isArray(document)) return undefined;
  const between = new ShapesBetween();
  return objectsOf(document).flatMap((task, at): readonly TranslatedPicture[] => {
    const fileName = nameOf(task);
    const shapes = shapesIn(task, leftOut);
    const isVideo = shapes.some(({ key_locations: places }) => Array.isArray(places));
    if (!isVideo) return [{ fileName, objects: shapes.flatMap((shape) => objectOf(shape, shape, leftOut) ?? []) }];
    const rows = shapes.flatMap((shape, track) => rowsOf(shape, track, leftOut).flatMap((part) => between.addTo(part)));
    const video = fileName || String(at);
    return [...Map.groupBy(rows, ({ frame }) => frame)].map(([frame, same]) => {
      return { fileName: "", frame, video, objects: same.map(({ object }) => object) };
    });
  });
}

/** The end of its address, else its name. */
function nameOf({ data }: JsonObject): string {
  const { url, name, image, video } = isObject(data) ? data : {};
  const address = [url, image, video, name].map(textOf).find((text) => text !== "") ?? "";
  return address.replace(/[?#].*$/s, "").replace(/^.*\//s, "");
}

/** Of all answers that have vectors. */
function shapesIn({ answers }: JsonObject, leftOut: SkipCounter): readonly JsonObject[] {
  return Object.entries(isObject(answers) ? answers : {}).flatMap(([, answer]) => {
    const layers = isObject(answer) ? answer["layers"] : undefined;
    if (!isObject(layers)) return [];
    for (const _ of objectsOf(layers["raster_coding"])) leftOut.add("mask in another file");
    return objectsOf(layers["vector_tagging"]).flatMap(({ shapes, group_type: kind }) => {
      if (textOf(kind) !== "") leftOut.add(`group of the kind "${textOf(kind)}", whose shapes are read`);
      return objectsOf(shapes);
    });
  });
}

function objectOf(
  { type: kind, tags }: JsonObject,
  { points }: JsonObject,
  leftOut: SkipCounter,
): TranslatedObject | undefined {
  const place = placeOfPoints(textOf(kind), pairsOf(pathOfPairs(points)));
  if (place === undefined) return leftOut.add(`shape of the kind "${textOf(kind)}"`);
  const answers = Object.entries(isObject(tags) ? tags : {});
  const [key, type] = answers.find(([name]) => /label|class|type|categor|species/i.test(name)) ?? answers[0] ?? [""];
  return { type: textOf(type), ...place, attributes: attributesOf(tags, [key]) };
}

/** The key locations, in parts between which the object is not visible. */
function rowsOf(shape: JsonObject, track: number, leftOut: SkipCounter): readonly (readonly FrameRow[])[] {
  const parts: FrameRow[][] = [[]];
  for (const place of objectsOf(shape["key_locations"])) {
    const frame = numberOf(place["frame_number"]) ?? NaN;
    if (numberOf(place["visibility"]) === 0) {
      parts.push([]);
      continue;
    }
    const object = isFrame(frame) ? objectOf(shape, place, leftOut) : leftOut.add("key location without a frame");
    if (object !== undefined) parts.at(-1)?.push({ frame, object: { ...object, track: track + 1 } });
  }
  return parts;
}
