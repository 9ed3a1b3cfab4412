/** The files of a media source: those it has now, and the datasets that imports have made of them. */
import type { MediaEntry } from "#schemas/media-ledger";

import type { ArchivedFile } from "../../../../base/zip-archive.ts";
import { datasetOf } from "../../../../domain/dataset.ts";
import type { Ports } from "../../../../ports/index.ts";
import type { LeftOutReason, ListOptions, MediaObject, MediaSource } from "../../../../ports/media-source.ts";
import type { MediaSourceRecord } from "../../../../ports/media-source.repository.ts";
import type { FileRecord, FolderRecord, ItemRecord } from "../../../../ports/records.ts";
import { sourceOf } from "../../../content/open-content.ts";

export interface FoundFile {
  readonly object: MediaObject;
  readonly file: ArchivedFile;
}

const leftOutReasons: Readonly<Record<LeftOutReason, Pick<MediaEntry, "why" | "next">>> = {
  name: {
    why: "has a name that cannot be a path here, and was left out.",
    next: "Rename it, without backslashes and with no empty part in its path, and import the media source again.",
  },
  link: { why: "is a link, which is not followed, and was left out." },
  special: { why: "is not a file with bytes, and was left out." },
};

/** The files in a folder of the source, and those that imports have made of them, both by the path below the folder. */
export interface SourceListing {
  readonly found: ReadonlyMap<string, FoundFile>;
  readonly imported: ReadonlyMap<string, ImportedFile>;
  /** Objects that cannot be files here. */
  readonly leftOut: readonly MediaEntry[];
}

/** @param destination the folder that is imported into */
export async function listSource(
  ports: Ports,
  source: MediaSourceRecord,
  folder: string,
  destination: FolderRecord,
  signal: AbortSignal,
): Promise<SourceListing> {
  const leftOut: MediaEntry[] = [];
  const opened = await ports.mediaSources.open(source.location);
  const found = await foundFiles(opened, folder, signal, (entry) => void leftOut.push(entry));
  return { found, imported: await importedFiles(ports, source, folder, destination), leftOut };
}

async function foundFiles(
  source: MediaSource,
  folder: string,
  signal: AbortSignal,
  leaveOut: (entry: MediaEntry) => void,
): Promise<Map<string, FoundFile>> {
  const files = new Map<string, FoundFile>();
  const onLeftOut: ListOptions["onLeftOut"] = (path, reason) =>
    leaveOut({ what: "left-out", where: path.slice(folder.length), ...leftOutReasons[reason] });
  for await (const object of source.list(folder, { onLeftOut })) {
    signal.throwIfAborted();
    const path = object.key.slice(folder.length);
    const { size } = object;
    const isPlain = { packedSize: size, isEncrypted: false, isSpecial: false, isExecutable: false };
    const file: ArchivedFile = { path, size, ...isPlain, read: () => source.read(object) as AsyncIterable<Uint8Array> };
    files.set(path, { object, file });
  }
  return files;
}

export interface ImportedFile {
  readonly file: FileRecord;
  readonly item: ItemRecord;
  /** Folder of the dataset, even if the item was archived. */
  readonly folder: FolderRecord;
}

/** Items that earlier runs made of the source's files, below the destination, by the path below the folder. */
async function importedFiles(
  { database }: Ports,
  { id }: MediaSourceRecord,
  folder: string,
  destination: FolderRecord,
): Promise<Map<string, ImportedFile>> {
  const ids = await database.folders.listSubtreeIds(destination.id);
  const folders = new Map((await database.folders.findMany(ids)).map((one) => [one.id, one]));
  const items = new Map((await database.items.listInFolders(ids)).map((item) => [item.id, item]));
  const imported = new Map<string, ImportedFile>();
  for (const file of await database.files.listFromSource(id)) {
    const key = sourceOf(file)?.key ?? "";
    const item = items.get(file.itemId);
    const owner = folders.get(item?.folderId ?? "");
    if (item === undefined || owner === undefined || !key.startsWith(folder)) continue;
    imported.set(key.slice(folder.length), { file, item, folder: ownerOf(owner, folders.get(owner.parentId)) });
  }
  return imported;
}

/** The dataset whose file it is: files that were archived after reading are in a folder below it. */
export function ownerOf(own: FolderRecord, above: FolderRecord | undefined): FolderRecord {
  const isArchived = !datasetOf(own).isDataset && above !== undefined && datasetOf(above).isDataset;
  return isArchived ? above : own;
}
