/**
 * YOLO: one text file per picture, one row per object, positions as fractions of the picture, whose size must be known.
 * Rows with an id become tracks; each of the others is a track of one detection.
 */
import { documentOf, readAsDocument, trackMember, type FoundProblems } from "../exchange/read-as-document.ts";
import { readerProblem, readerRefusal, type ReaderProblemCode } from "../problems/reader-problems.ts";
import { coreProblem } from "../problems/problems.ts";
import { decodeLoose } from "../text/text-encoding.ts";
import type { AnnotationSource } from "../sources/source.ts";
import { boundsOf } from "./yolo-boxes.ts";
import { YoloFiles, type ClassNames, type LabelFile, type YoloRemarks } from "./yolo-files.ts";
import { poseFeatures, type NamedPoint } from "./yolo-points.ts";
import { readCorners } from "./yolo-rotated.ts";
import { YoloRowReader, type YoloRow } from "./yolo-rows.ts";
import type { AnnotationCore, Bounds, ImageSize, ReadOptions, ReadReport } from "../../types.ts";

/** How far outside the picture rounding may move a position. */
const maxShare = 1.0001;
/** Larger positions are not fractions. */
const maxPart = 2;
/** How far a box may extend over the edge: tools round in different ways. */
const maxOver = 0.01;

export async function readYolo(
  core: AnnotationCore,
  source: AnnotationSource,
  options: ReadOptions,
): Promise<ReadReport> {
  return await readAsDocument(core, "yolo", options, async (problems) => {
    const rows = new YoloRows(problems);
    let ownNames: readonly string[] = [];
    const files = new YoloFiles(source);
    const described = await files.describe(rows);
    // With just a list of classes it is a dataset without objects.
    if (files.labels.length === 0 && files.lists.length === 0) throw readerRefusal("yolo-no-labels");
    const pictures = await files.pictureNames(options.imageNames ?? []);
    if (options.imageNames === undefined || options.imageNames.length === 0) ownNames = pictures;
    const sizes = new YoloSizes(options, described.size);
    const labels: LabelFile[] = [];
    for await (const label of files.placed(pictures, rows)) {
      const names = options.labels === undefined ? described.namesFor(label.name) : undefined;
      labels.push({ ...label, names });
    }
    if (!sizes.areKnown && labels.every(({ frame, size }) => sizes.sizeOf(frame, size) === undefined)) {
      throw readerRefusal("yolo-size-unknown");
    }
    rows.read(labels, new YoloRowReader(described), sizes);
    rows.reportGuesses();
    rows.reportPolygonsAmongBoxes();
    rows.finish(options.labels ?? described.names);
    const imageSize = sizes.common;
    const facts = {
      ...(ownNames.length > 0 && { imageNames: ownNames.map((name) => name.replace(/^.*[/\\]/, "")) }),
      ...(imageSize !== undefined && { imageSize }),
    };
    return { text: rows.document(), facts };
  });
}

/** Sizes of the pictures: that of the picture itself takes precedence. */
class YoloSizes {
  readonly #options: Pick<ReadOptions, "imageSize" | "imageSizes">;
  readonly #described: ImageSize | undefined;
  readonly #used = new Map<string, ImageSize>();

  constructor(options: Pick<ReadOptions, "imageSize" | "imageSizes">, described: ImageSize | undefined) {
    this.#options = options;
    this.#described = described;
  }

