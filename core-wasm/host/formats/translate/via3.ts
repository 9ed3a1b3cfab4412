/** The VGG Image and Video Annotator, version 3: projects and CSV, about pictures and about seconds of a video. */
import { isObject, type JsonObject } from "../../json.ts";
import { chooseVideo, videoProblems } from "../pictures/choose-video.ts";
import { dialectOf, rowsOf } from "../text/table-text.ts";
import {
  ellipse,
  type Known,
  type SkipCounter,
  numberedPoints,
  numbersOf,
  textOf,
  type TranslatedObject,
  type TranslatedPicture,
} from "./translation.ts";
import { flatAttributes, parseCell, type Place, typed } from "./via.ts";
import { frameAtSeconds, isFrame, picturesOfFrames } from "./video-frames.ts";

/** Kinds of shapes in version 3, the first number of `xy`. */
const [point, rectangle, circle, oval, polygon] = [1, 2, 3, 4, 7];

function placeOfVia3(kind: number | undefined, numbers: readonly number[]): Place | undefined {
  const [x = 0, y = 0, width = 0, height = width] = numbers;
  if (kind === point && numbers.length === 2) return numberedPoints([[x, y]]);
  if (kind === rectangle && numbers.length === 4) return { box: [x, y, width, height] };
  if (kind === circle && numbers.length === 3 && width > 0) return ellipse([x, y], [width, width]);
  if (kind === oval && numbers.length >= 4 && width > 0 && height > 0) return ellipse([x, y], [width, height]);
  return kind === polygon && numbers.length >= 6 ? { segmentation: [numbers] } : undefined;
}

/** A region: its media, its time if that is a video, its shape and its attributes. */
interface Region {
  readonly media: string;
  readonly times: unknown;
  readonly shape: unknown;
  readonly said: JsonObject;
}

/** Regions of pictures by the names of these, or those of a video on its frames. */
function picturesOf(
  regions: readonly Region[],
  media: readonly string[],
  leftOut: SkipCounter,
  { fps, videoNames, askedVideo }: Known,
): readonly TranslatedPicture[] {
  const found = regions.flatMap((region) => {
    const times = numbersOf(region.times) ?? [];
    const [kind, ...numbers] = numbersOf(region.shape) ?? [];
    const what = times.length > 1 ? "part of a video without a shape" : "entry without a shape";
    const place = kind === undefined ? leftOut.add(what) : placeOfVia3(kind, numbers);
    if (place === undefined) {
      if (kind !== undefined) leftOut.add(`shape of kind ${kind}`);
      return [];
    }
    const object: TranslatedObject = { ...typed(flatAttributes(region.said)), ...place };
    const [second] = times;
    return [{ media: region.media, second, object }];
  });
  if (!found.some(({ second }) => second !== undefined)) {
    const byMedia = Map.groupBy(found, (one) => one.media);
    return media.map((fileName) => ({ fileName, objects: (byMedia.get(fileName) ?? []).map(({ object }) => object) }));
  }
  // Projects list videos without any annotation as well.
  const names = found.flatMap((one) => (one.second === undefined ? [] : [one.media]));
  const video = chooseVideo(names, videoNames);
  if (video !== undefined) leftOut.problems.push(...videoProblems(video, names, askedVideo));
  const rows = found.flatMap(({ media: of, second = NaN, object }) => {
    if (of !== video?.name) return leftOut.add("annotation on another video") ?? [];
    const frame = frameAtSeconds(second, fps, "z");
    return isFrame(frame) ? [{ frame, object }] : (leftOut.add("shape without a time") ?? []);
  });
  return picturesOfFrames(rows);
}

export function translateVia3(
  document: unknown,
  leftOut: SkipCounter,
  known: Known,
): readonly TranslatedPicture[] | undefined {
  if (!isObject(document)) return undefined;
  const { file, view, metadata, attribute } = document;
  if (!isObject(file) || !isObject(view) || !isObject(metadata) || !isObject(attribute)) return undefined;
  const names = new Map(
    Object.entries(view).flatMap(([vid, one]) => {
      const [first] = isObject(one) && Array.isArray(one["fid_list"]) ? (one["fid_list"] as readonly unknown[]) : [];
      const picture = file[textOf(first)];
      return isObject(picture) ? [[vid, textOf(picture["fname"])] as const] : [];
    }),
  );
  const regions = Object.values(metadata)
    .filter(isObject)
    .map(({ vid, z, xy, av }) => ({
      media: names.get(textOf(vid)) ?? "",
      times: z,
      shape: xy,
      said: Object.fromEntries(
        Object.entries(isObject(av) ? av : {}).map(([id, value]) => namedValue(id, value, attribute[id])),
      ),
    }));
  return picturesOf(regions, [...names.values()], leftOut, known);
}

/** Values of lists are the keys of their options. */
function namedValue(id: string, value: unknown, definition: unknown): readonly [string, unknown] {
  if (!isObject(definition)) return [id, value];
  const { aname, options } = definition;
  const chosen = isObject(options) && typeof value === "string" ? options[value] : undefined;
  return [textOf(aname) || id, typeof chosen === "string" && chosen !== "" ? chosen : value];
}

/** One row per region; the names of the columns are in a comment. */
export function translateVia3Csv(
  text: unknown,
  leftOut: SkipCounter,
  known: Known,
): readonly TranslatedPicture[] | undefined {
  if (typeof text !== "string") return undefined;
  const header = /^#.*CSV_HEADER\s*=\s*(.+)$/m
    .exec(text)?.[1]
    ?.split(",")
    .map((name) => name.trim().toLowerCase());
  const at = (name: string): number => header?.indexOf(name) ?? -1;
  const places = ["file_list", "temporal_coordinates", "spatial_coordinates", "metadata"].map(at);
  if (places.includes(-1)) return undefined;
  const regions = [...rowsOf(text, dialectOf(text))]
    .filter(({ cells: [first = ""] }) => first !== "" && !first.startsWith("#"))
    .map(({ cells }): Region => {
      const [files, times, shape, said] = places.map((place) => parseCell(cells[place]));
      const [media] = Array.isArray(files) ? (files as readonly unknown[]) : [cells[places[0] ?? 0]];
      return { media: textOf(media), times, shape, said: isObject(said) ? said : {} };
    });
  return picturesOf(regions, [...new Set(regions.map(({ media }) => media))], leftOut, known);
}
