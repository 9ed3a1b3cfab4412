/**
 * The files of a YOLO set: its description, its label files with their frames, and the sizes of the pictures that are
 * in the set.
 */
import { isMap, isScalar, isSeq, parseDocument } from "yaml";
import { isObject } from "../../json.ts";
import type { ReaderProblemCode } from "../problems/reader-problems.ts";
import { matchPictures, unmatchedText } from "../pictures/match-pictures.ts";
import { framesOf, lastPart, picturePath, stem } from "../pictures/frames-of-files.ts";
import { namesByLine, parseLabelList } from "../text/label-list.ts";
import { compareNatural } from "../text/natural-order.ts";
import { pictureName, pictureSize } from "../pictures/picture-header.ts";
import { isHidden, isWithin } from "../recognize/recognize-names.ts";
import type { AnnotationSource, SourceFile } from "../sources/source.ts";
import type { ImageSize } from "../../types.ts";

/** A list of classes is small; a large file is something else. */
const maxListBytes = 4 << 20;

/** Text files without boxes. */
const otherText =
  /^(_?(read_?me|classes|labels|train|val|valid|test|obj|license|requirements|notes|predefined_classes))\b.*\.txt$/i;

export type ClassNames = readonly (string | undefined)[];

export interface YoloDescription {
  readonly names: ClassNames;
  /** For several sets with their own names: those of the set that contains a label file. */
  readonly namesFor: (labelFile: string) => ClassNames | undefined;
  /** Written by this program. */
  readonly size: ImageSize | undefined;
  /** Rows are rotated boxes. */
  readonly areRotated: boolean;
  /** For pose models: number of points per object, and of numbers per point. */
  readonly keypoints:
    | { readonly count: number; readonly dimensions: number; readonly names: readonly string[] }
    | undefined;
}

/** Receives reports about a file. */
export interface YoloRemarks {
  warn(code: ReaderProblemCode, file: string): void;
  /** Reports text that is not UTF-8. */
  decode(bytes: Uint8Array, file: string): string;
  fail(code: ReaderProblemCode, file: string, line: number | undefined, ...words: readonly string[]): void;
}

export interface LabelFile {
  readonly name: string;
  readonly frame: number;
  readonly text: string;
  readonly size: ImageSize | undefined;
  readonly names?: ClassNames | undefined;
}

export class YoloFiles {
  readonly lists: readonly SourceFile[];
  readonly labels: readonly SourceFile[];
  readonly #pictures: readonly SourceFile[];
  readonly #listed: readonly SourceFile[];

  constructor(source: AnnotationSource) {
    const files = [...source.files()].filter(({ name }) => !isHidden(name));
    this.lists = files.filter(({ name }) => isList(name));
    const texts = files.filter(({ name }) => /\.txt$/i.test(name) || files.length === 1);
    // `labelImg` puts the list of classes among the labels.
    const inFolder = texts.filter(
      ({ name }) => /(^|\/)labels(_with_ids)?\//i.test(name) && !/(^|\/)classes\.txt$/i.test(name),
    );
    const others = texts.filter(({ name }) => !otherText.test(lastPart(name)) && !isList(name));
    this.labels = inFolder.length > 0 ? inFolder : others;
    this.#pictures = files.filter(({ name }) => pictureName.test(name));
    this.#listed = texts.filter(
      ({ name }) => /(^|\/)(train|val|valid|test)\.txt$/i.test(name) && !inFolder.some((one) => one.name === name),
    );
  }

  async describe(remarks: YoloRemarks): Promise<YoloDescription> {
    let names: ClassNames = [];
    const byFolder = new Map<string, ClassNames>();
    let size: ImageSize | undefined;
    let areRotated = false;
    let keypoints: YoloDescription["keypoints"];
    for (const file of this.lists) {
      const bytes = await file.read();
      if (!/\.ya?ml$/i.test(file.name)) {
        if (names.length === 0) names = namesByLine(remarks.decode(bytes, file.name));
        continue;
      }
      const described = bytes.length > maxListBytes ? undefined : parseYaml(remarks.decode(bytes, file.name));
      const { content, names: found } = described ?? {};
      if (found === undefined) remarks.warn("yolo-names-malformed", file.name);
      else {
        names = found;
        byFolder.set(file.name.slice(0, Math.max(0, file.name.lastIndexOf("/"))), found);
      }
      if (!isObject(content)) continue;
      areRotated ||= content["task"] === "obb";
      size ??= sizeOf(content["image_size"]);
      keypoints ??= keypointsOf(content["kpt_shape"], content["kpt_names"]);
    }
    const folders = [...byFolder.keys()].toSorted((a, b) => b.length - a.length);
    const namesFor = (labelFile: string): ClassNames | undefined =>
      folders.length < 2 ? undefined : byFolder.get(folders.find((folder) => isWithin(labelFile, folder)) ?? "");
    return { names, namesFor, size, areRotated, keypoints };
  }

  /**
   * The names of the pictures by frame: those of the dataset, otherwise those of the pictures in the set or in its
   * lists of pictures, in natural order. Empty: unknown.
   */
  async pictureNames(known: readonly string[]): Promise<readonly string[]> {
    if (known.length > 0) return known;
    const own = this.#pictures.map(({ name }) => name);
    if (this.#areNamedIn(own)) return own.toSorted(compareNatural);
    const listed = new Set<string>();
    for (const file of this.#listed) for (const name of parseLabelList(await file.read())) listed.add(name);
    return this.#areNamedIn([...listed]) ? [...listed].toSorted(compareNatural) : [];
  }

  /** A list that omits some of the pictures does not determine frames. */
  #areNamedIn(pictures: readonly string[]): boolean {
    const paths = this.labels.map(({ name }) => picturePath(name));
    const matches = matchPictures(paths, pictures.map(picturePath));
    return pictures.length > 0 && matches.every(({ frame }) => frame !== undefined);
  }

  /** Every label file with its frame; files without a picture are reported. */
  async *placed(pictures: readonly string[], remarks: YoloRemarks): AsyncGenerator<LabelFile> {
    const sorted = this.labels.toSorted(
      (a, b) => compareNatural(stem(a.name), stem(b.name)) || compareNatural(a.name, b.name),
    );
    const paths = sorted.map(({ name }) => picturePath(name));
    const frames = framesOf(paths, pictures);
    const own = matchPictures(
      paths,
      this.#pictures.map(({ name }) => picturePath(name)),
    );
    for (const [place, file] of sorted.entries()) {
      const found = frames[place];
      if (found?.frame === undefined) {
        if (found === undefined || found.others.length === 0)
          remarks.fail("yolo-picture-unknown", file.name, undefined, file.name);
        else remarks.fail("picture-ambiguous", file.name, undefined, ...unmatchedText(file.name, found));
        continue;
      }
      const picture = this.#pictures[own[place]?.frame ?? -1];
      const size = picture && pictureSize(await picture.read());
      yield { name: file.name, frame: found.frame, text: remarks.decode(await file.read(), file.name), size };
    }
  }
}

