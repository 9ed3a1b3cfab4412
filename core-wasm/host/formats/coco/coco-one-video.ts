/** COCO about several videos: the images and annotations of the one that has a name of the dataset's. */
import { encodeText } from "../../instance.ts";
import { isObject } from "../../json.ts";
import { chooseVideo, videoProblems } from "../pictures/choose-video.ts";
import { decodeMarked } from "../text/text-encoding.ts";
import { parsedWhole, type PlainCoco } from "./coco-loose.ts";
import { maxRereadBytes, textAfter } from "./loose-signs.ts";

/** @returns `undefined`: the file is about one video, or none of them has such a name */
export function readOneVideo(given: Uint8Array, videoNames: readonly string[] = []): PlainCoco | undefined {
  if (videoNames.length === 0 || given.length > maxRereadBytes) return undefined;
  const { bytes } = decodeMarked(given);
  if (!/^\s*:\s*\[\s*\{[^{}]*\}\s*,/.test(textAfter(bytes, '"videos"') ?? "")) return undefined;
  const document = parsedWhole(bytes);
  if (!isObject(document)) return undefined;
  const videos = objectsOf(document["videos"]);
  const names = videos.map(({ name, file_name: file }) => String(name ?? file ?? ""));
  const chosen = chooseVideo(names, videoNames);
  const video = videos[names.indexOf(chosen?.name ?? "")];
  if (chosen?.wanted === undefined || video === undefined) return undefined;
  const images = objectsOf(document["images"]).filter(({ video_id: id }) => String(id) === String(video["id"]));
  const ids = new Set(images.map(({ id }) => String(id)));
  const annotations = objectsOf(document["annotations"]).filter(({ image_id: id }) => ids.has(String(id)));
  return {
    bytes: encodeText(JSON.stringify({ ...document, videos: [video], images, annotations })),
    problems: videoProblems(chosen, names),
    renamedMembers: [],
  };
}

const objectsOf = (value: unknown) => (Array.isArray(value) ? (value as readonly unknown[]).filter(isObject) : []);
