/**
 * Sends a file in chunks (api-v1 section 9) and survives temporary failures of network or server: after a failure it
 * asks the server how many bytes it has, and continues from there.
 */
import { ApiError, type ApiClient } from "./client.ts";
import type { FileDocument, Upload } from "./wire.ts";

/** Default size of a chunk in bytes. */
export const uploadChunkBytes = 67_108_864;

export interface UploadTarget {
  readonly parentType: "folder" | "item";
  readonly parentId: string;
  readonly name: string;
  /** Default: the type of the content. */
  readonly mimeType?: string;
}

/** The content to send. A browser's `Blob` or `File` is one; other sources read their slices on demand. */
export interface UploadContent {
  /** In bytes. */
  readonly size: number;
  readonly type?: string;
  slice(begin: number, end: number): Blob | Promise<Uint8Array<ArrayBuffer>>;
}

export interface UploadOptions {
  /** Stops the upload; the call then throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** An earlier upload of this file. It is resumed, or restarted when the server no longer knows it. */
  readonly resumes?: string | undefined;
  /** Called with the id of a new upload before its first byte is sent, so that it can be continued later. */
  readonly onBegin?: (uploadId: string) => Promise<void> | void;
  /**
   * Whether the server should keep the data after a failure, so that the upload can be resumed. Default: they are
   * discarded.
   */
  readonly keepsAfter?: (error: unknown) => boolean;
  /** Metadata of the folder as the caller has read them. Once they are others, the upload is refused with 409. */
  readonly folderWas?: Readonly<Record<string, unknown>>;
  /** At least 5 MiB, the minimum that servers accept for a chunk other than the last. Default `uploadChunkBytes`. */
  readonly chunkBytes?: number;
  /** Called with the number of bytes that the server has: first with 0, last with the size of the file. */
  readonly onProgress?: (sentBytes: number) => void;
  /** Called before waiting for a server that does not answer. */
  readonly onRetry?: (error: ApiError, waitMs: number) => void;
  /** Waits before the attempts after a failure; progress restarts the list. Default `retryWaitsMs`. */
  readonly retryWaitsMs?: readonly number[];
}

/** A restart of the server takes seconds; about a minute in total. */
export const retryWaitsMs: readonly number[] = [250, 500, 1000, 2000, 4000, 8000, 15_000, 30_000];

/** Uploads `content` as a new file. Throws `ApiError`, or the reason of the signal. */
export async function uploadFile(
  client: ApiClient,
  target: UploadTarget,
  content: UploadContent,
  options: UploadOptions = {},
): Promise<FileDocument> {
  const { signal } = options;
  const callOptions = signal === undefined ? {} : { signal };
  const condition = conditionOf(options);
  const mimeType = target.mimeType ?? content.type ?? "";
  const earlier =
    options.resumes === undefined
      ? undefined
      : await findEarlier(client, { uploadId: options.resumes, ...condition }, target, content.size, callOptions);
  const created =
    earlier ??
    (await client.call(
      "file.create",
      { ...target, ...condition, size: content.size, mimeType: mimeType === "" ? undefined : mimeType },
      callOptions,
    ));
  if (isFile(created)) {
    options.onProgress?.(content.size);
    return created;
  }
  options.onProgress?.(created.received);
  try {
    if (earlier === undefined) await options.onBegin?.(created._id);
    return await sendChunks(client, created, content, options);
  } catch (error) {
    // Without the signal, since this call is part of giving up. The server also forgets unfinished uploads on its own.
    if (options.keepsAfter?.(error) !== true)
      await client.call("file.cancelUpload", { id: created._id }).catch(() => undefined);
    throw error;
  }
}

/**
 * How much of an earlier upload has arrived; `undefined` when the server has forgotten it, it belongs to another user,
 * or it goes into another folder: the id comes from a note that others may have written.
 */
async function findEarlier(
  client: ApiClient,
  { uploadId, ...condition }: UploadCondition & { readonly uploadId: string },
  { parentType, parentId }: UploadTarget,
  size: number,
  callOptions: { readonly signal?: AbortSignal },
): Promise<Pick<Upload, "_id" | "received"> | FileDocument | undefined> {
  const isRefusal = (error: unknown): boolean =>
    error instanceof ApiError && (error.status === 400 || error.status === 403 || error.status === 404);
  try {
    const into = parentType === "folder" ? { folderId: parentId } : {};
    const { offset } = await client.call("file.offset", { uploadId, ...into }, callOptions);
    if (offset === size) return await client.call("file.completion", { uploadId, ...condition }, callOptions);
    // More than the file's size: it was another file then.
    return offset > size ? undefined : { _id: uploadId, received: offset };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return undefined;
  }
}

async function sendChunks(
  client: ApiClient,
  upload: Pick<Upload, "_id" | "received">,
  content: UploadContent,
  options: UploadOptions,
): Promise<FileDocument> {
  const { signal, chunkBytes = uploadChunkBytes, retryWaitsMs: waits = retryWaitsMs } = options;
  const callOptions = signal === undefined ? {} : { signal };
  const condition = conditionOf(options);
  let offset = upload.received;
  let failures = 0;
  /** After a failure it is unknown how much arrived. */
  let mustAsk = false;
  while (true) {
    signal?.throwIfAborted();
    try {
      if (mustAsk) {
        const finished = await findFinished(client, { uploadId: upload._id, ...condition }, content.size, callOptions);
        if (typeof finished !== "number") return finished;
        if (finished > offset) failures = 0;
        offset = finished;
        mustAsk = false;
      }
      const body = await content.slice(offset, Math.min(offset + chunkBytes, content.size));
      const reply = await client.call("file.chunk", { uploadId: upload._id, ...condition, offset, body }, callOptions);
      failures = 0;
      options.onProgress?.(isFile(reply) ? content.size : reply.received);
      if (isFile(reply)) return reply;
      offset = reply.received;
    } catch (error) {
      const waitMs = waits[failures];
      if (!(error instanceof ApiError) || !isWorthRetrying(error) || waitMs === undefined) throw error;
      failures += 1;
      mustAsk = true;
      options.onRetry?.(error, waitMs);
      await wait(waitMs, signal);
    }
  }
}

/** The number of bytes that the server has, or the file, if all had arrived and only the answer was lost. */
async function findFinished(
  client: ApiClient,
  upload: UploadCondition & { readonly uploadId: string },
  size: number,
  callOptions: { readonly signal?: AbortSignal },
): Promise<number | FileDocument> {
  try {
    const { offset } = await client.call("file.offset", { uploadId: upload.uploadId }, callOptions);
    if (offset < size) return offset;
  } catch (error) {
    // A finished upload is no longer known as an upload.
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
  }
  return client.call("file.completion", upload, callOptions);
}

interface UploadCondition {
  readonly folderWas?: Record<string, unknown>;
}

const conditionOf = ({ folderWas }: UploadOptions): UploadCondition => (folderWas === undefined ? {} : { folderWas });

function isFile(reply: object): reply is FileDocument {
  return "itemId" in reply;
}

/** Waiting does not help against a full disk. */
const storageFull = 507;

/**
 * Worth another attempt: no answer, an overloaded server, a proxy in front of a restarting server, or a wrong offset.
 */
function isWorthRetrying(error: ApiError): boolean {
  if (error.status === storageFull) return false;
  if (error.status === 400) return error.code === "upload-offset";
  return error.status === 0 || error.status === 408 || error.status === 429 || error.status >= 500;
}

/** @throws the reason of the signal */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
