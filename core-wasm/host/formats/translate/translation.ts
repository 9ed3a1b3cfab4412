/**
 * Documents of other tools in the form of COCO, where that form holds what they say: pictures with boxes, polygons, masks,
 * points, types and attributes. What it does not hold is named.
 */
import { isObject, type JsonObject } from "../../json.ts";

/** A picture and what is on it, collected for a document of COCO. */
export interface TranslatedPicture {
  /** Empty: the file does not say. */
  readonly fileName: string;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly objects: readonly TranslatedObject[];
}

export interface TranslatedObject {
  readonly type: string;
  /** Left, top, width, height in pixels. */
  readonly box?: readonly [number, number, number, number] | undefined;
  /** Polygons as x, y, x, y… or as KWCOCO has those with holes; or a mask of COCO. */
  readonly segmentation?: readonly (readonly number[])[] | readonly object[] | object | undefined;
  readonly track?: number | undefined;
  readonly score?: number | undefined;
  readonly attributes?: JsonObject | undefined;
}

/** Counts what is left out, by a sentence's beginning. */
export class LeftOut {
  readonly #counts = new Map<string, number>();

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

export interface Translation {
  /** What people call the tool. */
  readonly tool: string;
  /** Of tables and lists, which are no JSON. */
  readonly isText?: true;
  /**
   * @param document as JSON, or as text @param fileName without its folder
   * @returns `undefined`: it is not of this tool after all
   */
  readonly translate: (
    document: unknown,
    leftOut: LeftOut,
    fileName: string,
  ) => readonly TranslatedPicture[] | undefined;
}

/** Pictures in the order of their list, so that names decide where there are some. */
export function cocoOf(pictures: readonly TranslatedPicture[]): JsonObject {
  const categories = new Map<string, number>();
  const annotations = pictures.flatMap(({ objects }, index) =>
    objects.map(({ type, box, segmentation, track, score, attributes }) => {
      const category = categories.get(type) ?? categories.size + 1;
      categories.set(type, category);
      return {
        image_id: index + 1,
        category_id: category,
        ...(box !== undefined && { bbox: box }),
        ...(segmentation !== undefined && { segmentation }),
        ...(track !== undefined && { track_id: track }),
        ...(score !== undefined && { score }),
        ...(attributes !== undefined && Object.keys(attributes).length > 0 && { attributes }),
      };
    }),
  );
  return {
    images: pictures.map(({ fileName, width, height }, index) => ({
      id: index + 1,
      ...(fileName === "" ? { frame_index: index } : { file_name: fileName }),
      ...(width !== undefined && height !== undefined && { width, height }),
    })),
    annotations: annotations.map((annotation, index) => ({ id: index + 1, ...annotation })),
    categories: [...categories].map(([name, id]) => ({ id, name })),
  };
}

// ------------------------------------------------------------------------------------- reading loose documents

export const objectsOf = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? (value as readonly unknown[]).filter(isObject) : [];

export const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

export const numberOf = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;

/** All of them numbers, or `undefined`. */
export function numbersOf(value: unknown): readonly number[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const numbers = (value as readonly unknown[]).map(numberOf);
  return numbers.every((number) => number !== undefined) ? numbers : undefined;
}

/** Values that an attribute can have. */
export function attributesOf(value: unknown, leaveOut: readonly string[] = []): JsonObject {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter(
      ([name, one]) => !leaveOut.includes(name) && ["string", "number", "boolean"].includes(typeof one) && one !== "",
    ),
  );
}

/** @returns x, y, x, y… of a list of `{x, y}` */
export function pathOf(points: unknown): readonly number[] | undefined {
  const numbers = objectsOf(points).flatMap(({ x, y }) => [numberOf(x), numberOf(y)]);
  return numbers.length >= 6 && numbers.every((number) => number !== undefined) ? numbers : undefined;
}
