/** VoTT: an export with all pictures, or the file of one picture. */
import { isObject, type JsonObject } from "../../json.ts";
import {
  type SkipCounter,
  numberOf,
  objectsOf,
  pathOf,
  textOf,
  type TranslatedObject,
  type TranslatedPicture,
} from "./translation.ts";

export function translateVott(document: unknown, leftOut: SkipCounter): readonly TranslatedPicture[] | undefined {
  if (!isObject(document)) return undefined;
  const { assets, asset } = document;
  const pages = isObject(asset) ? [document] : isObject(assets) ? objectsOf(Object.values(assets)) : undefined;
  return pages?.map(({ asset: media = {}, regions }) => {
    const { name, path, size, timestamp } = isObject(media) ? media : {};
    const { width, height } = isObject(size) ? size : {};
    // Frames of a video are called by their seconds, which say no frame.
    const isOfVideo = numberOf(timestamp) !== undefined;
    if (isOfVideo) leftOut.add("picture that is a second of a video");
    return {
      fileName: textOf(name) || textOf(path),
      width: numberOf(width),
      height: numberOf(height),
      objects: isOfVideo ? [] : objectsOf(regions).flatMap((region) => objectOf(region, leftOut) ?? []),
    };
  });
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
