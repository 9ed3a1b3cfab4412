/**
 * What becomes of the files of an archive that is no export of ours: which folders of media are datasets, which files of
 * annotations are about which of them, and what stays out. Judged by names alone; nothing is dropped without an entry.
 */
import type { DatasetType } from "#schemas";
import type { MediaEntry } from "#schemas/media-ledger";

import { kindOfFile, stemOf } from "./file-kinds.ts";
import { validateFiles } from "./validate-files.ts";

interface Named {
  readonly path: string;
}

/** A dataset: its media, and the files next to them that are imported with them. */
export interface MediaSet<F extends Named> {
  readonly folder: string;
  /** What the dataset is called if it is not the only one. */
  readonly name: string;
  readonly type: Exclude<DatasetType, "multi">;
  /** By name. */
  readonly files: ReadonlyMap<string, F>;
  /** There are annotations among them. */
  readonly isAnnotated: boolean;
}

/** Files from elsewhere in the archive that may hold the annotations of some of the sets. */
export interface AnnotationFiles<F extends Named> {
  readonly path: string;
  /** One text a picture, and what names their classes; else a single file. */
  readonly areLabels: boolean;
  readonly files: readonly F[];
  /** What it is about by its name or place, best first; the same score: they are equally near. */
  readonly sets: readonly { readonly set: MediaSet<F>; readonly score: number }[];
}

export interface ArchiveLayout<F extends Named> {
  readonly sets: readonly MediaSet<F>[];
  readonly annotations: readonly AnnotationFiles<F>[];
  readonly entries: readonly MediaEntry[];
}

/** Files that operating systems and version control add by themselves. */
const litter = /(^|\/)(__MACOSX|\.[^/]+|Thumbs\.db|ehthumbs\.db|desktop\.ini|\$RECYCLE\.BIN)(\/|$)/i;
/** Folders whose pictures are no photographs: classes or objects, pixel by pixel. */
const maskFolder =
  /^(segmentation(class|object)(aug)?|masks?|seg(mentation)?s?|panoptic\w*|stuff\w*|labels?|annotations?|gtfine|instance_?masks?)$/i;
/** Folders that say that there are pictures, not which. */
const plainFolder =
  /^(images?|imgs?|img1|jpe?gimages|pictures|photos|frames|data|default|obj_(train|valid|test)_data)$/i;
const labelFolder = /^(labels?|label_?txt|annotations?|obj_(train|valid|test)_data)$/i;
/** More files of one kind in a folder are one entry. */
const maxNamed = 20;

export const isLitter = (path: string): boolean => litter.test(path);

/** @param rootName of a dataset at the top */
export function layoutOf<F extends Named>(files: readonly F[], rootName: string): ArchiveLayout<F> {
  const entries: MediaEntry[] = [];
  const left = new Map<string, F>();
  const first = new Map<string, F>();
  const twice: F[] = [];
  const litterFiles: F[] = [];
  for (const file of files) {
    if (isLitter(file.path)) litterFiles.push(file);
    else if (first.has(file.path)) twice.push(file);
    else first.set(file.path, file);
  }
  leaveOut(entries, litterFiles, "was left by an operating system, and stays out.");
  leaveOut(entries, twice, "is in the archive twice; the first one is taken.");
  const folders = Map.groupBy(first.values(), ({ path }) => folderOf(path));
  const isMediaFolder = (list: readonly F[]): boolean => list.some(({ path }) => isMedia(path));
  const isMasks = (folder: string): boolean => folder.split("/").some((part) => maskFolder.test(part));
  const hasPhotographs = [...folders].some(([folder, list]) => !isMasks(folder) && isMediaFolder(list));
  const sets: MediaSet<F>[] = [];
  for (const [folder, list] of [...folders].toSorted(([a], [b]) => compare(a, b))) {
    if (!isMediaFolder(list)) {
      for (const file of list) left.set(file.path, file);
      continue;
    }
    if (hasPhotographs && isMasks(folder)) {
      leaveOut(
        entries,
        list.filter(({ path }) => isMedia(path)),
        "is in a folder of masks, which are not imported.",
        "Convert them to COCO with polygons.",
      );
      for (const file of list) if (!isMedia(file.path)) left.set(file.path, file);
      continue;
    }
    const { made, others } = setsOf(folder, list, rootName);
    sets.push(...made);
    for (const file of others) left.set(file.path, file);
  }
  const annotations = [...labelsOf(sets, left), ...wholeFiles(sets, left, entries)];
  for (const group of Map.groupBy(left.values(), ({ path }) => `${folderOf(path)} ${endingOf(path)}`).values()) {
    leaveOut(entries, group, "is nothing that is imported, and stays out.");
  }
  return { sets, annotations, entries };
}

