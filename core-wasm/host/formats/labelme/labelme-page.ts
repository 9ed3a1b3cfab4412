/** One file of LabelMe: its shapes as detections, and its broken or unsupported parts, each with its place. */
import { isObject, type JsonObject } from "../../json.ts";
import type { PictureFile } from "../pictures/file-per-picture.ts";
import { readerProblem, type ReaderProblemCode } from "../problems/reader-problems.ts";
import { placesOf } from "../text/json-place.ts";
import type { XY } from "../exchange/shapes.ts";
import { polygonsOfMask } from "../pictures/mask-polygons.ts";
import { bytesOfBase64, maskOfPng, maxPixelsOfFile } from "../pictures/png-mask.ts";
import { maskShape, pointsOf, readShape, type LabelmeShape } from "./labelme-shapes.ts";
import type { Problem } from "../../types.ts";
import { unknownType } from "../../types.ts";

export interface LabelmePage extends PictureFile {
  readonly objects: readonly LabelmeObject[];
  readonly findings: readonly Finding[];
}

export interface LabelmeObject {
  readonly type: string;
  readonly confidence: number;
  /** The detection without its frame. */
  readonly feature: JsonObject;
}

export interface Finding {
  readonly problem: Problem;
  /** A key for messages that are given once for all files. */
  readonly once?: string;
}

/** Whether it has what every file of LabelMe has. */
export function isLabelme(document: unknown): document is JsonObject {
  return (
    isObject(document) &&
    Array.isArray(document["shapes"]) &&
    ["imagePath", "imageHeight", "shape_type", "version"].some((member) => Object.hasOwn(document, member))
  );
}

/** The outlines of masks by their shapes. */
export type Masks = ReadonlyMap<unknown, readonly (readonly (readonly XY[])[])[]>;

/** Unpacks the masks, which are PNG files of their boxes. Those that cannot be read are absent. */
export async function readMasks({ shapes }: JsonObject): Promise<Masks> {
  const masks = new Map<unknown, readonly (readonly (readonly XY[])[])[]>();
  let left = maxPixelsOfFile;
  for (const shape of shapes as readonly unknown[]) {
    const text = isObject(shape) && shape["shape_type"] === "mask" ? shape["mask"] : undefined;
    const bytes = typeof text === "string" ? bytesOfBase64(text) : undefined;
    const mask = bytes && (await maskOfPng(bytes, left));
    if (mask !== undefined) left -= mask.width * mask.height;
    const found = mask && polygonsOfMask(mask);
    if (found !== undefined && typeof found !== "string") masks.set(shape, found);
  }
  return masks;
}

/** @param file its name, for messages */
export function readPage(file: string, text: string, document: JsonObject, masks: Masks): LabelmePage {
  const notes = new Notes(file);
  const objects = (document["shapes"] as readonly unknown[]).flatMap((shape, index) => {
    const object = objectOf(shape, `/shapes/${index}`, masks, notes);
    return object === undefined ? [] : [object];
  });
  const flags = Object.entries(isObject(document["flags"]) ? document["flags"] : {}).filter(([, value]) => value);
  for (const [flag] of flags) notes.add("labelme-flag-ignored", pointerOf("/flags", flag), [flag]);
  for (const [name, value] of Object.entries(document)) {
    if (!pageMembers.has(name) && !isNothing(value)) notes.add("labelme-member-ignored", pointerOf("", name), [name]);
  }
  const { imagePath, imageWidth: width, imageHeight: height } = document;
  return {
    file,
    fileName: typeof imagePath === "string" ? resolveImagePath(file, imagePath) : file.replace(/\.json$/i, ""),
    size: isLength(width) && isLength(height) ? { width, height } : undefined,
    objects,
    findings: notes.findings(text),
  };
}

/** The file also contains the picture, and before version 4 colors. */
const pageMembers = new Set(
  "version flags shapes imagePath imageData imageHeight imageWidth lineColor fillColor".split(" "),
);
const shapeMembers = new Set("label points shape_type flags line_color fill_color".split(" "));

interface BrokenShape {
  readonly reason: string;
  /** Pointer to the affected member, relative to the shape. */
  readonly member: string;
}

interface ReadMembers {
  readonly label: string;
  readonly kind: string;
  readonly read: LabelmeShape;
  readonly members: JsonObject;
}

/** Reads an entry of `shapes`. */
export function shapeOf(shape: unknown): ReadMembers | BrokenShape {
  if (!isObject(shape)) return { reason: "it is not a JSON object", member: "" };
  // Files before version 4 only have polygons.
  const { label = unknownType, points, shape_type: kind = "polygon" } = shape;
  if (typeof label !== "string" && typeof label !== "number") {
    return { reason: "`label` must be a text", member: "/label" };
  }
  if (typeof kind !== "string") return { reason: "`shape_type` must be a text", member: "/shape_type" };
  const path = Array.isArray(points) ? pointsOf(points) : undefined;
  if (path === undefined) return { reason: "`points` must be a list of positions [x, y]", member: "/points" };
  const read = readShape(kind, path);
  if (typeof read === "string") return { reason: read, member: "/points" };
  return { label: String(label), kind, read, members: shape };
}