/** Files with the names of classes: `data.yaml`, `obj.names`, `classes.txt`. */
function isList(name: string): boolean {
  const isText = /^(_?classes|labels|predefined_classes)\.txt$|^_darknet\.labels$/i.test(lastPart(name));
  return /\.(ya?ml|names)$/i.test(name) || isText;
}

interface Description {
  readonly content: unknown;
  readonly names: ClassNames | undefined;
}

function parseYaml(text: string): Description | undefined {
  try {
    const document = parseDocument(text, { logLevel: "silent" });
    if (document.errors.length > 0) return undefined;
    const content: unknown = document.toJS({ maxAliasCount: 0 });
    return { content, names: isMap(document.contents) ? namesOf(document.get("names", true)) : undefined };
  } catch {
    return undefined;
  }
}

/** @param node a list, or a map from number to name */
function namesOf(node: unknown): ClassNames | undefined {
  if (isSeq(node)) return node.items.map(writtenText);
  if (!isMap(node)) return undefined;
  const names: (string | undefined)[] = [];
  for (const { key, value } of node.items) {
    const number = writtenText(key) ?? "";
    if (!/^\d{1,6}$/.test(number)) return undefined;
    names[Number(number)] = writtenText(value);
  }
  return names;
}

/** A name as it is in the file: YAML would take 007, 1e3 and null for values. */
function writtenText(node: unknown): string | undefined {
  if (!isScalar(node)) return undefined;
  return typeof node.value === "string" ? node.value : node.source || undefined;
}

/** For the names of points. */
const textOf = (name: unknown): string | undefined =>
  typeof name === "string" || typeof name === "number" || typeof name === "boolean" ? String(name) : undefined;

/** `[width, height]` */
function sizeOf(value: unknown): ImageSize | undefined {
  const [width, height] = pairOf(value) ?? [];
  return width === undefined || height === undefined ? undefined : { width, height };
}

/** `[points, numbers per point]`, the latter 2, or 3 with a visibility. */
function keypointsOf(shape: unknown, names: unknown): YoloDescription["keypoints"] {
  const [count, dimensions] = pairOf(shape) ?? [];
  if (count === undefined || dimensions === undefined || count > 1000 || dimensions < 2 || dimensions > 3)
    return undefined;
  // By class; all equal, except in datasets with several kinds of objects.
  const [first] = isObject(names) ? Object.values(names) : [names];
  const list = Array.isArray(first) ? first.map((name: unknown) => textOf(name) ?? "") : [];
  return { count, dimensions, names: Array.from({ length: count }, (_, index) => list[index] || String(index + 1)) };
}

function pairOf(value: unknown): readonly [number, number] | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [a, b] = value as readonly unknown[];
  const isLength = (length: unknown): length is number => Number.isInteger(length) && Number(length) > 0;
  return isLength(a) && isLength(b) ? [a, b] : undefined;
}
