/**
 * Decides what to do with the files of an archive that is not one of our exports: which media folders become datasets,
 * which annotation files belong to which of them, and which files are left out. Uses names alone; every file left out
 * gets an entry.
 */
import type { DatasetType } from "#schemas";
import type { MediaEntry } from "#schemas/media-ledger";
import { isSystemFile, stemOf } from "#schemas/media-files";

import { type FileKind, isFrameMetadataOf, isMediaName, kindOfFile } from "./file-kinds.ts";

interface Named {
  readonly path: string;
}

/** A dataset: its media, and files that configure it or describe its frames. */
export interface MediaSet<F extends Named> {
  readonly folder: string;
  /** Name of the dataset if it is not the only one. */
  readonly name: string;
  readonly type: Exclude<DatasetType, "multi">;
  /** By name. */
  readonly files: ReadonlyMap<string, F>;
}

/** Files that may contain annotations of some of the sets. */
export interface AnnotationFiles<F extends Named> {
  /** Names them in messages. */
  readonly path: string;
  /**
   * True: one file per picture, and files that name their classes. False: one file, or all files of one extension in a
   * folder.
   */
  readonly areLabels: boolean;
  readonly files: readonly F[];
  /** The sets it may belong to by name or place, best first; sets with equal scores are equally likely. */
  readonly sets: readonly { readonly set: MediaSet<F>; readonly score: number }[];
}

export interface ArchiveLayout<F extends Named> {
  readonly sets: readonly MediaSet<F>[];
  readonly annotations: readonly AnnotationFiles<F>[];
  readonly entries: readonly MediaEntry[];
}

/** Files of operating systems and of version control, and others that a listing hides. */
export const isHiddenFile = (path: string): boolean => /(^|\/)\.[^/]+(\/|$)/.test(path) || isSystemFile(path);
/** Folders whose pictures are not photographs: masks of classes or objects. */
const maskFolder =
  /^(segmentation(class|object)(aug)?|masks?|seg(mentation)?s?|panoptic\w*|stuff\w*|labels?|annotations?|gtfine|instance_?masks?|instances?|semantic(_rgb)?|(default|train|val|test)annot)$/i;
/** Folder names that only say "pictures", not which. */
const plainFolder =
  /^(images?|image_2|imgs?|img1|jpe?gimages|pictures|photos|frames|data|default|obj_(train|valid|test)_data)$/i;
const labelFolder = /^(labels?|label_?txt|label_2|annotations?|obj_(train|valid|test)_data)$/i;
/** CVAT writes these next to pictures, masks and annotations that name their classes themselves. */
const colorList = /(^|\/)(labelmap|label_colors)\.txt$/i;
const splitList = /(^|\/)imagesets\/.*\.txt$/i;
/** Annotation files of other tools that are known by their names, and how to convert them. */
const foreign: readonly (readonly [RegExp, readonly [why: string, next: string]])[] = [
  [
    /\.(tf)?records?(-\d+-of-\d+)?$/i,
    ["is a TensorFlow record file, which Wakeline cannot read.", "Convert it to COCO and import that."],
  ],
  [
    /\.(h5|hdf5|slp)$/i,
    [
      "is HDF5, as written by DeepLabCut and SLEAP, which Wakeline cannot read.",
      "Export CSV or COCO there, and import that.",
    ],
  ],
  [
    /\.(mat|pkl|pickle|parquet|npy|npz)$/i,
    ["holds arrays in a program's own format, which Wakeline cannot read.", "Export COCO or CSV and import that."],
  ],
  [
    /\.(json|csv|tsv|txt|xml|xgtf|jsonl|ndjson|ya?ml)\.(gz|zst)$/i,
    [
      "is compressed inside the archive, and was not read.",
      "Put it into the archive as it is, or import it by itself.",
    ],
  ],
  [
    /\.(7z|rar|tar|gz|tgz|bz2|xz|zst|zip)$/i,
    ["is an archive inside the archive, and was not unpacked.", "Upload it by itself."],
  ],
];
/** More files of one kind in a folder share one entry. */
export const maxNamed = 20;

