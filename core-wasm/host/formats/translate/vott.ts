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
  const places = pages.map(({ asset: media = {} }) => placeOf(media));
  const video = places.find(({ seconds }) => seconds !== undefined)?.video;
  return pages.flatMap(({ asset: media = {}, regions }, at): readonly TranslatedPicture[] => {
    const { name, path, size } = isObject(media) ? media : {};
    const { width, height } = isObject(size) ? size : {};
    const { video: own, seconds } = places[at] ?? {};
    const list = objectsOf(regions);
    if (video !== undefined && own !== video) {
      // The video itself is an asset without regions.
      if (list.length > 0) leftOut.add("picture that is not of the first video");
      return [];
    }
    return [
      {
        ...(seconds === undefined
          ? { fileName: textOf(name) || textOf(path) }
          : { fileName: "", frame: frameAtSeconds(seconds, fps, "timestamp") }),
        width: numberOf(width),
        height: numberOf(height),
        objects: list.flatMap((region) => objectOf(region, leftOut) ?? []),
      },
    ];
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
