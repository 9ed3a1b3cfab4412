/**
 * YOLO as a zip archive: a text file a picture, a row an object, positions as parts of the picture. Rows of five
 * numbers are boxes, longer ones polygons; what trackers write may have a confidence and an id behind a box.
 */
import { parse } from "yaml";
import { maxFrame } from "../edits/arguments.ts";
import { encodeText } from "../instance.ts";
import { isObject } from "../json.ts";
import { emptyCore } from "./document-members.ts";
import { hostProblem, hostRefusal, type HostProblemCode } from "./host-problems.ts";
import { parseLabelList } from "./mot.ts";
import { coreProblem } from "./problems.ts";
import { isHidden } from "./recognise-names.ts";
import type { AnnotationSource } from "./source.ts";
import { boundsOf } from "./yolo-boxes.ts";
import type { AnnotationCore, Bounds, ImageSize, Problem, ReadOptions, ReadReport } from "../types.ts";
import { CoreError } from "../types.ts";

/** As many as a report lists. */
const mostProblems = 1000;
const mostId = 4294967294;
/** The list of classes is small; a large one is something else. */
const mostListBytes = 4 << 20;

/** Text files that hold no boxes. */
const otherText = /^(read_?me|classes|labels|train|val|valid|test|obj|license|requirements|notes)\b.*\.txt$/i;
const decimal = /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/;

export async function readYolo(
  core: AnnotationCore,
  source: AnnotationSource,
  options: ReadOptions,
): Promise<ReadReport> {
  const rows = new YoloRows(options.strict === true);
  let imageSize: ImageSize | undefined;
  try {
    const files: (readonly [name: string, bytes: Uint8Array])[] = [];
    for (const file of source.files()) if (isText(file.name)) files.push([file.name, await file.read()]);
    const lists = files.filter(([name]) => isList(name));
    const described = describe(lists, rows);
    const names = options.labels ?? described.names;
    imageSize = options.imageSize ?? described.size;
    const texts = files.filter(([name]) => isBoxFile(name));
    // With a list of classes alone it is a dataset without objects.
    if (texts.length === 0 && lists.length === 0) throw hostRefusal("yolo-no-labels");
    if (imageSize === undefined) throw hostRefusal("yolo-size-unknown");
    for (const { name, frame, text } of placed(texts, options.imageNames ?? [], rows)) {
      rows.readFile(name, frame, text);
    }
    rows.finish(names, imageSize);
  } catch (error) {
    if (options.mode !== "additive") emptyCore(core);
    throw error;
  }
  const { imageNames: _, ...others } = options;
  const report = core.readDiveJson(encodeText(rows.document()), others);
  return {
    ...report,
    format: "yolo",
    problems: [...rows.problems, ...report.problems].slice(0, mostProblems),
    problemCount: rows.problemCount + report.problemCount,
    skippedCount: rows.skippedCount + report.skippedCount,
    imageSize,
  };
}

// -------------------------------------------------------------------------------------------------------------- the files

const lastPart = (name: string): string => name.slice(name.lastIndexOf("/") + 1);

function isText(name: string): boolean {
  return /\.(txt|ya?ml|names)$/i.test(name) && !isHidden(name);
}

/** `data.yaml`, `obj.names`, `classes.txt`: what says how classes are called. */
export function isList(name: string): boolean {
  return /\.(ya?ml|names)$/i.test(name) || /^(classes|labels)\.txt$/i.test(lastPart(name));
}

/** Where there is a folder `labels`, files of boxes are in it. */
export function isBoxFile(name: string): boolean {
  return /\.txt$/i.test(name) && (/(^|\/)labels\//i.test(name) || !otherText.test(lastPart(name)));
}

interface Described {
  readonly names: readonly (string | undefined)[];
  readonly size: ImageSize | undefined;
}

function describe(lists: readonly (readonly [name: string, bytes: Uint8Array])[], rows: YoloRows): Described {
  let names: readonly (string | undefined)[] = [];
  let size: ImageSize | undefined;
  for (const [name, bytes] of lists) {
    if (!/\.ya?ml$/i.test(name)) {
      if (names.length === 0) names = parseLabelList(bytes);
      continue;
    }
    const content = bytes.length > mostListBytes ? undefined : parseYaml(bytes);
    const found = isObject(content) ? namesOf(content["names"]) : undefined;
    if (found === undefined) rows.warn("yolo-names-malformed", name);
    else names = found;
    size ??= isObject(content) ? sizeOf(content["image_size"]) : undefined;
  }
  return { names, size };
}

function parseYaml(bytes: Uint8Array): unknown {
  try {
    return parse(new TextDecoder().decode(bytes), { logLevel: "silent", maxAliasCount: 0 }) as unknown;
  } catch {
    return undefined;
  }
}

/** A list, or a map from number to name. */
function namesOf(value: unknown): readonly (string | undefined)[] | undefined {
  if (Array.isArray(value)) return value.map((name: unknown) => textOf(name));
  if (!isObject(value)) return undefined;
  const names: (string | undefined)[] = [];
  for (const [number, name] of Object.entries(value)) {
    if (!/^\d{1,6}$/.test(number)) return undefined;
    names[Number(number)] = textOf(name);
  }
  return names;
}

const textOf = (name: unknown): string | undefined =>
  typeof name === "string" || typeof name === "number" || typeof name === "boolean" ? String(name) : undefined;

/** `[width, height]`, which this program writes. */
function sizeOf(value: unknown): ImageSize | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [width, height] = value as readonly unknown[];
  const isLength = (length: unknown): length is number => Number.isInteger(length) && Number(length) > 0;
  return isLength(width) && isLength(height) ? { width, height } : undefined;
}