/** @param rootName name of a dataset at the top of the archive */
export function layoutOf<F extends Named>(files: readonly F[], rootName: string): ArchiveLayout<F> {
  const entries: MediaEntry[] = [];
  const usable = withoutSystemFiles(files, entries);
  const { sets, others } = mediaSets(usable, rootName, entries);
  const left = new Map(others.map((file) => [file.path, file]));
  skipLists(left, entries);
  const annotations = [...labelsOf(sets, left), ...wholeFiles(sets, left)];
  skipUnknownFiles(left, entries);
  return { sets, annotations, entries };
}

/** Also without the second of two files with the same path. */
function withoutSystemFiles<F extends Named>(files: readonly F[], entries: MediaEntry[]): F[] {
  const byPath = new Map<string, F>();
  const duplicates: F[] = [];
  const systemFiles: F[] = [];
  for (const file of files) {
    if (isHiddenFile(file.path)) systemFiles.push(file);
    else if (byPath.has(file.path)) duplicates.push(file);
    else byPath.set(file.path, file);
  }
  skipFiles(entries, systemFiles, "is an operating system file, and was left out.");
  skipFiles(entries, duplicates, "is in the archive twice; the first one was used.");
  return [...byPath.values()];
}

/** The datasets of all folders with media, except masks next to photographs; and the other files. */
function mediaSets<F extends Named>(
  files: readonly F[],
  rootName: string,
  entries: MediaEntry[],
): { sets: MediaSet<F>[]; others: F[] } {
  const folders = Map.groupBy(files, ({ path }) => folderOf(path));
  const hasMedia = (list: readonly F[]): boolean => list.some(({ path }) => isMediaName(path));
  const hasPhotographs = [...folders].some(([folder, list]) => !isMaskFolder(folder) && hasMedia(list));
  const sets: MediaSet<F>[] = [];
  // A folder may have more files than a call takes arguments.
  const others: (readonly F[])[] = [];
  for (const [folder, list] of [...folders].toSorted(([a], [b]) => compare(a, b))) {
    if (!hasMedia(list)) {
      others.push(list);
    } else if (hasPhotographs && isMaskFolder(folder)) {
      const masks = list.filter(({ path }) => isMediaName(path));
      skipFiles(
        entries,
        masks,
        "is in a folder of masks, which are not imported.",
        "Convert them to COCO with polygons.",
      );
      others.push(list.filter(({ path }) => !isMediaName(path)));
    } else {
      const inFolder = setsOf(folder, list, rootName);
      sets.push(...inFolder.made);
      others.push(inFolder.others);
    }
  }
  return { sets, others: others.flat() };
}

const isMaskFolder = (folder: string): boolean => folder.split("/").some((part) => maskFolder.test(part));

/** Removes them from `left`. */
function skipLists<F extends Named>(left: Map<string, F>, entries: MediaEntry[]): void {
  const skip = (list: RegExp, why: string): void => {
    const files = [...left.values()].filter(({ path }) => list.test(path));
    for (const { path } of files) left.delete(path);
    skipFiles(entries, files, why);
  };
  skip(splitList, "lists pictures of a part of the set, which is not divided here.");
  skip(colorList, "lists colors of classes, which are not imported.");
}

/** Says how files of other tools can be converted. */
function skipUnknownFiles<F extends Named>(left: ReadonlyMap<string, F>, entries: MediaEntry[]): void {
  const reasonOf = (path: string): readonly [why: string, next?: string] =>
    foreign.find(([pattern]) => pattern.test(path))?.[1] ?? [
      "is not a kind of file that can be imported, and was left out.",
    ];
  const alike = ({ path }: F): string => [folderOf(path), endingOf(path), reasonOf(path)[0]].join(" ");
  for (const group of Map.groupBy(left.values(), alike).values()) {
    const [why, next] = reasonOf(group[0]?.path ?? "");
    skipFiles(entries, group, why, next);
  }
}

