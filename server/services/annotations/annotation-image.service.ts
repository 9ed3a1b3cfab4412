/**
 * Images of large sets: the memory of a core that has loaded them, so that a page copies it instead of parsing. They
 * are made for the first client that asks, which is faster than pages of tracks, or after many records were stored at
 * once, one after the other, and kept in a cache. Without an image, pages return the same.
 */
import { coreFingerprint } from "#core";

import { RequestError } from "../../base/errors.ts";
import { release } from "../../base/pooled-bytes.ts";
import { sleep } from "../../base/sleep.ts";
import type { AnnotationKind } from "../../domain/annotation-save.ts";
import type { AnnotationQuery, AnnotationScope } from "../../ports/annotation.repository.ts";
import type { CachedBytes } from "../../ports/byte-cache.ts";
import type { Ports } from "../../ports/index.ts";
import type { AccessService } from "../access/access.service.ts";
import type { Actor } from "../access/actor.ts";
import type { AnnotationWork } from "./annotation-work/annotation-work.ts";

/** Below this many bytes of JSON, pages are as fast. */
const minBytes = 4 * 1024 * 1024;
/** After this long the client falls back to pages, which report progress. */
const maxWaitMs = 5000;
/** How many records of a set are sampled to estimate its size. */
const sampleSize = 1000;
/**
 * From this many records stored at once, an image is made. Files and programs store that many; a person who saves
 * changes fewer, and would otherwise trigger one each time.
 */
const minStored = 100;
/** A client that stores a large set in parts continues within this time. */
const quietMs = 2000;
const maxRemembered = 1000;
/**
 * Images waiting to be made, one at a time: a caller who requests every revision of a set does not delay all others.
 */
const maxWaiting = 8;

export interface AnnotationImageRequest {
  readonly setName: string | undefined;
  /** Absent: the latest of the dataset. */
  readonly revision: number | undefined;
  /** Whether the client accepts zstd: if it does not, no image is looked up. */
  readonly acceptsImage: boolean;
}

export interface AnnotationImage {
  /** The revision of the image, or of the pages to load instead. */
  readonly revision: number;
  /** The revision of the set itself that the image was made from; the image contains it too. */
  readonly ofSet: number;
  /** Compressed with zstd; `undefined`: none yet, or the set is small. */
  readonly image: CachedBytes | undefined;
}

/** A set at one of its own revisions. */
type ImageAddress = Omit<AnnotationQuery, "kind">;

export class AnnotationImageService {
  readonly #ports: Ports;
  readonly #access: AccessService;
  readonly #work: AnnotationWork;
  /** Sets that are small, or whose image could not be made. */
  readonly #without = new Set<string>();
  /** Images being made or waiting, in this order. */
  readonly #making = new Map<string, Promise<void>>();
  /** Sets into which much was stored, until no more arrives. */
  readonly #expected = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #stop = new AbortController();
  #last = Promise.resolve();

  constructor(ports: Ports, services: { access: AccessService; work: AnnotationWork }) {
    this.#ports = ports;
    this.#access = services.access;
    this.#work = services.work;
  }

  async find(actor: Actor, datasetId: string, asked: AnnotationImageRequest): Promise<AnnotationImage> {
    const { record } = await this.#access.requireFolder(actor, datasetId);
    const { annotations } = this.#ports.database;
    if (asked.revision !== undefined && asked.revision < 0)
      throw new RequestError(`Invalid value for integer parameter revision: ${asked.revision}.`);
    const head = await annotations.head(record.id);
    const revision = asked.revision ?? head;
    const setName = asked.setName ?? "";
    // A future revision may still change.
    if (revision > head || revision === 0 || !asked.acceptsImage)
      return { revision, ofSet: revision, image: undefined };
    // Revisions of other sets did not change this one.
    const ofSet = Math.min(revision, await annotations.head(record.id, setName));
    const address = { datasetId: record.id, setName, revision: ofSet };
    const key = await keyOf(address);
    const { annotationImages } = this.#ports;
    let image = await annotationImages.find(key);
    if (image === undefined && !this.#without.has(key) && (await this.#waitFor(key, address)))
      image = await annotationImages.find(key);
    return { revision, ofSet, image };
  }

  /** @returns whether it was attempted; a caller whose image is not first in line does not wait */
  async #waitFor(key: string, address: ImageAddress): Promise<boolean> {
    const made = this.#askFor(key, address);
    const [first] = this.#making.keys();
    if (made === undefined || first !== key) return false;
    const timeout = new AbortController();
    try {
      return await Promise.race([made.then(() => true), sleep(maxWaitMs, timeout.signal).then(() => false)]);
    } finally {
      timeout.abort();
    }
  }

