/**
 * Releases of Segments.ai: samples that are a picture, or a sequence of pictures with tracks. Their masks are in other
 * files.
 */
import { isObject, type JsonObject } from "../../json.ts";
import { placeOfPoints, TrackNumbers } from "./plain-shapes.ts";
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

export function translateSegmentsAi(document: unknown, leftOut: SkipCounter): readonly TranslatedPicture[] | undefined {
  const dataset = isObject(document) ? document["dataset"] : undefined;
  if (!isObject(dataset) || !Array.isArray(dataset["samples"])) return undefined;
  const tracks = new TrackNumbers();
  const pictures = objectsOf(dataset["samples"]).flatMap((sample, at): readonly TranslatedPicture[] => {
    const types = typesIn(dataset, sample);
    const label = labelOf(sample, leftOut);
    const { attributes, name } = sample;
    const { frames, image } = isObject(attributes) ? attributes : {};
    const read = (shapes: JsonObject | undefined): readonly TranslatedObject[] =>
      objectsOf(shapes?.["annotations"]).flatMap((one) => objectOf(one, types, at, tracks, leftOut) ?? []);
    if (!Array.isArray(frames) && !Array.isArray(label?.["frames"]))
      return [{ fileName: nameOf(name, image), objects: read(label) }];
    const shapes = objectsOf(label?.["frames"]);
    const named = objectsOf(frames);
    return Array.from({ length: Math.max(named.length, shapes.length) }, (_, frame) => ({
      fileName: nameOf(named[frame]?.["name"], named[frame]?.["image"]),
      frame,
      video: textOf(name) || String(at),
      objects: read(shapes[frame]),
    }));
  });
  const names = new Set(pictures.map(({ fileName }) => fileName));
  // Names decide which pictures they are, in all sequences, unless sequences have the same.
  if (names.has("") || names.size < pictures.length) return pictures;
  return pictures.map(({ fileName, objects }) => ({ fileName, objects }));
}

function typesIn({ task_attributes: all }: JsonObject, { task_attributes: own }: JsonObject): Map<number, string> {
  const { categories } = isObject(own) ? own : isObject(all) ? all : {};
  return new Map(objectsOf(categories).map(({ id, name }) => [numberOf(id) ?? NaN, textOf(name)]));
}

/** Of the set of labels that people made, if there are several. */
function labelOf({ labels }: JsonObject, leftOut: SkipCounter): JsonObject | undefined {
  const sets = isObject(labels) ? Object.entries(labels).filter(([, one]) => isObject(one)) : [];
  const [first, ...others] = sets.toSorted(([a], [b]) => Number(b === "ground-truth") - Number(a === "ground-truth"));
  for (const [name] of others) leftOut.add(`label of the set \`${name}\``);
  const { attributes } = (first?.[1] ?? {}) as JsonObject;
  if (!isObject(attributes)) return undefined;
  if (isObject(attributes["segmentation_bitmap"])) {
    for (const _ of objectsOf(attributes["annotations"])) leftOut.add("mask in another file");
    return undefined;
  }
  return attributes;
}

function nameOf(name: unknown, image: unknown): string {
  const { url } = isObject(image) ? image : {};
  return (
    textOf(name) ||
    textOf(url)
      .replace(/[?#].*$/s, "")
      .replace(/^.*\//s, "")
  );
}

function objectOf(
  { category_id: category, type: kind, points, track_id: track, attributes }: JsonObject,
  types: ReadonlyMap<number, string>,
  sample: number,
  tracks: TrackNumbers,
  leftOut: SkipCounter,
): TranslatedObject | undefined {
  const place = placeOfPoints(textOf(kind), pairsOf(pathOfPairs(points)));
  if (place === undefined) return leftOut.add(`annotation of the kind "${textOf(kind)}"`);
  const id = textOf(track);
  return {
    type: types.get(numberOf(category) ?? NaN) ?? textOf(category),
    ...place,
    ...(id !== "" && { track: tracks.of(`${sample} ${id}`) }),
    attributes: attributesOf(attributes),
  };
}
