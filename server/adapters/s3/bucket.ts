/** The S3 calls of the blob store and of media sources. Keys here are relative to the prefix of the installation. */
import type { Readable } from "node:stream";

import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  S3Client,
  UploadPartCopyCommand,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";

import { StorageFullError, StorageGoneError } from "../../base/errors.ts";
import type { ByteRange } from "../../ports/blob-store.ts";
import { MediaChangedError, type MediaObject } from "../../ports/media-source.ts";
import { translateStorageError } from "../storage-errors.ts";
import { credentialsOf, keyVariables } from "./credentials.ts";
import type { S3Location } from "./location.ts";

export interface Bucket {
  /** @throws Error with a message for users if the bucket cannot be reached */
  check(): Promise<void>;
  has(key: string): Promise<boolean>;
  list(prefix: string): Promise<{ key: string; size: number }[]>;
  hasAny(prefix: string): Promise<boolean>;
  /** Keys that end with a slash. */
  listFolders(prefix: string): Promise<string[]>;
  /**
   * All objects below the prefix, sorted by key, without folder markers. @param after list only keys after this one
   */
  objects(prefix: string, after?: string): AsyncGenerator<MediaObject>;
  head(key: string): Promise<MediaObject | undefined>;
  /**
   * @param etag read only this version
   * @throws Error that names the key if there is no such object; MediaChangedError if there is no such version
   */
  read(key: string, range?: ByteRange, etag?: string): AsyncGenerator<Uint8Array>;
  /** Uploads in parts, so that only a few of them are in memory. If the body fails, nothing is stored. */
  upload(key: string, body: Readable): Promise<void>;
  copy(source: string, target: string): Promise<void>;
  /** Joins objects without downloading them; all but the last must have at least 5 MiB. */
  join(sources: readonly string[], target: string): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
  close(): void;
}

/** Maximum number of objects per delete call. */
const deleteLimit = 1000;

