/** The rows of folders, converted to and from records. */
import type { Selectable, Updateable } from "kysely";

import { listingOf } from "../../domain/dataset.ts";
import type { FolderRecord, Meta } from "../../ports/records.ts";
import { namesOf } from "./names-of.ts";
import { bit } from "./tables.ts";
import type { FoldersTable } from "./tables/tree.ts";

/** All columns except the access list, which is passed separately. */
export type FolderRow = Omit<FoldersTable, "access_list">;

export function toRow(folder: FolderRecord): FolderRow {
  return {
    id: folder.id,
    ...namesOf(folder.name),
    description: folder.description,
    parent_type: folder.parentType,
    parent_id: folder.parentId,
    base_parent_type: folder.baseParentType,
    base_parent_id: folder.baseParentId,
    creator_id: folder.creatorId,
    public: bit(folder.public),
    size: folder.size,
    ...metaColumns(folder.meta),
    foreign_media_id: folder.foreignMediaId,
    trash_id: folder.trashId,
    created_ms: folder.createdMs,
    updated_ms: folder.updatedMs,
  };
}

function metaColumns(meta: Meta): Pick<FoldersTable, "meta" | "is_dataset" | "is_published"> {
  const { isDataset, isPublished } = listingOf(meta);
  return {
    meta: JSON.stringify(meta),
    is_dataset: bit(isDataset),
    is_published: bit(isPublished),
  };
}

export function toChanges(changes: Partial<FolderRecord>): Updateable<FoldersTable> {
  const row: Updateable<FoldersTable> = {};
  if (changes.name !== undefined) Object.assign(row, namesOf(changes.name));
  if (changes.description !== undefined) row.description = changes.description;
  if (changes.parentType !== undefined) row.parent_type = changes.parentType;
  if (changes.parentId !== undefined) row.parent_id = changes.parentId;
  if (changes.baseParentType !== undefined) row.base_parent_type = changes.baseParentType;
  if (changes.baseParentId !== undefined) row.base_parent_id = changes.baseParentId;
  if (changes.creatorId !== undefined) row.creator_id = changes.creatorId;
  if (changes.public !== undefined) row.public = bit(changes.public);
  if (changes.size !== undefined) row.size = changes.size;
  if (changes.meta !== undefined) Object.assign(row, metaColumns(changes.meta));
  if (changes.foreignMediaId !== undefined) row.foreign_media_id = changes.foreignMediaId;
  if (changes.trashId !== undefined) row.trash_id = changes.trashId;
  if (changes.createdMs !== undefined) row.created_ms = changes.createdMs;
  if (changes.updatedMs !== undefined) row.updated_ms = changes.updatedMs;
  return row;
}

export function fromRow(row: Selectable<FoldersTable>): FolderRecord {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    parentType: row.parent_type,
    parentId: row.parent_id,
    baseParentType: row.base_parent_type,
    baseParentId: row.base_parent_id,
    creatorId: row.creator_id,
    public: row.public === 1,
    size: row.size,
    meta: JSON.parse(row.meta) as Meta,
    foreignMediaId: row.foreign_media_id,
    trashId: row.trash_id,
    createdMs: row.created_ms,
    updatedMs: row.updated_ms,
  };
}