interface PlacedFile {
  readonly name: string;
  readonly frame: number;
  readonly text: string;
}

/**
 * Which frame a file is about: that of the picture of its name; where no names are known the number at its end, if all
 * have one; else its place in the natural order of their names.
 */
function* placed(
  files: readonly (readonly [name: string, bytes: Uint8Array])[],
  imageNames: readonly string[],
  rows: YoloRows,
): Iterable<PlacedFile> {
  const stem = (name: string): string => lastPart(name).replace(/\.[^.]*$/, "");
  const sorted = files.toSorted(([a], [b]) => compareNatural(stem(a), stem(b)) || compareNatural(a, b));
  const numbers = sorted.map(([name]) => /(\d{1,10})$/.exec(stem(name))?.[1]);
  const areNumbered = numbers.every((number) => number !== undefined && Number(number) <= maxFrame);
  const frames = new Map(imageNames.map((name, frame) => [stem(name.replaceAll("\\", "/")), frame]));
  for (const [index, [name, bytes]] of sorted.entries()) {
    const frame = frames.size > 0 ? frames.get(stem(name)) : areNumbered ? Number(numbers[index]) : index;
    if (frame === undefined) rows.fail("yolo-picture-unknown", undefined, name);
    else yield { name, frame, text: new TextDecoder().decode(bytes) };
  }
}

/** Numbers by their value, everything else by its characters. */
function compareNatural(a: string, b: string): number {
  const wide = (text: string): string => text.replace(/\d+/g, (digits) => digits.padStart(20, "0"));
  const [left, right] = [wide(a), wide(b)];
  return left < right ? -1 : Number(left > right);
}

// --------------------------------------------------------------------------------------------------------------- the rows

interface Row {
  readonly file: string;
  readonly line: number;
  readonly frame: number;
  readonly classNumber: number;
  /** Parts of the picture: a box as middle and size, or the points of a polygon. */
  readonly box: readonly number[] | undefined;
  readonly polygon: readonly number[] | undefined;
  readonly confidence: number;
  readonly id: number | undefined;
}

class YoloRows {
  readonly problems: Problem[] = [];
  problemCount = 0;
  skippedCount = 0;
  readonly #isStrict: boolean;
  readonly #rows: Row[] = [];
  readonly #tracks: string[] = [];
  readonly #told = new Set<string>();

  constructor(isStrict: boolean) {
    this.#isStrict = isStrict;
  }

  readFile(file: string, frame: number, text: string): void {
    let line = 0;
    for (const content of text.split(/\r\n|\r|\n/)) {
      line++;
      const cells = content.trim().split(/\s+/);
      if (cells[0] === "" || content.startsWith("#")) continue;
      const row = this.#rowOf(cells, { file, line, frame });
      if (typeof row === "string") this.fail("yolo-row-malformed", line, file, row);
      else this.#rows.push(row);
    }
  }

