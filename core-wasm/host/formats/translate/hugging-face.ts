/**
 * `metadata.jsonl` of Hugging Face's image folders: a picture a line, whose `objects` have lists of boxes and types. The
 * names of numbered types are not in the file.
 */
import { isObject } from "../../json.ts";
import { readerProblem } from "../problems/reader-problems.ts";
import {
  entriesOf,
  numberOf,
  numbersOf,
  objectsOf,
  type SkipCounter,
  textOf,
  type TranslatedObject,
  type TranslatedPicture,
} from "./translation.ts";

export function translateHuggingFace(text: unknown, leftOut: SkipCounter): readonly TranslatedPicture[] | undefined {
  const unnamed = new Set<string>();
  const pictures = entriesOf(text, leftOut)?.map(({ file_name: fileName, width, height, objects }) => {
    for (const _ of objectsOf(objects)) leftOut.add("object of a list, whose box may be two corners");
    const lists = isObject(objects) ? objects : {};
    const boxes = listOf(lists["bbox"] ?? lists["bboxes"]);
    const types = listOf(lists["category"] ?? lists["categories"] ?? lists["label"] ?? lists["labels"]);
    return {
      fileName: textOf(fileName),
      width: numberOf(width),
      height: numberOf(height),
      objects: boxes.flatMap((given, at): readonly TranslatedObject[] => {
        const [x, y, wide, high, ...others] = numbersOf(given) ?? [];
        if (x === undefined || y === undefined || wide === undefined || high === undefined || others.length > 0) {
          return leftOut.add("object without a box of four numbers") ?? [];
        }
        const type = textOf(types[at]);
        if (/^\d+$/.test(type)) unnamed.add(type);
        return [{ type, box: [x, y, wide, high] }];
      }),
    };
  });
  if (pictures?.some(({ objects }) => objects.length > 0) === true) {
    leftOut.problems.push(readerProblem("translated-boxes-assumed"));
  }
  if (unnamed.size > 0) leftOut.problems.push(readerProblem("translated-classes-numbered", [[...unnamed].join(", ")]));
  return pictures;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : []);
