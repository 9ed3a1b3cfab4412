/**
 * Sorts dropped or picked files into uploads: one per folder, each with its media, annotation file and configuration
 * file.
 */
import { endingOf, isSystemFile, mediaKindOf } from "#schemas/media-files";
import { isDataName, isExportName, isFrameMetadataName, isMetaName } from "./file-kinds.ts";

/** A dropped file, or one of a picked folder, with its path inside the dropped folder. */
export interface SourceFile {
  readonly name: string;
  readonly size: number;
  /** Like folder/sub/a.png; missing or only a name for a loose file. */
  readonly path?: string;
  readonly webkitRelativePath?: string;
}

export interface UploadCandidate<F extends SourceFile> {
  /** Proposed folder name; empty if nothing suggests one. */
  readonly name: string;
  /** Everything that is neither data about the media nor left out; the server decides which of it makes a dataset. */
  readonly media: readonly F[];
  readonly annotationFile: F | undefined;
  /** Files named after pictures; together they may be the annotations, depending on their content. */
  readonly perPicture: readonly F[];
  readonly meta: F | undefined;
  /** Frame metadata stored next to the media. */
  readonly frameMetadata: F | undefined;
  /** More than one file for a role that allows one: the server refuses them together, and names the rule. */
  readonly rivals: readonly F[];
  /** Files that are not sent. Every input file is in one of these lists. */
  readonly leftOut: readonly LeftOut[];
}

export interface LeftOut {
  /** Includes its folder, if that is not the folder of the media. */
  readonly name: string;
  readonly reason: LeftOutReason;
}

export type LeftOutReason =
  /** The annotations come from another file in the same folder. */
  | "otherAnnotation"
  /** Several JSON files and no CSV: the user picks one. */
  | "severalJson"
  /** Created by the operating system. */
  | "litter"
  /** A picture of 0 bytes. */
  | "empty"
  /** Its folder has no media. */
  | "noMedia"
  /** With several videos it is unclear which one it belongs to. */
  | "severalVideos"
  /** Not a file type that datasets can contain. */
  | "unknown"
  /** Removed by the user. */
  | "byYou";

/** Without any media the result is one candidate without media, or none if there are no loose files. */
export function sortFiles<F extends SourceFile>(files: readonly F[]): readonly UploadCandidate<F>[] {
  const candidates = [...Map.groupBy(files, folderOf)].flatMap(([folder, all]) => {
    // The contents of an archive are handled separately.
    const archives = all.filter(isArchive).map((file) => ({ candidate: candidateOf("", [file]), members: [file] }));
    const members = all.filter((file) => !isArchive(file));
    const others =
      members.length === 0 ? [] : (pairsOf(members) ?? [{ candidate: candidateOf(folder, members), members }]);
    return [...others, ...archives].map((one) => ({ folder, ...one }));
  });
  const kept = candidates.filter(({ folder, candidate }) => candidate.media.length > 0 || folder === "");
  const [first, ...others] = kept;
  if (first === undefined) return [];
  const dropped = candidates.filter((one) => !kept.includes(one));
  const named = dropped.flatMap(({ folder, members }) =>
    members.map((file) => ({
      name: `${folder}/${file.name}`,
      reason: isSystemFile(file.name) ? ("litter" as const) : ("noMedia" as const),
    })),
  );
  const { candidate } = first;
  return [{ ...candidate, leftOut: [...candidate.leftOut, ...named] }, ...others.map((one) => one.candidate)];
}

const isArchive = ({ name }: SourceFile): boolean => endingOf(name) === "zip";

/** The folder that directly contains a file; empty for a loose file. */
function folderOf(file: SourceFile): string {
  const path =
    file.webkitRelativePath !== undefined && file.webkitRelativePath !== ""
      ? file.webkitRelativePath
      : (file.path ?? "");
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  return parts.slice(0, -1).join("/");
}

interface Sorted<F extends SourceFile> {
  readonly candidate: UploadCandidate<F>;
  readonly members: readonly F[];
}

/**
 * Pairs each of several videos with the annotation file of the same name, and with no other, since nothing else says
 * which video a file belongs to. `undefined` if there is nothing to pair.
 */
