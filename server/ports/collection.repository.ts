/** Collections: top-level containers without an owner. */
import type { CollectionRecord, Page, Paged, Sort, Viewer } from "./records.ts";

export type CollectionSort = "name" | "lowerName" | "created" | "updated";

export interface CollectionRepository {
  insert(collection: CollectionRecord): Promise<void>;
  update(id: string, changes: Partial<Omit<CollectionRecord, "id">>): Promise<void>;
  remove(id: string): Promise<void>;
  find(id: string): Promise<CollectionRecord | undefined>;
  findByName(name: string): Promise<CollectionRecord | undefined>;
  list(
    query: { text?: string; prefix?: string } & Page,
    sort: Sort<CollectionSort>,
    viewer: Viewer,
  ): Promise<Paged<CollectionRecord>>;
}
