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
  /** A name that several of them match, so that it decides nothing. */
  readonly shared?: string;
}

const forms: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => withoutFolder(name),
  (name) => stem(withoutFolder(name)),
];

/** @param wanted names that the dataset's video may have, the likeliest first */
export function chooseVideo(videos: Iterable<string>, wanted: readonly string[] = []): ChosenVideo | undefined {
  const names = [...new Set(videos)];
  const [first] = names;
  let shared: string | undefined;
  for (const name of wanted) {
    const [only, ...others] = videosCalled(names, name);
    if (only !== undefined && others.length === 0) return { name: only, wanted: name };
    if (others.length > 0) shared ??= name;
  }
  return first === undefined ? undefined : { name: first, ...(shared !== undefined && { shared }) };
}

function videosCalled(videos: readonly string[], wanted: string): readonly string[] {
  for (const form of forms) {
    const key = form(wanted.normalize("NFC"));
    const found = videos.filter((video) => key !== "" && form(video.normalize("NFC")) === key);
    if (found.length > 0) return found;
  }
  return [];
}

/**
 * A warning that says which was read and why, and names the others.
 * @param asked the name that the user gave for it
 */
export function videoProblems(
  { name, wanted, shared }: ChosenVideo,
  leftOut: Iterable<string>,
  asked?: string,
): readonly Problem[] {
  const others = [...new Set(leftOut)].filter((other) => other !== name && other !== "");
  if (others.length === 0) return wanted === undefined ? notFoundProblems(asked, [name], name) : [];
  const words = [`${others.length + 1}`, name, listOf(others)];
  return wanted === undefined
    ? [readerProblem("translated-first-video", [...words, asked ?? "", shared ?? ""])]
    : [readerProblem("translated-named-video", [...words, wanted])];
}

/**
 * A warning that no video, or more than one, has the name that the user gave.
 * @param read the video that is read instead; empty: all are
 */
export function notFoundProblems(asked: string | undefined, videos: Iterable<string>, read = ""): readonly Problem[] {
  const names = [...new Set(videos)].filter((name) => name !== "");
  return asked === undefined || names.length === 0
    ? []
    : [readerProblem("video-not-found", [asked, read, listOf(names)])];
}

function listOf(names: readonly string[]): string {
  const shown = names.slice(0, maxShown).map((name) => `\`${name}\``);
  return shown.join(", ") + (names.length > maxShown ? ` and ${names.length - maxShown} more` : "");
}

const maxShown = 10;

const withoutFolder = (name: string): string => name.replace(/^.*[/\\]/s, "");
const stem = (name: string): string => name.replace(/\.[a-z0-9]{2,5}$/i, "").toLowerCase();
