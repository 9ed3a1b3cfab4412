/**
 * A table of boxes whose columns the user has named: each row becomes a row of VIAME CSV on the same line, which the
 * core reads, so that pictures are matched and problems are located as in any other file.
 */
import {
  columnsText,
  type ColumnMapping,
  type ColumnMeaning,
  type ProposedColumns,
} from "../recognize/column-mapping.ts";
import { readerProblem, readerRefusal } from "../problems/reader-problems.ts";
import { matchPictures, type PictureMatch } from "../pictures/match-pictures.ts";
import { withProblems } from "../exchange/reading.ts";
import { recognizeContent } from "../recognize/recognize-source.ts";
import { isNumber, withoutPadding } from "../recognize/table-fits.ts";
import { openSource, readOnlyFile, type SourceContent } from "../sources/source.ts";
import { type PlainRow, readTable, type Table, withPoints } from "../text/table-text.ts";
import { maxListedProblems } from "../problems/read-problems.ts";
import { tableOfJson } from "../text/json-table.ts";
import { decodeWhole } from "../text/text-encoding.ts";
import { frameAt, secondsOf, type TimeUnit, unitOfColumn } from "../text/times.ts";
import {
  CoreError,
  type AnnotationCore,
  type ImageSize,
  type Problem,
  type ReadOptions,
  type ReadReport,
} from "../../types.ts";

export function readColumns(
  core: AnnotationCore,
  bytes: Uint8Array,
  mapping: ColumnMapping,
  options: ReadOptions,
  typeNames: ReadonlyMap<string, string> = new Map(),
): ReadReport {
  const { text, problems: converted } = decodeWhole(bytes);
  const table = new MappedTable(readTable(tableOfJson(text) ?? text), mapping, options, typeNames);
  const csv = table.viameCsv();
  const broken = table.problems.filter(({ severity }) => severity === "error");
  const [first] = broken;
  if (options.strict === true && first !== undefined) throw readerRefusal("table-row-broken", [first.message], first);
  const report = withProblems(
    [...converted, ...table.problems].slice(0, maxListedProblems),
    core.reader.readViameCsv(new TextEncoder().encode(csv), options),
  );
  return { ...report, skippedCount: report.skippedCount + broken.length };
}

/** A table, and possibly one of the codes and names of its types. */
export async function readTableFiles(content: SourceContent, name: string | undefined) {
  const source = await openSource(content, name);
  const isSet = [...source.files()].length > 1;
  const found = isSet ? await recognizeContent(source, name) : undefined;
  const [table, list] = found?.kind === "table" ? [...found.source.files()] : [];
  return { bytes: (await table?.read()) ?? (await readOnlyFile(source)), typeNames: typeNamesIn(await list?.read()) };
}

export interface TableKind {
  readonly title: string;
  /** A table of the codes and names of its types, if there is one. */
  readonly list?: Uint8Array | undefined;
}

/** By their codes. @param list a table of codes and names, if there is one */
function typeNamesIn(list: Uint8Array | undefined): ReadonlyMap<string, string> {
  const rows = list === undefined ? [] : readTable(decodeWhole(list).text).rows;
  return new Map(rows.map(({ texts: [code = "", name = ""] }) => [code, name]));
}

/** Reads a table by its own description, with a warning that says so. */
export function readProposedColumns(
  core: AnnotationCore,
  bytes: Uint8Array,
  { title, list }: TableKind,
  { caveat: _, ...mapping }: ProposedColumns,
  options: ReadOptions,
): ReadReport {
  try {
    const chosen = readerProblem("table-columns-taken", [
      title,
      columnsText(mapping),
      countingText(mapping, options.imageNames !== undefined),
    ]);
    return withProblems([chosen], readColumns(core, bytes, mapping, options, typeNamesIn(list)));
  } catch (error) {
    const isUnsized = error instanceof CoreError && error.code === "table-size-unknown";
    throw isUnsized ? readerRefusal("table-size-unknown", [title]) : error;
  }
}

function countingText({ columns, units }: ColumnMapping, isDatasetKnown: boolean): string {
  const frames =
    columns.frame1 !== undefined
      ? " Frames were counted from 1, since none is 0."
      : columns.frame !== undefined
        ? " Frames were counted from 0."
        : isDatasetKnown || columns.time !== undefined
          ? ""
          : " Pictures were numbered in the natural order of their names, since those of the dataset are not known.";
  const parts = units === "fractions" ? " Positions were read as fractions of the picture." : "";
  return frames + parts;
}

type Place = number | "line" | undefined;

