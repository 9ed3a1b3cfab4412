/** Folders in SQL. */
import type { FolderRepository } from "../../ports/folder.repository.ts";
import type { DescribedBy } from "./described-by.ts";
import { folderReads } from "./folder-reads.ts";
import { folderTree } from "./folder-tree.ts";
import { folderWrites } from "./folder-writes.ts";
import type { Ranks } from "./ranks.ts";
import type { Db } from "./tables.ts";

export function foldersRepository(db: Db, describedBy: DescribedBy, ranks: Ranks): FolderRepository {
  return { ...folderReads(db, describedBy), ...folderTree(db, ranks), ...folderWrites(db) };
}
