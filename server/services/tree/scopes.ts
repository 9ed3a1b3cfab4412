/** Transactions whose scope must be looked up in the database, such as the folder of an item. */
import type { Database, Repositories } from "../../ports/database.ts";

/** For more folders than this the site is locked instead: PostgreSQL's lock table is limited. */
const maxFolders = 100;

class OtherPlaceError extends Error {}

/**
 * Runs `work` alone in the folders that `find` returns. It looks again once the lock is held, since an item may have
 * been moved in between: then it starts over with the other folders.
 */
export async function transactionIn<T>(
  database: Database,
  find: (db: Repositories) => Promise<readonly (string | undefined)[]>,
  work: (tx: Repositories) => Promise<T>,
): Promise<T> {
  while (true) {
    const folderIds = new Set(await find(database));
    const scopes = [...folderIds].filter((id) => id !== undefined).map((dataset) => ({ dataset }));
    try {
      return await database.transaction(scopes.length > maxFolders ? "site" : scopes, async (tx) => {
        if (scopes.length <= maxFolders && (await find(tx)).some((id) => !folderIds.has(id)))
          throw new OtherPlaceError();
        return await work(tx);
      });
    } catch (error) {
      if (!(error instanceof OtherPlaceError)) throw error;
    }
  }
}

export const folderOfItem =
  (itemId: string) =>
  async (db: Repositories): Promise<(string | undefined)[]> => [(await db.items.find(itemId))?.folderId];

export const folderOfFile =
  (fileId: string) =>
  async (db: Repositories): Promise<(string | undefined)[]> => {
    const file = await db.files.find(fileId);
    return file === undefined ? [] : await folderOfItem(file.itemId)(db);
  };
