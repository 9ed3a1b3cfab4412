/** Where a table has what: its header, the place of each meaning that was named, and cells by their meanings. */
import type { ColumnMapping, ColumnMeaning } from "../recognize/column-mapping.ts";
import { isNumber, withoutPadding } from "../recognize/table-fits.ts";
import { readerRefusal } from "../problems/reader-problems.ts";
import { type PlainRow, withPoints } from "../text/table-text.ts";

/** The column of a meaning, from 0; `line`: the line of the row counts. */
type Place = number | "line" | undefined;

/** A row that cannot be read, with the reason. */
export class BrokenRow extends Error {}

export class TableColumns {
  readonly rows: readonly PlainRow[];
  /** Names of columns; empty if the table has none. */
  readonly header: readonly string[];
  readonly attributes: readonly { readonly name: string; readonly at: number }[];
  readonly #columns: ColumnMapping["columns"];
  readonly #places: Readonly<Record<string, Place>>;

  /** @throws CoreError when a named column is missing */
  constructor(all: readonly PlainRow[], { columns, attributes }: ColumnMapping) {
    const used = [...Object.values(columns), ...attributes];
    const named = used.filter((column) => !/^(\d+|line)$/.test(column));
    const rows = fromHeader(all, named);
    const names = (rows[0]?.cells ?? []).map((cell) => cell.trim());
    const hasHeader = named.length > 0 || isHeader(rows, used.map(Number));
    this.header = hasHeader ? names : [];
    this.rows = hasHeader ? rows.slice(1).filter((row) => !isSame(row, names)) : rows;
    this.#columns = columns;
    this.#places = Object.fromEntries(
      Object.entries(columns).map(([meaning, column]) => [meaning, this.#place(column)]),
    );
    this.attributes = attributes.map((column) => ({
      name: column.replaceAll(/\s+/g, "_"),
      at: this.#place(column) as number,
    }));
  }

  has(meaning: ColumnMeaning): boolean {
    return this.#places[meaning] !== undefined;
  }

  /** Pictures without frames get those of the dataset, or are in the natural order of their names. */
  get isByName(): boolean {
    return this.has("image") && !this.has("frame") && !this.has("frame1") && !this.has("time");
  }

  /** @returns an empty text if the table does not have the column */
  cell({ cells, texts, line }: PlainRow, meaning: ColumnMeaning): string {
    const place = this.#places[meaning];
    if (place === "line") return String(line - 1 - Number(this.header.length > 0));
    if (place === undefined) return "";
    return meaning === "image" || meaning === "type" ? (texts[place] ?? "") : withPoints(cells[place] ?? "");
  }

  /** @throws BrokenRow when the cell is not a number */
  number(row: PlainRow, meaning: ColumnMeaning, whenEmpty = ""): number {
    const text = this.cell(row, meaning) || whenEmpty;
    if (isNumber(text)) return Number(text);
    throw new BrokenRow(`${this.named(meaning)} must be a number, and is "${text}"`);
  }

  /** The column as messages name it. */
  named(meaning: ColumnMeaning): string {
    const column = this.#columns[meaning as keyof ColumnMapping["columns"]] ?? meaning;
    return /^\d+$/.test(column) ? `Column ${column} (${meaning})` : `The column ${column}`;
  }

  /** Names of the columns without a meaning; without a header, numbers of those that are not the same in all rows. */
  unread(): readonly string[] {
    const used = new Set([...Object.values(this.#places), ...this.attributes.map(({ at }) => at)]);
    if (this.header.length > 0) return this.header.filter((name, at) => name !== "" && !used.has(at));
    const count = this.rows.reduce((max, { cells }) => Math.max(max, cells.length), 0);
    const differs = (at: number): boolean =>
      this.rows.some(({ cells }) => (cells[at] ?? "") !== (this.rows[0]?.cells[at] ?? ""));
    const places = Array.from({ length: count }, (_, at) => at).filter((at) => !used.has(at) && differs(at));
    return places.map((at) => String(at + 1));
  }

  #place(column: string): Place {
    if (column === "line") return "line";
    const at = this.header.indexOf(column);
    if (at >= 0) return at;
    const insensitive = this.header.findIndex((name) => name.toLowerCase() === column.toLowerCase());
    if (insensitive >= 0) return insensitive;
    const number = Number(column);
    const count = Math.max(...this.rows.slice(0, 100).map(({ cells }) => cells.length), this.header.length);
    if (Number.isInteger(number) && number >= 1 && number <= count) return number - 1;
    const known = this.header.length === 0 ? `columns 1 to ${count}` : withoutPadding(this.header).join(", ");
    throw readerRefusal("table-column-missing", [column, known]);
  }
}

/** A header again, where tables were joined. */
function isSame({ cells }: PlainRow, header: readonly string[]): boolean {
  return cells.length === header.length && cells.every((cell, at) => cell.replace(/^\ufeff/, "").trim() === header[at]);
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
