/**
 * Projects of TagLab: orthophotos with regions, whose outlines are lists of points or texts of steps in tenths of a
 * pixel, and points.
 */
import { isObject, type JsonObject } from "../../json.ts";
import {
  attributesOf,
  numberedPoints,
  numberOf,
  numbersOf,
  objectsOf,
  pairsOf,
  pathOfPairs,
  type SkipCounter,
  textOf,
  type TranslatedObject,
  type TranslatedPicture,
} from "./translation.ts";

export function translateTagLab(document: unknown, leftOut: SkipCounter): readonly TranslatedPicture[] | undefined {
  if (!isObject(document) || !Array.isArray(document["images"])) return undefined;
  return objectsOf(document["images"]).map(({ id, name, width, height, channels, annotations }) => {
    const [color] = objectsOf(channels);
    // Older projects have a list of regions, and no points.
    const regions = isObject(annotations) ? annotations["regions"] : annotations;
    const points = isObject(annotations) ? objectsOf(annotations["points"]) : [];
    return {
      fileName: textOf(color?.["filename"]).replace(/^.*[/\\]/s, "") || textOf(name) || textOf(id),
      width: numberOf(width),
      height: numberOf(height),
      objects: [
        ...objectsOf(regions).flatMap((region) => regionOf(region, leftOut) ?? []),
        ...points.flatMap((point) => pointOf(point, leftOut) ?? []),
      ],
    };
  });
}

function pointOf({ X, Y, Class: type, Note: note }: JsonObject, leftOut: SkipCounter): TranslatedObject | undefined {
  const [x, y] = [numberOf(X), numberOf(Y)];
  if (x === undefined || y === undefined) return leftOut.add("point without a place");
  return { type: textOf(type), ...numberedPoints([[x, y]]), attributes: attributesOf({ note }) };
}

function regionOf(region: JsonObject, leftOut: SkipCounter): TranslatedObject | undefined {
  const outline = pathOf(region["contour"]);
  if (outline.length < 6) return leftOut.add("region without an outline");
  const inner = region["inner contours"];
  const holes = (Array.isArray(inner) ? (inner as readonly unknown[]) : [])
    .map(pathOf)
    .filter((hole) => hole.length >= 6);
  const { note, genet, data } = region;
  return {
    type: textOf(region["class name"]),
    segmentation:
      holes.length === 0 ? [outline] : [{ exterior: pairsOf(outline), interiors: holes.map((hole) => pairsOf(hole)) }],
    attributes: { ...attributesOf({ note, genet }), ...attributesOf(data) },
  };
}

/** x, y, x, y… of an outline. */
function pathOf(contour: unknown): readonly number[] {
  if (Array.isArray(contour)) return pathOfPairs(contour);
  const steps = numbersOf(textOf(contour).trim().split(/\s+/)) ?? [];
  let [x, y] = [0, 0];
  return pairsOf(steps.slice(0, steps.length - (steps.length % 2))).flatMap(([right, down]) => {
    x += right;
    y += down;
    return [x / 10, y / 10];
  });
}
