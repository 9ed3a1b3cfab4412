/** Discards an unfinished upload, or deletes a dataset with the remains of its upload. */

import type { ApiClient } from "#schemas/client";

/**
 * Discards the server's incomplete files, then the dataset. Works after Ctrl-C as well.
 *
 * @param uploads from a note that others may have written: those of other folders are kept
 */
export async function removeUnfinished(
  client: ApiClient,
  id: string,
  uploads: readonly string[],
  intoTrash = false,
): Promise<void> {
  for (const upload of uploads) {
    await client.call("file.cancelUpload", { id: upload, folderId: id }).catch(() => undefined);
  }
  await client.call("folder.delete", { id, ...(intoTrash && { trash: true }) });
}