class MappedTable {
  readonly problems: Problem[] = [];
  readonly #rows: readonly PlainRow[];
  readonly #mapping: ColumnMapping;
  readonly #hasDecimalCommas: boolean;
  readonly #header: readonly string[];
  readonly #places: Readonly<Record<string, Place>>;
  readonly #attributes: readonly { readonly name: string; readonly at: number }[];
  readonly #frames: ReadonlyMap<string, number>;
  readonly #imageSize: ImageSize | undefined;
  /** By the names in rows, and by frame. */
  readonly #sizes: ReadonlyMap<string | number, ImageSize>;
  readonly #tracks = new Map<string, number>();
  /** By their codes in the table. */
  readonly #typeNames: ReadonlyMap<string, string>;
  readonly #fps: number;
  readonly #timeUnit: TimeUnit;
  /** How many shapes of a kind were read as their bounding boxes. */
  readonly #asBoxes = new Map<string, number>();
  /** How many shapes of a kind have no place on their picture. */
  readonly #leftOut = new Map<string, number>();
  #firstTime: { readonly text: string; readonly frame: number } | undefined;
  #freeId: number | undefined;
  #areScoresPercent = false;

  constructor(
    { rows: all, hasDecimalCommas }: Table,
    mapping: ColumnMapping,
    { imageNames, imageSize, imageSizes = [], fps = 0 }: ReadOptions,
    typeNames: ReadonlyMap<string, string>,
  ) {
    this.#typeNames = typeNames;
    this.#mapping = mapping;
    this.#hasDecimalCommas = hasDecimalCommas;
    this.#imageSize = imageSize;
    const { columns, attributes } = mapping;
    this.#fps = fps;
    this.#timeUnit = unitOfColumn(columns.time ?? "");
    if (columns.time !== undefined && fps <= 0) throw readerRefusal("table-rate-unknown", [columns.time]);
    const used = [...Object.values(columns), ...attributes];
    const named = used.filter((column) => !/^(\d+|line)$/.test(column));
    const rows = fromHeader(all, named);
    const names = (rows[0]?.cells ?? []).map((cell) => cell.trim());
    const hasHeader = named.length > 0 || isHeader(rows, used.map(Number));
    this.#header = hasHeader ? names : [];
    this.#rows = hasHeader ? rows.slice(1) : rows;
    this.#places = Object.fromEntries(
      Object.entries(columns).map(([meaning, column]) => [meaning, this.#place(column)]),
    );
    this.#attributes = attributes.map((column) => ({
      name: column.replaceAll(/\s+/g, "_"),
      at: this.#place(column) as number,
    }));
    const images = this.#has("image") ? this.#rows.map((row) => this.#cell(row, "image")) : [];
    const pictures = [...new Set(images)].filter((name) => name !== "");
    const matches = matchPictures(pictures, imageNames ?? []);
    const sizes = new Map<string | number, ImageSize>();
    const keep = (key: string | number, size: ImageSize | undefined) => size !== undefined && sizes.set(key, size);
    for (const [frame, size] of imageSizes.entries()) keep(frame, size);
    for (const [place, name] of pictures.entries()) keep(name, imageSizes[matches[place]?.frame ?? -1]);
    this.#sizes = sizes;
    const [example] = pictures;
    if (imageNames !== undefined && example !== undefined && this.#isByName && matches.every(isUnknown))
      throw readerRefusal("table-pictures-unknown", [example, imageNames[0] ?? "none"]);
    this.#frames = this.#isByName ? inNaturalOrder(pictures) : new Map();
    this.#reportLeftOut();
    this.#collectTracks();
    this.#detectPercentScores();
    const isSized = imageSize !== undefined || this.#sizes.size > 0 || columns["image-width"] !== undefined;
    if (mapping.units === "fractions" && !isSized) throw readerRefusal("table-size-unknown");
  }

  /** Rows keep their lines; a broken one becomes a blank line. */
  viameCsv(): string {
    const lines: string[] = [];
    for (const row of this.#rows) {
      while (lines.length < row.line - 1) lines.push("");
      lines.push(this.#rowOf(row) ?? "");
    }
    for (const [kind, count] of this.#asBoxes) {
      this.problems.push(readerProblem("table-shapes-as-boxes", [String(count), kind]));
    }
    for (const [kind, count] of this.#leftOut) {
      this.problems.push(readerProblem("translated-left-out", [String(count), `shape of the kind "${kind}"`]));
    }
    if (this.#firstTime !== undefined) {
      const { text, frame } = this.#firstTime;
      const unit = text.includes(":") ? "hours, minutes and seconds" : this.#timeUnit;
      const words = [String(Number(this.#fps.toFixed(3))), unit, text, String(frame)];
      this.problems.push(readerProblem("table-times-taken", words));
    }
    return `${lines.join("\n")}\n`;
  }

  #place(column: string): Place {
    if (column === "line") return "line";
    const at = this.#header.indexOf(column);
    if (at >= 0) return at;
    const insensitive = this.#header.findIndex((name) => name.toLowerCase() === column.toLowerCase());
    if (insensitive >= 0) return insensitive;
    const number = Number(column);
    const count = Math.max(...this.#rows.slice(0, 100).map(({ cells }) => cells.length), this.#header.length);
    if (Number.isInteger(number) && number >= 1 && number <= count) return number - 1;
    const known = this.#header.length === 0 ? `columns 1 to ${count}` : withoutPadding(this.#header).join(", ");
    throw readerRefusal("table-column-missing", [column, known]);
  }

  #cell({ cells, texts, line }: PlainRow, meaning: ColumnMeaning): string {
    const place = this.#places[meaning];
    if (place === "line") return String(line - 1 - Number(this.#header.length > 0));
    if (place === undefined) return "";
    return meaning === "image" || meaning === "type" ? (texts[place] ?? "") : withPoints(cells[place] ?? "");
  }

  #has(meaning: ColumnMeaning): boolean {
    return this.#places[meaning] !== undefined;
  }

  /** Pictures without frames get those of the dataset, or are in the natural order of their names. */
  get #isByName(): boolean {
    return this.#has("image") && !this.#has("frame") && !this.#has("frame1") && !this.#has("time");
  }

  #reportLeftOut(): void {
    const used = new Set([...Object.values(this.#places), ...this.#attributes.map(({ at }) => at)]);
    const left =
      this.#header.length === 0
        ? this.#unusedColumns(used)
        : this.#header.filter((name, at) => name !== "" && !used.has(at));
    if (left.length > 0) this.problems.push(readerProblem("table-columns-left-out", [left.join(", ")]));
    for (const name of left.filter((one) => /^video(_?(name|id|file|path))?$/i.test(one))) {
      const at = this.#header.indexOf(name);
      const videos = new Set(this.#rows.map(({ cells }) => cells[at] ?? "").filter((video) => video !== ""));
      if (videos.size > 1) this.problems.push(readerProblem("table-several-videos", [name, String(videos.size)]));
    }
    const renamed = this.#mapping.attributes.filter((name) => /\s/.test(name));
    if (renamed.length > 0) this.problems.push(readerProblem("table-attributes-renamed", [renamed.join(", ")]));
  }

  /** Numbers of the columns of a table without a header that are not the same in all rows. */
  #unusedColumns(used: ReadonlySet<Place>): readonly string[] {
    const count = this.#rows.reduce((max, { cells }) => Math.max(max, cells.length), 0);
    const differs = (at: number): boolean =>
      this.#rows.some(({ cells }) => (cells[at] ?? "") !== (this.#rows[0]?.cells[at] ?? ""));
    const unused = Array.from({ length: count }, (_, at) => at).filter((at) => !used.has(at) && differs(at));
    return unused.map((at) => String(at + 1));
  }

  /** Ids that are not numbers are numbered in order of appearance. */
  #collectTracks(): void {
    if (!this.#has("track")) return;
    const ids = new Set(this.#rows.map((row) => this.#cell(row, "track")));
    const areNumbers = [...ids].every((id) => id === "" || /^\d{1,9}(\.0*)?$/.test(id));
    for (const id of ids) if (id !== "") this.#tracks.set(id, areNumbers ? Number(id) : this.#tracks.size);
    if (!areNumbers && ids.size > 0)
      this.problems.push(readerProblem("table-tracks-numbered", [[...ids].find(Boolean) ?? ""]));
  }

  /** Detects scores from 0 to 100. */
  #detectPercentScores(): void {
    if (!this.#has("score")) return;
    const scores = this.#rows.map((row) => this.#cell(row, "score")).filter((cell) => cell !== "");
    const isPercent = scores.some((cell) => cell.endsWith("%"));
    const values = scores.map(Number);
    const isLarge = values.length > 0 && values.every((value) => value === 0 || (value > 1 && value <= 100));
    this.#areScoresPercent = !isPercent && isLarge && values.some((value) => value > 1);
    const [example] = scores;
    if (this.#areScoresPercent || isPercent) this.problems.push(readerProblem("table-scores-percent", [example ?? ""]));
  }

  #score(row: PlainRow): number {
    const text = this.#cell(row, "score");
    if (/^[\d.]+ ?%$/.test(text)) return Number.parseFloat(text) / 100;
    return this.#number(row, "score", "1") / (this.#areScoresPercent && text !== "" ? 100 : 1);
  }

  /** `undefined`: there is nothing on the picture, or the row is broken, which has been reported. */
  #rowOf(row: PlainRow): string | undefined {
    try {
      return this.#requireRow(row);
    } catch (error) {
      if (!(error instanceof BrokenRow)) throw error;
      this.problems.push(readerProblem("table-row-malformed", [error.message], { line: row.line, column: 1 }));
      return undefined;
    }
  }

  #requireRow(row: PlainRow): string | undefined {
    const box = this.#box(row);
    if (box === undefined) return undefined;
    const image = this.#cell(row, "image");
    const frame = this.#frame(row, image);
    const id = this.#tracks.get(this.#cell(row, "track")) ?? this.#nextId();
    const code = this.#cell(row, "type");
    const type = this.#typeNames.get(code) || code;
    const score = this.#has("score") ? this.#score(row) : 1;
    // A bracket begins a token.
    const pair = type === "" ? [] : [type.startsWith("(") ? ` ${type}` : type, String(score)];
    const attributes = this.#attributes.flatMap(({ name, at }) => {
      const text = row.texts[at] ?? "";
      const value = this.#hasDecimalCommas ? withPoints(text) : text;
      return value === "" ? [] : [`(atr) ${name} ${value}`];
    });
    const cells = [id, image, frame, ...box.bounds, score, -1, ...pair, ...attributes, ...box.tokens];
    return cells.map((cell) => csvCell(String(cell))).join(",");
  }

  /** Rows without a track become separate tracks, with ids after all others. */
  #nextId(): number {
    this.#freeId ??=
      this.#tracks.size === 0 ? 0 : [...this.#tracks.values()].reduce((max, id) => Math.max(max, id), 0) + 1;
    return this.#freeId++;
  }

  #frame(row: PlainRow, image: string): number {
    for (const [meaning, first] of [
      ["frame", 0],
      ["frame1", 1],
    ] as const) {
      if (!this.#has(meaning)) continue;
      const frame = this.#number(row, meaning) - first;
      if (Number.isInteger(frame) && frame >= 0) return frame;
      throw new BrokenRow(
        `${this.#named(meaning)} must be a whole number from ${first}, and is "${this.#cell(row, meaning)}"`,
      );
    }
    if (this.#has("time")) return this.#frameAtTime(row);
    const frame = this.#frames.get(image);
    if (frame === undefined) throw new BrokenRow(`${this.#named("image")} is empty`);
    return frame;
  }

  #frameAtTime(row: PlainRow): number {
    const text = this.#cell(row, "time");
    const seconds = secondsOf(text, this.#timeUnit, this.#fps);
    if (seconds === undefined) {
      throw new BrokenRow(`${this.#named("time")} must be a time such as 12.5 or 00:00:12.500, and is "${text}"`);
    }
    const frame = frameAt(seconds, this.#fps);
    // One that is not 0 shows more.
    if (this.#firstTime === undefined || this.#firstTime.frame === 0) this.#firstTime = { text, frame };
    return frame;
  }

  #number(row: PlainRow, meaning: ColumnMeaning, whenEmpty = ""): number {
    const text = this.#cell(row, meaning) || whenEmpty;
    if (isNumber(text)) return Number(text);
    throw new BrokenRow(`${this.#named(meaning)} must be a number, and is "${text}"`);
  }

  #named(meaning: ColumnMeaning): string {
    const column = this.#mapping.columns[meaning as keyof ColumnMapping["columns"]] ?? meaning;
    return /^\d+$/.test(column) ? `Column ${column} (${meaning})` : `The column ${column}`;
  }

  #box(row: PlainRow): { readonly bounds: readonly number[]; readonly tokens: readonly string[] } | undefined {
    const cells = ["x1", "y1", "x2", "y2", "x", "y", "cx", "cy", "box", "points"] as const;
    // A picture without objects.
    if (cells.every((meaning) => this.#cell(row, meaning) === "")) return undefined;
    const [scaleX, scaleY] = this.#scales(row);
    const scaled = ([x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[]): number[] => [
      x1 * scaleX,
      y1 * scaleY,
      x2 * scaleX,
      y2 * scaleY,
    ];
    const number = (meaning: ColumnMeaning): number => this.#number(row, meaning);
    if (this.#has("points")) return this.#shape(row, scaleX, scaleY);
    if (this.#has("box")) {
      const [x = NaN, y = NaN, width = NaN, height = NaN, ...more] = numbersIn(this.#cell(row, "box"));
      if (more.length > 0 || Number.isNaN(height)) throw new BrokenRow(`${this.#named("box")} must be four numbers`);
      return { bounds: scaled([x, y, x + width, y + height]), tokens: [] };
    }
    if (this.#has("x1"))
      return { bounds: scaled([number("x1"), number("y1"), number("x2"), number("y2")]), tokens: [] };
    const [width, height] = [number("width"), number("height")];
    const [x, y] = this.#has("cx") ? [number("cx") - width / 2, number("cy") - height / 2] : [number("x"), number("y")];
    return { bounds: scaled([x, y, x + width, y + height]), tokens: [] };
  }

  #shape(row: PlainRow, scaleX: number, scaleY: number) {
    const points = numbersIn(this.#cell(row, "points"));
    const kind = this.#cell(row, "shape").toLowerCase();
    // Labels of a picture as a whole.
    if (/^whole ?(image|frame)$/.test(kind)) {
      this.#leftOut.set(kind, (this.#leftOut.get(kind) ?? 0) + 1);
      return undefined;
    }
    if (kind === "circle" && points.length === 3) {
      const [x = 0, y = 0, radius = 0] = points;
      return {
        bounds: [(x - radius) * scaleX, (y - radius) * scaleY, (x + radius) * scaleX, (y + radius) * scaleY],
        tokens: [],
      };
    }
    if (points.length < 2 || points.length % 2 === 1)
      throw new BrokenRow(`${this.#named("points")} must be pairs of numbers`);
    const xs = points.filter((_, at) => at % 2 === 0).map((x) => x * scaleX);
    const ys = points.filter((_, at) => at % 2 === 1).map((y) => y * scaleY);
    const isBoxKind = /^(rect\w*|box|bbox)$/.test(kind);
    const isPolygon = kind === "polygon" || (kind === "" && xs.length > 2) || (isBoxKind && isRotated(xs, ys));
    const ring = xs.flatMap((x, at) => [x, ys[at] ?? 0]).join(" ");
    const isBox = isBoxKind || kind === "" || isPolygon;
    if (!isBox) this.#asBoxes.set(kind, (this.#asBoxes.get(kind) ?? 0) + 1);
    return {
      bounds: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)],
      tokens: isPolygon && xs.length > 2 ? [`(poly) ${ring}`] : [],
    };
  }

  #scales(row: PlainRow): readonly [number, number] {
    if (this.#mapping.units === "pixels") return [1, 1];
    if (this.#has("image-width") && this.#has("image-height"))
      return [this.#number(row, "image-width"), this.#number(row, "image-height")];
    const image = this.#cell(row, "image");
    const named = this.#has("image") ? this.#sizes.get(image) : this.#sizes.get(this.#frame(row, image));
    const size = named ?? this.#imageSize;
    if (size === undefined) throw new BrokenRow("The size of its picture is not known");
    return [size.width, size.height];
  }
}

class BrokenRow extends Error {}

/** Whether four corners make a box whose sides are not those of the picture; a tenth of a pixel is rounding. */
function isRotated(xs: readonly number[], ys: readonly number[]): boolean {
  const isSide = (values: readonly number[]): boolean =>
    values.every((value) => Math.min(value - Math.min(...values), Math.max(...values) - value) < 0.1);
  return xs.length === 4 && !(isSide(xs) && isSide(ys));
}

/** There may be titles above the row with the names of the columns. */
function fromHeader(rows: readonly PlainRow[], named: readonly string[]): readonly PlainRow[] {
  const at = rows.slice(0, 10).findIndex(({ cells }) => named.every((column) => cells.includes(column)));
  return rows.slice(Math.max(at, 0));
}

/** For columns identified by position: whether the first row has no numbers where those below have. */
function isHeader(rows: readonly PlainRow[], places: readonly number[]): boolean {
  const [first, second] = rows;
  if (first === undefined || second === undefined) return false;
  const at = places.filter((place) => Number.isInteger(place)).map((place) => place - 1);
  const numeric = at.filter((place) => isNumber(second.cells[place] ?? ""));
  return numeric.length > 0 && numeric.every((place) => !isNumber(first.cells[place] ?? ""));
}

function numbersIn(cell: string): readonly number[] {
  return (cell.match(/[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?/gi) ?? []).map(Number);
}

function inNaturalOrder(names: readonly string[]): ReadonlyMap<string, number> {
  const order = new Intl.Collator("en", { numeric: true });
  return new Map(names.toSorted((a, b) => order.compare(a, b)).map((name, frame) => [name, frame]));
}

const isUnknown = (match: PictureMatch): boolean => match.frame === undefined && match.others.length === 0;

function csvCell(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""').replaceAll(/\s+/g, " ")}"` : cell;
}
