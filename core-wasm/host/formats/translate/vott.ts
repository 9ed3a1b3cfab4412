/** VoTT: an export with all pictures, or the file of one picture. */
import { isObject, type JsonObject } from "../../json.ts";
import { frameAtSeconds } from "./video-frames.ts";
import {
  type Known,
  type SkipCounter,
  numberOf,
  objectsOf,
  pathOf,
  textOf,
  type TranslatedObject,
  type TranslatedPicture,
} from "./translation.ts";

export function translateVott(
  document: unknown,
  leftOut: SkipCounter,
  { fps }: Known,
): readonly TranslatedPicture[] | undefined {
  if (!isObject(document)) return undefined;
  const { assets, asset } = document;
  const pages = isObject(asset) ? [document] : isObject(assets) ? objectsOf(Object.values(assets)) : undefined;
  if (pages === undefined) return undefined;
  return pages.map(({ asset: media = {}, regions }): TranslatedPicture => {
    const { name, path, size } = isObject(media) ? media : {};
    const { width, height } = isObject(size) ? size : {};
    const { video, seconds } = placeOf(media);
    return {
      ...(seconds === undefined
        ? { fileName: textOf(name) || textOf(path) }
        : { fileName: "", frame: frameAtSeconds(seconds, fps, "timestamp"), video }),
      width: numberOf(width),
      height: numberOf(height),
      objects: objectsOf(regions).flatMap((region) => objectOf(region, leftOut) ?? []),
    };
  });
}

/** Frames of a video are called `dive.mp4#t=1.5`, by their seconds. */
function placeOf(media: unknown): { readonly video?: string; readonly seconds?: number } {
  const { name, timestamp, parent } = isObject(media) ? media : {};
  const seconds = numberOf(timestamp);
  if (seconds === undefined) return {};
  return { seconds, video: (isObject(parent) && textOf(parent["name"])) || textOf(name).replace(/#t=.*$/, "") };
}

function objectOf(
  { type: kind, tags, boundingBox: bounds, points }: JsonObject,
  leftOut: SkipCounter,
): TranslatedObject | undefined {
  const [type = "", ...others] = Array.isArray(tags) ? tags.map(textOf) : [];
  if (others.length > 0) leftOut.add("further tag of a region");
  const [x, y, width, height] = isObject(bounds)
    ? ["left", "top", "width", "height"].map((side) => numberOf(bounds[side]))
    : [];
  if (x === undefined || y === undefined || width === undefined || height === undefined) {
    return leftOut.add("region without a box");
  }
  const path = kind === "POLYGON" ? pathOf(points) : undefined;
  return { type, box: [x, y, width, height], ...(path !== undefined && { segmentation: [path] }) };
}
