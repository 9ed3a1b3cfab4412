/**
 * Lists of flat JSON objects, one per box, as programs and people write them: `[{"image": "a.jpg", "x": 10, …}]`, or one
 * object a line. They are tables: the names of members are those of columns.
 */
import { isObject, type JsonObject, parsePythonJson } from "../../json.ts";

/**
 * The table as CSV; `undefined`: it is another kind of list.
 * @param isBeginning the text may be cut off
 */
export function tableOfJson(text: string, isBeginning = false): string | undefined {
  const trimmed = text.replace(/^\ufeff/, "").trimStart();
  if (!/^\[?\s*\{/.test(trimmed)) return undefined;
  const objects = trimmed.startsWith("[") ? listIn(trimmed, isBeginning) : linesIn(trimmed, isBeginning);
  if (objects === undefined || objects.length === 0) return undefined;
  const flat = objects.map(flatObject);
  const names = new Set(flat.flatMap((one) => Object.keys(one ?? {})));
  if (flat.includes(undefined) || names.size < 3 || names.size > maxColumns) return undefined;
  const header = [...names];
  const rows = flat.map((one) => header.map((name) => quoted(one?.[name] ?? "")));
  return [header.map(quoted), ...rows].map((cells) => `${cells.join(",")}\n`).join("");
}

/** Objects with more members hold more than a box. */
const maxColumns = 60;

function listIn(text: string, isBeginning: boolean): readonly unknown[] | undefined {
  return parsed(text) ?? (isBeginning ? parsed(`${text.slice(0, endOfElements(text))}]`) : undefined);
}

/** The end of the last element of the list that is whole. */
function endOfElements(text: string): number {
  let [end, depth, isText] = [0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (isText) {
      if (character === "\\") at++;
      else if (character === '"') isText = false;
    } else if (character === '"') isText = true;
    else if (character === "{" || character === "[") depth++;
    else if ((character === "}" || character === "]") && --depth === 1) end = at + 1;
  }
  return end;
}

function parsed(text: string): readonly unknown[] | undefined {
  try {
    const value = parsePythonJson(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function linesIn(text: string, isBeginning: boolean): readonly unknown[] | undefined {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
  if (isBeginning) lines.pop();
  // A single object is a document.
  return lines.length < 2 ? undefined : parsed(`[${lines.join(",")}]`);
}

/** Members with their texts: those of one object within are members, too, and lists of numbers are one cell. */
function flatObject(value: unknown): Readonly<Record<string, string>> | undefined {
  if (!isObject(value)) return undefined;
  const cells: Record<string, string> = {};
  for (const [name, one] of Object.entries(value)) {
    const members = isObject(one) ? Object.entries(one as JsonObject) : [[name, one] as const];
    for (const [member, content] of members) {
      const text = cellOf(content);
      if (text === undefined || Object.hasOwn(cells, member)) return undefined;
      cells[member] = text;
    }
  }
  return cells;
}

function cellOf(value: unknown): string | undefined {
  if (value === null) return "";
  if (["string", "number", "boolean"].includes(typeof value)) return String(value as string | number | boolean);
  const isNumbers = Array.isArray(value) && value.every((one) => typeof one === "number");
  return isNumbers ? JSON.stringify(value) : undefined;
}

const quoted = (cell: string): string => (/[",;\t\r\n#]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