  /** Or what is wrong. */
  #rowOf(cells: readonly string[], place: Pick<Row, "file" | "line" | "frame">): Row | string {
    if (cells.length < 5) return "a row needs a class and four numbers";
    const values = cells.map((cell) => (decimal.test(cell) ? Number(cell) : NaN));
    if (!values.every(Number.isFinite)) return "a row is numbers, separated by blanks";
    const [classNumber = -1, ...numbers] = values;
    if (!Number.isInteger(classNumber) || classNumber < 0 || classNumber > 999_999) {
      return "the class must be a whole number from 0";
    }
    if (numbers.some((value) => value < 0 || value > 1.0001)) {
      const isTracked = cells.length === 7 && numbers.slice(0, 5).every((value) => value >= 0 && value <= 1.0001);
      if (!isTracked && numbers.some((value) => Math.abs(value) > 100)) return "positions must be parts of the picture";
      if (!isTracked) this.warn("yolo-row-outside", place.file);
    }
    // An id is a whole number without a point; a triangle that ends in one on the edge would look the same.
    const hasId = cells.length === 7 && /^\d+$/.test(cells[6] ?? "") && Number(cells[6]) <= mostId;
    const isBox = cells.length === 5 || cells.length === 6 || hasId;
    if (!isBox && cells.length % 2 === 0) return "a polygon needs pairs of numbers";
    return {
      ...place,
      classNumber,
      box: isBox ? numbers.slice(0, 4) : undefined,
      polygon: isBox ? undefined : numbers,
      confidence: isBox && cells.length > 5 ? (numbers[4] ?? 1) : 1,
      id: hasId ? numbers[5] : undefined,
    };
  }

  /** Rows with an id become tracks; each of the others is one of its own. */
  finish(names: readonly (string | undefined)[], size: ImageSize): void {
    const ids = new Set(this.#rows.flatMap(({ id }) => id ?? []));
    const tracks = new Map<number, Row[]>();
    let next = 0;
    for (const row of this.#rows) {
      while (row.id === undefined && (ids.has(next) || tracks.has(next))) next++;
      const id = row.id ?? next;
      tracks.set(id, [...(row.id === undefined ? [] : (tracks.get(id) ?? [])), row]);
    }
    for (const [id, rows] of tracks) this.#put(id, rows, names, size);
  }

  #put(id: number, rows: readonly Row[], names: readonly (string | undefined)[], size: ImageSize): void {
    const sorted = rows.toSorted((a, b) => a.frame - b.frame);
    const kept = sorted.filter(({ frame }, index) => sorted[index + 1]?.frame !== frame);
    if (kept.length < sorted.length) this.#report(coreProblem("duplicate-detection", id));
    const pairs = new Map<string, number>();
    for (const { classNumber, confidence, file, line } of kept) {
      const name = names[classNumber];
      if (name === undefined) this.warn("yolo-class-unknown", file, String(classNumber), line);
      const type = name ?? String(classNumber);
      pairs.set(type, Math.max(pairs.get(type) ?? 0, confidence));
    }
    const track = {
      id,
      begin: kept[0]?.frame,
      end: kept.at(-1)?.frame,
      confidencePairs: [...pairs].toSorted(([, a], [, b]) => b - a),
      attributes: {},
      features: kept.map((row) => featureOf(row, size)),
    };
    this.#tracks.push(`"${id}":${JSON.stringify(track)}`);
  }

  document(): string {
    return `{"tracks":{${this.#tracks.join(",")}},"groups":{},"version":2}`;
  }

  fail(code: HostProblemCode, line: number | undefined, ...words: readonly string[]): void {
    const problem = hostProblem(code, words, line === undefined ? {} : { line, column: 1 });
    this.skippedCount++;
    this.#report(problem);
    if (this.#isStrict) throw new CoreError(code, problem.message, problem);
  }

  /** Of one kind and file once; of a class once an archive. */
  warn(code: HostProblemCode, file: string, word = "", line?: number): void {
    const key = code === "yolo-class-unknown" ? `${code} ${word}` : `${code} ${file}`;
    if (this.#told.has(key)) return;
    this.#told.add(key);
    this.#report(hostProblem(code, [file, word], line === undefined ? {} : { line, column: 1 }));
  }

  #report(problem: Problem): void {
    this.problemCount++;
    if (this.problems.length < mostProblems) this.problems.push(problem);
  }
}

function featureOf({ frame, box, polygon }: Row, { width, height }: ImageSize): object {
  if (polygon === undefined) return { frame, bounds: boundsOf(box ?? [], { width, height }), keyframe: true };
  const ring: (readonly [number, number])[] = [];
  for (let at = 0; at + 1 < polygon.length; at += 2) {
    ring.push([(polygon[at] ?? 0) * width, (polygon[at + 1] ?? 0) * height]);
  }
  const bounds: Bounds = [
    ring.reduce((least, [x]) => Math.min(least, x), Infinity),
    ring.reduce((least, [, y]) => Math.min(least, y), Infinity),
    ring.reduce((most, [x]) => Math.max(most, x), -Infinity),
    ring.reduce((most, [, y]) => Math.max(most, y), -Infinity),
  ];
  const shape = {
    type: "Feature",
    properties: { key: "" },
    geometry: { type: "Polygon", coordinates: [[...ring, ...ring.slice(0, 1)]] },
  };
  return { frame, bounds, keyframe: true, geometry: { type: "FeatureCollection", features: [shape] } };
}
