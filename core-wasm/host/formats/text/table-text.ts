/**
 * Text tables with any separator and number format: the separator is detected, and rows know their lines. The core
 * reads only commas and decimal points; `plainTable` converts other tables.
 */
import { hostProblem } from "../problems/host-problems.ts";
import { hasLocalizedNumbers, isCommaGroups, plainNumber, withoutRowQuotes } from "./plain-numbers.ts";
import { decodeWhole, type DecodedText } from "./text-encoding.ts";

export type Separator = "," | ";" | "\t" | "|" | " ";

export interface TableDialect {
  /** A blank stands for any number of blanks and tabs. */
  readonly separator: Separator;
  /** Numbers have a decimal comma instead of a point. */
  readonly hasDecimalCommas: boolean;
  /** Numbers have commas between thousands. */
  readonly hasThousandsCommas: boolean;
}

export interface TableRow {
  /** From 1. */
  readonly line: number;
  /** Without surrounding blanks and quotes. */
  readonly cells: readonly string[];
}

export interface PlainRow extends TableRow {
  /** The cells as they are written: `cells` has numbers spelled as programs do, and names may look like numbers. */
  readonly texts: readonly string[];
}

export interface Table extends TableDialect {
  /** Rows with a cell that is not empty, without comments. */
  readonly rows: readonly PlainRow[];
  /** Lines that begin with `#`, without quotes. */
  readonly comments: readonly string[];
}

/** How much is examined to detect the dialect. */
const headCharacters = 64 * 1024;
/** In this order, if several separate equally well. */
const separators: readonly Separator[] = [",", ";", "\t", "|", " "];
const separatorNames: Readonly<Record<Separator, string>> = {
  ",": "commas",
  ";": "semicolons",
  "\t": "tabs",
  "|": "vertical bars",
  " ": "blanks",
};

/** @param given the beginning of a file, or all of it. */
export function readTable(given: string): Table {
  const text = rowsQuotedIn(given) ? (withoutRowQuotes(given) ?? given) : given;
  const dialect = dialectOf(text);
  const rows: PlainRow[] = [];
  const comments: string[] = [];
  for (const { line, cells } of rowsOf(text, dialect)) {
    const row = { line, cells: cells.map((cell) => numberCell(cell, dialect)), texts: cells };
    const [first = ""] = cells;
    const isHead = rows.length === 0 && first.startsWith("%");
    if (first.startsWith("#") || isHead) comments.push(row.cells.join(dialect.separator));
    else if (row.cells.some((cell) => cell !== "") && !isSeparatorLine(row)) rows.push(row);
  }
  return { ...dialect, rows, comments };
}

