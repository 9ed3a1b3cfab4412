/**
 * Whether an unfinished upload still has a sender. A run of the command line renews its note every minute, and notes when
 * it gives up; of a killed one the note is old. A page renews nothing: as far as others can see, it may always be sending.
 */
import type { ApiClient } from "#schemas/client";
import {
  renewalMs,
  runKey,
  unfinishedKey,
  unfinishedUploadOf,
  type UnfinishedUpload,
  type UploadNote,
} from "#schemas/unfinished-upload";
import { interrupted } from "../process/interrupt.ts";

const releaseWaitMs = 3000;

/** Renews the note until the returned function is called, but not one that another run has removed. */
export function renewNote(client: ApiClient, id: string, mark: UploadNote): () => void {
  const renew = async (): Promise<void> => {
    const folder = await client.call("folder.get", { id }, { signal: interrupted });
    if (!isStopped && unfinishedUploadOf(folder) !== undefined) await mark.write({});
  };
  let isStopped = false;
  const timer = setInterval(() => void renew().catch(() => undefined), renewalMs);
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}

/**
 * Another run may continue at once, at another place too; not if one already does. Works after a hang-up as well; a
 * failure changes nothing.
 */
export async function releaseNote(
  client: ApiClient,
  id: string,
  run: string,
  content: UnfinishedUpload,
): Promise<void> {
  const options = { signal: AbortSignal.timeout(releaseWaitMs) };
  const body = { [unfinishedKey]: { ...content, sender: "gone" } };
  try {
    await client.call("folder.setMetadata", { id, body, was: { [runKey]: run } }, options);
  } catch {
    // The age of the note will show it.
  }
}
