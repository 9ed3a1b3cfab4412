/** Items: the contents of folders. Their rights are those of the folder. */
import type { ItemRecord, Page, Paged, Sort, Viewer } from "./records.ts";

export type ItemSort = "name" | "lowerName" | "created" | "updated" | "size";

export interface ItemRepository {
  insert(item: ItemRecord): Promise<void>;
  insertMany(items: readonly ItemRecord[]): Promise<void>;
  update(id: string, changes: Partial<Omit<ItemRecord, "id" | "baseParentType" | "baseParentId">>): Promise<void>;
  removeMany(ids: readonly string[]): Promise<void>;
  find(id: string): Promise<ItemRecord | undefined>;
  findMany(ids: readonly string[]): Promise<ItemRecord[]>;
  findByName(folderId: string, name: string): Promise<ItemRecord | undefined>;
  /** @param query.pinnedTo only items that existed when this clone was made */
  listInFolder(
    folderId: string,
    query: { name?: string; text?: string; pinnedTo?: string } & Page,
    sort: Sort<ItemSort>,
  ): Promise<Paged<ItemRecord>>;
  /** Everywhere the viewer may read. */
  search(
    query: { text?: string; prefix?: string } & Page,
    sort: Sort<ItemSort>,
    viewer: Viewer,
  ): Promise<Paged<ItemRecord>>;
  /** The number of rows before this item in the list of a folder or of a search. */
  position(
    query: { folderId?: string; text?: string },
    sort: Sort<ItemSort>,
    viewer: Viewer,
    item: ItemRecord,
  ): Promise<number>;
  /** The items of these folders, by name. */
  listInFolders(folderIds: readonly string[]): Promise<ItemRecord[]>;
  listIdsInFolders(folderIds: readonly string[]): Promise<string[]>;
  count(folderId: string): Promise<number>;
  addSize(id: string, bytes: number): Promise<void>;
}
