/** Small facts about an entry in words. */
import type { Folder, Item } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";
import { formatBytes } from "../../ui/format.ts";
import { isDataset } from "../../queries/places.ts";
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

/** Empty where a size says nothing: users, and folders that only hold folders. */
export function sizeText(entry: Entry): string {
  if (entry._modelType === "user" || (entry._modelType === "folder" && entry.size === 0)) return "";
  return formatBytes(entry.size);
}