export function openBucket({ bucket: Bucket, prefix, credentials, endpoint, region, setting }: S3Location): Bucket {
  const client = new S3Client({
    region,
    ...credentialsOf(credentials),
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    // Other services than Amazon's may not support the newer checksums; contents are addressed by our own hash.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  const at = (key: string) => ({ Bucket, Key: `${prefix}${key}` });
  const sourceOf = (key: string): string => encodeURI(`${Bucket}/${prefix}${key}`);
  const strip = (key: string | undefined): string => (key ?? "").slice(prefix.length);

  return translatingErrors({
    async check() {
      try {
        await client.send(new HeadBucketCommand({ Bucket }));
      } catch (error) {
        const where = endpoint === undefined ? "" : ` at ${endpoint}`;
        throw new Error(
          `The bucket ${Bucket}${where} cannot be used: ${describe(error)}. Check ${setting.replace(/^The/, "the")}, ${keyVariables(credentials).join(" and ")}.`,
          { cause: error },
        );
      }
    },
    async has(key) {
      try {
        await client.send(new HeadObjectCommand(at(key)));
        return true;
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },
    async list(under) {
      const objects: { key: string; size: number }[] = [];
      for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: `${prefix}${under}` })) {
        for (const { Key, Size } of page.Contents ?? []) objects.push({ key: strip(Key), size: Size ?? 0 });
      }
      return objects;
    },
    async hasAny(under) {
      const query = { Bucket, Prefix: `${prefix}${under}`, MaxKeys: 1 };
      for await (const page of paginateListObjectsV2({ client }, query)) {
        if ((page.Contents ?? []).length > 0) return true;
      }
      return false;
    },
    async listFolders(under) {
      const folders: string[] = [];
      const query = { Bucket, Prefix: `${prefix}${under}`, Delimiter: "/" };
      for await (const page of paginateListObjectsV2({ client }, query)) {
        for (const { Prefix } of page.CommonPrefixes ?? []) folders.push(strip(Prefix));
      }
      return folders;
    },
    async *objects(under, after) {
      const query = { Bucket, Prefix: `${prefix}${under}`, ...(after && { StartAfter: `${prefix}${after}` }) };
      for await (const page of paginateListObjectsV2({ client }, query)) {
        for (const { Key, Size = 0, ETag = "" } of page.Contents ?? []) {
          if (Key?.endsWith("/") !== true) yield { key: strip(Key), size: Size, etag: unquoted(ETag) };
        }
      }
    },
    async head(key) {
      try {
        const { ContentLength = 0, ETag = "" } = await client.send(new HeadObjectCommand(at(key)));
        return { key, size: ContentLength, etag: unquoted(ETag) };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async *read(key, range, etag) {
      const Range = range && `bytes=${range.start}-${range.end - 1}`;
      const IfMatch = etag && `"${etag}"`;
      let body: Readable;
      try {
        const answer = await client.send(new GetObjectCommand({ ...at(key), Range, IfMatch }));
        body = answer.Body as Readable;
        // Some services ignore the condition.
        if (etag !== undefined && unquoted(answer.ETag ?? "") !== etag) {
          body.destroy();
          throw new MediaChangedError(key);
        }
      } catch (error) {
        if (etag !== undefined && (isMissing(error) || statusOf(error) === 412)) throw new MediaChangedError(key);
        throw isMissing(error) ? new Error(`there is no object ${key} in the bucket`, { cause: error }) : error;
      }
      yield* body as AsyncIterable<Uint8Array>;
    },
    async upload(key, body) {
      await new Upload({ client, params: { ...at(key), Body: body }, queueSize: 2 }).done();
    },
    async copy(source, target) {
      await client.send(new CopyObjectCommand({ ...at(target), CopySource: sourceOf(source) }));
    },
    async join(sources, target) {
      const { UploadId } = await client.send(new CreateMultipartUploadCommand(at(target)));
      try {
        const Parts = [];
        for (const [index, source] of sources.entries()) {
          const part = { ...at(target), UploadId, PartNumber: index + 1, CopySource: sourceOf(source) };
          const { CopyPartResult } = await client.send(new UploadPartCopyCommand(part));
          Parts.push({ PartNumber: index + 1, ETag: CopyPartResult?.ETag });
        }
        await client.send(new CompleteMultipartUploadCommand({ ...at(target), UploadId, MultipartUpload: { Parts } }));
      } catch (error) {
        // Unfinished parts cost money; the original error is the one to report.
        await client.send(new AbortMultipartUploadCommand({ ...at(target), UploadId })).catch(() => undefined);
        throw error;
      }
    },
    async remove(keys) {
      for (let start = 0; start < keys.length; start += deleteLimit) {
        const Objects = keys.slice(start, start + deleteLimit).map((key) => ({ Key: `${prefix}${key}` }));
        await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
      }
    },
    close: () => client.destroy(),
  });
}

/** Translates errors of the network or the service into domain errors. */
function translatingErrors(bucket: Bucket): Bucket {
  const translated =
    <A extends unknown[], T>(call: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      try {
        return await call(...args);
      } catch (error) {
        throw describedStatus(error);
      }
    };
  return {
    ...bucket,
    has: translated(bucket.has),
    list: translated(bucket.list),
    listFolders: translated(bucket.listFolders),
    upload: translated(bucket.upload),
    copy: translated(bucket.copy),
    join: translated(bucket.join),
    remove: translated(bucket.remove),
    async *objects(under, after) {
      try {
        yield* bucket.objects(under, after);
      } catch (error) {
        throw describedStatus(error);
      }
    },
    head: translated(bucket.head),
    async *read(key, range, etag) {
      try {
        yield* bucket.read(key, range, etag);
      } catch (error) {
        throw describedStatus(error);
      }
    },
  };
}

/** Services report by status that they are full or overloaded. */
function describedStatus(error: unknown): unknown {
  const status = statusOf(error);
  if (status === 507) return new StorageFullError();
  if (status === 500 || status === 502 || status === 503 || status === 504) return new StorageGoneError(error);
  return translateStorageError(error);
}

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;

const unquoted = (etag: string): string => etag.replaceAll('"', "");

const isMissing = (error: unknown): boolean => statusOf(error) === 404;

function describe(error: unknown): string {
  if (statusOf(error) === 404) return "there is no such bucket";
  if (statusOf(error) === 403) return "the credentials do not allow it";
  return error instanceof Error && error.message !== "" ? error.message : String(error);
}
