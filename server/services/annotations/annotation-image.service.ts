/**
 * Images of large sets: the content of a core that has loaded them, so that a page copies it instead of parsing. They
 * are made for the first client that asks, which is quicker than pages of tracks, or after many records were stored at
 * once, one after the other, and kept in a cache; without one, pages return the same.
 */
import { coreFingerprint } from "#core";

import { RequestError } from "../../base/errors.ts";
import { giveBack } from "../../base/lent-bytes.ts";
import type { AnnotationKind } from "../../domain/annotation-save.ts";
import type { AnnotationQuery, AnnotationScope } from "../../ports/annotation.repository.ts";
import type { CachedBytes } from "../../ports/byte-cache.ts";
import type { Ports } from "../../ports/index.ts";
import type { AccessService } from "../access/access.service.ts";
import type { Actor } from "../access/actor.ts";
import type { AnnotationWork } from "./annotation-work/annotation-work.ts";

/** Bytes of JSON below which pages are as quick. */
const leastBytes = 4 * 1024 * 1024;
/** After this long the client falls back to pages, which report progress. */
const patienceMs = 5000;
/** Of a set, to learn how large it is. */
const sampleSize = 1000;
/**
 * Records stored at once by files and programs; a person who saves changes fewer, and would have an image made each
 * time.
 */
const fewestStored = 100;
/** A client that stores a large set in parts goes on within this time. */
const quietMs = 2000;
const mostRemembered = 1000;
/**
 * Images waiting to be made, one at a time: a caller who requests every revision of a set does not delay all others.
 */
const mostWaiting = 8;

export interface AnnotationImageRequest {
  readonly setName: string | undefined;
  /** Absent: the latest of the dataset. */
  readonly revision: number | undefined;
  /** Whether the client accepts zstd: if it does not, no image is looked up. */
  readonly isTaken: boolean;
}

export interface AnnotationImage {
  /** What the image, or pages of this revision, say. */
  readonly revision: number;
  /** Of the set: the one of its own that the image is of, which says so itself as well. */
  readonly ofSet: number;
  /** Compressed by zstd; `undefined`: none yet, or the set is small. */
  readonly image: CachedBytes | undefined;
}

/** One set as it was stored by one revision of its own. */
type ImageAddress = Omit<AnnotationQuery, "kind">;

export class AnnotationImageService {
  readonly #ports: Ports;
  readonly #access: AccessService;
  readonly #work: AnnotationWork;
  /** Those that are small, or that could not be made. */
  readonly #without = new Set<string>();
  /** Those that are being made, or will be, in this order. */
  readonly #making = new Map<string, Promise<void>>();
  /** Sets that much was stored in, until no more comes. */
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
    // One that is not stored yet may have other annotations then.
    if (revision > head || revision === 0 || !asked.isTaken) return { revision, ofSet: revision, image: undefined };
    // Revisions of other sets have changed nothing in this one.
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
    const patience = new AbortController();
    try {
      return await Promise.race([made.then(() => true), pause(patienceMs, patience.signal).then(() => false)]);
    } finally {
      patience.abort();
    }
  }

  /**
   * A set has changed: what many records were stored in is going to be opened, and its first opening finds an image
   * then.
   */
  noteStored({ datasetId, setName }: AnnotationScope, revision: number, records: number): void {
    const set = JSON.stringify([datasetId, setName]);
    const timer = this.#expected.get(set);
    if (timer === undefined && records < fewestStored) return;
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

  /** Resolves when it has been made, or cannot be. `undefined`: too many are to be made before it. */
  #askFor(key: string, address: ImageAddress): Promise<void> | undefined {
    const known = this.#making.get(key);
    if (known !== undefined || this.#stop.signal.aborted || this.#making.size >= mostWaiting) return known;
    const made = this.#last.then(() => this.#makeOnce(key, address)).finally(() => this.#making.delete(key));
    this.#making.set(key, made);
    this.#last = made;
    return made;
  }

  async #makeOnce(key: string, address: ImageAddress): Promise<void> {
    const { annotationImages } = this.#ports;
    if (this.#stop.signal.aborted || (await annotationImages.has(key))) return;
    // Pages say the same: what fails, a full disk for one, or is larger than the cache, is not tried again.
    const isMade = await this.#make(key, address).catch(() => false);
    if (isMade && (await annotationImages.has(key))) return;
    this.#without.add(key);
    const [oldest] = this.#without;
    if (this.#without.size > mostRemembered && oldest !== undefined) this.#without.delete(oldest);
  }

  /** @returns whether there is one now */
  async #make(key: string, address: ImageAddress): Promise<boolean> {
    const bytes = await this.#estimateBytes(address);
    if (bytes < leastBytes) return false;
    const core = await this.#work.openCore(bytes);
    try {
      for (const kind of ["track", "group"] as const) {
        // The next piece is read while one is parsed.
        let loaded = Promise.resolve();
        for await (const piece of this.#pieces(address, kind)) {
          const loading = core.load(kind, piece);
          giveBack(piece);
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

  /** Of all tracks as JSON, by the first of them. */
  async #estimateBytes(address: ImageAddress): Promise<number> {
    let bytes = 0;
    for await (const piece of this.#pieces(address, "track", sampleSize)) {
      bytes += piece.length;
      giveBack(piece);
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

/** Of one version of the core: another one would not take it. */
async function keyOf({ datasetId, setName, revision }: ImageAddress): Promise<string> {
  return JSON.stringify([await coreFingerprint(), datasetId, setName, revision]);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  timer.unref();
  const stop = (): void => {
    clearTimeout(timer);
    resolve();
  };
  signal.addEventListener("abort", stop, { once: true });
  return promise.finally(() => signal.removeEventListener("abort", stop));
}
