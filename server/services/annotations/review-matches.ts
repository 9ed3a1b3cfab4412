/**
 * Which tracks of a dataset match a review's attribute and rules. A core in a thread reads all of them, so the result
 * is kept for the pages that follow, until the set or the facts about its dataset change.
 */
import { createHash } from "node:crypto";

import type { TrackMatch } from "#core/queries/matching-tracks";

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

export interface MatchDeps {
  readonly annotations: AnnotationService;
  readonly media: MediaService;
  readonly work: AnnotationWork;
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
  readonly #found = new Map<string, Promise<readonly number[]>>();
  #count = 0;

  constructor(ports: Ports, deps: MatchDeps) {
    this.#ports = ports;
    this.#deps = deps;
  }

  /** @param login of the person who asks: values that are only theirs count */
  filter(
    actor: Actor,
    { login, setName, asked }: { login: string; setName: string; asked: TrackMatch },
    folders: ReadonlyMap<string, MatchedFolder>,
  ): NonNullable<ReviewFilter["only"]> {
    const key = JSON.stringify([login, asked]);
    return {
      key,
      idsOf: async (datasetId) => {
        const matched = folders.get(datasetId)!;
        const facts = await issueFactsIn(this.#deps.media, actor, { ...matched, rules: asked.rules });
        const head = await this.#ports.database.annotations.head(datasetId, setName);
        const state = createHash("sha256")
          .update(JSON.stringify([key, facts]))
          .digest("base64url");
        return await this.#remember(JSON.stringify([datasetId, setName, head, state]), () =>
          this.#find(matched.folder, setName, async (session) => await session.matching(asked, { user: login, facts })),
        );
      },
    };
  }

  async #find(
    folder: FolderRecord,
    setName: string,
    ask: (session: Awaited<ReturnType<AnnotationWork["openCore"]>>) => Promise<number[]>,
  ): Promise<number[]> {
    const { annotations, work } = this.#deps;
    const session = await work.openCore();
    try {
      const everything = { revision: undefined, by: "id", descending: false, limit: 0, offset: 0 } as const;
      const { pieces } = await annotations.readOf(folder, { ...everything, setName, kind: "track" });
      for await (const piece of pieces) await session.load("track", piece);
      await session.endLoad();
      return await ask(session);
    } finally {
      await session.close();
    }
  }

  /** Two requests for the same share the work. */
  async #remember(key: string, find: () => Promise<number[]>): Promise<readonly number[]> {
    const known = this.#found.get(key);
    this.#found.delete(key);
    const finding = known ?? find();
    this.#found.set(key, finding);
    if (known !== undefined) return await known;
    try {
      this.#count += (await finding).length;
    } catch (error) {
      this.#found.delete(key);
      throw error;
    }
    for (const [oldest, ids] of this.#found) {
      if (this.#count <= maxIds || oldest === key) break;
      this.#found.delete(oldest);
      this.#count -= (await ids).length;
    }
    return await finding;
  }
}