function pairsOf<F extends SourceFile>(members: readonly F[]): readonly Sorted<F>[] | undefined {
  const videos = members.filter(({ name }) => mediaKindOf(name) === "video");
  const isData = ({ name }: F): boolean => isDataName(name) || isExportName(name);
  const isAbout = (file: F, video: F): boolean => isData(file) && stemKey(file.name) === stemKey(video.name);
  const others = members.filter((file) => !videos.includes(file));
  const isOnlyOneOf = (video: F): boolean =>
    videos.filter(({ name }) => stemKey(name) === stemKey(video.name)).length === 1;
  const pairs = others.filter((file) => videos.some((video) => isAbout(file, video) && isOnlyOneOf(video)));
  const hasMedia = others.some(({ name }) => mediaKindOf(name) !== undefined);
  if (videos.length < 2 || !others.some(isData) || hasMedia) return undefined;
  const rest = others.filter((file) => !pairs.includes(file));
  const leftOut = rest.map((file) => ({
    name: file.name,
    reason: isSystemFile(file.name)
      ? ("litter" as const)
      : isData(file)
        ? ("severalVideos" as const)
        : ("unknown" as const),
  }));
  if (pairs.length === 0) {
    const candidate = candidateOf("", videos);
    return [{ candidate: { ...candidate, leftOut: [...candidate.leftOut, ...leftOut] }, members }];
  }
  return videos.map((video, index) => {
    const members = [video, ...pairs.filter((file) => isAbout(file, video))];
    const candidate = candidateOf("", members);
    return index === 0
      ? { candidate: { ...candidate, leftOut: [...candidate.leftOut, ...leftOut] }, members: [...members, ...rest] }
      : { candidate, members };
  });
}

const stemKey = (name: string): string =>
  name
    .replace(/\.[^.]*$/, "")
    .normalize("NFC")
    .toLowerCase();

function candidateOf<F extends SourceFile>(folder: string, all: readonly F[]): UploadCandidate<F> {
  const files = all.filter((file) => !isSystemFile(file.name));
  const frameMetadata = files.filter(({ name }) => isFrameMetadataName(name));
  const data = files.filter(({ name }) => isDataName(name) && !isFrameMetadataName(name));
  const metas = data.filter(({ name }) => isMetaName(name));
  const withEnding = (...endings: readonly string[]): readonly F[] =>
    data.filter((file) => !metas.includes(file) && endings.includes(endingOf(file.name)));
  const [csv, json, yaml] = [withEnding("csv"), withEnding("json"), withEnding("yaml", "yml")];
  // A CSV takes priority; of several JSON files none is taken, unless they form a set. YAML is taken if there is
  // nothing else, and then refused by its name.
  const sources = [csv, json, yaml].find((list) => list.length > 0) ?? [];
  const isUndecided = sources === json && json.length > 1;
  // If nothing else is, a file of a tool is taken.
  const [exported, ...furtherExports] = files.filter(({ name }) => sources.length === 0 && isExportName(name));
  const hasMedia = files.some(({ name }) => mediaKindOf(name) !== undefined);
  const ofTool = furtherExports.length === 0 && hasMedia ? exported : undefined;
  const annotationFile = isUndecided ? undefined : (sources[0] ?? ofTool);
  const perPicture = namedAsPictures(files, isUndecided ? json : sources.length === 0 ? withXmlEnding(files) : []);
  const leftOut: LeftOut[] = [
    ...(isUndecided ? json.filter((file) => !perPicture.includes(file)) : []).map(({ name }) => ({
      name,
      reason: "severalJson" as const,
    })),
    ...[csv, json, yaml]
      .filter((list) => list !== sources)
      .flat()
      .map(({ name }) => ({ name, reason: "otherAnnotation" as const })),
    ...all.filter(({ name }) => isSystemFile(name)).map(({ name }) => ({ name, reason: "litter" as const })),
  ];
  const media = files.filter((file) => !isDataName(file.name) && !perPicture.includes(file) && file !== ofTool);
  return {
    name: folder === "" ? nameOfLoose(media) : (folder.split("/").at(-1) ?? ""),
    media,
    annotationFile,
    perPicture,
    meta: metas[0],
    frameMetadata: frameMetadata[0],
    rivals: [...(isUndecided ? [] : sources.slice(1)), ...metas.slice(1), ...frameMetadata.slice(1)],
    leftOut,
  };
}

const withXmlEnding = <F extends SourceFile>(files: readonly F[]): readonly F[] =>
  files.filter(({ name }) => endingOf(name) === "xml");

function namedAsPictures<F extends SourceFile>(files: readonly F[], list: readonly F[]): readonly F[] {
  const pictures = files.filter(({ name }) => mediaKindOf(name) === "image");
  const stems = new Set(pictures.map(({ name }) => stemKey(name)));
  return list.filter(({ name }) => stems.has(stemKey(name)));
}

function nameOfLoose(media: readonly SourceFile[]): string {
  const first = media[0]?.name ?? "";
  const dot = first.lastIndexOf(".");
  return dot > 0 ? first.slice(0, dot) : first;
}