/** The datasets in one folder, and its files that belong to none of them. */
function setsOf<F extends Named>(
  folder: string,
  list: readonly F[],
  rootName: string,
): { made: MediaSet<F>[]; others: F[] } {
  const byName = new Map(list.map((file) => [lastPart(file.path), file]));
  const preferred = nameOfFolder(folder, rootName);
  const names = [...byName.keys()];
  const kindsOf = (...kinds: FileKind[]): string[] => names.filter((name) => kinds.includes(kindOfFile(name)));
  const used = new Set<string>();
  const made: MediaSet<F>[] = [];
  const take = (type: MediaSet<F>["type"], name: string, wanted: readonly string[]): void => {
    if (wanted.length === 0) return;
    for (const one of wanted) used.add(one);
    const files = new Map(wanted.flatMap((one) => (byName.has(one) ? [[one, byName.get(one)!] as const] : [])));
    made.push({ folder, name, type, files });
  };
  const [videos, images, large] = [kindsOf("video"), kindsOf("image"), kindsOf("large-image")];
  const isOne = videos.length + Math.min(images.length, 1) + Math.min(large.length, 1) === 1;
  const configurations = kindsOf("configuration");
  const frames = kindsOf("frame-metadata");
  // With several datasets it is unclear which one they belong to; two of a kind contradict each other.
  const about = isOne ? [configurations, frames].flatMap((some) => (some.length === 1 ? some : [])) : [];
  for (const video of videos) {
    const sidecars = names.filter((name) => isFrameMetadataOf(name, video));
    take("video", isOne ? preferred : stemOf(video), [video, ...about, ...sidecars]);
  }
  if (images.length > 0) take("image-sequence", preferred, [...images, ...about]);
  if (large.length > 0)
    take("large-image", images.length === 0 ? preferred : `${preferred} large images`, [...large, ...about]);
  return { made, others: names.filter((name) => !used.has(name)).flatMap((name) => byName.get(name) ?? []) };
}

/** Files named like pictures: YOLO with its class lists, Pascal VOC, LabelMe. Removes them from `left`. */
function labelsOf<F extends Named>(sets: readonly MediaSet<F>[], left: Map<string, F>): AnnotationFiles<F>[] {
  const paired: AnnotationFiles<F>[] = [];
  const lists = [...left.values()].filter(({ path }) => isList(path));
  const sequences = sets.filter(({ type }) => type === "image-sequence");
  const stems = new Map(
    sequences.map((set) => [set, new Set([...set.files.keys()].filter(isMediaName).map(keyOfStem))]),
  );
  const isOf = (set: MediaSet<F>, { path }: F): boolean => stems.get(set)?.has(keyOfStem(lastPart(path))) === true;
  const pairs = [...stems].flatMap(([set, own]) => [...own].map((stem) => ({ stem, set })));
  const byStem = Map.groupBy(pairs, ({ stem }) => stem);
  const take = (set: MediaSet<F>, own: readonly F[]): void => {
    for (const files of Map.groupBy(own, ({ path }) => endingOf(path)).values()) {
      // Other formats name their classes in each file.
      const owned = new Set(own);
      // Each split may have a list of its own.
      const isOfOther = ({ path }: F): boolean =>
        folderOf(path) !== set.folder && sequences.some(({ folder }) => folder === folderOf(path));
      const isAbout = (list: F): boolean => !owned.has(list) && !isOfOther(list);
      const about = endingOf(files[0]?.path ?? "") === ".txt" ? lists.filter(isAbout) : [];
      for (const { path } of [...files, ...about]) left.delete(path);
      const all = [...about, ...files];
      paired.push({ path: textOfFiles(files), areLabels: true, files: all, sets: [{ set, score: maxScore }] });
    }
  };
  const texts = (): F[] => [...left.values()].filter(({ path }) => /\.(json|txt|xml)$/i.test(path));
  const all = texts();
  const byFolder = Map.groupBy(all.keys(), (n) => folderOf(all[n]!.path));
  const byPlace = Map.groupBy(byFolder.keys(), (folder) =>
    withoutParts(withoutParts(folder, labelFolder), plainFolder),
  );
  for (const set of sequences) {
    const near = new Set([set.folder, ...(byPlace.get(withoutParts(set.folder, plainFolder)) ?? [])]);
    const numbers = [...near].flatMap((folder) => byFolder.get(folder) ?? []).toSorted((a, b) => a - b);
    const pictures = numbers.map((n) => all[n]!).filter((file) => left.has(file.path) && isOf(set, file));
    if (pictures.length > 0) take(set, pictures);
  }
  // Also files in any other folder, if they match the pictures of exactly one dataset.
  for (const group of Map.groupBy(texts(), ({ path }) => folderOf(path)).values()) {
    const matching = new Set<MediaSet<F>>();
    for (const { path } of group) {
      for (const each of byStem.get(keyOfStem(lastPart(path))) ?? []) {
        matching.add(each.set);
        if (matching.size > 1) break;
      }
      if (matching.size > 1) break;
    }
    const [set, other] = matching;
    if (set !== undefined && other === undefined) {
      take(
        set,
        group.filter((file) => isOf(set, file)),
      );
    }
  }
  return paired;
}

