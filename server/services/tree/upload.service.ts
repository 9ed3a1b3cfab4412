/**
 * Uploads (api-v1 9.1). An upload is a row that stores how many bytes are safe, and the bytes themselves next to the
 * blob store; the last chunk turns both into a file in one transaction, after its content has been stored. Whenever the
 * process dies, either the upload can be continued or the file is complete.
 */
import { AccessLevel } from "../../base/access-level.ts";
import { AccessError, MissingError, RequestError, ValidationError } from "../../base/errors.ts";
import { createdMsOf, requireObjectId } from "../../base/object-id.ts";
import type { BlobRef } from "../../ports/blob-store.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { FileRecord, ItemRecord, Meta, UploadRecord } from "../../ports/records.ts";
import type { AccessService } from "../access/access.service.ts";
import { requireAccount, requireSiteAdmin, requireUser, type Actor } from "../access/actor.ts";
import { recordChangedItem, recordReplacedContent, readReplacement } from "./changed-media.ts";
import { placed, placeFile, replaceContent } from "./file-placement.ts";
import { requireValues } from "./metadata.ts";
import { checkName } from "./names.ts";
import type { SettingService } from "../site/setting.service.ts";
import { requireStillStored, storeStream, storeUploaded } from "./stored-content.ts";
import { folderOfFile, folderOfItem, transactionIn } from "./scopes.ts";

type Place<T> = (tx: Repositories) => Promise<T>;

export interface UploadLimits {
  /** Bytes per file. */
  readonly maxUploadBytes: number;
  /** Minimum bytes of every chunk except the last; 0 for stores without a minimum. */
  readonly minChunkBytes: number;
  /** Milliseconds after which an upload that is not continued is removed. */
  readonly uploadLifetimeMs: number;
}

export interface NewUpload {
  parentType: "folder" | "item";
  parentId: string;
  name: string;
  /** Bytes. */
  size: number;
  mimeType?: string;
}

/** The bytes of one request. */
export interface Chunk {
  source: AsyncIterable<Uint8Array>;
  /** The announced length; `undefined` if there was none. */
  length: number | undefined;
  /** Makes `source` fail with the reason. */
  abort?: (reason: Error) => void;
  /** Whether the connection broke before all bytes arrived. */
  isGone?: () => boolean;
}

export type UploadResult = { upload: UploadRecord } | { file: FileRecord };

/** A request that is working on an upload. */
interface UploadLock {
  abort: Chunk["abort"];
  done: Promise<void>;
}

export class UploadService {
  readonly #ports: Ports;
  readonly #access: AccessService;
  readonly #settings: SettingService;
  readonly #limits: UploadLimits;
  /** Requests working on uploads: one per upload, or two could write into the same bytes. */
  readonly #locks = new Map<string, UploadLock>();

  constructor(ports: Ports, parts: { access: AccessService; settings: SettingService }, limits: UploadLimits) {
    this.#ports = ports;
    this.#access = parts.access;
    this.#settings = parts.settings;
    this.#limits = limits;
  }