function objectOf(shape: unknown, pointer: string, masks: Masks, notes: Notes): LabelmeObject | undefined {
  const found = shapeOf(shape);
  if ("reason" in found) {
    notes.add("labelme-shape-malformed", pointer + found.member, [found.reason]);
    return undefined;
  }
  const { label, kind, members } = found;
  const mask = masks.get(shape);
  const [corner] = Array.isArray(members["points"]) ? (pointsOf(members["points"]) ?? []) : [];
  const read = mask !== undefined && corner !== undefined ? maskShape(mask, corner) : found.read;
  if (read !== found.read) notes.add("labelme-masks-outlined", `${pointer}/shape_type`, [], "mask");
  if (read.isBoxOnly) notes.add("labelme-shape-as-box", `${pointer}/shape_type`, [kind], kind);
  const { attributes, confidence } = valuesOf(members, kind, pointer, notes);
  return {
    type: label,
    confidence,
    feature: {
      bounds: read.bounds,
      keyframe: true,
      ...(attributes.size > 0 && { attributes: Object.fromEntries(attributes) }),
      ...(read.features.length > 0 && { geometry: { type: "FeatureCollection", features: read.features } }),
    },
  };
}

/**
 * Flags that are set, and every member that is a number, a text or a boolean, such as `group_id` and `description`.
 */
function valuesOf(shape: JsonObject, kind: string, pointer: string, notes: Notes) {
  const attributes = new Map<string, unknown>();
  let confidence = 1;
  const ignore = (member: string, at: string): void => notes.add("labelme-member-ignored", at, [member]);
  const set = (name: string, value: unknown, at: string): void => {
    if (attributes.has(name)) ignore(name, at);
    else attributes.set(name, value);
  };
  const { flags } = shape;
  for (const [flag, value] of Object.entries(isObject(flags) ? flags : {})) {
    if (value === true) set(flag, true, pointerOf(`${pointer}/flags`, flag));
    else if (value !== false && value !== null) ignore(flag, pointerOf(`${pointer}/flags`, flag));
  }
  if (!isObject(flags) && !isNothing(flags)) ignore("flags", `${pointer}/flags`);
  for (const [name, value] of Object.entries(shape)) {
    // A mask's content, in addition to its box, is reported with the shape.
    if (shapeMembers.has(name) || isNothing(value) || (name === "mask" && kind === "mask")) continue;
    const at = pointerOf(pointer, name);
    if (name === "score" && typeof value === "number") confidence = value;
    else if (name === "attributes" && isObject(value)) {
      // X-AnyLabeling has its own values there.
      for (const [one, held] of Object.entries(value)) {
        if (isNothing(held)) continue;
        if (typeof held === "object") ignore(one, pointerOf(at, one));
        else set(one, held, pointerOf(at, one));
      }
    } else if (name === "mask" || typeof value === "object") ignore(name, at);
    else set(name, value, at);
  }
  return { attributes, confidence };
}

/** Findings made while a file is read; their places in its text are located at the end, in a single pass. */
class Notes {
  readonly #file: string;
  readonly #list: {
    readonly code: ReaderProblemCode;
    readonly pointer: string;
    readonly words: readonly string[];
    readonly once: string | undefined;
  }[] = [];

  constructor(file: string) {
    this.#file = file;
  }

  /** @param once one key for all such places, which are reported together */
  add(code: ReaderProblemCode, pointer: string, words: readonly string[], once?: string): void {
    const key = once === undefined ? undefined : `${code} ${once}`;
    if (key !== undefined && this.#list.some((other) => other.once === key)) return;
    this.#list.push({ code, pointer, words, once: key });
  }

  findings(text: string): readonly Finding[] {
    if (this.#list.length === 0) return [];
    const places = placesOf(
      text,
      this.#list.map(({ pointer }) => pointer),
    );
    return this.#list.map(({ code, pointer, words, once }) => {
      const problem = readerProblem(code, [...words, ...(this.#file === "" ? [] : [this.#file])], {
        ...(this.#file !== "" && { member: this.#file }),
        ...places.get(pointer),
        pointer,
      });
      return { problem, ...(once !== undefined && { once }) };
    });
  }
}

const pointerOf = (outer: string, name: string): string =>
  `${outer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;

/** Placeholders that programs write when there is no value. */
function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

const isLength = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/** `imagePath` is relative to the folder of the file. If it leads out of the set, the rest is used. */
function resolveImagePath(file: string, path: string): string {
  const plain = path.replaceAll("\\", "/");
  if (/^(\/|[a-z]:)/i.test(plain)) return plain;
  const parts = file.split("/").slice(0, -1);
  for (const part of plain.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}
