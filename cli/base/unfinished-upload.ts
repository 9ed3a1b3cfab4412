/** Takes back an upload that was not finished, or deletes a dataset with what its upload left. */

import type { ApiClient } from "#schemas/client";

/**
 * Gives up what the server has of files that are not complete, then the dataset. Works after Ctrl-C as well.
 *
 * @param uploads out of a note that others may have written: those of other folders stay
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
