/** Short texts about an entry. */
import type { Folder, Item } from "#schemas/wire";
import { AccessLevel } from "#schemas/access-level";
import { requireUser } from "../../api/session.ts";
import { t } from "../../base/texts/index.ts";
import { formatBytes } from "../../ui/text/format.ts";
import { isDataset, isUnconverted } from "../../queries/places.ts";
import type { Contents } from "../../queries/contents.ts";
import type { Entry } from "../../queries/places.ts";

export function typeName(entry: Entry): string {
  if (isUnconverted(entry)) return t("browse.type.notReady");
  if (!isDataset(entry)) return t(`browse.type.${entry._modelType}`);
  const { type } = entry.meta;
  return type === undefined ? t("browse.type.dataset") : t(`browse.type.${type}`);
}

/** Whether the signed-in user may change it. Files have no access level of their own: that of their folder applies. */
export function mayWrite(entry: Entry | undefined, parentLevel = -1): boolean {
  if (entry === undefined) return false;
  return (entry._modelType === "item" ? parentLevel : entry._accessLevel) >= AccessLevel.write;
}

/** Whether the signed-in user may change its access list. */
export const mayShare = ({ _accessLevel: level }: Folder): boolean => level >= AccessLevel.admin;

/** Deleting requires admin access, for files too. */
export function mayDelete(entry: Entry, parentLevel = -1): boolean {
  if (entry._modelType === "item") return parentLevel >= AccessLevel.admin;
  return (
    (entry._modelType === "folder" || entry._modelType === "collection") && entry._accessLevel >= AccessLevel.admin
  );
}

/** Moving a folder requires admin access to it; moving a file requires write access to its folder. */
export function mayMove(entry: Entry, parentLevel = -1): entry is Folder | Item {
  return entry._modelType === "folder"
    ? entry._accessLevel >= AccessLevel.admin
    : entry._modelType === "item" && parentLevel >= AccessLevel.write;
}

/**
 * Total size including subfolders. Empty where a size is meaningless: users, and folders without files.
 * @param bytes size of a folder or collection; undefined while it is computed
 */
export function sizeText(entry: Entry, bytes: number | undefined): string {
  if (entry._modelType === "user") return "";
  if (entry._modelType === "item") return formatBytes(entry.size);
  // A dataset rarely has subfolders, so show the size of its own files until the total is known.
  const shown = bytes ?? (isDataset(entry) ? entry.size : 0);
  return shown === 0 ? "" : formatBytes(shown);
}

/** "12 tracks", "3 types"; empty while counting. */
export function annotationFacts(contents: Contents | undefined): readonly string[] {
  if (contents === undefined) return [];
  const { tracks, types } = contents;
  const facts = [t("browse.details.tracks", { count: tracks })];
  return types === 0 ? facts : [...facts, t("browse.details.typeCount", { count: types })];
}

/** The owner; empty if it is the signed-in user, or unknown. */
export function ownerText({ ownerLogin }: Folder): string {
  return ownerLogin === undefined || ownerLogin === requireUser().login ? "" : ownerLogin;
}

/** "7 datasets, 2,310 tracks, 3 files": the contents deleted along with it; empty if there are none. */
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