const isList = (path: string): boolean =>
  /\.ya?ml$|\.names$|\.data$|(^|\/)(_?classes|labels|obj|train|valid?|test)(\.names)?\.txt$|(^|\/)_darknet\.labels$/i.test(
    path,
  );

const maxScore = 100;

/** Files that may contain annotations of whole sets. Removes them from `left`. */
function wholeFiles<F extends Named>(sets: readonly MediaSet<F>[], left: Map<string, F>): AnnotationFiles<F>[] {
  const wanted = [...left.values()].filter(
    ({ path }) => /\.(csv|tsv|jsonl?|ndjson|manifest|xml|ya?ml|txt|ini)$/i.test(path) && !isProse(path),
  );
  for (const { path } of wanted) left.delete(path);
  const { gathered, others } = filesOfVideos(sets, wanted);
  for (const group of Map.groupBy(others, ({ path }) => `${folderOf(path)} ${endingOf(path)}`).values()) {
    // Their content decides later whether they are read together.
    const isOne = group.length > maxNamed || endingOf(group[0]?.path ?? "") === ".xml";
    for (const files of isOne ? [group] : group.map((file) => [file])) {
      const [{ path } = { path: "" }] = files;
      const near = byScore(sets.map((set) => ({ set, score: nearness(path, set) })));
      gathered.push({ path: textOfFiles(files), areLabels: false, files, sets: near });
    }
  }
  return gathered;
}

/** Files named like videos, each by itself: however many there are, no two are of one dataset. And the other files. */
function filesOfVideos<F extends Named>(
  sets: readonly MediaSet<F>[],
  files: readonly F[],
): { gathered: AnnotationFiles<F>[]; others: F[] } {
  const [videos, withPictures] = [sets.filter(isVideo), sets.filter((set) => !isVideo(set))];
  const byName = Map.groupBy(
    videos.flatMap((set) => namesOfVideo(set).map((name) => ({ name, set }))),
    ({ name }) => name,
  );
  const gathered: AnnotationFiles<F>[] = [];
  const others: F[] = [];
  for (const file of files) {
    const { path } = file;
    const named = byName.get(keyOfStem(lastPart(path)));
    if (named === undefined) {
      others.push(file);
      continue;
    }
    const neighbors = named.filter(({ set }) => set.folder === folderOf(path));
    const own = (neighbors.length > 0 ? neighbors : named).map(({ set }) => ({
      set,
      score: maxScore + nearness(path, set),
    }));
    // Its content may name pictures of the video that were extracted.
    const near = byScore([...own, ...withPictures.map((set) => ({ set, score: nearness(path, set) }))]);
    gathered.push({ path, areLabels: false, files: [file], sets: near });
  }
  return { gathered, others };
}

