/** Entries of the trash by what people call them. */

import type { ApiClient } from "#schemas/client";
import type { TrashEntry } from "#schemas/wire";
import type { Connection } from "./connection.ts";
import { usageError } from "./errors.ts";
import { interrupted } from "./interrupt.ts";

export async function listTrash(client: ApiClient): Promise<readonly TrashEntry[]> {
  return await client.call("trash.list", { limit: 0 }, { signal: interrupted });
}

/**
 * @param wanted ids of entries or of the folders, or names
 * @throws CliError for one that means none or several: nothing is to be done with the others then
 */
export async function findInTrash({ client, url }: Connection, wanted: readonly string[]): Promise<Set<TrashEntry>> {
  const entries = await listTrash(client);
  const meant = wanted.map((text) => {
    const [entry, ...others] = entries.filter(
      ({ _id, folderId, name }) => _id === text || folderId === text || name === text,
    );
    if (entry === undefined)
      throw usageError(`there is no "${text}" in your trash at ${url}: \`wakeline trash list\` shows what is.`);
    if (others.length > 0)
      throw usageError(`${others.length + 1} folders in the trash are called "${text}": name one by its id.`);
    return entry;
  });
  return new Set(meant);
}
