/**
 * Documents of other tools in the form of COCO, as far as that can express them: pictures with boxes, polygons, masks,
 * points, types and attributes. Anything else is reported.
 */
import { ellipseOutline, extentOf, type XY } from "../exchange/shapes.ts";
import { isObject, type JsonObject } from "../../json.ts";
import { type ImageSize, type Problem, unknownType } from "../../types.ts";

/** A picture and its objects, collected for a COCO document. */
export interface TranslatedPicture {
  /** Empty: not given in the file. */
  readonly fileName: string;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** Its place in the sequence, if the file gives it. */
  readonly frame?: number | undefined;
  /** Name of the video that it is a frame of. */
  readonly video?: string | undefined;
  readonly objects: readonly TranslatedObject[];
}

export interface TranslatedObject {
  /** Empty: the file gives none. */
  readonly type: string;
  /** Left, top, width, height in pixels. */
  readonly box?: readonly [number, number, number, number] | undefined;
  /** Polygons as x, y, x, y… or in KWCOCO's form with holes; or a COCO mask. */
  readonly segmentation?: readonly (readonly number[])[] | readonly object[] | object | undefined;
  readonly points?: readonly { readonly name: string; readonly xy: XY }[] | undefined;
  readonly track?: number | undefined;
  readonly score?: number | undefined;
  readonly attributes?: JsonObject | undefined;
}

/** Counts the parts left out, by the beginning of their message. */
export class SkipCounter {
  readonly #counts = new Map<string, number>();
  /** Guesses, as warnings. */
  readonly problems: Problem[] = [];

  /** @param what in the singular, such as `circle` */
  add(what: string): undefined {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
    return undefined;
  }

