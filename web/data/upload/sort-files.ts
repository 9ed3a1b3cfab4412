/**
 * From a heap of dropped or picked files to the uploads they mean: one for each folder in it, each with its media, its
 * annotation file and its configuration file told apart.
 */
import { extensionOf, isMetaName } from "./file-kinds.ts";

/** A file as browsers give it for a drop or a picked folder: with the path inside of what was dropped. */
export interface SourceFile {
  readonly name: string;
  readonly size: number;
  /** `folder/sub/a.png`; absent or only a name for a loose file. */
  readonly path?: string;
  readonly webkitRelativePath?: string;
}

export interface UploadCandidate<F extends SourceFile> {
  /** Proposed folder name; empty when nothing suggests one. */
  readonly name: string;
  /** Everything that is not an annotation or configuration file. */
  readonly media: readonly F[];
  readonly annotationFile: F | undefined;
  readonly meta: F | undefined;
  /** Annotation files beyond the one that was taken: a second CSV, a JSON beside a CSV, several JSONs. */
  readonly otherAnnotations: readonly F[];
}

/** Files that operating systems leave in folders. */
const LITTER = new Set([".ds_store", "thumbs.db", "desktop.ini"]);

export function sortFiles<F extends SourceFile>(files: readonly F[]): readonly UploadCandidate<F>[] {
  const wanted = files.filter((file) => !LITTER.has(file.name.toLowerCase()) && !file.name.startsWith("._"));
  const byFolder = Map.groupBy(wanted, folderOf);
  return [...byFolder]
    .map(([folder, members]) => candidateOf(folder, members))
    .filter((candidate) => candidate.media.length > 0 || candidate.name === "");
}

/** The folder a file lies in directly; empty for a loose file. */
function folderOf(file: SourceFile): string {
  const path =
    file.webkitRelativePath !== undefined && file.webkitRelativePath !== ""
      ? file.webkitRelativePath
      : (file.path ?? "");
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  return parts.slice(0, -1).join("/");
}

function candidateOf<F extends SourceFile>(folder: string, files: readonly F[]): UploadCandidate<F> {
  const csv = files.filter((file) => extensionOf(file.name) === "csv");
  const json = files.filter((file) => extensionOf(file.name) === "json");
  const meta = json.find((file) => isMetaName(file.name));
  const plainJson = json.filter((file) => !isMetaName(file.name));
  // A CSV takes priority; of several JSONs none is taken, the person picks.
  const annotationFile = csv[0] ?? (plainJson.length === 1 ? plainJson[0] : undefined);
  const media = files.filter((file) => extensionOf(file.name) !== "csv" && extensionOf(file.name) !== "json");
  return {
    name: folder === "" ? nameOfLoose(media) : (folder.split("/").at(-1) ?? ""),
    media,
    annotationFile,
    meta,
    otherAnnotations: [...csv, ...plainJson].filter((file) => file !== annotationFile),
  };
}

function nameOfLoose(media: readonly SourceFile[]): string {
  const first = media[0]?.name ?? "";
  const dot = first.lastIndexOf(".");
  return dot > 0 ? first.slice(0, dot) : first;
}
