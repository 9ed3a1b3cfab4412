/** Frames of files that are about one picture each, such as label files. */
import { maxFrame } from "../../edits/arguments.ts";
import { matchPictures } from "./match-pictures.ts";

/**
 * The frame of a file: that of the picture with its name; if no names are known, the number at the end of its name, if
 * all are different; otherwise its position in the natural order of names.
 */
export function framesOf(paths: readonly string[], pictures: readonly string[]): ReturnType<typeof matchPictures> {
  if (pictures.length > 0) return matchPictures(paths, pictures.map(picturePath));
  const numbers = paths.map((path) => /(\d{1,10})$/.exec(stem(path))?.[1]);
  const areNumbered = numbers.every((number) => number !== undefined && Number(number) <= maxFrame);
  const areDisjoint = new Set(numbers.map(Number)).size === numbers.length;
  return paths.map((_, place) => ({ frame: areNumbered && areDisjoint ? Number(numbers[place]) : place }));
}

/** Labels are in a folder next to that of the pictures: `train/labels/a.txt` is about `train/images/a.jpg`. */
export function picturePath(name: string): string {
  const parts = name.replaceAll("\\", "/").split("/");
  const kept = parts.filter(
    (part, place) => place === parts.length - 1 || !/^(labels(_with_ids)?|images|obj_\w*data|data)$/i.test(part),
  );
  return kept.join("/");
}

export const lastPart = (name: string): string => name.slice(name.lastIndexOf("/") + 1);
export const stem = (name: string): string => lastPart(name).replace(/\.[^.]*$/, "");
