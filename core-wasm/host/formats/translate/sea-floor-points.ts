/**
 * Points on pictures of the sea floor, one row each: CoralNet in pixels, Squidle+ in fractions of the picture and
 * possibly with an outline around the point.
 */
import { readTable } from "../text/table-text.ts";
import { PixelBoxes } from "./pixel-boxes.ts";
import {
  type Known,
  numberedPoints,
  numberOf,
  numbersOf,
  type SkipCounter,
  type TranslatedObject,
  type TranslatedPicture,
} from "./translation.ts";

type Row = ReadonlyMap<string, string>;

export function translateCoralNet(text: unknown, leftOut: SkipCounter): readonly TranslatedPicture[] | undefined {
  const rows = rowsOf(text, leftOut, ["name", "row", "column", "label", "label code"]);
  return (
    rows &&
    picturesOf(
      rows,
      (row) => textIn(row, "name"),
      (row) => {
        const [x, y] = [numberOf(row.get("column")), numberOf(row.get("row"))];
        if (x === undefined || y === undefined) return leftOut.add("row without a place");
        return { type: textIn(row, "label", "label code"), ...numberedPoints([[x, y]]) };
      },
    )
  );
}

export function translateSquidle(
  text: unknown,
  leftOut: SkipCounter,
  { sizesOf }: Known,
): readonly TranslatedPicture[] | undefined {
  const rows = rowsOf(text, leftOut, [
    ...["point.x", "point.y", "point.data.polygon", "label.name", "likelihood"],
    ...["point.media.path_best", "point.media.key"],
  ]);
  if (rows === undefined) return undefined;
  const names = rows.map(nameInSquidle);
  const sizes = new Map(sizesOf(names).map((size, at) => [names[at], size]));
  const boxes = new PixelBoxes(leftOut);
  const pictures = picturesOf(rows, nameInSquidle, (row) => {
    const [x, y] = [numberOf(row.get("point.x")), numberOf(row.get("point.y"))];
    if (x === undefined || y === undefined) return leftOut.add("row without a place");
    const size = sizes.get(nameInSquidle(row));
    const place = boxes.inPixels([x, y, 0, 0], size);
    if (place === undefined || size === undefined) return undefined;
    const [centerX, centerY] = place;
    // Corners are given from the point.
    const written = textIn(row, "point.data.polygon");
    const outline = pairsIn(written).flatMap(([right = 0, down = 0]) => [
      centerX + right * size.width,
      centerY + down * size.height,
    ]);
    if (outline.length < 6 && !/^(\[\s*\])?$/.test(written)) leftOut.add("outline that cannot be read");
    const likelihood = numberOf(row.get("likelihood"));
    return {
      type: textIn(row, "label.name"),
      score: likelihood !== undefined && likelihood >= 0 && likelihood <= 1 ? likelihood : undefined,
      ...(outline.length >= 6 ? { segmentation: [outline] } : numberedPoints([[centerX, centerY]])),
    };
  });
  return boxes.requireSizes(pictures, "Squidle+");
}

/** The end of the address of the picture, or its key. */
const nameInSquidle = (row: Row): string =>
  textIn(row, "point.media.path_best")
    .replace(/[?#].*$/s, "")
    .replace(/^.*\//s, "") || textIn(row, "point.media.key");

const textIn = (row: Row, ...columns: readonly string[]): string =>
  columns.map((column) => row.get(column) ?? "").find((text) => text !== "") ?? "";

function pairsIn(text: string): readonly (readonly number[])[] {
  try {
    // Python writes pairs in parentheses.
    const points: unknown = JSON.parse(
      text
        .replaceAll("(", "[")
        .replaceAll(")", "]")
        .replaceAll(/,\s*\]/g, "]"),
    );
    return Array.isArray(points) ? (points as readonly unknown[]).flatMap((point) => [numbersOf(point) ?? []]) : [];
  } catch {
    return [];
  }
}

/** Cells by the names of their columns in lower case; columns with anything else are counted. */
function rowsOf(text: unknown, leftOut: SkipCounter, read: readonly string[]): readonly Row[] | undefined {
  if (typeof text !== "string") return undefined;
  const [header, ...rows] = readTable(text).rows;
  if (header === undefined) return undefined;
  const names = header.cells.map((name) => name.toLowerCase());
  const isFilled = (at: number): boolean => rows.some(({ texts }) => (texts[at] ?? "") !== "");
  for (const [at, name] of names.entries()) {
    if (!read.includes(name) && isFilled(at)) leftOut.add(`column "${header.cells[at]}"`);
  }
  return rows.map(({ texts }) => new Map(names.map((name, at) => [name, texts[at] ?? ""])));
}

function picturesOf(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  objectOf: (row: Row) => TranslatedObject | undefined,
): readonly TranslatedPicture[] {
  return [...Map.groupBy(rows, nameOf)].map(([fileName, own]) => ({
    fileName,
    objects: own.flatMap((row) => objectOf(row) ?? []),
  }));
}