  /** A single size for all pictures is known. */
  get areKnown(): boolean {
    return (this.#options.imageSize ?? this.#described) !== undefined;
  }

  /** @param own the size of the picture in the set */
  sizeOf(frame: number, own: ImageSize | undefined): ImageSize | undefined {
    const size = this.#options.imageSizes?.[frame] ?? own ?? this.#options.imageSize ?? this.#described;
    if (size !== undefined) this.#used.set(`${size.width}x${size.height}`, size);
    return size;
  }

  /** The size of all pictures, if it is the same. */
  get common(): ImageSize | undefined {
    const [only, ...others] = this.#used.values();
    return others.length > 0 ? undefined : (only ?? this.#options.imageSize ?? this.#described);
  }
}

interface Row extends YoloRow {
  readonly file: string;
  readonly line: number;
  readonly frame: number;
  readonly size: ImageSize;
  /** Names of the classes, if the file's own set has them. */
  readonly names: ClassNames | undefined;
}

class YoloRows implements YoloRemarks {
  readonly #problems: FoundProblems;
  readonly #rows: Row[] = [];
  readonly #tracks: string[] = [];

  constructor(problems: FoundProblems) {
    this.#problems = problems;
  }

  read(labels: readonly LabelFile[], reader: YoloRowReader, sizes: YoloSizes): void {
    for (const { name, text } of labels) {
      for (const { line, cells, dialect } of linesOf(text)) {
        reader.survey(cells);
        if (dialect !== undefined)
          this.warn("yolo-separators-taken", name === "" ? "A label file" : name, dialect, line);
      }
    }
    for (const { name, frame, text, size: own, names } of labels) {
      const file = name === "" ? "A label file" : name;
      const size = sizes.sizeOf(frame, own);
      if (size === undefined) {
        this.fail("yolo-size-unknown-of", file, undefined, file);
        continue;
      }
      const seen = new Set<string>();
      for (const { line, cells } of linesOf(text)) {
        const row = reader.read(cells);
        const wrong = typeof row === "string" ? row : this.#check(row, file, line);
        if (wrong !== undefined) this.fail("yolo-row-malformed", file, line, file, wrong);
        else this.#rows.push({ ...(row as YoloRow), file, line, frame, size, names });
        const content = cells.join(" ");
        if (wrong === undefined && seen.has(content)) this.warn("yolo-row-repeated", file, "", line);
        seen.add(content);
      }
    }
  }

  /** The problem of the positions; positions slightly outside are only reported. */
  #check({ box, polygon, points }: YoloRow, file: string, line: number): string | undefined {
    const positions = [...(box ?? []), ...(polygon ?? []), ...points.flatMap(({ x, y }) => [x, y])];
    const [x = 0, y = 0, width = 0, height = 0] = box ?? [];
    if (width < 0 || height < 0) return "width and height of a box must not be below 0";
    const largest = positions.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
    if (largest > maxPart) {
      const likely = largest > 100 ? "pixels" : "percents or pixels";
      return `positions must be fractions of the picture, from 0 to 1, and these look like ${likely}`;
    }
    const isInside = positions.every((value) => value >= 0 && value <= maxShare);
    const edges = [x - width / 2, y - height / 2, x + width / 2, y + height / 2];
    const isWithin = box === undefined || edges.every((edge) => edge > -maxOver && edge < 1 + maxOver);
    if (!isInside || !isWithin) this.warn("yolo-row-outside", file, "", line);
    else if (box !== undefined && (width === 0 || height === 0)) this.warn("yolo-box-empty", file, "", line);
    return undefined;
  }

  /** Reports each kind of guess once, with the number of rows and the first of them. */
  reportGuesses(): void {
    for (const [guess, rows] of Map.groupBy(this.#rows, (row) => row.guess)) {
      const [first] = rows;
      if (guess === undefined || first === undefined) continue;
      const place = placeIn(first.file, first.line);
      this.#problems.report(readerProblem("yolo-numbers-guessed", [first.file, guess, String(rows.length)], place));
    }
  }

  /** Single polygons among boxes: two boxes on one line are the numbers of a polygon. */
  reportPolygonsAmongBoxes(): void {
    const polygons = this.#rows.filter(({ polygon, isRotated }) => polygon !== undefined && !isRotated);
    const [first] = polygons;
    if (first === undefined || polygons.length * 2 >= this.#rows.length) return;
    const words = [first.file, String(polygons.length)];
    this.#problems.report(readerProblem("yolo-polygons-among-boxes", words, placeIn(first.file, first.line)));
  }

  /** Rows with an id become tracks; each of the others becomes a separate one. */
  finish(names: ClassNames): void {
    const ids = new Set(this.#rows.flatMap(({ id }) => id ?? []));
    const tracks = new Map<number, Row[]>();
    let next = 0;
    for (const row of this.#rows) {
      while (row.id === undefined && (ids.has(next) || tracks.has(next))) next++;
      const id = row.id ?? next;
      tracks.set(id, [...(row.id === undefined ? [] : (tracks.get(id) ?? [])), row]);
    }
    for (const [id, rows] of tracks) this.#put(id, rows, names);
  }

  #put(id: number, rows: readonly Row[], names: ClassNames): void {
    const sorted = rows.toSorted((a, b) => a.frame - b.frame);
    const kept = sorted.filter(({ frame }, index) => sorted[index + 1]?.frame !== frame);
    const twice = sorted.find(({ frame }, index) => sorted[index - 1]?.frame === frame);
    if (twice !== undefined)
      this.#problems.report({ ...coreProblem("duplicate-detection", id), ...placeIn(twice.file, twice.line) });
    const pairs = new Map<string, number>();
    for (const { classNumber, confidence, file, line, names: own = names } of kept) {
      const name = own[classNumber];
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
      features: kept.map(featureOf),
    };
    this.#tracks.push(trackMember(track));
  }

  document(): string {
    return documentOf(this.#tracks);
  }

  fail(code: ReaderProblemCode, file: string, line: number | undefined, ...words: readonly string[]): void {
    this.#problems.skip(readerProblem(code, words, placeIn(file, line)));
  }

  /** Reported once per kind and file; for a class, once per archive. */
  decode(bytes: Uint8Array, file: string): string {
    const { text, problems } = decodeLoose(bytes);
    for (const { severity, code, message } of problems)
      this.#problems.report({ severity, code, message: `${file}: ${message}`, ...placeIn(file) });
    return text;
  }

  warn(code: ReaderProblemCode, file: string, word = "", line?: number): void {
    const key = code === "yolo-class-unknown" ? `${code} ${word}` : `${code} ${file}`;
    this.#problems.reportOnce(readerProblem(code, [file, word], placeIn(file, line)), key);
  }
}

interface YoloLine {
  readonly line: number;
  readonly cells: readonly string[];
  /** How numbers are separated, if not by blanks and with points. */
  readonly dialect?: string;
}

const separators = /\s*[,;]\s*|\s+/;
const isParted = (row: string): boolean => row.split(/\s+/).length < 5 && row.split(separators).length >= 5;
/** Semicolons between numbers with decimal commas, as spreadsheet programs write in some countries. */
const isOfSpreadsheet = (row: string): boolean => row.split(";").length >= 5 && /\d,\d/.test(row);
const hasDecimalComma = (row: string): boolean => row.split(/\s+/).some((cell) => /^-?\d+,\d+$/.test(cell));

/** Other separators are those of the whole file: in a single row they are a mistake. */
function* linesOf(text: string): Iterable<YoloLine> {
  const all = text
    .replace(/^\u{feff}/u, "")
    .split(/\r\n|\r|\n/)
    .map((content, at) => ({ line: at + 1, row: content.trim(), isComment: content.startsWith("#") }));
  const rows = all.filter(({ row, isComment }) => row !== "" && !isComment);
  const [areParted, haveCommas, areOfSpreadsheet] = [isParted, hasDecimalComma, isOfSpreadsheet].map((is) =>
    rows.every(({ row }) => is(row)),
  );
  for (const { line, row } of rows) {
    const cells = row.split(/\s+/);
    if (areOfSpreadsheet) {
      const numbers = row.split(/\s*;\s*/).map((cell) => cell.replace(",", "."));
      yield { line, cells: numbers, dialect: "separated by semicolons, with decimal commas" };
    } else if (areParted) yield { line, cells: row.split(separators), dialect: "separated by commas or semicolons" };
    else if (haveCommas) {
      yield { line, cells: cells.map((cell) => cell.replace(",", ".")), dialect: "written with decimal commas" };
    } else yield { line, cells };
  }
}

function featureOf({ frame, box, polygon, isRotated, points, size }: Row): object {
  const { width, height } = size;
  const marks = poseFeatures(
    points.map(({ name, x, y, isHidden }): NamedPoint => ({ name, at: [x * width, y * height], isHidden })),
  );
  const shapes = marks.length === 0 ? {} : { geometry: { type: "FeatureCollection", features: marks } };
  if (polygon === undefined) return { frame, bounds: boundsOf(box ?? [], size), keyframe: true, ...shapes };
  const ring: (readonly [number, number])[] = [];
  for (let at = 0; at + 1 < polygon.length; at += 2) {
    ring.push([(polygon[at] ?? 0) * width, (polygon[at + 1] ?? 0) * height]);
  }
  if (isRotated) {
    const { bounds, features } = readCorners(ring);
    const turned = features.length === 0 ? {} : { geometry: { type: "FeatureCollection", features } };
    return { frame, bounds, keyframe: true, ...turned };
  }
  const bounds: Bounds = [
    ring.reduce((min, [x]) => Math.min(min, x), Infinity),
    ring.reduce((min, [, y]) => Math.min(min, y), Infinity),
    ring.reduce((max, [x]) => Math.max(max, x), -Infinity),
    ring.reduce((max, [, y]) => Math.max(max, y), -Infinity),
  ];
  const shape = {
    type: "Feature",
    properties: { key: "" },
    geometry: { type: "Polygon", coordinates: [[...ring, ...ring.slice(0, 1)]] },
  };
  return { frame, bounds, keyframe: true, geometry: { type: "FeatureCollection", features: [shape] } };
}

/** Only in a set of files: for a single file the caller knows which it is. */
const placeIn = (file: string, line?: number) => ({
  ...(file !== "" && { member: file }),
  ...(line !== undefined && { line, column: 1 }),
});
