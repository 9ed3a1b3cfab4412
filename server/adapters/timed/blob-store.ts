/** A `BlobStore` that measures its calls and counts bytes. */
import type { BlobStore } from "../../ports/blob-store.ts";
import type { Observer } from "../../ports/observer.ts";
import { timedCalls } from "./timed-calls.ts";

export function timedBlobs(blobs: BlobStore, observer: Observer): BlobStore {
  const time = timedCalls((operation, seconds, ok) => observer.storageCall("blobs", operation, seconds, ok));
  const timed = time.object("", blobs);
  return {
    ...timed,
    begin: async (uploadId, source, maxBytes) => {
      const length = await timed.begin(uploadId, source, maxBytes);
      observer.received(length);
      return length;
    },
    append: async (uploadId, offset, source, maxBytes) => {
      const length = await timed.append(uploadId, offset, source, maxBytes);
      observer.received(length - offset);
      return length;
    },
  };
}
