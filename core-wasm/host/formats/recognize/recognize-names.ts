/** Recognizes formats of many files by the names of the files in a folder or an archive. */
import type { RecognizedFile } from "./recognized.ts";

/** `undefined`: the names are not conclusive, and the contents must be examined. */
export function recognizeNames(names: readonly string[]): RecognizedFile | undefined {
  const kept = names.filter((name) => !isHidden(name));
  if (kept.some((name) => /^([^/]+\/)?annotations\.xml$/.test(name))) {
    return {
      kind: "cvat-xml",
      message: "Annotations in CVAT XML, in an archive.",
    };
  }
  const hasLabels = kept.some((name) => /(^|\/)(labels(_with_ids)?|obj_\w*data)\/.*\.txt$/i.test(name));
  const isDescribed = kept.some((name) => /^([^/]+\/)?(data\.ya?ml|obj\.(names|data)|classes\.txt)$/i.test(name));
  if (hasLabels || isDescribed)
    return {
      kind: "yolo",
      message: "Annotations in YOLO, a text file a picture.",
    };
  return undefined;
}

/** Files that operating systems add to folders and archives. */
/** The names of the classes of OpenImages, whose tables have codes such as `/m/0ch_cf`. */
export const classDescriptions = /(^|[/\\])[^/\\]*class-descriptions[^/\\]*\.csv$/i;

export function isHidden(name: string): boolean {
  return /(^|\/)(__MACOSX|\.[^/]*)(\/|$)/.test(name);
}

const isDescription = (name: string): boolean =>
  /(^|\/)(data\.ya?ml|dataset\.ya?ml|obj\.names|obj\.data|classes\.txt)$/i.test(name);
const splitFolder = /(^|\/)(train|valid?|test)$/i;

/**
 * The folders that each contain a set of YOLO files, by the names of all files: the folder of `data.yaml` and similar
 * files, or the one around `labels`; "" is the folder that was searched.
 */
export function yoloFolders(names: readonly string[]): readonly string[] {
  const described = new Set(names.filter(isDescription).map(folderOf));
  const roots = new Set<string>();
  for (const name of names) {
    const labels = /^(?:(.*)\/)?(?:labels(?:_with_ids)?|obj_\w*data)\/.*\.txt$/i.exec(name);
    const folder = labels === null ? folderOf(name) : (labels[1] ?? "");
    if (labels === null && !(described.has(folder) && /\.txt$/i.test(name) && !isDescription(name))) continue;
    roots.add(ancestors(folder).find((one) => described.has(one)) ?? folder.replace(splitFolder, ""));
  }
  const list = [...roots];
  return list.filter((root) => !list.some((other) => other !== root && isWithin(root, other)));
}

export function isWithin(name: string, folder: string): boolean {
  return folder === "" || name === folder || name.startsWith(`${folder}/`);
}

function folderOf(name: string): string {
  return name.includes("/") ? name.slice(0, name.lastIndexOf("/")) : "";
}

/** The folder itself first, and "" last. */
function ancestors(folder: string): readonly string[] {
  const parts = folder === "" ? [] : folder.split("/");
  return Array.from({ length: parts.length + 1 }, (_, index) => parts.slice(0, parts.length - index).join("/"));
}

/** `det/det.txt` of the MOT Challenge: detections for trackers to begin with. */
export const isMotInput = (name: string): boolean => /(^|\/)det\/[^/]*\.txt$/i.test(name);
