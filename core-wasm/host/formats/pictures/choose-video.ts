/**
 * Which video of a file about several is read, since a dataset has one: the one with a name of the dataset's, else the
 * first. Names are compared without their folders; the extension and the case count only if several are alike without.
 */
import { readerProblem } from "../problems/reader-problems.ts";
import type { Problem } from "../../types.ts";

export interface ChosenVideo {
  readonly name: string;
  /** The name of the dataset's video that it matches; absent: it is the first. */
  readonly wanted?: string;
}

const forms: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => withoutFolder(name),
  (name) => stem(withoutFolder(name)),
];

/** @param wanted names that the dataset's video may have, the likeliest first */
export function chooseVideo(videos: Iterable<string>, wanted: readonly string[] = []): ChosenVideo | undefined {
  const names = [...new Set(videos)];
  for (const name of wanted) {
    const found = videoCalled(names, name);
    if (found !== undefined) return { name: found, wanted: name };
  }
  return names[0] === undefined ? undefined : { name: names[0] };
}

function videoCalled(videos: readonly string[], wanted: string): string | undefined {
  for (const form of forms) {
    const key = form(wanted.normalize("NFC"));
    const [only, ...others] = videos.filter((video) => key !== "" && form(video.normalize("NFC")) === key);
    if (only !== undefined && others.length === 0) return only;
  }
  return undefined;
}

/** A warning that says which was read and why, and names the others. */
export function videoProblems(
  { name, wanted }: ChosenVideo,
  leftOut: Iterable<string>,
  asked: readonly string[] = [],
): readonly Problem[] {
  const others = [...new Set(leftOut)].filter((other) => other !== name);
  if (others.length === 0) return [];
  const shown = others.slice(0, maxShown).map((other) => `\`${other}\``);
  const more = others.length > maxShown ? ` and ${others.length - maxShown} more` : "";
  const words = [`${others.length + 1}`, name, shown.join(", ") + more];
  return wanted === undefined
    ? [readerProblem("translated-first-video", [...words, asked[0] ?? ""])]
    : [readerProblem("translated-named-video", [...words, wanted])];
}

const maxShown = 10;

const withoutFolder = (name: string): string => name.replace(/^.*[/\\]/s, "");
const stem = (name: string): string => name.replace(/\.[a-z0-9]{2,5}$/i, "").toLowerCase();
