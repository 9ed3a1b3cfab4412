/** The rows of a table as rows of VIAME CSV, each on its line. */
import { ellipseOutline } from "../exchange/shapes.ts";
import type { ColumnMapping, ColumnMeaning } from "../recognize/column-mapping.ts";
import { readerProblem } from "../problems/reader-problems.ts";
import { numbersIn } from "../text/plain-numbers.ts";
import { type PlainRow, type Table, withPoints } from "../text/table-text.ts";
import { frameAt, secondsOf, type TimeUnit, unitOfColumn } from "../text/times.ts";
import type { ImageSize, Problem, ReadOptions } from "../../types.ts";
import { rowsOfOneVideo } from "./one-video.ts";
import { BrokenRow, TableColumns } from "./table-columns.ts";
import { factsOf, type TableFacts } from "./table-facts.ts";

export class TableRows {
  readonly problems: Problem[];
  readonly #columns: TableColumns;
  readonly #facts: TableFacts;
  readonly #units: ColumnMapping["units"];
  readonly #hasDecimalCommas: boolean;
  readonly #imageSize: ImageSize | undefined;
  /** By their codes in the table. */
  readonly #typeNames: ReadonlyMap<string, string>;
  readonly #fps: number;
  readonly #timeUnit: TimeUnit;
  /** How many shapes of a kind were read as their bounding boxes. */
  readonly #asBoxes = new Map<string, number>();
  /** How many of each kind were left out. */
  readonly #leftOut = new Map<string, number>();
  #firstTime: { readonly text: string; readonly frame: number } | undefined;
  #freeId: number | undefined;

