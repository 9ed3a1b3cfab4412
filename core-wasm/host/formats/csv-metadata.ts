/** The `# metadata` row of VIAME CSV: cells of `key: json` (api/v1 sections 20.1 and 21.2). */
import { isObject } from "../json.ts";

export interface CsvMetadata {
  readonly fps?: number;
  readonly datasetInfo?: Record<string, unknown>;
}

/** `row` is the text of the row, `# metadata` included; empty when there is none. */
export function parseMetadata(row: string): CsvMetadata {
  const entries = new Map<string, unknown>();
  for (const cell of splitCells(row).slice(1)) {
    const colon = cell.indexOf(":");
    if (colon < 0) continue;
    entries.set(cell.slice(0, colon).trim().toLowerCase(), parseValue(cell.slice(colon + 1).trim()));
  }
  const fps = Number(entries.get("fps"));
  const info = entries.get("dataset_info");
  return {
    ...(Number.isFinite(fps) && fps > 0 ? { fps } : {}),
    ...(isObject(info) ? { datasetInfo: info } : {}),
  };
}

/** What is not JSON is taken as text. */
function parseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function splitCells(row: string): string[] {
  const cells: string[] = [];
  for (const [, quoted, plain] of row.matchAll(/(?:"((?:[^"]|"")*)"|([^,]*))(?:,|$)/g)) {
    cells.push(quoted === undefined ? (plain ?? "") : quoted.replaceAll('""', '"'));
  }
  return cells;
}
