/** Everything below the prefix of a bucket as a media source. Objects whose keys are not paths are left out. */
import { Readable } from "node:stream";

import { RequestError } from "../../base/errors.ts";
import { isMediaKey } from "../../base/media-key.ts";
import { MediaChangedError, type MediaSource } from "../../ports/media-source.ts";
import { type Bucket, openBucket } from "./bucket.ts";
import type { S3Location } from "./location.ts";
import { openSigner } from "./signer.ts";

export async function openS3MediaSource(location: S3Location): Promise<MediaSource & Pick<Bucket, "close">> {
  const bucket = opened(location);
  await bucket.check().catch((error: unknown) => {
    bucket.close();
    throw new RequestError(error instanceof Error ? error.message : String(error));
  });
  const signer = openSigner(location);
  return {
    ...(signer !== undefined && { sign: ({ key }) => signer.sign(key) }),
    async *list(folder, { after, onLeftOut } = {}) {
      for await (const object of bucket.objects(folder, after)) {
        if (isMediaKey(object.key)) yield object;
        // Some programs store an empty object for each folder.
        else if (!object.key.endsWith("/")) onLeftOut?.(object.key, "name");
      }
    },
    stat: async (key) => (isMediaKey(key) ? await bucket.head(key) : undefined),
    read: ({ key, etag }, range) => {
      if (range !== undefined && range.end <= range.start) return Readable.from([]);
      if (!isMediaKey(key)) throw new MediaChangedError(key);
      return Readable.from(bucket.read(key, range, etag), { objectMode: false });
    },
    close: () => {
      bucket.close();
      signer?.close();
    },
  };
}

/** Keys that are not in the environment are an error of the place. */
function opened(location: S3Location): Bucket {
  try {
    return openBucket(location);
  } catch (error) {
    throw new RequestError(error instanceof Error ? error.message : String(error));
  }
}
