/** Lists of names, one per line. */
import { decodeLoose } from "./text-encoding.ts";

/** The names in a `labels.txt`: one per line, starting with class 1. */
export function parseLabelList(bytes: Uint8Array): readonly string[] {
  return namesByLine(decodeLoose(bytes).text);
}

export function namesByLine(text: string): readonly string[] {
  const lines = text.split(/\r\n|\r|\n/);
  return lines.map((line) => line.trim()).filter((line) => line !== "");
}
