/**
 * The CSV and TSV exports of Label Studio: JSON-MIN as a table, with a row for each task and its shapes as JSON in cells.
 */
import type { TextPlace } from "../text/json-place.ts";
import { readTable } from "../text/table-text.ts";

export interface StudioTable {
  /** The tasks, in the form of JSON-MIN. */
  readonly document: readonly object[];
  /** Where the tasks of pointers are. */
  placesOf(pointers: readonly string[]): ReadonlyMap<string, TextPlace>;
}

/** @returns `undefined` if it is not a table but JSON */
export function readStudioTable(text: string): StudioTable | undefined {
  if (/^\ufeff?\s*(?:[[{]|$)/.test(text)) return undefined;
  const [header, ...rows] = readTable(text).rows;
  if (header === undefined) return undefined;
  return {
    document: rows.map(({ texts }) => Object.fromEntries(header.texts.map((name, at) => [name, valueOf(texts[at])]))),
    placesOf: (pointers) =>
      new Map(pointers.map((pointer) => [pointer, { line: rows[taskOf(pointer)]?.line ?? 1, column: 1 }])),
  };
}

/** The index of the task in a pointer such as `/3/label/0`. */
const taskOf = (pointer: string): number => Number(pointer.split("/")[1] ?? NaN);

/** Lists and objects are JSON; any other cell is a text. */
function valueOf(cell = ""): unknown {
  if (!/^\s*[[{]/.test(cell)) return cell;
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}
