/** Gives new folders their place in the tree and their access list; runs inside the caller's transaction. */
import { AccessLevel } from "../../base/access-level.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { AccessEntry, FolderRecord, Meta } from "../../ports/records.ts";
import type { ParentRecord } from "../access/access.service.ts";

export interface PlacedFolder {
  name: string;
  description?: string;
  /** Default: as the parent folder; private below a user or collection. */
  public?: boolean;
  meta: Meta;
  foreignMediaId?: string | null;
  /** Bytes of the items that the caller adds. */
  size?: number;
  /** If something has to refer to it before it exists. */
  id?: string;
  /** The entry of the trash that it goes to at once, with the rights of this parent. */
  trashId?: string;
}

/** A folder with its parent's access list and the creator as its administrator. */
export async function placeFolder(
  ports: Pick<Ports, "clock" | "ids">,
  tx: Repositories,
  creatorId: string,
  parent: ParentRecord,
  given: PlacedFolder,
): Promise<FolderRecord> {
  const inherited: AccessEntry[] = parent.type === "user" ? [] : await tx.access.list(parent.type, parent.record.id);
  const record = folderAt(ports, creatorId, parent, given);
  await tx.folders.insert(record);
  const others = inherited.filter((entry) => !(entry.subjectType === "user" && entry.subjectId === creatorId));
  await tx.access.replace("folder", record.id, [
    ...others,
    { subjectType: "user", subjectId: creatorId, level: AccessLevel.admin },
  ]);
  return record;
}

/** The record of such a folder, not stored yet and without a list. */
export function folderAt(
  ports: Pick<Ports, "clock" | "ids">,
  creatorId: string,
  parent: ParentRecord,
  given: PlacedFolder,
): FolderRecord {
  const nowMs = ports.clock.nowMs();
  return {
    id: given.id ?? ports.ids.next(),
    name: given.name,
    description: (given.description ?? "").trim(),
    parentType: parent.type,
    parentId: given.trashId ?? parent.record.id,
    ...baseOf(parent),
    creatorId,
    public: given.public ?? (parent.type === "folder" ? parent.record.public : false),
    size: given.size ?? 0,
    meta: given.meta,
    foreignMediaId: given.foreignMediaId ?? null,
    // A job may still write into a folder that was deleted meanwhile.
    trashId: given.trashId ?? (parent.type === "folder" ? parent.record.trashId : null),
    createdMs: nowMs,
    updatedMs: nowMs,
  };
}

/** Everything in moved folders, and the files in the trash that were deleted from them, gets another base. */
export async function setBase(
  tx: Repositories,
  folderIds: readonly string[],
  base: Pick<FolderRecord, "baseParentType" | "baseParentId">,
): Promise<void> {
  const held = await tx.trash.listFilesOf(folderIds);
  await tx.folders.updateMany([...folderIds, ...held.map(({ folderId }) => folderId)], base);
}

/** The user or collection at the top of the parent's tree. */
export function baseOf(parent: ParentRecord): Pick<FolderRecord, "baseParentType" | "baseParentId"> {
  if (parent.type === "folder") {
    return { baseParentType: parent.record.baseParentType, baseParentId: parent.record.baseParentId };
  }
  return { baseParentType: parent.type, baseParentId: parent.record.id };
}
