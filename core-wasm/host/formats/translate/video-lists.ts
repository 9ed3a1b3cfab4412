/**
 * Files about several videos, with their tracks: YouTube-VIS (OVIS, UVO) and BURST. A dataset has one of them: the one
 * whose pictures it has, or else the one that has its name, or the first one with tracks.
 */
import { isObject, type JsonObject } from "../../json.ts";
import { chooseVideo, videoProblems } from "../pictures/choose-video.ts";
import { type Known, numberOf, numbersOf, objectsOf, type SkipCounter, textOf } from "./translation.ts";
import type { TranslatedObject, TranslatedPicture } from "./translation.ts";

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : []);

/** Pictures of different videos have the same names in folders of their own. */
const endOf = (name: string): string => name.split(/[/\\]/).slice(-2).join("/");

interface VideoList<Video> {
  readonly videos: readonly Video[];
  /** The pictures of a video. */
  readonly namesOf: (video: Video) => readonly string[];
  readonly hasTracks: (video: Video) => boolean;
}

/** The folder of its pictures is what a video is called. */
const folderOf = (names: readonly string[]): string => (names[0] ?? "").split(/[/\\]/).at(-2) ?? "";

function videoOf<Video>(
  { videos, namesOf, hasTracks }: VideoList<Video>,
  { pictures, videoNames, askedVideo }: Known,
  leftOut: SkipCounter,
): Video | undefined {
  const names = new Set(pictures);
  const exact = videos.filter((video) => namesOf(video).some((name) => names.has(name)));
  const endings = new Set(pictures.map(endOf));
  const known =
    exact.length > 0 ? exact : videos.filter((video) => namesOf(video).some((name) => endings.has(endOf(name))));
  const all = known.length > 0 ? known : videos;
  const used = all.filter(hasTracks);
  const nameOf = (video: Video): string => folderOf(namesOf(video)) || (namesOf(video)[0] ?? "");
  const chosen = chooseVideo([...used, ...all].map(nameOf), videoNames);
  if (chosen !== undefined && known.length === 0)
    leftOut.problems.push(...videoProblems(chosen, used.map(nameOf), askedVideo));
  return [...used, ...all].find((video) => nameOf(video) === chosen?.name);
}

function typesOf(categories: unknown): ReadonlyMap<string, string> {
  return new Map(objectsOf(categories).map(({ id, name }) => [textOf(id), textOf(name)]));
}

/** A track has a list of boxes and one of masks, with `null` where it is not seen. */
export function translateYouTubeVis(
  document: unknown,
  leftOut: SkipCounter,
  known: Known,
): readonly TranslatedPicture[] | undefined {
  if (!isObject(document)) return undefined;
  const types = typesOf(document["categories"]);
  const videos = objectsOf(document["videos"]);
  const tracks = Map.groupBy(objectsOf(document["annotations"]), ({ video_id: id }) => textOf(id));
  const namesOf = ({ file_names: names }: JsonObject) => listOf(names).map(textOf);
  const hasTracks = ({ id }: JsonObject) => tracks.has(textOf(id));
  const video = videoOf({ videos, namesOf, hasTracks }, known, leftOut);
  if (video === undefined) return undefined;
  const own = tracks.get(textOf(video["id"])) ?? [];
  for (const [id, others] of tracks) {
    if (id !== textOf(video["id"]))
      for (const _ of others) leftOut.add(`track of a video other than that of ${namesOf(video)[0] ?? "no picture"}`);
  }
  return namesOf(video).map((fileName, frame) => ({
    fileName,
    width: numberOf(video["width"]),
    height: numberOf(video["height"]),
    objects: own.flatMap(
      ({ category_id: category, bboxes, segmentations, score }, track): readonly TranslatedObject[] => {
        const [x, y, width, height] = numbersOf(listOf(bboxes)[frame]) ?? [];
        const box = x !== undefined && y !== undefined && width !== undefined && height !== undefined;
        const shape = listOf(segmentations)[frame];
        const segmentation =
          isObject(shape) || (Array.isArray(shape) && shape.length > 0) ? (shape as object) : undefined;
        if (!box && segmentation === undefined) return [];
        return [
          {
            type: types.get(textOf(category)) ?? textOf(category),
            track,
            score: numberOf(score),
            ...(box && { box: [x, y, width, height] as const }),
            ...(segmentation && { segmentation }),
          },
        ];
      },
    ),
  }));
}

/** A sequence has the masks of each picture by the numbers of tracks. */
export function translateBurst(
  document: unknown,
  leftOut: SkipCounter,
  known: Known,
): readonly TranslatedPicture[] | undefined {
  if (!isObject(document)) return undefined;
  const types = typesOf(document["categories"]);
  const namesOf = ({ annotated_image_paths: names }: JsonObject) => listOf(names).map(textOf);
  const hasTracks = ({ segmentations }: JsonObject) =>
    objectsOf(segmentations).some((one) => Object.keys(one).length > 0);
  const sequences = objectsOf(document["sequences"]);
  const sequence = videoOf({ videos: sequences, namesOf, hasTracks }, known, leftOut);
  if (sequence === undefined) return undefined;
  for (const other of sequences) if (other !== sequence && hasTracks(other)) leftOut.add("further video");
  const { width: wide, height: high, segmentations, track_category_ids: categories, all_image_paths: all } = sequence;
  const [width, height] = [numberOf(wide), numberOf(high)];
  const frames = new Map(listOf(all).map((name, frame) => [textOf(name), frame]));
  return namesOf(sequence).map((fileName, at) => ({
    fileName,
    width,
    height,
    frame: frames.get(fileName),
    objects: Object.entries((listOf(segmentations)[at] ?? {}) as JsonObject).flatMap(([id, one]) => {
      const [track, counts] = [Number(id), isObject(one) ? one["rle"] : undefined];
      if (typeof counts !== "string" || width === undefined || height === undefined) {
        return leftOut.add("object without a mask") ?? [];
      }
      const category = textOf(isObject(categories) ? categories[id] : undefined);
      const segmentation = { counts, size: [height, width] };
      return [
        { type: types.get(category) ?? category, track: Number.isInteger(track) ? track : undefined, segmentation },
      ];
    }),
  }));
}
