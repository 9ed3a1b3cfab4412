/** Small facts about an entry in words. */
import type { Folder, Item } from "#schemas/wire";
import { requireUser } from "../../api/session.ts";
import { t } from "../../base/texts/index.ts";
import { formatBytes } from "../../ui/format.ts";
import { isDataset } from "../../queries/places.ts";
import type { Contents } from "../../queries/contents.ts";
import type { Entry } from "../../queries/places.ts";

export function typeName(entry: Entry): string {
  if (!isDataset(entry)) return t(`browse.type.${entry._modelType}`);
  const { type } = entry.meta;
  return type === undefined ? t("browse.type.dataset") : t(`browse.type.${type}`);
}

/** May the signed-in user change it? Files carry no level of their own: the folder they are in decides. */
export function mayWrite(entry: Entry | undefined, parentLevel = -1): boolean {
  if (entry === undefined) return false;
  return (entry._modelType === "item" ? parentLevel : entry._accessLevel) >= 1;
}

/** Whether its access list is the reader's to change. */
export const mayShare = ({ _accessLevel: level }: Folder): boolean => level >= 2;

/** Deleting asks for administration, of files too. */
export function mayDelete(entry: Entry, parentLevel = -1): boolean {
  if (entry._modelType === "item") return parentLevel >= 2;
  return (entry._modelType === "folder" || entry._modelType === "collection") && entry._accessLevel >= 2;
}

/** The server asks for administration of a folder that is moved, and for writing where a file comes from. */
export function mayMove(entry: Entry, parentLevel = -1): entry is Folder | Item {
  return entry._modelType === "folder" ? entry._accessLevel >= 2 : entry._modelType === "item" && parentLevel >= 1;
}

/**
 * Of everything at every depth. Empty where a size says nothing: users, and folders without files.
 * @param bytes of a folder or collection; undefined while they are counted
 */
export function sizeText(entry: Entry, bytes: number | undefined): string {
  if (entry._modelType === "user") return "";
  if (entry._modelType === "item") return formatBytes(entry.size);
  // A dataset rarely has folders: its own files are what is seen until they are counted.
  const shown = bytes ?? (isDataset(entry) ? entry.size : 0);
  return shown === 0 ? "" : formatBytes(shown);
}

/** "12 tracks", "3 types"; empty while they are counted. */
export function annotationFacts(contents: Contents | undefined): readonly string[] {
  if (contents === undefined) return [];
  const { tracks, types } = contents;
  const facts = [t("browse.details.tracks", { count: tracks })];
  return types === 0 ? facts : [...facts, t("browse.details.typeCount", { count: types })];
}

/** Who owns it; empty where that is the reader, or is not known. */
export function whoText({ ownerLogin }: Folder): string {
  return ownerLogin === undefined || ownerLogin === requireUser().login ? "" : ownerLogin;
}

/** "7 datasets, 2,310 tracks, 3 files": what goes along when it is deleted; empty: nothing. */
export function contentsText(all: readonly Contents[]): string {
  const sum = (of: (one: Contents) => number) => all.reduce((total, one) => total + of(one), 0);
  const parts = [
    { key: "browse.details.datasets", count: sum(({ datasets }) => datasets) },
    { key: "browse.details.tracks", count: sum(({ tracks }) => tracks) },
    { key: "browse.details.folders", count: sum(({ folders }) => folders) },
    { key: "browse.details.items", count: sum(({ files }) => files) },
  ] as const;
  return parts
    .filter(({ count }) => count > 0)
    .map(({ key, count }) => t(key, { count }))
    .join(", ");
}
