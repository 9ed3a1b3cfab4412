/** Files: names and types of stored content. Their rights are those of the folder. */
import type { PictureFacts } from "./blob.repository.ts";
import type { FileRecord, Page, Paged } from "./records.ts";

export interface FileRepository {
  insert(file: FileRecord): Promise<void>;
  insertMany(files: readonly FileRecord[]): Promise<void>;
  update(id: string, changes: Partial<Omit<FileRecord, "id">>): Promise<void>;
  removeMany(ids: readonly string[]): Promise<void>;
  find(id: string): Promise<FileRecord | undefined>;
  /** By name. */
  listInItem(itemId: string, page: Page): Promise<Paged<FileRecord>>;
  /** All files whose bytes are in the blob store, by age. */
  listStored(query: Page & { descending: boolean }): Promise<Paged<FileRecord>>;
  /** The files whose bytes are in this media source, by age; all of them without a page. */
  listFromSource(sourceId: string, query?: Page & { descending: boolean }): Promise<FileRecord[]>;
  countFromSource(sourceId: string): Promise<number>;
  /** The files of many items, sorted by item and name. */
  listInItems(itemIds: readonly string[]): Promise<FileRecord[]>;
  /** As for contents that the site stores (`BlobRepository`), for files of media sources, by id. */
  pictureFacts(ids: readonly string[]): Promise<Map<string, PictureFacts | undefined>>;
  /** They are forgotten when the file gets another content. */
  setPictureFacts(facts: ReadonlyMap<string, PictureFacts | undefined>): Promise<void>;
  removeInItems(itemIds: readonly string[]): Promise<void>;
}
