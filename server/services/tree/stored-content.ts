/** Stores bytes as content before anything refers to them; the sweep removes content that a crash leaves in between. */
import { RequestError } from "../../base/errors.ts";
import { sleep } from "../../base/sleep.ts";
import type { BlobRef } from "../../ports/blob-store.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";

/** Turns the upload with this id into content. */
export async function storeUploaded(
  { blobs, clock, database }: Ports,
  uploadId: string,
  size: number,
): Promise<BlobRef> {
  const ref = await blobs.digest(uploadId, size);
  while (!(await database.blobs.claim(ref.hash, ref.size, clock.nowMs()))) {
    // The same content is being swept right now: once it is gone, it is stored again.
    await sleep(50);
  }
  await blobs.commit(uploadId, ref);
  return ref;
}

/** Stores bytes that arrive in one piece. */
export async function storeStream(ports: Ports, source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<BlobRef> {
  const id = ports.ids.next();
  try {
    const size = await ports.blobs.begin(id, source, maxBytes);
    return await storeUploaded(ports, id, size);
  } finally {
    await ports.blobs.discard(id);
  }
}

/**
 * Call it in the transaction in which a file starts to reference the content.
 * @throws RequestError 503 if the content was swept as unreferenced, because storing took very long or the clock was
 * set
 */
export async function requireStillStored(tx: Repositories, { hash }: BlobRef): Promise<void> {
  if (!(await tx.blobs.isKept(hash))) {
    throw new RequestError("The file's content was removed before the upload was complete. Upload it again.", 503);
  }
}