/** The datasets of one folder, and the files in it that belong to none of them. */
function setsOf<F extends Named>(
  folder: string,
  list: readonly F[],
  rootName: string,
): { made: MediaSet<F>[]; others: F[] } {
  const byName = new Map(list.map((file) => [lastPart(file.path), file]));
  const own = nameOfFolder(folder, rootName);
  const names = [...byName.keys()];
  const videos = names.filter((name) => kindOfFile(name) === "video");
  const whole = validateFiles(names);
  if (whole.ok && videos.length <= 1 && whole.type !== "" && whole.type !== "multi") {
    const wanted = names.filter((name) => !["other", "zip"].includes(kindOfFile(name)));
    const set = setOf({ folder, name: own, type: whole.type }, wanted, byName);
    return {
      made: [set],
      others: names.filter((name) => !wanted.includes(name)).flatMap((name) => byName.get(name) ?? []),
    };
  }
  const used = new Set<string>();
  const made: MediaSet<F>[] = [];
  const take = (type: MediaSet<F>["type"], name: string, wanted: readonly string[]): void => {
    if (wanted.length === 0) return;
    for (const one of wanted) used.add(one);
    made.push(setOf({ folder, name, type }, wanted, byName));
  };
  const sides = names.filter((name) => ["csv", "json", "yaml"].includes(kindOfFile(name)));
  for (const video of videos) {
    const paired = sides.filter((name) => sameStem(name, video));
    take("video", stemOf(video), [video, ...(paired.length === 1 ? paired : [])]);
  }
  const images = names.filter((name) => kindOfFile(name) === "image");
  const large = names.filter((name) => kindOfFile(name) === "large-image");
  take("image-sequence", own, images);
  take("large-image", images.length === 0 ? own : `${own} large images`, large);
  return { made, others: names.filter((name) => !used.has(name)).flatMap((name) => byName.get(name) ?? []) };
}

function setOf<F extends Named>(
  facts: Pick<MediaSet<F>, "folder" | "name" | "type">,
  names: readonly string[],
  byName: ReadonlyMap<string, F>,
): MediaSet<F> {
  const files = new Map(names.flatMap((name) => (byName.has(name) ? [[name, byName.get(name)!] as const] : [])));
  return { ...facts, files, isAnnotated: names.some((name) => ["csv", "json", "yaml"].includes(kindOfFile(name))) };
}

/** Texts that are each called as a picture: YOLO, with its lists of classes. They are taken out of what is left. */
function labelsOf<F extends Named>(sets: readonly MediaSet<F>[], left: Map<string, F>): AnnotationFiles<F>[] {
  const found: AnnotationFiles<F>[] = [];
  const isList = (path: string): boolean =>
    /\.ya?ml$|\.names$|\.data$|(^|\/)(classes|labels|obj|train|valid?|test)(\.names)?\.txt$/i.test(path);
  const texts = [...left.values()].filter(({ path }) => /\.(txt|xml)$/i.test(path));
  const lists = [...left.values()].filter(({ path }) => isList(path));
  for (const set of sets) {
    if (set.type !== "image-sequence") continue;
    const stems = new Set([...set.files.keys()].filter(isMedia).map(keyOfStem));
    const place = withoutParts(set.folder, plainFolder);
    const own = texts.filter(
      ({ path }) =>
        stems.has(keyOfStem(lastPart(path))) &&
        (folderOf(path) === set.folder || withoutParts(folderOf(path), labelFolder) === place),
    );
    const [one] = own;
    if (one === undefined) continue;
    // Pascal VOC names its classes in each text.
    const areXml = /\.xml$/i.test(one.path);
    const about = areXml ? [] : lists.filter(({ path }) => !own.some((file) => file.path === path));
    for (const { path } of [...own, ...about]) left.delete(path);
    const files = [...about, ...own];
    found.push({ path: folderOf(one.path), areLabels: true, files, sets: [{ set, score: maxScore }] });
  }
  return found;
}

