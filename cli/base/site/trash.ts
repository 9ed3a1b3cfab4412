/** Finds trash entries by the user's references. */

import type { ApiClient } from "#schemas/client";
import type { TrashEntry } from "#schemas/wire";
import type { Connection } from "../connection/connection.ts";
import { usageError } from "../process/errors.ts";
import { interrupted } from "../process/interrupt.ts";

export async function listTrash(client: ApiClient): Promise<readonly TrashEntry[]> {
  return await client.call("trash.list", { limit: 0 }, { signal: interrupted });
}

/**
 * @param wanted ids of entries or folders, or names
 * @throws CliError for a reference that matches none or several, before anything is done with the others
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