  /**
   * Called when a set has changed: a set into which many records were stored will probably be opened soon, and should
   * find an image then.
   */
  recordStored({ datasetId, setName }: AnnotationScope, revision: number, records: number): void {
    const set = JSON.stringify([datasetId, setName]);
    const timer = this.#expected.get(set);
    if (timer === undefined && records < minStored) return;
    clearTimeout(timer);
    // An image that cannot be made now is made on request.
    const make = async (): Promise<void> => {
      this.#expected.delete(set);
      const address = { datasetId, setName, revision };
      void this.#askFor(await keyOf(address), address);
    };
    this.#expected.set(set, setTimeout(() => void make().catch(() => undefined), quietMs).unref());
  }

  async close(): Promise<void> {
    this.#stop.abort();
    for (const timer of this.#expected.values()) clearTimeout(timer);
    await this.#last;
  }

  /** Resolves when it has been made, or cannot be made. `undefined`: too many others come first. */
  #askFor(key: string, address: ImageAddress): Promise<void> | undefined {
    const known = this.#making.get(key);
    if (known !== undefined || this.#stop.signal.aborted || this.#making.size >= maxWaiting) return known;
    const made = this.#last.then(() => this.#makeImage(key, address)).finally(() => this.#making.delete(key));
    this.#making.set(key, made);
    this.#last = made;
    return made;
  }

  async #makeImage(key: string, address: ImageAddress): Promise<void> {
    const { annotationImages } = this.#ports;
    if (this.#stop.signal.aborted || (await annotationImages.has(key))) return;
    // Pages return the same, so a failure, such as a full disk, or an image larger than the cache is not retried.
    const isMade = await this.#make(key, address).catch(() => false);
    if (isMade && (await annotationImages.has(key))) return;
    this.#without.add(key);
    const [oldest] = this.#without;
    if (this.#without.size > maxRemembered && oldest !== undefined) this.#without.delete(oldest);
  }

  /** @returns whether there is one now */
  async #make(key: string, address: ImageAddress): Promise<boolean> {
    const bytes = await this.#estimateBytes(address);
    if (bytes < minBytes) return false;
    const core = await this.#work.openCore(bytes);
    try {
      for (const kind of ["track", "group"] as const) {
        // The next piece is read while this one is parsed.
        let loaded = Promise.resolve();
        for await (const piece of this.#pieces(address, kind)) {
          const loading = core.load(kind, piece);
          release(piece);
          loading.catch(() => undefined);
          await loaded;
          loaded = loading;
        }
        await loaded;
      }
      await core.endLoad();
      const { datasetId, setName, revision } = address;
      await this.#ports.annotationImages.put(key, await core.image(JSON.stringify({ datasetId, setName, revision })));
      return true;
    } finally {
      await core.close();
    }
  }

  /** Estimated JSON bytes of all tracks, extrapolated from the first ones. */
  async #estimateBytes(address: ImageAddress): Promise<number> {
    let bytes = 0;
    for await (const piece of this.#pieces(address, "track", sampleSize)) {
      bytes += piece.length;
      release(piece);
    }
    const count = await this.#ports.database.annotations.count({ ...address, kind: "track" });
    return bytes * Math.max(1, count / sampleSize);
  }

  /** @param limit 0: all of them */
  async *#pieces(address: ImageAddress, kind: AnnotationKind, limit = 0): AsyncIterable<Uint8Array> {
    const page = { by: "id", descending: false, limit, offset: 0 } as const;
    for await (const piece of this.#ports.database.annotations.stream({ ...address, kind }, page)) {
      this.#stop.signal.throwIfAborted();
      yield piece;
    }
  }
}

/** Depends on the version of the core: another version could not use it. */
async function keyOf({ datasetId, setName, revision }: ImageAddress): Promise<string> {
  return JSON.stringify([await coreFingerprint(), datasetId, setName, revision]);
}
