/**
 * HabCam, as VIAME reads it: a picture, the code of a species, a date or a label, then a kind of shape and its numbers.
 * Either separated by blanks, or by commas with the shape as JSON in the last cell. Rows without a shape are about the
 * picture as a whole.
 */
import { numbersIn } from "../text/plain-numbers.ts";
import { readTable } from "../text/table-text.ts";
import {
  ellipse,
  numberedPoints,
  type SkipCounter,
  type TranslatedObject,
  type TranslatedPicture,
} from "./translation.ts";

export function translateHabcam(text: unknown, leftOut: SkipCounter): readonly TranslatedPicture[] | undefined {
  if (typeof text !== "string") return undefined;
  const rows = text.split(/\r\n|\r|\n/).flatMap((line) => rowOf(line, leftOut) ?? []);
  const byPicture = Map.groupBy(rows, ({ fileName }) => fileName);
  return [...byPicture].map(([fileName, found]) => ({
    fileName,
    objects: found.flatMap((row) => objectOf(row, leftOut) ?? []),
  }));
}

interface Row {
  readonly fileName: string;
  readonly type: string;
  readonly kind: string;
  readonly numbers: readonly number[];
}

const shapeCell = /^"?(boundingBox|line|point|circle|polygon)"?(:|$)/;

function rowOf(line: string, leftOut: SkipCounter): Row | undefined {
  if (line.trim() === "" || /^\ufeff?"?image\b/i.test(line)) return undefined;
  const isByCommas = line.includes(",");
  const cells = isByCommas
    ? (readTable(line).rows[0]?.texts ?? [])
    : line
        .trim()
        .split(/\s+/)
        .map((cell) => cell.replaceAll('"', ""));
  const [fileName = "", code = "", ...others] = cells;
  if (!/^\d+$/.test(code)) return leftOut.add("line without the code of a species");
  // Not all versions have the date or the label.
  const start = isByCommas ? 1 : others.findIndex((cell) => shapeCell.test(cell));
  const label = start === 0 ? "" : (others[0] ?? "");
  const written = start < 0 ? "" : others.slice(start).join(" ");
  return {
    fileName,
    type: isByCommas && !/^\d*$/.test(label) ? label : code,
    kind: /[a-z]+/i.exec(written)?.[0] ?? "",
    numbers: numbersIn(written),
  };
}

function objectOf({ type, kind, numbers }: Row, leftOut: SkipCounter): TranslatedObject | undefined {
  const [x1, y1, x2, y2] = numbers;
  if (x1 === undefined || y1 === undefined || kind === "") return leftOut.add("row about a whole picture");
  if (kind === "point") return { type, ...numberedPoints([[x1, y1]]) };
  if (x2 === undefined || y2 === undefined) return leftOut.add(`shape "${kind}"`);
  if (kind === "boundingBox") {
    return { type, box: [Math.min(x1, x2), Math.min(y1, y2), Math.abs(x2 - x1), Math.abs(y2 - y1)] };
  }
  const [middle, radius] = [[(x1 + x2) / 2, (y1 + y2) / 2] as const, Math.hypot(x2 - x1, y2 - y1) / 2];
  if (kind === "circle") return { type, ...ellipse(middle, [radius, radius]) };
  if (kind !== "line") return leftOut.add(`shape "${kind}"`);
  // Across an animal: VIAME takes the square around it.
  return { type, box: [middle[0] - radius, middle[1] - radius, 2 * radius, 2 * radius] };
}
