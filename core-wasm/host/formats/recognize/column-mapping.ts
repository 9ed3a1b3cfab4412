/**
 * The meaning of the columns of a table of boxes. In text form, which users write and programs store, a mapping is
 * `image=filename,x1=xmin,y1=ymin,x2=xmax,y2=ymax,type=class`; a number refers to a column by its position, from 1.
 */
import { columnNames, plainName, sideNamed } from "./column-names.ts";
import { looksLikeCorners } from "../exchange/looks-like-corners.ts";
import { isNumber, withoutPadding } from "./table-fits.ts";
import { numbersIn } from "../text/plain-numbers.ts";
import type { TableRow } from "../text/table-text.ts";

/** Possible meanings of a column, in the order of the text. */
export const columnMeanings = [
  /** The file name of the picture. */
  "image",
  /** The frame number, from 0; from 1. */
  "frame",
  "frame1",
  /** Seconds, or milliseconds where the column's name says so, or `hh:mm:ss.mmm`. */
  "time",
  "track",
  /** Two corners. */
  "x1",
  "y1",
  "x2",
  "y2",
  /** The upper left corner, or the center, and a size. */
  "x",
  "y",
  "cx",
  "cy",
  "width",
  "height",
  /** One cell: left, top, width and height; or the points of a shape, whose bounding box is used. */
  "box",
  "points",
  "shape",
  "type",
  "score",
  /** The size of the picture, if boxes are fractions of it. */
  "image-width",
  "image-height",
  /** Becomes an attribute of the detection, named like the column; there may be several. */
  "attribute",
] as const;

export type ColumnMeaning = (typeof columnMeanings)[number];

export interface ColumnMapping {
  /** Names or positions (from 1) of columns. */
  readonly columns: Readonly<Partial<Record<Exclude<ColumnMeaning, "attribute">, string>>>;
  readonly attributes: readonly string[];
  /** Whether boxes are in pixels or fractions of the picture's width and height. */
  readonly units: "pixels" | "fractions";
}

export function columnsText({ columns, attributes, units }: ColumnMapping): string {
  const named = columnMeanings.flatMap((meaning) => {
    const column = meaning === "attribute" ? undefined : columns[meaning];
    return column === undefined ? [] : [`${meaning}=${column}`];
  });
  const others = attributes.map((column) => `attribute=${column}`);
  return [...named, ...others, ...(units === "fractions" ? ["units=fractions"] : [])].join(",");
}

/** @throws Error that describes the problem of the text, and lists the columns. */
export function parseColumns(text: string): ColumnMapping {
  const columns: Partial<Record<string, string>> = {};
  const attributes: string[] = [];
  let units: ColumnMapping["units"] = "pixels";
  for (const part of text.split(",").filter((one) => one.trim() !== "")) {
    const [meaning = "", column = ""] = part.split(/=(.*)/s).map((one) => one.trim());
    if (column === "")
      throw new Error(`"${part.trim()}" names no column: write MEANING=COLUMN, as in \`image=filename\`.`);
    if (meaning === "units") units = unitsIn(column);
    else if (meaning === "attribute") attributes.push(column);
    else if (!(columnMeanings as readonly string[]).includes(meaning)) {
      throw new Error(
        `A column cannot mean "${meaning}": there are ${columnMeanings.join(", ")}, and units=fractions.`,
      );
    } else if (columns[meaning] !== undefined) throw new Error(`"${meaning}" is named twice.`);
    else columns[meaning] = column;
  }
  const mapping: ColumnMapping = { columns, attributes, units };
  const missing = missingMeaning(mapping);
  if (missing !== undefined) throw new Error(missing);
  return mapping;
}

function unitsIn(text: string): ColumnMapping["units"] {
  if (text === "pixels" || text === "fractions") return text;
  throw new Error(`Units are \`pixels\` or \`fractions\` (of the picture), not "${text}".`);
}

const boxForms: readonly (readonly ColumnMeaning[])[] = [
  ["x1", "y1", "x2", "y2"],
  ["x", "y", "width", "height"],
  ["cx", "cy", "width", "height"],
  ["box"],
  ["points"],
];

