/**
 * The `# metadata` rows of VIAME CSV: cells of `key: json` (api/v1 sections 20.1, 21.2); of a repeated key the last one
 * counts.
 */
import { isObject } from "../../json.ts";
import { hostProblem } from "../problems/host-problems.ts";
import type { Problem } from "../../types.ts";

export interface CsvMetadata {
  readonly fps?: number;
  readonly datasetInfo?: Record<string, unknown>;
}

/** `text` is that of the rows, including `# metadata`, starting on this line; empty when there are none. */
export function parseMetadata(text: string, line: number): { metadata: CsvMetadata; problems: readonly Problem[] } {
  const entries = new Map<string, unknown>();
  for (const cell of text.split("\n").flatMap(cellsOfRow)) {
    const colon = cell.indexOf(":");
    if (colon < 0) continue;
    entries.set(cell.slice(0, colon).trim().toLowerCase(), parseValue(cell.slice(colon + 1).trim()));
  }
  const [fps, datasetInfo] = [entries.get("fps"), entries.get("dataset_info")];
  const isFpsUsable = typeof fps === "number" && Number.isFinite(fps) && fps > 0;
  const ignored = [
    ...(isFpsUsable || isBlankValue(fps) ? [] : ["fps"]),
    ...(isObject(datasetInfo) || isBlankValue(datasetInfo) ? [] : ["dataset_info"]),
  ];
  return {
    metadata: { ...(isFpsUsable && { fps }), ...(isObject(datasetInfo) && { datasetInfo }) },
    problems: ignored.map((key) => hostProblem("csv-header-ignored", [key], { line, column: 1 })),
  };
}

/** Absent, or empty. */
function isBlankValue(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

/** Anything that is not JSON is kept as text. */
function parseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Without the row's marker, after which programs write a comma, a dash, a colon or nothing. */
function cellsOfRow(row: string): readonly string[] {
  const cells = splitCells(row);
  // Spreadsheet programs that treat the row as a single cell put all of it in quotes.
  const all = cells.slice(1).every((cell) => cell === "") ? splitCells(cells[0] ?? "") : cells;
  const [first = "", ...others] = all;
  return [first.replace(/^#?\s*metadata\s*[-:]?\s*/i, ""), ...others];
}

function splitCells(row: string): string[] {
  const cells: string[] = [];
  for (const [, quoted, plain] of row.matchAll(/(?:"((?:[^"]|"")*)"|([^,]*))(?:,|$)/g)) {
    cells.push(quoted === undefined ? (plain ?? "") : quoted.replaceAll('""', '"'));
  }
  return cells;
}
