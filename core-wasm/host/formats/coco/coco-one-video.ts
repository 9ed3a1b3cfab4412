/** COCO about several videos: the images and annotations of the one that has a name of the dataset's. */
import { encodeText } from "../../instance.ts";
import { isObject } from "../../json.ts";
import { chooseVideo, notFoundProblems, videoProblems } from "../pictures/choose-video.ts";
import { readerProblem } from "../problems/reader-problems.ts";
import { decodeMarked } from "../text/text-encoding.ts";
import type { Problem, ReadOptions } from "../../types.ts";
import { parsedWhole } from "./coco-loose.ts";
import { maxRereadBytes, textAfter } from "./loose-signs.ts";

interface OneVideo {
  /** `undefined`: the file is read as it is, since it is about one video, or none has such a name. */
  readonly bytes?: Uint8Array;
  readonly problems: readonly Problem[];
}

export function readOneVideo(given: Uint8Array, { videoNames = [], askedVideo }: ReadOptions): OneVideo {
  const [likeliest] = videoNames;
  if (likeliest === undefined) return { problems: [] };
  const { bytes } = decodeMarked(given);
  const text = textAfter(bytes, '"videos"');
  if (text === undefined || (askedVideo === undefined && !hasTwo(text))) return { problems: [] };
  if (given.length > maxRereadBytes) {
    const words = [askedVideo ?? likeliest, "", "", String(maxRereadBytes >> 20)];
    return { problems: hasTwo(text) ? [readerProblem("video-not-found", words)] : [] };
  }
  const document = parsedWhole(bytes);
  if (!isObject(document)) return { problems: [] };
  const videos = objectsOf(document["videos"]);
  const nameOf = ({ name, file_name: file }: Readonly<Record<string, unknown>>): string => String(name ?? file ?? "");
  const names = videos.map(nameOf);
  const chosen = chooseVideo(names, videoNames);
  if (chosen?.wanted === undefined) return { problems: notFoundProblems(askedVideo, names) };
  const own = videos.filter((video) => nameOf(video) === chosen.name);
  if (own.length === videos.length) return { problems: [] };
  const [all, read] = [videos, own].map((some) => new Set(some.map(({ id }) => String(id)))) as [
    Set<string>,
    Set<string>,
  ];
  const pictures = objectsOf(document["images"]);
  const images = pictures.filter(({ video_id: id }) => read.has(String(id)));
  const ids = new Set(images.map(({ id }) => String(id)));
  const annotations = objectsOf(document["annotations"]).filter(({ image_id: id }) => ids.has(String(id)));
  const unnamed = pictures.filter(({ video_id: id }) => !all.has(String(id))).length;
  return {
    bytes: encodeText(JSON.stringify({ ...document, videos: own, images, annotations })),
    problems: [
      ...videoProblems(chosen, names),
      ...(unnamed > 0 ? [readerProblem("video-unnamed", [String(unnamed), chosen.name])] : []),
    ],
  };
}

/** Whether a list has more than one entry, as far as its beginning shows. @param text after its name */
function hasTwo(text: string): boolean {
  if (!/^\s*:\s*\[/.test(text)) return false;
  let depth = 0;
  for (const [sign] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},]/g)) {
    if (sign === "," && depth === 1) return true;
    if (sign === "[" || sign === "{") depth++;
    else if ((sign === "]" || sign === "}") && --depth === 0) return false;
  }
  return true;
}

const objectsOf = (value: unknown) => (Array.isArray(value) ? (value as readonly unknown[]).filter(isObject) : []);
