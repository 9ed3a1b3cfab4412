/**
 * Which tracks of a dataset match a review's attribute and rules. A core in a thread reads all of them, so the result
 * is kept for the pages that follow, until the set or the facts about its dataset change.
 */
import { createHash } from "node:crypto";

import type { TrackMatch } from "#core/queries/matching-tracks";
import type { IssueFacts } from "#core/types";

import { ClientGoneError } from "../../base/errors.ts";
import { OwnerLimits } from "../../base/owner-limits.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord } from "../../ports/records.ts";
import type { ReviewFilter } from "../../ports/review.repository.ts";
import type { Actor } from "../access/actor.ts";
import type { MediaService } from "../media/media.service.ts";
import type { AnnotationService } from "./annotation.service.ts";
import type { AnnotationWork } from "./annotation-work/annotation-work.ts";
import { issueFactsIn } from "./issue-facts.ts";

/** Kept in total, the least recently used first: 8 bytes each. */
const maxIds = 4_000_000;
/** A result counts as this many ids more: its key and its place in the map. */
const idsPerResult = 64;
/** Of each user: a search fills a core in one of the threads that also do saves and imports. */
const maxSearches = 1;

export interface MatchDeps {
  readonly annotations: AnnotationService;
  readonly media: MediaService;
  readonly work: AnnotationWork;
}

interface Search {
  /** Of the person who asks: values that are only theirs count. */
  readonly login: string;
  readonly setName: string;
  readonly asked: TrackMatch;
  /** Stops it. */
  readonly signal?: AbortSignal | undefined;
}

/** A dataset, or one camera of it. */
export interface MatchedFolder {
  readonly folder: FolderRecord;
  /** The dataset that has the types and attributes. */
  readonly dataset: FolderRecord;
}

export class ReviewMatches {
  readonly #ports: Ports;
  readonly #deps: MatchDeps;
  readonly #maxIds: number;
  readonly #found = new Map<string, readonly number[]>();
  readonly #searches = new Map<string, Promise<readonly number[]>>();
  readonly #turns = new OwnerLimits(maxSearches);
  /** Of all results, each with `idsPerResult`. */
  #idCount = 0;

  constructor(ports: Ports, deps: MatchDeps, max = maxIds) {
    this.#ports = ports;
    this.#deps = deps;
    this.#maxIds = max;
  }

  filter(
    actor: Actor,
    { login, setName, asked, signal }: Search,
    folders: ReadonlyMap<string, MatchedFolder>,
  ): NonNullable<ReviewFilter["only"]> {
    const key = JSON.stringify([login, asked]);
    return {
      key,
      idsOf: async (datasetId) => {
        signal?.throwIfAborted();
        const matched = folders.get(datasetId)!;
        const facts = await issueFactsIn(this.#deps.media, actor, { ...matched, rules: asked.rules });
        const head = await this.#ports.database.annotations.head(datasetId, setName);
        const state = createHash("sha256")
          .update(JSON.stringify([key, setName, facts]))
          .digest("base64url");
        const find = async (): Promise<number[]> => {
          const leave = await this.#turns.acquire(login);
          try {
            return await this.#find(matched.folder, { login, setName, asked, signal }, facts);
          } finally {
            leave();
          }
        };
        return await this.#remember(`${datasetId} ${head} ${state}`, find, signal);
      },
    };
  }

  async #find(folder: FolderRecord, { login, setName, asked, signal }: Search, facts: IssueFacts): Promise<number[]> {
    const { annotations, work } = this.#deps;
    signal?.throwIfAborted();
    const session = await work.openCore();
    try {
      const everything = { revision: undefined, by: "id", descending: false, limit: 0, offset: 0 } as const;
      const { pieces } = await annotations.readOf(folder, { ...everything, setName, kind: "track" });
      for await (const piece of pieces) {
        signal?.throwIfAborted();
        await session.load("track", piece);
      }
      await session.endLoad();
      signal?.throwIfAborted();
      return await session.matching(asked, { user: login, facts });
    } finally {
      await session.close();
    }
  }

  /** Requests for the same share the work: one does it, and the next one if that is stopped. */
  async #remember(
    key: string,
    find: () => Promise<number[]>,
    signal: AbortSignal | undefined,
  ): Promise<readonly number[]> {
    const known = this.#found.get(key);
    if (known !== undefined) {
      this.#keep(key, known);
      return known;
    }
    const running = this.#searches.get(key);
    if (running !== undefined) {
      try {
        return await running;
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof ClientGoneError) return await this.#remember(key, find, signal);
        throw error;
      }
    }
    const finding = find();
    this.#searches.set(key, finding);
    try {
      const ids = await finding;
      this.#keep(key, ids);
      return ids;
    } finally {
      this.#searches.delete(key);
    }
  }

  #keep(key: string, ids: readonly number[]): void {
    this.#drop(key);
    this.#found.set(key, ids);
    this.#idCount += ids.length + idsPerResult;
    for (const oldest of this.#found.keys()) {
      if (this.#idCount <= this.#maxIds || oldest === key) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const ids = this.#found.get(key);
    if (ids === undefined) return;
    this.#found.delete(key);
    this.#idCount -= ids.length + idsPerResult;
  }
}