const isVideo = ({ type }: MediaSet<Named>): boolean => type === "video";

/** How annotation files of a video are named, without their extensions: `cam0.csv` or `cam0.mp4.csv`. */
function namesOfVideo<F extends Named>({ files }: MediaSet<F>): string[] {
  const video = [...files.keys()].find((name) => kindOfFile(name) === "video") ?? "";
  return [...new Set([keyOfStem(video), keyOf(video)])];
}

const byScore = <S extends { readonly score: number }>(sets: readonly S[]): S[] =>
  sets.toSorted((a, b) => b.score - a.score);

/** A single file by its name; several by their folder and number, or by the first one if they have no folder. */
function textOfFiles(files: readonly Named[]): string {
  const [one, ...others] = files;
  if (one === undefined || others.length === 0) return one?.path ?? "";
  const folder = folderOf(one.path);
  return folder === "" || others.some(({ path }) => folderOf(path) !== folder)
    ? `${one.path} and ${others.length} more`
    : `${folder} (${files.length} files)`;
}

const isProse = (path: string): boolean =>
  /(^|\/)(read_?me|licen[cs]e|notes?|notice|citation|changelog|authors|requirements)\b[^/]*\.(txt|md|json|ya?ml)$/i.test(
    path,
  );

/** How closely the place of an annotation file, and the folder that its name contains, match a set. */
function nearness(path: string, { folder }: MediaSet<Named>): number {
  const stem = keyOfStem(lastPart(path));
  const own = folderOf(path);
  if (own === folder) return 60;
  const parts = folder.split("/").filter((part) => part !== "" && !/^(images?|data)$/i.test(part));
  const last = keyOf(parts.at(-1) ?? "");
  const isNamed = last !== "" && (stem.endsWith(last) || own.split("/").some((part) => keyOf(part) === last));
  const shared = commonDepth(own, folder);
  return (isNamed ? 40 : 0) + shared;
}

/** Names the pictures of a folder by the part of its path that is specific to them. */
function nameOfFolder(folder: string, rootName: string): string {
  const parts = folder.split("/").filter((part) => part !== "");
  return parts.findLast((part) => !plainFolder.test(part)) ?? parts.at(-1) ?? rootName;
}

function skipFiles(entries: MediaEntry[], files: readonly Named[], why: string, next?: string): void {
  entries.push(
    ...leftOut(
      files.map(({ path }) => path),
      why,
      next,
    ),
  );
}

/** @param why continues the name of a file: "is in the archive twice." */
export function leftOut(paths: readonly string[], why: string, next?: string): MediaEntry[] {
  const [one] = paths;
  if (one === undefined) return [];
  const more = next === undefined ? {} : { next };
  if (paths.length <= maxNamed) return paths.map((where) => ({ what: "left-out", where, why, ...more }));
  const verbs = { is: "are", was: "were", holds: "hold", lists: "list", names: "name", says: "say" } as const;
  const plural = why
    .replace(/^(is|was|holds|lists|names|says) /, (_, verb: keyof typeof verbs) => `${verbs[verb]} `)
    .replace(" stays", " stay");
  return [{ what: "left-out", where: `${one} and ${paths.length - 1} more`, why: plural, ...more }];
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));
const lastPart = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
const endingOf = (path: string): string => /\.[^./]*$/.exec(path)?.[0].toLowerCase() ?? "";
const keyOf = (text: string): string => text.normalize("NFC").toLowerCase();
const keyOfStem = (name: string): string => keyOf(stemOf(name));
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
