/**
 * COCO as programs write it that take its names loosely: pictures called by `path` instead of `file_name`, types by
 * `category_name`, scores by `confidence`, tracks by texts or `instance_id`, boxes as objects or texts. The first entry
 * of each list shows whether a file is of this kind, or the problems that reading it found (`loose-signs.ts`); only then
 * is it parsed and rewritten (`loose-rewriting.ts`), with a warning for each name that was read as another.
 */
import { encodeText } from "../../instance.ts";
import { isObject } from "../../json.ts";
import { readerProblem } from "../problems/reader-problems.ts";
import { decodeMarked, decodeWhole } from "../text/text-encoding.ts";
import { CoreError, type Problem } from "../../types.ts";
import { Rewriting } from "./loose-rewriting.ts";
import { firstEntry, isLoose, maxRereadBytes } from "./loose-signs.ts";
import { lastPart, nameIn, picturesById } from "./loose-values.ts";

export interface PlainCoco {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly problems: readonly Problem[];
  /** Members that were read as others. */
  readonly renamedMembers: readonly string[];
}

/**
 * The document with the names that COCO has; `undefined`: it has them already, or is broken.
 * @param isSure to look at all entries, and not just at the first ones
 * @param pictures names of the dataset's pictures, which may be the ids of images
 */
export function readLoose(given: Uint8Array, isSure = false, pictures: readonly string[] = []): PlainCoco | undefined {
  const { bytes } = decodeMarked(given);
  if (!isSure && !isLoose(bytes)) return undefined;
  const document = parsedWhole(bytes);
  if (!isObject(document) || !Array.isArray(document["images"]) || !Array.isArray(document["annotations"])) {
    return undefined;
  }
  const rewriting = new Rewriting(picturesById(pictures));
  const rewritten = rewriting.document(document, document["images"], document["annotations"]);
  return rewriting.problems.length === 0
    ? undefined
    : {
        bytes: encodeText(JSON.stringify(rewritten)),
        problems: rewriting.problems,
        renamedMembers: [...rewriting.renamedMembers],
      };
}

/**
 * Programs for videos number frames by `frame_id`, from 0 or 1; only `frame_index` places images here.
 * @param names of the images by frame, if the file says what they are
 */
export function ignoredFrameIds(given: Uint8Array, names: readonly string[] = []): readonly Problem[] {
  const { bytes } = decodeMarked(given);
  const first = firstEntry(bytes, '"images"');
  if (names.length === 0 || bytes.length > maxRereadBytes) return [];
  if (!isObject(first) || typeof first["frame_id"] !== "number" || first["frame_index"] !== undefined) return [];
  const document = parsedWhole(bytes);
  const { images, videos } = isObject(document) ? document : {};
  if (!Array.isArray(images) || (Array.isArray(videos) && videos.length > 1)) return [];
  const nameOf = (image: unknown): string => lastPart(String(isObject(image) ? nameIn(image) : ""));
  const idOf = (image: unknown): unknown => (isObject(image) ? image["frame_id"] : undefined);
  const isElsewhere = (image: unknown, shift: number): boolean => {
    const id = idOf(image);
    return typeof id === "number" && names[id - shift] !== nameOf(image);
  };
  if ([0, 1].some((shift) => !images.some((image) => isElsewhere(image, shift)))) return [];
  const at = images.findIndex((image) => isElsewhere(image, 0));
  const words = [idOf(images[at]), names.indexOf(nameOf(images[at]))].map(String);
  return [readerProblem("coco-frame-id-ignored", words, { pointer: `/images/${at}/frame_id` })];
}

/** `undefined`: it is broken, or longer than a text can be; the core reads it all the same. */
export function parsedWhole(bytes: Uint8Array): unknown {
  try {
    return parse(decodeWhole(bytes).text);
  } catch (error) {
    if (error instanceof CoreError && error.code === "file-too-large") return undefined;
    throw error;
  }
}

/** Ids with more digits than JavaScript's numbers keep; as texts they stay apart. */
const longIds = /([:,[]\s*)(\d{16,})(?=\s*[,}\]])/g;

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replaceAll(longIds, '$1"$2"'));
  } catch {
    // The COCO reader reports where it is broken.
    return undefined;
  }
}
