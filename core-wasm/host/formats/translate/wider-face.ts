/**
 * WIDER FACE: for each picture its name, the number of its boxes, and a line for each, `left top width height` and six
 * numbers about the face. A picture without faces has a line of zeros. CVAT writes the names of other types at the end.
 */
import type { SkipCounter, TranslatedObject, TranslatedPicture } from "./translation.ts";

const facts = ["blur", "expression", "illumination", "invalid", "occlusion", "pose"];

export function translateWiderFace(text: unknown, leftOut: SkipCounter): readonly TranslatedPicture[] | undefined {
  if (typeof text !== "string") return undefined;
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
  const pictures: { readonly fileName: string; readonly objects: TranslatedObject[] }[] = [];
  for (const line of lines) {
    if (/\.\w+$/.test(line) && !/^[-\d.\s]+$/.test(line)) pictures.push({ fileName: line, objects: [] });
    // The number of boxes follows from their lines.
    else if (line !== "" && !/^\d+$/.test(line)) pictures.at(-1)?.objects.push(...faceOf(line, leftOut));
  }
  return pictures;
}

function faceOf(line: string, leftOut: SkipCounter): readonly TranslatedObject[] {
  const cells = line.split(/\s+/);
  const name = Number.isNaN(Number(cells.at(-1))) ? cells.pop() : undefined;
  const numbers = cells.map(Number);
  if (numbers.every((one) => one === 0)) return [];
  const [left = NaN, top = NaN, width = NaN, height = NaN, ...others] = numbers;
  const box = [left, top, width, height] as const;
  if (!box.every(Number.isFinite)) return leftOut.add("line without a box") ?? [];
  if (width <= 0 || height <= 0) return leftOut.add("box without an area") ?? [];
  const known = facts.flatMap((name, at) => (others[at] === undefined ? [] : [[name, others[at]] as const]));
  // Detectors write a score instead.
  const [score] = others;
  const isScored = others.length === 1 && score !== undefined && score >= 0 && score <= 1;
  return [{ type: name ?? "face", box, ...(isScored ? { score } : { attributes: Object.fromEntries(known) }) }];
}