/** The meaning that a mapping lacks to define boxes on frames; `undefined`: none. */
export function missingMeaning({ columns }: Pick<ColumnMapping, "columns">): string | undefined {
  const has = (meaning: ColumnMeaning): boolean => meaning !== "attribute" && columns[meaning] !== undefined;
  if (!["image", "frame", "frame1", "time"].some((meaning) => has(meaning as ColumnMeaning)))
    return "No column says which picture a box is on: name one as image, frame (from 0), frame1 (from 1) or time.";
  if (boxForms.some((form) => form.every(has))) return undefined;
  return "The columns make no box: name x1, y1, x2, y2; or x, y, width, height; or cx, cy, width, height; or box; or points.";
}

/** The mapping that a table's header suggests. */
export interface ProposedColumns extends ColumnMapping {
  /** Why the user should confirm it: the numbers suggest another meaning. */
  readonly caveat?: string;
}

/** Titles and notes may precede the column names. */
const maxLinesAbove = 5;

/** The mapping from the first row that names enough columns to define boxes. */
export function proposeColumns(rows: readonly TableRow[]): ProposedColumns | undefined {
  for (let at = 0; at < Math.min(maxLinesAbove, rows.length); at++) {
    const found = proposeBelow(rows.slice(at));
    if (found !== undefined) return found;
  }
  return undefined;
}

function proposeBelow(rows: readonly TableRow[]): ProposedColumns | undefined {
  const header = withoutPadding(rows[0]?.cells ?? []);
  const data = rows.slice(1).map(({ cells }) => cells);
  if (header.length < 3 || header.some(isNumber)) return undefined;
  const plain = header.map(plainName);
  // Positions of several animals, as idtracker.ai writes them.
  if (["x1", "y1", "x2", "y2", "x3", "y3"].every((name) => plain.includes(name)) && !plain.includes("x4"))
    return undefined;
  const spoken = header.map(sideNamed);
  const named = (meaning: ColumnMeaning): string | undefined => {
    const side = spoken.includes(meaning) ? meaning : meaning === "x" ? "x1" : meaning === "y" ? "y1" : meaning;
    const [at, ...others] = spoken.flatMap((one, place) => (one === side ? [place] : []));
    // Several boxes in a row: which one is meant, the user has to say.
    return at === undefined || others.length > 0 ? undefined : header[at];
  };
  const find = (meaning: ColumnMeaning): string | undefined => {
    for (const name of meaning === "attribute" || meaning === "frame1" ? [] : columnNames[meaning]) {
      const at = plain.indexOf(name);
      if (at >= 0) return header[at];
    }
    return named(meaning);
  };
  const form = boxForms.find((meanings) => meanings.every((meaning) => find(meaning) !== undefined));
  if (form === undefined) return undefined;
  const columns: Partial<Record<ColumnMeaning, string | undefined>> = Object.fromEntries(
    [...form, "image" as const, "type" as const, "score" as const].map((meaning) => [meaning, find(meaning)]),
  );
  const valuesOf = (column: string | undefined): readonly string[] =>
    column === undefined ? [] : data.map((cells) => cells[header.indexOf(column)] ?? "");
  const frame = find("frame");
  const frames = valuesOf(frame);
  // Picture names under "frame", or frame numbers under "image".
  if (frame !== undefined && frames.every(isNumber))
    columns[frames.some((cell) => numberIn(cell) <= 0) ? "frame" : "frame1"] = frame;
  else columns.image ??= frame;
  if (columns.image === undefined && frame === undefined) columns.time = find("time");
  if (form.includes("points")) columns.shape = find("shape");
  // ImageJ labels a measurement with its picture, or with the stack, whose slice is in a column of its own.
  const label = header[plain.indexOf("label")];
  if (label !== undefined && columns.type === label && plain.includes("bx") && plain.includes("by")) {
    delete columns.type;
    if (columns.image === undefined && valuesOf(label).every((name) => /\.\w{2,4}$/.test(name))) {
      columns.image = label;
      delete columns.frame;
      delete columns.frame1;
    }
  }
  const track = find("track");
  if (track !== undefined && isShared(valuesOf(track))) columns.track = track;
  const numbers = form.map((meaning) => valuesOf(columns[meaning]).filter((cell) => cell !== ""));
  const isPart = form.length === 4 && numbers.flat().length > 0 && numbers.flat().every(isFraction);
  // Numbers of classes, with their names next to them.
  const type = columns.type;
  if (type !== undefined && valuesOf(type).every(isNumber) && data.length > 0) {
    const names = columnNames.type.flatMap((name) => header[plain.indexOf(name)] ?? []);
    columns.type = names.find((name) => name !== type && !valuesOf(name).every(isNumber)) ?? type;
  }
  const units = isPart ? "fractions" : "pixels";
  if (units === "fractions") {
    for (const meaning of ["image-width", "image-height"] as const) {
      const column = find(meaning);
      if (column !== undefined && !form.some((one) => columns[one] === column)) columns[meaning] = column;
    }
  }
  const known = Object.entries(columns).filter(([, column]) => column !== undefined);
  const mapping: ColumnMapping = { columns: Object.fromEntries(known), attributes: [], units };
  if (missingMeaning(mapping) !== undefined) return undefined;
  const arePercents = form.some((meaning) => columns[meaning]?.includes("%") === true);
  const sizes = numbers.map((cells) => cells.map(numberIn));
  const moments = valuesOf(columns.time).some((time) => isMoment(time)) ? caveatOfMoments : undefined;
  const arePoints = header.length === 5 && columns.time !== undefined && form.includes("x1") && plain.includes("x1");
  if (arePoints) return { ...mapping, caveat: caveatOfPoints };
  const inCells = form.includes("box")
    ? valuesOf(columns.box)
        .map(numbersIn)
        .filter(({ length }) => length === 4)
    : [];
  const boxes = [0, 1, 2, 3].map((side) => inCells.map((box) => box[side] ?? NaN));
  const caveat =
    moments ?? (arePercents ? caveatOfPercents : form.includes("x") ? caveatOfSizes(sizes) : caveatOfSizes(boxes));
  return { ...mapping, ...(caveat !== undefined && { caveat }) };
}