  /**
   * Starts an upload into a folder (as a new item) or an item; the first or only chunk may be included. @param folderWas
   * as for `receive`
   */
  async create(actor: Actor, given: NewUpload, chunk?: Chunk, folderWas?: Meta): Promise<UploadResult> {
    const user = requireUser(actor);
    const parentId = await this.#requireParent(actor, given.parentType, given.parentId);
    const name = checkName(given.name, "File");
    return await this.#start(
      actor,
      user.id,
      { parentType: given.parentType, parentId, name, mimeType: given.mimeType },
      given.size,
      chunk,
      folderWas,
    );
  }

  /** Starts an upload whose bytes replace those of a file. @param folderWas as for `receive` */
  async replace(actor: Actor, fileId: string, size: number, chunk?: Chunk, folderWas?: Meta): Promise<UploadResult> {
    const { file } = await this.#access.requireFile(actor, fileId, AccessLevel.write);
    const user = requireUser(actor);
    const target = { parentType: "file", parentId: file.id, name: file.name, mimeType: file.mimeType } as const;
    return await this.#start(actor, user.id, target, size, chunk, folderWas);
  }

  /**
   * Receives the bytes from `offset` on. A second call for the same bytes replaces one that hangs.
   *
   * @param folderWas metadata of the folder that gets the bytes, as the caller has read them: if others have changed them
   *   since, the bytes are refused
   */
  async receive(
    actor: Actor,
    uploadId: string,
    offset: number,
    chunk: Chunk | undefined,
    folderWas?: Meta,
  ): Promise<UploadResult> {
    const upload = await this.#requireWritable(actor, uploadId);
    await requireFolder(this.#ports.database, upload, folderWas);
    return await this.#withLock(upload.id, chunk, () => this.#receive(actor, upload.id, offset, chunk, folderWas));
  }

  /** How many bytes of an upload are stored safely. @param folderId as for `cancel` */
  async offset(actor: Actor, uploadId: string, folderId?: string): Promise<number> {
    const upload = await this.#requireOwn(actor, uploadId);
    requireInto(upload, folderId);
    return upload.received;
  }

  /**
   * The file of an upload that is complete; for clients that do not know how their last call ended. @param folderWas as
   * for `receive`
   */
  async complete(actor: Actor, uploadId: string, folderWas?: Meta): Promise<FileRecord> {
    const { id } = await this.#requireWritable(actor, uploadId);
    const work = async (): Promise<FileRecord> => {
      const upload = await this.#find(id);
      if (upload.fileId !== null) return await this.#finishedFile(upload.fileId);
      await requireFolder(this.#ports.database, upload, folderWas);
      if (upload.received < upload.size) throw incomplete(upload.received, upload.size);
      return await this.#finish(actor, upload, folderWas);
    };
    return await this.#withLock(id, undefined, work, "await");
  }

  /**
   * Cancels an upload: the caller's own, or any for site administrators.
   *
   * @param folderId its expected destination: a client that took the id from a stored note cannot know whose upload it
   *   is
   */
  async cancel(actor: Actor, uploadId: string, folderId?: string): Promise<void> {
    const user = requireUser(actor);
    const upload = user.admin ? await this.#find(uploadId) : await this.#requireOwn(actor, uploadId);
    requireInto(upload, folderId);
    await this.#drop(upload.id);
  }

  /** Like `cancel`, for administrators; also accepts an upload that is just finishing. */
  async drop(actor: Actor, id: string): Promise<void> {
    requireSiteAdmin(actor);
    await this.#drop(id);
  }

  async #drop(id: string): Promise<void> {
    await this.#withLock(id, undefined, async () => {
      await this.#ports.database.uploads.remove(id);
      await this.#ports.blobs.discard(id);
    });
  }

  async list(actor: Actor): Promise<UploadRecord[]> {
    requireSiteAdmin(actor);
    return await this.#ports.database.uploads.list();
  }

  /** Stores bytes made by the server as a new item of a folder. */
  async storeFile(
    actor: Actor,
    given: { folderId: string; name: string; mimeType: string },
    source: AsyncIterable<Uint8Array>,
  ): Promise<{ item: ItemRecord; file: FileRecord }> {
    const { record } = await this.#access.requireFolder(actor, given.folderId, AccessLevel.write);
    const target = { parentType: "folder", parentId: record.id, name: checkName(given.name, "File") } as const;
    return await this.#storeWhole(target, source, Number.MAX_SAFE_INTEGER, (ref) => async (tx) => {
      await this.#requireTarget(actor, target, tx);
      const whole = { ...target, mimeType: given.mimeType, userId: actor.user?.id ?? null };
      return await placeFile(this.#ports, tx, whole, placed(ref));
    });
  }

  /** A file that only points to another URL. */
  async createLink(actor: Actor, given: Omit<NewUpload, "size"> & { linkUrl: string }): Promise<FileRecord> {
    const user = requireUser(actor);
    const parentId = await this.#requireParent(actor, given.parentType, given.parentId);
    // The parser would skip control characters; in the head of an answer they are not allowed.
    // oxlint-disable-next-line no-control-regex -- it refuses control characters
    const isClean = !/[\u0000-\u001f\u007f]/.test(given.linkUrl);
    if (!isClean || !/^https?:\/\//i.test(given.linkUrl) || !URL.canParse(given.linkUrl)) {
      throw new ValidationError("Linked file URL must start with http:// or https://.", "linkUrl");
    }
    const target = { ...given, parentId, name: checkName(given.name, "File"), mimeType: checkMimeType(given.mimeType) };
    return await transactionIn(this.#ports.database, placesOf(target), async (tx) => {
      await this.#requireTarget(actor, target, tx);
      const link = { content: { kind: "link", url: given.linkUrl }, size: 0 } as const;
      const { file } = await placeFile(this.#ports, tx, { ...target, userId: user.id }, link);
      return file;
    });
  }

  /** Removes uploads that have not been continued for long, and bytes of uploads without a row. @returns how many */
  async removeAbandoned(): Promise<number> {
    const { database, blobs, clock } = this.#ports;
    const stale = await database.uploads.listStale(clock.nowMs() - this.#limits.uploadLifetimeMs);
    // An upload that is still receiving a very long chunk is not abandoned.
    const abandoned = stale.filter(({ id }) => !this.#locks.has(id));
    for (const upload of abandoned) {
      await database.uploads.remove(upload.id);
      await blobs.discard(upload.id);
    }
    return abandoned.length;
  }

  /**
   * For the start, when nothing is being received here: bytes without a row have no owner. If other servers may be
   * receiving, removes only those too old to be theirs. @returns how many uploads
   */
  async dropOrphans(): Promise<number> {
    const { database, blobs, clock } = this.#ports;
    const newestMs = blobs.isShared ? clock.nowMs() - this.#limits.uploadLifetimeMs : Number.POSITIVE_INFINITY;
    const known = new Set((await database.uploads.list()).map((upload) => upload.id));
    const orphans = (await blobs.listUploads()).filter((id) => !known.has(id) && createdMsOf(id) < newestMs);
    for (const id of orphans) await blobs.discard(id);
    return orphans.length;
  }

  async #start(
    actor: Actor,
    userId: string,
    target: Pick<UploadRecord, "parentType" | "parentId" | "name"> & { mimeType: string | undefined },
    size: number,
    chunk: Chunk | undefined,
    folderWas: Meta | undefined,
  ): Promise<UploadResult> {
    if (size < 0) throw new ValidationError("The size of a file must not be negative.", "size");
    if (size > this.#limits.maxUploadBytes) {
      throw new ValidationError(
        `The file is larger than the ${this.#limits.maxUploadBytes} bytes that this server accepts.`,
        "size",
      );
    }
    const { database, clock, ids } = this.#ports;
    const nowMs = clock.nowMs();
    const upload: UploadRecord = {
      ...target,
      id: ids.next(),
      userId,
      mimeType: checkMimeType(target.mimeType),
      size,
      received: 0,
      createdMs: nowMs,
      updatedMs: nowMs,
      fileId: null,
    };
    await requireFolder(database, upload, folderWas);
    if (size === 0 || chunk?.length === size) {
      // Everything came in one call: there is nothing to continue.
      return {
        file: await this.#storeWhole(upload, chunk?.source ?? noBytes(), size, (ref) =>
          this.#placing(actor, upload, ref, folderWas),
        ),
      };
    }
    if ((chunk?.length ?? 0) > size) throw tooMany();
    await database.transaction([], async (tx) => {
      await requireAccount(tx, userId);
      await this.#requireTarget(actor, upload, tx);
      await tx.uploads.insert(upload);
    });
    if (chunk === undefined) return { upload };
    try {
      return await this.#withLock(upload.id, chunk, () => this.#receive(actor, upload.id, 0, chunk, folderWas));
    } catch (error) {
      // The caller has not received the id and could not continue it.
      await database.uploads.remove(upload.id);
      await this.#ports.blobs.discard(upload.id);
      throw error;
    }
  }

  async #receive(
    actor: Actor,
    uploadId: string,
    offset: number,
    chunk: Chunk | undefined,
    folderWas?: Meta,
  ): Promise<UploadResult> {
    const { database, blobs, clock } = this.#ports;
    const upload = await this.#find(uploadId);
    if (upload.fileId !== null && offset + (chunk?.length ?? 0) === upload.size) {
      // The last chunk again: its response was lost.
      return { file: await this.#finishedFile(upload.fileId) };
    }
    if (offset !== upload.received || upload.fileId !== null) throw wrongOffset(upload.received, offset);
    const missing = upload.size - offset;
    if ((chunk?.length ?? 0) > missing) throw tooMany();
    const received = await blobs.append(upload.id, offset, chunk?.source ?? noBytes(), missing);
    if (chunk?.length !== undefined && received - offset !== chunk.length) {
      throw new RequestError(`The chunk was cut off: ${received - offset} of ${chunk.length} bytes arrived.`);
    }
    if (received < upload.size && received - offset < (await this.#minChunkBytes())) {
      throw new RequestError("Chunk is smaller than the minimum size.");
    }
    if (!(await database.uploads.advance(upload.id, offset, received, clock.nowMs()))) {
      throw wrongOffset((await this.#find(uploadId)).received, offset);
    }
    const advanced = { ...upload, received, updatedMs: clock.nowMs() };
    return received < upload.size ? { upload: advanced } : { file: await this.#finish(actor, advanced, folderWas) };
  }

  /**
   * Works on an upload when no other request does. A client that reconnects must not wait until the server notices that
   * the old connection is dead: the request that is still receiving is aborted, unless the caller only wants to know
   * how it ends.
   */
  async #withLock<T>(
    uploadId: string,
    chunk: Chunk | undefined,
    work: () => Promise<T>,
    others: "abort" | "await" = "abort",
  ): Promise<T> {
    for (let other = this.#locks.get(uploadId); other !== undefined; other = this.#locks.get(uploadId)) {
      // A request that arrived late and whose connection is dead must not abort the one that came after it.
      if (chunk?.isGone?.() === true) throw new RequestError("The connection was lost.");
      if (others === "abort") other.abort?.(new Error("another request continues this upload"));
      await other.done;
    }
    const { promise: done, resolve } = Promise.withResolvers<void>();
    this.#locks.set(uploadId, { abort: chunk?.abort, done });
    try {
      return await work();
    } finally {
      this.#locks.delete(uploadId);
      resolve();
    }
  }

  async #finish(actor: Actor, upload: UploadRecord, folderWas: Meta | undefined): Promise<FileRecord> {
    const { blobs, clock, database } = this.#ports;
    const ref = await storeUploaded(this.#ports, upload.id, upload.size);
    if (ref.size !== upload.size) throw incomplete(ref.size, upload.size);
    const place = await this.#placing(actor, upload, ref, folderWas);
    const file = await transactionIn(database, placesOf(upload), async (tx) => {
      await requireStillStored(tx, ref);
      const placed = await place(tx);
      if (!(await tx.uploads.finish(upload.id, placed.id, clock.nowMs()))) throw new MissingError("upload", upload.id);
      return placed;
    });
    await blobs.discard(upload.id);
    return file;
  }

  /** Stores bytes that arrive in one piece. */
  async #storeWhole<T>(
    target: Pick<UploadRecord, "parentType" | "parentId">,
    source: AsyncIterable<Uint8Array>,
    maxBytes: number,
    placing: (ref: BlobRef) => Promise<Place<T>> | Place<T>,
  ): Promise<T> {
    const ref = await storeStream(this.#ports, source, maxBytes);
    const place = await placing(ref);
    return await transactionIn(this.#ports.database, placesOf(target), async (tx) => {
      await requireStillStored(tx, ref);
      return await place(tx);
    });
  }

  /** Looks at bytes that were stored. @returns what makes a file of them */
  async #placing(
    actor: Actor,
    upload: UploadRecord,
    ref: BlobRef,
    folderWas: Meta | undefined,
  ): Promise<Place<FileRecord>> {
    if (ref.size !== upload.size) throw incomplete(ref.size, upload.size);
    const { parentType, parentId, userId } = upload;
    if (parentType === "file") {
      const video = await readReplacement(this.#ports, parentId, ref);
      return async (tx) => {
        await this.#requireTarget(actor, upload, tx);
        await requireFolder(tx, upload, folderWas);
        const replaced = await replaceContent(this.#ports, tx, { fileId: parentId, userId }, ref);
        await recordReplacedContent(tx, replaced, video);
        return replaced.file;
      };
    }
    return async (tx) => {
      await this.#requireTarget(actor, upload, tx);
      await requireFolder(tx, upload, folderWas);
      const { file, item } = await placeFile(this.#ports, tx, { ...upload, parentType }, placed(ref));
      if (parentType === "folder") await recordChangedItem(tx, item.folderId, { after: item });
      return file;
    };
  }

  async #finishedFile(id: string): Promise<FileRecord> {
    const file = await this.#ports.database.files.find(id);
    if (file === undefined) throw new MissingError("file", id);
    return file;
  }

  /** The configured minimum, but at least what the store needs. */
  async #minChunkBytes(): Promise<number> {
    return Math.max((await this.#settings.minChunkBytes()) ?? 0, this.#limits.minChunkBytes);
  }

  async #requireParent(actor: Actor, type: "folder" | "item", id: string, db?: Repositories): Promise<string> {
    if (type === "folder") return (await this.#access.requireFolder(actor, id, AccessLevel.write, db)).record.id;
    return (await this.#access.requireItem(actor, id, AccessLevel.write, db)).item.id;
  }

  /**
   * An upload of the caller, who may still write to its destination: the right may have been revoked since it began.
   */
  async #requireWritable(actor: Actor, id: string): Promise<UploadRecord> {
    const upload = await this.#requireOwn(actor, id);
    if (upload.fileId === null) await this.#requireTarget(actor, upload);
    return upload;
  }

  /** Called before bytes are accepted, and again inside the transaction that makes a file of them. */
  async #requireTarget(
    actor: Actor,
    { parentType, parentId }: Pick<UploadRecord, "parentType" | "parentId">,
    db?: Repositories,
  ): Promise<void> {
    if (parentType === "file") await this.#access.requireFile(actor, parentId, AccessLevel.write, db);
    else await this.#requireParent(actor, parentType, parentId, db);
  }

  async #find(id: string): Promise<UploadRecord> {
    const upload = await this.#ports.database.uploads.find(requireObjectId(id));
    if (upload === undefined) throw new MissingError("upload", id);
    return upload;
  }

  async #requireOwn(actor: Actor, id: string): Promise<UploadRecord> {
    const user = requireUser(actor);
    const upload = await this.#find(id);
    if (upload.userId !== user.id) throw new AccessError("You did not initiate this upload.");
    return upload;
  }
}

/** The folder whose names, items and sizes change. */
const placesOf = ({ parentType, parentId }: Pick<UploadRecord, "parentType" | "parentId">) => {
  if (parentType === "file") return folderOfFile(parentId);
  return parentType === "item" ? folderOfItem(parentId) : async () => [parentId];
};

function requireInto({ parentType, parentId }: UploadRecord, folderId: string | undefined): void {
  if (folderId === undefined || (parentType === "folder" && parentId === folderId)) return;
  throw new RequestError("This upload goes somewhere else.");
}

/** @throws ConflictError if others have changed the folder */
async function requireFolder(db: Repositories, upload: UploadRecord, was: Meta | undefined): Promise<void> {
  // A finished upload answers with its file: nothing changes any more.
  if (was === undefined || upload.fileId !== null) return;
  const [id] = await placesOf(upload)(db);
  const folder = id === undefined ? undefined : await db.folders.find(id);
  // If it is missing, the rights to write there are, too, and that is the better answer.
  if (folder !== undefined) requireValues(folder.meta, was);
}

const defaultMimeType = "application/octet-stream";

/** Restricts what a download may announce: anything else could smuggle in further headers or parameters. */
export function checkMimeType(given: string | undefined): string {
  const type = (given ?? "").trim();
  return /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}$/.test(type) ? type : defaultMimeType;
}

const wrongOffset = (received: number, offset: number): RequestError =>
  new RequestError(`Server has received ${received} bytes, but client sent offset ${offset}.`, 400, "upload-offset");
const tooMany = (): RequestError => new RequestError("Received too many bytes.");
const incomplete = (received: number, size: number): RequestError =>
  new RequestError(`Server has only received ${received} bytes, but the file should be ${size} bytes.`);

async function* noBytes(): AsyncGenerator<Uint8Array> {}