  /** Each kind with its count. */
  list(): readonly (readonly [what: string, count: number])[] {
    return [...this.#counts];
  }
}

/** In KWCOCO's form. */
export interface MaskPolygon {
  readonly exterior: readonly (readonly [number, number])[];
  readonly interiors: readonly (readonly (readonly [number, number])[])[];
}

/** Masks by the members that hold them. */
export type Bitmaps = ReadonlyMap<JsonObject, readonly MaskPolygon[]>;

/** Facts about a file besides its content. */
export interface Known {
  /** Without its folder. */
  readonly fileName: string;
  /** Of the dataset, if known. */
  readonly fps: number | undefined;
  /** Names of classes by their numbers, from a list next to the file; empty if there is none. */
  readonly classNames: readonly string[];
  /** The table of media next to the file, for tools that have one. */
  readonly media: string | undefined;
  /** Masks of the document, if its tool has any. */
  readonly bitmaps: Bitmaps;
  /** Names of the dataset's pictures, empty if not known. */
  readonly pictures: readonly string[];
  /** Names that the dataset's video may have, the likeliest first; empty if not known. */
  readonly videoNames: readonly string[];
  /** The one that the user gave. */
  readonly askedVideo?: string | undefined;
  /** @returns for each picture its size, if known; an empty name is a frame of the video */
  sizesOf(names: readonly string[]): readonly (ImageSize | undefined)[];
}

export interface Translation {
  /** Display name of the tool. */
  readonly tool: string;
  /** For tables and lists, which are not JSON. */
  readonly isText?: true;
  /**
   * @param document as JSON, or as text
   * @returns `undefined` if it does not belong to this tool after all
   */
  readonly translate: (
    document: unknown,
    leftOut: SkipCounter,
    known: Known,
  ) => readonly TranslatedPicture[] | undefined;
}

/** How many objects have no type. */
export const untypedCount = (pictures: readonly TranslatedPicture[]): number =>
  pictures.reduce((sum, { objects }) => sum + objects.filter(({ type }) => type === "").length, 0);

/** Pictures in the order of their list, with names taking precedence if there are any. */
export function cocoOf(pictures: readonly TranslatedPicture[]): JsonObject {
  const categories = new Map<string, number>();
  const annotations = pictures.flatMap(({ objects }, index) =>
    objects.map(
      ({ type: given, points, box = points && boxAround(points), segmentation, track, score, attributes }) => {
        const type = given || unknownType;
        const category = categories.get(type) ?? categories.size + 1;
        categories.set(type, category);
        return {
          image_id: index + 1,
          category_id: category,
          ...(box !== undefined && { bbox: box }),
          ...(segmentation !== undefined && { segmentation }),
          ...(points !== undefined && {
            keypoints: points.map(({ name, xy }) => ({ xy, keypoint_category: name })),
          }),
          ...(track !== undefined && { track_id: track }),
          ...(score !== undefined && { score }),
          ...(attributes !== undefined && Object.keys(attributes).length > 0 && { attributes }),
        };
      },
    ),
  );
  const frames = pictures.map(({ frame }) => frame);
  const areFrames = frames.every((frame) => frame !== undefined) && new Set(frames).size === frames.length;
  // Ids of annotations without a track come after those of tracks.
  const free = annotations.reduce((max, { track_id: track = 0 }) => Math.max(max, track), 0);
  return {
    // Frames of a video are in the order of their numbers, whatever their names.
    ...(areFrames && pictures.length > 0 && { videos: [{ id: 1, name: "" }] }),
    images: pictures.map(({ fileName, width, height, frame }, index) => ({
      id: index + 1,
      ...(fileName !== "" && { file_name: fileName }),
      ...(areFrames ? { frame_index: frame, video_id: 1 } : fileName === "" && { frame_index: index }),
      ...(width !== undefined && height !== undefined && { width, height }),
    })),
    annotations: annotations.map((annotation, index) => ({ id: free + index + 1, ...annotation })),
    categories: [...categories].map(([name, id]) => ({ id, name })),
  };
}

function boxAround(points: NonNullable<TranslatedObject["points"]>): TranslatedObject["box"] {
  const [left, top, right, bottom] = extentOf(points.map(({ xy }) => xy));
  return [left, top, right - left, bottom - top];
}

/** Points without names are numbered. */
export const numberedPoints = (points: readonly XY[]): Pick<TranslatedObject, "points"> => ({
  points: points.map((xy, at) => ({ name: String(at + 1), xy })),
});

/** @param radians clockwise */
export const ellipse = (middle: XY, radii: XY, radians = 0): Pick<TranslatedObject, "segmentation"> => ({
  segmentation: [ellipseOutline(middle, radii, radians).flat()],
});

// ------------------------------------------------------------------------------------- reading loose documents

export const objectsOf = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? (value as readonly unknown[]).filter(isObject) : [];

export const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

/** The JSON objects of a text with one on each line; `undefined`: it is not a text. */
export function entriesOf(text: unknown, leftOut: SkipCounter): readonly JsonObject[] | undefined {
  if (typeof text !== "string") return undefined;
  return text.split(/\r\n|\r|\n/).flatMap((line): readonly JsonObject[] => {
    if (line.trim() === "") return [];
    try {
      const entry: unknown = JSON.parse(line);
      if (isObject(entry)) return [entry];
    } catch {
      // Counted below.
    }
    return leftOut.add("line that is not a JSON object") ?? [];
  });
}

/** Also a number that a program wrote as text. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\s*[-+.\d]/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/** The numbers, or `undefined` if any element is not a number. */
export function numbersOf(value: unknown): readonly number[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const numbers = (value as readonly unknown[]).map(numberOf);
  return numbers.every((number) => number !== undefined) ? numbers : undefined;
}

/** The values that are valid for an attribute. */
export function attributesOf(value: unknown, leaveOut: readonly string[] = []): JsonObject {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter(
      ([name, one]) => !leaveOut.includes(name) && ["string", "number", "boolean"].includes(typeof one) && one !== "",
    ),
  );
}

/** @returns x, y, x, y… for a list of `{x, y}` */
export function pathOf(points: unknown): readonly number[] | undefined {
  const numbers = objectsOf(points).flatMap(({ x, y }) => [numberOf(x), numberOf(y)]);
  return numbers.length >= 6 && numbers.every((number) => number !== undefined) ? numbers : undefined;
}

/** x, y, x, y… as points. */
export const pairsOf = (path: readonly number[]): readonly (readonly [number, number])[] =>
  Array.from({ length: path.length / 2 }, (_, at) => [path[2 * at] ?? 0, path[2 * at + 1] ?? 0] as const);

/** x, y, x, y… for a list of pairs; further numbers of a point are ignored. */
export const pathOfPairs = (points: unknown): readonly number[] =>
  Array.isArray(points) ? (points as readonly unknown[]).flatMap((point) => numbersOf(point)?.slice(0, 2) ?? []) : [];
