/**
 * COCO as tools export it in parts: a file for each of train, val and test. Their images and annotations become those of
 * one document, with ids of their own and the categories of all by name.
 */
import { isObject, type JsonObject, parsePythonJson } from "../../json.ts";
import { readerProblem } from "../problems/reader-problems.ts";
import { decodeWhole } from "../text/text-encoding.ts";
import type { SourceFile } from "../sources/source.ts";
import { CoreError, type Problem } from "../../types.ts";

/** Larger files are not joined: parsing them takes many times their size in memory. */
const maxBytes = 128 << 20;

/** For the reader to report: the id of an image or a category that its file does not have. */
const unknownId = -1;

interface Part {
  readonly name: string;
  readonly images: readonly unknown[];
  readonly annotations: readonly unknown[];
  readonly categories: readonly unknown[];
}

export interface JoinedSplits {
  readonly document: object;
  readonly problem: Problem;
}

/**
 * @returns `undefined`: a file is broken, they are too large together, or they are about the same pictures
 * @throws CoreError for the archive that COCO itself is published as, which has the same pictures several times
 */
export async function joinSplits(files: readonly SourceFile[]): Promise<JoinedSplits | undefined> {
  const parts: Part[] = [];
  let left = maxBytes;
  for (const { name, read } of files) {
    const bytes = await read();
    left -= bytes.length;
    if (left < 0) return refuseCocoArchive(files);
    const part = partOf(name, decodeWhole(bytes).text);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  if (!areSplits(parts)) return refuseCocoArchive(files);
  const words = [String(parts.length), parts.map(({ name }) => name).join(", ")];
  return { document: joined(parts), problem: readerProblem("coco-splits-joined", words) };
}

function refuseCocoArchive(files: readonly SourceFile[]): undefined {
  const [objects, people] = ["instances", "person_keypoints"].map(
    (kind) => files.find(({ name }) => new RegExp(`(^|/)${kind}_[^/]*\\.json$`, "i").test(name))?.name,
  );
  if (objects === undefined || people === undefined) return undefined;
  throw new CoreError(
    "source-several-files",
    `Of the files of COCO, ${objects} and ${people} among them, several are about the same pictures. ` +
      "Read one file alone: the `instances` of your pictures for all objects, or the `person_keypoints` for people with their points.",
  );
}

/** Files of the same split, such as instances and key points, repeat its pictures. */
function areSplits(parts: readonly Part[]): boolean {
  const names = parts.flatMap(namesIn);
  const splits = new Set(parts.map(({ name }) => splitOf(name)));
  return new Set(names).size === names.length || splits.size === parts.length;
}

function partOf(name: string, text: string): Part | undefined {
  let document: unknown;
  try {
    document = parsePythonJson(text);
  } catch {
    return undefined;
  }
  if (!isObject(document)) return undefined;
  const { images, annotations, categories } = document;
  if (!Array.isArray(images) || !Array.isArray(annotations) || !Array.isArray(categories)) return undefined;
  return { name, images, annotations, categories };
}

function joined(parts: readonly Part[]): object {
  const images: JsonObject[] = [];
  const annotations: JsonObject[] = [];
  const categories = new Map<string, JsonObject>();
  const counts = Map.groupBy(parts.flatMap(namesIn), (name) => name);
  const areFramesShared = areOfOneVideo(parts);
  const tracks = new Map<string, number>();
  for (const [place, part] of parts.entries()) {
    const imageIds = new Map<string, number>();
    for (const { frame_index: frame, ...image } of part.images.filter(isObject)) {
      const id = images.length + 1;
      imageIds.set(String(image["id"]), id);
      const name = image["file_name"];
      const isShared = typeof name === "string" && (counts.get(name)?.length ?? 0) > 1;
      images.push({
        ...image,
        id,
        ...(isShared && { file_name: `${splitOf(part.name)}/${name}` }),
        ...(areFramesShared && { frame_index: frame }),
      });
    }
    const types = new Map<string, unknown>();
    for (const category of part.categories.filter(isObject)) {
      const name = String(category["name"]);
      const known = categories.get(name) ?? { ...category, id: categories.size + 1 };
      categories.set(name, known);
      types.set(String(category["id"]), known["id"]);
    }
    for (const { track_id: track, category_id: category, ...annotation } of part.annotations.filter(isObject)) {
      const key = JSON.stringify([place, track]);
      const hasCategory = category !== undefined && category !== null;
      if (track !== undefined && track !== null && !tracks.has(key)) tracks.set(key, tracks.size + 1);
      annotations.push({
        ...annotation,
        id: annotations.length + 1,
        image_id: imageIds.get(String(annotation["image_id"])) ?? unknownId,
        category_id: hasCategory ? (types.get(String(category)) ?? unknownId) : undefined,
        ...(tracks.has(key) && { track_id: tracks.get(key) }),
      });
    }
  }
  // Annotations without a track get numbers after those of all tracks.
  const numbered = annotations.map((annotation) =>
    "track_id" in annotation ? annotation : { ...annotation, id: Number(annotation["id"]) + tracks.size },
  );
  return { images, annotations: numbered, categories: [...categories.values()] };
}

/** Whether frames are those of one video; otherwise each split counts its own, and images go by their names. */
function areOfOneVideo(parts: readonly Part[]): boolean {
  const frames = parts.flatMap(({ images }) => images.filter(isObject).flatMap((image) => image["frame_index"] ?? []));
  return new Set(frames).size === frames.length;
}

function namesIn({ images }: Part): readonly string[] {
  return images.flatMap((image) =>
    isObject(image) && typeof image["file_name"] === "string" ? image["file_name"] : [],
  );
}

/** The name of the folder; if it says nothing, the end of the name of the file, as in instances_train2017.json. */
function splitOf(path: string): string {
  const [folder = "", file = ""] = [/([^/]*)\/[^/]*$/.exec(path)?.[1], path.slice(path.lastIndexOf("/") + 1)];
  const isOfAll = folder === "" || /^(annotations?|labels?|json|coco)$/i.test(folder);
  return isOfAll ? file.replace(/\.json$/i, "").replace(/^.*_(?=\w)/, "") : folder;
}