const maxScore = 100;

/** Files that may hold annotations of whole sets. They are taken out of what is left. */
function wholeFiles<F extends Named>(
  sets: readonly MediaSet<F>[],
  left: Map<string, F>,
  entries: MediaEntry[],
): AnnotationFiles<F>[] {
  const found: AnnotationFiles<F>[] = [];
  const wanted = [...left.values()].filter(({ path }) => /\.(csv|json|xml|ya?ml|txt)$/i.test(path) && !isProse(path));
  for (const group of Map.groupBy(wanted, ({ path }) => `${folderOf(path)} ${endingOf(path)}`).values()) {
    // One file a picture, of a format that is not read so: the first of them says which.
    const some = group.length > maxNamed ? group.slice(0, 1) : group;
    for (const file of some) {
      const near = sets.map((set) => ({ set, score: nearness(file.path, set) })).toSorted((a, b) => b.score - a.score);
      found.push({ path: file.path, areLabels: false, files: [file], sets: near });
    }
    for (const { path } of group) left.delete(path);
    leaveOut(
      entries,
      group.slice(some.length),
      "is one of many such files: annotations are imported as one file, or as texts of YOLO.",
      "Convert them to COCO.",
    );
  }
  return found;
}

const isProse = (path: string): boolean =>
  /(^|\/)(read_?me|licen[cs]e|notes?|notice|citation|changelog|authors|requirements)\b[^/]*\.(txt|md|json|ya?ml)$/i.test(
    path,
  );

/** How near a file of annotations is to a set, by its name and place. */
function nearness<F extends Named>(path: string, { folder, files }: MediaSet<F>): number {
  const stem = keyOfStem(lastPart(path));
  for (const name of files.keys()) {
    if (kindOfFile(name) === "video" && stem === keyOfStem(name)) return maxScore;
  }
  const own = folderOf(path);
  if (own === folder) return 60;
  const parts = folder.split("/").filter((part) => part !== "" && !/^(images?|data)$/i.test(part));
  const last = keyOf(parts.at(-1) ?? "");
  const isNamed = last !== "" && (stem.endsWith(last) || own.split("/").some((part) => keyOf(part) === last));
  const shared = commonDepth(own, folder);
  return (isNamed ? 40 : 0) + shared;
}

/** The pictures of a folder by the part of its path that says which they are. */
function nameOfFolder(folder: string, rootName: string): string {
  const parts = folder.split("/").filter((part) => part !== "");
  return parts.findLast((part) => !plainFolder.test(part)) ?? parts.at(-1) ?? rootName;
}

function leaveOut<F extends Named>(entries: MediaEntry[], files: readonly F[], why: string, next?: string): void {
  const [one] = files;
  if (one === undefined) return;
  const more = next === undefined ? {} : { next };
  if (files.length > maxNamed) {
    const where = `${one.path} and ${files.length - 1} more`;
    entries.push({
      what: "left-out",
      where,
      why: why.replace(/^is /, "are ").replace(/^was /, "were ").replace(" stays", " stay"),
      ...more,
    });
    return;
  }
  for (const { path } of files) entries.push({ what: "left-out", where: path, why, ...more });
}

const isMedia = (name: string): boolean => ["image", "video", "large-image"].includes(kindOfFile(name));
const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));
const lastPart = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
const endingOf = (path: string): string => /\.[^./]*$/.exec(path)?.[0].toLowerCase() ?? "";
const keyOf = (text: string): string => text.normalize("NFC").toLowerCase();
const keyOfStem = (name: string): string => keyOf(stemOf(name));
const sameStem = (a: string, b: string): boolean => keyOfStem(a) === keyOfStem(b);
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function withoutParts(folder: string, part: RegExp): string {
  return folder
    .split("/")
    .filter((one) => !part.test(one))
    .join("/");
}

function commonDepth(a: string, b: string): number {
  const [left, right] = [a.split("/"), b.split("/")];
  let depth = 0;
  while (depth < left.length && left[depth] === right[depth] && left[depth] !== "") depth++;
  return depth;
}