/** The smallest number of rows that allows a conclusion. */
const minRows = 3;

const caveatOfPercents =
  "Its positions are percents: divide them by 100 and add units=fractions, or multiply them by the size of the pictures";

const caveatOfPoints =
  "Its columns may be two corners of a box, or the positions of two animals at times, as idtracker.ai writes them: points are not read, corners are";

/** A date, or seconds or milliseconds since 1970. */
const isMoment = (time: string): boolean => /^\d{4}-\d\d-\d\d/.test(time) || Number(time) > 5e8;

const caveatOfMoments =
  "Its times are moments of the calendar: subtract the moment at which the video begins, so that seconds remain";

/** Checks that sizes are really sizes. */
function caveatOfSizes([xs = [], ys = [], widths = [], heights = []]: readonly (readonly number[])[]):
  | string
  | undefined {
  if (xs.length < minRows || [ys, widths, heights].some(({ length }) => length !== xs.length)) return undefined;
  if (looksLikeCorners(xs, widths) && looksLikeCorners(ys, heights)) {
    return "Every width is larger than its x and every height than its y, as if they were the second corner: say x1, y1, x2, y2 if they are";
  }
  const isOne = (values: readonly number[]): boolean => values.every((value) => value === values[0]);
  const isAround = Math.max(...xs) <= (widths[0] ?? 0) && Math.max(...ys) <= (heights[0] ?? 0);
  if (isOne(widths) && isOne(heights) && isAround && !isOne(xs)) {
    return "All boxes would have the same size, which may be that of the pictures";
  }
  return undefined;
}

const numberIn = (cell: string): number => Number(cell.replace(",", "."));

/** Ids that occur again join rows; others merely number them. */
function isShared(values: readonly string[]): boolean {
  return new Set(values).size < values.length;
}

function isFraction(cell: string): boolean {
  const value = numberIn(cell);
  return value >= -0.01 && value <= 1.01;
}
