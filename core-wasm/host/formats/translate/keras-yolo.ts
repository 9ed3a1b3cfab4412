/**
 * Lists of Keras YOLO (`_annotations.txt` of Roboflow): a picture a line, then its boxes as `x1,y1,x2,y2,class`. Names of
 * classes are in a list next to it.
 */
import { readerProblem } from "../problems/reader-problems.ts";
import type { Known, SkipCounter, TranslatedObject, TranslatedPicture } from "./translation.ts";

/** A picture without objects has only a name, which may contain blanks. */
const line = /^(.*?\.\w+)((?:\s+[-\d.]+(?:,[-\d.]+){4})*)$/;

export function translateKerasYolo(
  text: unknown,
  leftOut: SkipCounter,
  { classNames }: Known,
): readonly TranslatedPicture[] | undefined {
  if (typeof text !== "string") return undefined;
  const unnamed = new Set<string>();
  const pictures = text.split(/\r\n|\r|\n/).flatMap((given): readonly TranslatedPicture[] => {
    if (given.trim() === "") return [];
    const [, fileName = "", boxes = ""] = line.exec(given.trim()) ?? [];
    if (fileName === "") return leftOut.add("line without a picture and boxes") ?? [];
    const rows = boxes.split(/\s+/).filter((row) => row !== "");
    const objects = rows.map((row): TranslatedObject => {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, id = 0] = row.split(",").map(Number);
      const name = classNames[id];
      if (name === undefined) unnamed.add(String(id));
      return { type: name ?? String(id), box: [x1, y1, x2 - x1, y2 - y1] };
    });
    return [{ fileName, objects }];
  });
  if (unnamed.size > 0) leftOut.problems.push(readerProblem("translated-classes-numbered", [[...unnamed].join(", ")]));
  return pictures;
}
