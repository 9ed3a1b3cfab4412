/**
 * Images of large sets: what a core is made of that has loaded them, so that a page takes it over instead of parsing. They are made
 * behind the answer to who asked first, or after many records were stored at once, one after the other, and kept in a cache; without
 * one, pages of tracks say the same.
 */
import { coreFingerprint } from "#core";

import { RequestError } from "../base/errors.ts";
import { giveBack } from "../base/lent-bytes.ts";
import type { AnnotationKind } from "../domain/annotation-save.ts";
import type { AnnotationQuery, AnnotationScope } from "../ports/annotation.repository.ts";
import type { CachedBytes } from "../ports/byte-cache.ts";
import type { Ports } from "../ports/index.ts";
import type { AccessService } from "./access.service.ts";
import type { Actor } from "./actor.ts";
import type { AnnotationWork } from "./annotation-work/annotation-work.ts";

/** Bytes of JSON below which pages are as quick. */
const leastBytes = 4 * 1024 * 1024;
/** Whoever found none loads pages now: an image made at the same time would hold that up. */
const pauseMs = 2000;
/** Records stored at once by files and programs; a person who saves changes fewer, and would have an image made each time. */
const fewestStored = 100;
/** Who stores a large set in parts goes on within this time. */
const quietMs = 2000;
const mostRemembered = 1000;
/** Images to be made, one after the other: whoever asks for every revision of a set is not served ahead of all others. */
const mostWaiting = 8;

export interface AnnotationImageRequest {
  readonly setName: string | undefined;
  /** Absent: the latest of the dataset. */
  readonly revision: number | undefined;
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
  readonly #waiting = new Map<string, ImageAddress>();
  /** Sets that much was stored in, until no more comes. */
  readonly #expected = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #stop = new AbortController();
  #making: Promise<void> | undefined;

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
    if (revision > head || revision === 0) return { revision, ofSet: revision, image: undefined };
    // Revisions of other sets have changed nothing in this one.
    const ofSet = Math.min(revision, await annotations.head(record.id, setName));
    const address = { datasetId: record.id, setName, revision: ofSet };
    const key = await keyOf(address);
    const image = await this.#ports.annotationImages.find(key);
    if (image === undefined && !this.#without.has(key)) this.#askFor(key, address);
    return { revision, ofSet, image };
  }

  /** A set has changed: what many records were stored in is going to be opened, and its first opening finds an image then. */
  noteStored({ datasetId, setName }: AnnotationScope, revision: number, records: number): void {
    const set = JSON.stringify([datasetId, setName]);
    const timer = this.#expected.get(set);
    if (timer === undefined && records < fewestStored) return;
    clearTimeout(timer);
    // What cannot be made now is made when somebody asks.
    const make = async (): Promise<void> => {
      this.#expected.delete(set);
      const address = { datasetId, setName, revision };
      this.#askFor(await keyOf(address), address);
    };
    this.#expected.set(set, setTimeout(() => void make().catch(() => undefined), quietMs).unref());
  }

  async close(): Promise<void> {
    this.#stop.abort();
    for (const timer of this.#expected.values()) clearTimeout(timer);
    await this.#making;
  }

  #askFor(key: string, address: ImageAddress): void {
    if (this.#stop.signal.aborted || this.#waiting.size >= mostWaiting) return;
    this.#waiting.set(key, address);
    this.#making ??= this.#makeAll().finally(() => (this.#making = undefined));
  }

  async #makeAll(): Promise<void> {
    await pause(pauseMs, this.#stop.signal);
    while (this.#waiting.size > 0 && !this.#stop.signal.aborted) {
      const [[key, address]] = this.#waiting as unknown as [[string, ImageAddress]];
      // Nobody waits for it, and pages say the same: what fails, a full disk for one, is not tried again.
      const isMade = await this.#make(key, address).catch(() => false);
      this.#waiting.delete(key);
      if (isMade) continue;
      this.#without.add(key);
      const [oldest] = this.#without;
      if (this.#without.size > mostRemembered && oldest !== undefined) this.#without.delete(oldest);
    }
  }

  /** @returns whether there is one now */
  async #make(key: string, address: ImageAddress): Promise<boolean> {
    let bytes = 0;
    for await (const piece of this.#pieces(address, "track")) {
      bytes += piece.length;
      giveBack(piece);
    }
    if (bytes < leastBytes) return false;
    const core = await this.#work.openCore(bytes);
    try {
      for (const kind of ["track", "group"] as const)
        for await (const piece of this.#pieces(address, kind)) await core.load(kind, piece);
      await core.endLoad();
      const { datasetId, setName, revision } = address;
      await this.#ports.annotationImages.put(key, await core.image(JSON.stringify({ datasetId, setName, revision })));
      return true;
    } finally {
      await core.close();
    }
  }

  async *#pieces(address: ImageAddress, kind: AnnotationKind): AsyncIterable<Uint8Array> {
    const everything = { by: "id", descending: false, limit: 0, offset: 0 } as const;
    for await (const piece of this.#ports.database.annotations.stream({ ...address, kind }, everything)) {
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
