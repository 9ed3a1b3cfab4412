/** Addresses at which clients read objects of a bucket without credentials, for a limited time. */
import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";

import type { SignedAddress } from "../../ports/blob-store.ts";
import { credentialsOf } from "./credentials.ts";
import type { S3Location } from "./location.ts";

export interface Signer {
  /** @param key below the prefix */
  sign(key: string): Promise<SignedAddress>;
  close(): void;
}

/** `undefined` if only the server may read from the bucket. Signing asks no one. */
export function openSigner({ bucket: Bucket, credentials, direct, prefix, region }: S3Location): Signer | undefined {
  if (direct === undefined) return undefined;
  const { endpoint, seconds } = direct;
  const place = endpoint !== undefined && { endpoint, forcePathStyle: true };
  const client = new S3Client({ region, ...credentialsOf(credentials), ...place });
  return {
    async sign(key) {
      const url = await getSignedUrl(client, new GetObjectCommand({ Bucket, Key: `${prefix}${key}` }), {
        expiresIn: seconds,
      });
      return { url, seconds };
    },
    close: () => client.destroy(),
  };
}
