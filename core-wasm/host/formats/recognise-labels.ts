/** A label file of YOLO by itself: rows of a class and positions, which are parts of the picture. */
import type { RecognisedFile } from "./recognise.ts";

const mostRows = 30;

/** @param text the beginning of the file. `undefined`: it is something else. */
export function recogniseLabels(text: string): RecognisedFile | undefined {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
  // The last line may be cut off.
  if (lines.length > mostRows) lines.length = mostRows;
  const rows = lines.filter((line) => line !== "" && !line.startsWith("#"));
  if (rows.length === 0 || !rows.every(isLabelRow)) return undefined;
  return { kind: "yolo", message: "Annotations in YOLO: the labels of one picture." };
}

function isLabelRow(line: string): boolean {
  const cells = line.split(/\s+/);
  const [classNumber = "", ...positions] = cells;
  const isShare = (cell: string): boolean => /^(0|1|[01]?\.\d+|\d\.?\d*e-\d+)$/i.test(cell) && Number(cell) <= 1.0001;
  return cells.length >= 5 && /^\d{1,6}$/.test(classNumber) && positions.slice(0, 4).every(isShare);
}