  /** @throws CoreError when a column is missing, or rows cannot be placed */
  constructor(
    { rows, hasDecimalCommas }: Table,
    mapping: ColumnMapping,
    options: ReadOptions,
    typeNames: ReadonlyMap<string, string>,
  ) {
    const own = rowsOfOneVideo(rows, mapping, options);
    this.#columns = new TableColumns(own.rows, mapping);
    this.#facts = factsOf(this.#columns, mapping, options);
    this.problems = [...own.problems, ...this.#facts.problems];
    this.#units = mapping.units;
    this.#hasDecimalCommas = hasDecimalCommas;
    this.#imageSize = options.imageSize;
    this.#typeNames = typeNames;
    this.#fps = options.fps ?? 0;
    this.#timeUnit = unitOfColumn(mapping.columns.time ?? "");
  }

  /** Rows keep their lines; a broken one becomes a blank line. */
  viameCsv(): string {
    const lines: string[] = [];
    for (const row of this.#columns.rows) {
      while (lines.length < row.line - 1) lines.push("");
      lines.push(this.#rowOf(row) ?? "");
    }
    for (const [kind, count] of this.#asBoxes) {
      this.problems.push(readerProblem("table-shapes-as-boxes", [String(count), kind]));
    }
    for (const [what, count] of this.#leftOut) {
      this.problems.push(readerProblem("translated-left-out", [String(count), what]));
    }
    if (this.#firstTime !== undefined) {
      const { text, frame } = this.#firstTime;
      const unit = text.includes(":") ? "hours, minutes and seconds" : this.#timeUnit;
      const words = [String(Number(this.#fps.toFixed(3))), unit, text, String(frame)];
      this.problems.push(readerProblem("table-times-taken", words));
    }
    return `${lines.join("\n")}\n`;
  }

  #score(row: PlainRow): number {
    const text = this.#columns.cell(row, "score");
    if (/^[\d.]+ ?%$/.test(text)) return Number.parseFloat(text) / 100;
    return this.#columns.number(row, "score", "1") / (this.#facts.areScoresPercent && text !== "" ? 100 : 1);
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
    const image = this.#columns.cell(row, "image");
    const frame = this.#frame(row, image);
    const id = this.#facts.tracks.get(this.#columns.cell(row, "track")) ?? this.#nextId();
    const code = this.#columns.cell(row, "type");
    const type = this.#typeNames.get(code) || code;
    const score = this.#columns.has("score") ? this.#score(row) : 1;
    // A bracket begins a token, and an apostrophe before it is removed.
    const pair = type === "" ? [] : [/^ *\(/.test(type) ? `'${type.trimStart()}` : type, String(score)];
    const attributes = this.#columns.attributes.flatMap(({ name, at }) => {
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
      this.#facts.tracks.size === 0
        ? 0
        : [...this.#facts.tracks.values()].reduce((max, id) => Math.max(max, id), 0) + 1;
    return this.#freeId++;
  }

  #frame(row: PlainRow, image: string): number {
    for (const [meaning, first] of [
      ["frame", 0],
      ["frame1", 1],
    ] as const) {
      if (!this.#columns.has(meaning)) continue;
      const frame = this.#columns.number(row, meaning) - first;
      if (Number.isInteger(frame) && frame >= 0) return frame;
      throw new BrokenRow(
        `${this.#columns.named(meaning)} must be a whole number from ${first}, and is "${this.#columns.cell(row, meaning)}"`,
      );
    }
    if (this.#columns.has("time")) return this.#frameAtTime(row);
    const frame = this.#facts.frames.get(image);
    if (frame === undefined) throw new BrokenRow(`${this.#columns.named("image")} is empty`);
    return frame;
  }

  #frameAtTime(row: PlainRow): number {
    const text = this.#columns.cell(row, "time");
    const seconds = secondsOf(text, this.#timeUnit, this.#fps);
    if (seconds === undefined) {
      throw new BrokenRow(
        `${this.#columns.named("time")} must be a time such as 12.5 or 00:00:12.500, and is "${text}"`,
      );
    }
    const frame = frameAt(seconds, this.#fps);
    // One that is not 0 shows more.
    if (this.#firstTime === undefined || this.#firstTime.frame === 0) this.#firstTime = { text, frame };
    return frame;
  }

  #box(row: PlainRow): { readonly bounds: readonly number[]; readonly tokens: readonly string[] } | undefined {
    const cells = ["x1", "y1", "x2", "y2", "x", "y", "cx", "cy", "box", "points"] as const;
    const isMissing = (meaning: ColumnMeaning): boolean => missing.test(this.#columns.cell(row, meaning));
    if (cells.every(isMissing)) {
      // Otherwise a picture without objects.
      if (!isMissing("type")) this.#countLeftOut("row with a type and without a box");
      return undefined;
    }
    const [scaleX, scaleY] = this.#scales(row);
    const scaled = ([x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[]): number[] => [
      x1 * scaleX,
      y1 * scaleY,
      x2 * scaleX,
      y2 * scaleY,
    ];
    const number = (meaning: ColumnMeaning): number => this.#columns.number(row, meaning);
    if (this.#columns.has("points")) return this.#shape(row, scaleX, scaleY);
    if (this.#columns.has("box")) {
      const [x = NaN, y = NaN, width = NaN, height = NaN, ...more] = numbersIn(this.#columns.cell(row, "box"));
      if (more.length > 0 || Number.isNaN(height))
        throw new BrokenRow(`${this.#columns.named("box")} must be four numbers`);
      return { bounds: scaled([x, y, x + width, y + height]), tokens: [] };
    }
    if (this.#columns.has("x1"))
      return { bounds: scaled([number("x1"), number("y1"), number("x2"), number("y2")]), tokens: [] };
    const [width, height] = [number("width"), number("height")];
    const [x, y] = this.#columns.has("cx")
      ? [number("cx") - width / 2, number("cy") - height / 2]
      : [number("x"), number("y")];
    return { bounds: scaled([x, y, x + width, y + height]), tokens: [] };
  }

  #shape(row: PlainRow, scaleX: number, scaleY: number) {
    const { kind: writtenKind, text, further } = wellKnownText(this.#columns.cell(row, "points"));
    const points = numbersIn(text);
    const kind = this.#columns.cell(row, "shape").toLowerCase() || writtenKind;
    if (further > 0) this.#countLeftOut(`further ring of a ${kind}`, further);
    // Labels of a picture as a whole.
    if (/^whole ?(image|frame)$/.test(kind)) {
      this.#countLeftOut(`shape of the kind "${kind}"`);
      return undefined;
    }
    if (kind === "circle" && points.length === 3) {
      const [x = 0, y = 0, radius = 0] = points;
      const radii = [radius * scaleX, radius * scaleY] as const;
      const outline = radius > 0 ? ellipseOutline([x * scaleX, y * scaleY], radii, 0) : [];
      return {
        bounds: [(x - radius) * scaleX, (y - radius) * scaleY, (x + radius) * scaleX, (y + radius) * scaleY],
        tokens: outline.length > 0 ? [`(poly) ${outline.flat().join(" ")}`] : [],
      };
    }
    if (points.length < 2 || points.length % 2 === 1)
      throw new BrokenRow(`${this.#columns.named("points")} must be pairs of numbers`);
    const xs = points.filter((_, at) => at % 2 === 0).map((x) => x * scaleX);
    const ys = points.filter((_, at) => at % 2 === 1).map((y) => y * scaleY);
    const isBoxKind = /^(rect\w*|box|bbox)$/.test(kind);
    const isPolygon = kind === "polygon" || (kind === "" && xs.length > 2) || (isBoxKind && isRotated(xs, ys));
    const ring = xs.flatMap((x, at) => [x, ys[at] ?? 0]).join(" ");
    const isPoint = kind === "point" && xs.length === 1;
    const isBox = isBoxKind || kind === "" || isPolygon || isPoint;
    if (!isBox) this.#asBoxes.set(kind, (this.#asBoxes.get(kind) ?? 0) + 1);
    return {
      bounds: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)],
      tokens: isPoint ? [`(kp) 1 ${ring}`] : isPolygon && xs.length > 2 ? [`(poly) ${ring}`] : [],
    };
  }

  #countLeftOut(what: string, count = 1): void {
    this.#leftOut.set(what, (this.#leftOut.get(what) ?? 0) + count);
  }

  #scales(row: PlainRow): readonly [number, number] {
    if (this.#units === "pixels") return [1, 1];
    if (this.#columns.has("image-width") && this.#columns.has("image-height"))
      return [this.#columns.number(row, "image-width"), this.#columns.number(row, "image-height")];
    const image = this.#columns.cell(row, "image");
    const named = this.#columns.has("image")
      ? this.#facts.sizes.get(image)
      : this.#facts.sizes.get(this.#frame(row, image));
    const size = named ?? this.#imageSize;
    if (size === undefined) throw new BrokenRow("The size of its picture is not known");
    return [size.width, size.height];
  }
}

/** How programs write an empty cell: R as NA, Python as nan or None. */
const missing = /^(nan|na|n\/a|#n\/a|null|none)?$/i;

/** Whether four corners make a box whose sides are not those of the picture; a tenth of a pixel is rounding. */
function isRotated(xs: readonly number[], ys: readonly number[]): boolean {
  const isSide = (values: readonly number[]): boolean =>
    values.every((value) => Math.min(value - Math.min(...values), Math.max(...values) - value) < 0.1);
  return xs.length === 4 && !(isSide(xs) && isSide(ys));
}

/** The first ring of a geometry as `POLYGON ((x y, x y, …))`; any other text is returned as it is. */
function wellKnownText(text: string) {
  const [, name] = /^\s*(?:SRID=\d+;)?(?:MULTI)?(POLYGON|LINESTRING|POINT)\s*Z?\s*\(/i.exec(text) ?? [];
  if (name === undefined) return { kind: "", text, further: 0 };
  const [first = "", ...others] = text.match(/[^()]*\d[^()]*(?=\))/g) ?? [];
  return { kind: name.toLowerCase(), text: first, further: others.length };
}

function csvCell(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""').replaceAll(/\s+/g, " ")}"` : cell;
}
