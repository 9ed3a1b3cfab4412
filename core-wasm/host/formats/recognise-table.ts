/**
 * What a table of text is: VIAME CSV, MOT, values of pictures, or a list of names. Judged by the cells of its first
 * rows.
 */
import type { RecognisedFile } from "./recognise.ts";

const mostRows = 30;

/** @param text the beginning of the file. `undefined`: it is no table. */
export function recogniseTable(text: string, name: string): RecognisedFile | undefined {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
  // The last line may be cut off.
  if (lines.length > 1) lines.pop();
  const filled = lines.filter((line) => line !== "");
  const rows = filled.filter((line) => !/^"?#/.test(line)).slice(0, mostRows);
  const comments = filled.filter((line) => /^"?#/.test(line));
  if (comments.some((line) => /detection|track-id|^"?# metadata/i.test(line))) return viameCsv;
  if (rows.some((line) => looksLikeViame(commaCells(line)))) return viameCsv;
  if (rows.some(looksLikeMot)) return { kind: "mot", message: "Annotations as MOT Challenge rows." };
  const [header = ""] = rows;
  const columns = commaCells(header).map((cell) => cell.toLowerCase());
  if (columns.length > 1 && columns.some((column) => /^(file ?name|image|frame)(_?id)?$/.test(column))) {
    return {
      kind: "frame-metadata",
      message:
        "This is a table of values by picture and holds no annotations: name it frame-metadata.csv to attach it to a dataset.",
    };
  }
  // A comment, or rows that are broken: the reader of VIAME CSV says what is missing, line by line.
  if (/\.csv$/i.test(name) && (rows.length === 0 || rows.some((line) => /^"?\d+"?,/.test(line)))) return viameCsv;
  if (isHeader(columns, rows)) {
    const shown = columns.slice(0, 6).join(", ");
    return {
      kind: "unknown",
      message: `This is a table with the columns ${shown}, which are not those of VIAME CSV or MOT.`,
    };
  }
  if (rows.length > 1 && rows.every((line) => line.length < 100 && !/[,;\t{}<>=]/.test(line) && /\p{L}/u.test(line))) {
    return {
      kind: "label-list",
      message: "This is a list of names, one a line, and holds no annotations: it names the classes of a MOT file.",
    };
  }
  return undefined;
}

/** Several names, and rows with as many cells. */
function isHeader(columns: readonly string[], rows: readonly string[]): boolean {
  const isNamed = columns.length > 1 && columns.every((column) => column !== "" && column.length < 60);
  return isNamed && rows.length > 1 && rows.every((row) => commaCells(row).length === columns.length);
}

const viameCsv: RecognisedFile = { kind: "viame-csv", message: "Annotations in VIAME CSV." };

/** Quotes taken off; good enough to recognise. */
function commaCells(line: string): readonly string[] {
  const cells = line.match(/(?<=^|,)("([^"]|"")*"|[^,])*/g) ?? [];
  return cells.map((cell) => cell.trim().replace(/^"|"$/g, ""));
}

/** Id, name, frame, four numbers, confidence, length, and then, as no MOT row has, a type; or a name that is no number. */
function looksLikeViame(cells: readonly string[]): boolean {
  const [id = "", name = "", frame = "", ...others] = cells;
  if (!isInteger(id) || !isInteger(frame) || !others.slice(0, 6).every(isNumber) || others.length < 6) return false;
  const [type = ""] = others.slice(6);
  const hasNoPairs = others.length === 6 && others[5] === "-1" && Number(others[4]) >= 0;
  return !isNumber(name) || (type !== "" && !isNumber(type)) || hasNoPairs;
}

/** Six numbers or more, and nothing else; separated by commas or blanks. */
function looksLikeMot(line: string): boolean {
  const cells = line.includes(",") ? commaCells(line) : line.split(/\s+/);
  const filled = cells.at(-1) === "" ? cells.slice(0, -1) : cells;
  return filled.length >= 6 && filled.every(isNumber) && Number(filled[0]) >= 1 && Number.isInteger(Number(filled[1]));
}

function isInteger(cell: string): boolean {
  return /^[-+]?\d+$/.test(cell);
}

function isNumber(cell: string): boolean {
  return cell !== "" && Number.isFinite(Number(cell));
}