/** Detects the separator: the one that splits nearly every line into the most cells. */
export function dialectOf(text: string): TableDialect {
  const lines = text.slice(0, headCharacters).split(/\r\n|\r|\n/);
  // The last line may be cut off.
  if (text.length > headCharacters) lines.pop();
  const data = lines
    .filter((line) => /[^\s,;|"]/.test(line) && !/^\s*"?[#%]|^"?sep=|^(imagesource|gsd):/i.test(line))
    .slice(0, 500);
  const separator = separatorOf(data);
  const rows = data.slice(0, 100).map((line) => splitLine(line, separator).filter(isCommaNumber));
  // With comma separators such a number is in quotes, and a single one might be a name.
  const hasCommas = separator !== " " && rows.some(({ length }) => length > (separator === "," ? 1 : 0));
  const hasThousandsCommas = hasCommas && separator === "," && rows.flat().every(isCommaGroups);
  return { separator, hasDecimalCommas: hasCommas && !hasThousandsCommas, hasThousandsCommas };
}

/** Whether the beginning of a text has whole rows in quotes: then a search of all of it pays. */
function rowsQuotedIn(text: string): boolean {
  return (
    /^\s*"/m.test(text.slice(0, 1000)) &&
    withoutRowQuotes(text.slice(0, headCharacters).replace(/[^\n]*$/, "")) !== undefined
  );
}

function numberCell(cell: string, { hasThousandsCommas }: TableDialect): string {
  return hasThousandsCommas && isCommaGroups(cell) ? cell.replaceAll(",", "") : plainNumber(cell);
}

function separatorOf(lines: readonly string[]): Separator {
  // Names and notes may contain any of them; ids, which come first, contain none.
  const withComma = lines.filter((line) => /^[^,;\t|]*,(?!\d+[;\t|])/.test(line)).length;
  if (lines.length === 0 || withComma * 2 > lines.length) return ",";
  let [best, max]: [Separator, number] = [" ", 1];
  for (const one of separators) {
    if (one === " " && max > 1) break;
    const counts = lines.map((line) => splitLine(line, one).length).toSorted((a, b) => a - b);
    // A few lines may be broken.
    const min = counts[Math.floor(counts.length / 20)] ?? 1;
    if (min > max) [best, max] = [one, min];
  }
  return best;
}

/** Every row of a text, including blank lines and comments. */
export function* rowsOf(text: string, { separator }: Pick<TableDialect, "separator">): Generator<TableRow> {
  const ends = /\r\n|\r|\n/g;
  const isOpen = (row: string): boolean => separator !== " " && hasOpenQuote(row, separator);
  let line = 1;
  for (let start = 0; start < text.length;) {
    ends.lastIndex = start;
    let found = ends.exec(text);
    let lines = 1;
    // A quote that is open at the end of a line continues on the next one, unless it is a stray one.
    while (found !== null && isOpen(text.slice(start, found.index))) {
      if (lines++ === maxLinesOfCell) {
        ends.lastIndex = start;
        found = ends.exec(text);
        lines = 1;
        break;
      }
      found = ends.exec(text);
    }
    const end = found?.index ?? text.length;
    yield { line, cells: splitLine(text.slice(start, end), separator) };
    line += lines;
    start = found === null ? text.length : ends.lastIndex;
  }
}

const maxLinesOfCell = 100;

/**
 * The bytes in the form that the core reads; `undefined`: they are already. Changes are reported as a problem.
 * @param isWithoutQuotes for formats whose cells are numbers, where quotes can be removed
 */
export function plainTable(bytes: Uint8Array, isWithoutQuotes = false): DecodedText | undefined {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const given = new TextDecoder(isWide ? (bytes[0] === 0xff ? "utf-16le" : "utf-16be") : "utf-8").decode(
    bytes.subarray(0, headCharacters * (isWide ? 2 : 1)),
  );
  const areRowsQuoted = rowsQuotedIn(given);
  const head = areRowsQuoted ? (withoutRowQuotes(given.replace(/[^\n]*$/, "")) ?? given) : given;
  const dialect = dialectOf(head);
  const { separator, hasDecimalCommas, hasThousandsCommas } = dialect;
  const isPlain = (separator === "," || separator === " ") && !hasDecimalCommas && !hasThousandsCommas;
  const hasBareHeader = isViameHeader(head);
  const isNumber = isWithoutQuotes ? () => true : isViameNumber;
  const isOdd = hasLocalizedNumbers(head) && hasNonNumericCells(head, dialect, isNumber);
  const isMarked = hasBareHeader || /^"?sep=/i.test(head) || (isWithoutQuotes && head.includes('"'));
  if (isPlain && !isMarked && !isOdd && !areRowsQuoted) return undefined;
  const { text: whole, problems } = decodeWhole(bytes);
  const text = areRowsQuoted ? (withoutRowQuotes(whole) ?? whole) : whole;
  const rows: string[] = [];
  let changed: { readonly cell: string; readonly plain: string; readonly line: number } | undefined;
  for (const row of rowsOf(text, dialect)) {
    // Rows keep their lines.
    while (rows.length < row.line - 1) rows.push("");
    const isComment = isSeparatorLine(row) || (row.line === 1 && hasBareHeader);
    const cells = row.cells.map((cell, column) => {
      const plain = isNumber(column) ? numberCell(cell, dialect) : cell;
      if (plain !== cell) changed ??= { cell, plain, line: row.line };
      return commaCell(hasDecimalCommas ? withPoints(plain) : plain);
    });
    rows.push(`${isComment ? "#" : ""}${cells.join(",")}`);
  }
  const listed = [
    ...(separator === "," || separator === " " ? [] : [`by ${separatorNames[separator]}`]),
    ...(hasDecimalCommas ? ["with decimal commas"] : []),
  ].join(", ");
  return {
    bytes: new TextEncoder().encode(`${rows.join("\n")}\n`),
    problems: [
      ...problems,
      ...(areRowsQuoted ? [hostProblem("table-rows-quoted")] : []),
      ...(listed === "" ? [] : [hostProblem("table-dialect", [listed])]),
      ...(changed === undefined
        ? []
        : [hostProblem("table-numbers-spelled", [changed.cell, changed.plain], { line: changed.line })]),
    ],
  };
}

/** Columns of VIAME CSV that are numbers. Names and notes may look like oddly spelled ones, and stay as they are. */
const isViameNumber = (column: number): boolean => column === 0 || (column >= 2 && column <= 8);

function hasNonNumericCells(head: string, dialect: TableDialect, isNumber: (column: number) => boolean): boolean {
  for (const { cells } of rowsOf(head, dialect)) {
    if (cells.some((cell, column) => isNumber(column) && plainNumber(cell) !== cell)) return true;
  }
  return false;
}

/** The first line of VIAME CSV without its `#`, which some people remove. */
function isViameHeader(head: string): boolean {
  return /^[\ufeff"\s]*(1:\s*)?detection or track-?id/i.test(head);
}

/** `sep=;`, which tells Excel the separator. */
function isSeparatorLine({ cells, line }: TableRow): boolean {
  const isRule = cells.every((cell) => /^(:?-{2,}:?)?$/.test(cell));
  return isRule || (line === 1 && /^sep=/i.test(cells[0] ?? ""));
}

function commaCell(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""').replaceAll(/\r\n|\r|\n/g, " ")}"` : cell;
}

function isCommaNumber(cell: string): boolean {
  return /^[-+]?\d+,\d+(e[-+]?\d+)?$/i.test(cell);
}

/** Numbers with points, including those inside tokens such as `(poly) 1,5 2`. */
export function withPoints(cell: string): string {
  if (isCommaNumber(cell)) return cell.replace(",", ".");
  return /^\((kp|\+?poly|hole|atr|trk-atr)\)/.test(cell) ? cell.replaceAll(/(?<=\d),(?=\d)/g, ".") : cell;
}

function splitLine(line: string, separator: Separator): string[] {
  const trimmed = line.replace(/^\ufeff/, "");
  if (separator === " ") return trimmed.trim().split(/\s+/);
  if (!trimmed.includes('"')) return trimmed.split(separator).map((cell) => cell.trim());
  const cells: string[] = [];
  let at = 0;
  while (at <= trimmed.length) {
    const quote = /^ *"/.exec(trimmed.slice(at, at + 64));
    if (quote === null) {
      const end = endOf(trimmed.indexOf(separator, at), trimmed.length);
      cells.push(trimmed.slice(at, end).trim());
      at = end + 1;
      continue;
    }
    const start = at + quote[0].length;
    let close = trimmed.indexOf('"', start);
    while (close >= 0 && trimmed[close + 1] === '"') close = trimmed.indexOf('"', close + 2);
    const contentEnd = endOf(close, trimmed.length);
    cells.push(trimmed.slice(start, contentEnd).replaceAll('""', '"'));
    at = endOf(trimmed.indexOf(separator, contentEnd), trimmed.length) + 1;
  }
  return cells;
}

function endOf(found: number, length: number): number {
  return found < 0 ? length : found;
}

/** Whether the last cell of a line begins with a quote that is not closed. */
function hasOpenQuote(line: string, separator: Separator): boolean {
  if (!line.includes('"')) return false;
  let isOpen = false;
  let isStart = true;
  for (const character of line) {
    if (character === '"') isOpen = isOpen || isStart ? !isOpen : isOpen;
    if (!isOpen) isStart = character === separator || (isStart && character === " ") || character === '"';
  }
  return isOpen;
}
