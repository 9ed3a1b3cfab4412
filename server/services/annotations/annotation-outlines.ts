/**
 * How many annotations a stored revision has, and where its pages begin. Both take a scan of all its records, while a
 * page costs a fraction of that and a reader requests many pages of one revision, which never changes: so each is
 * computed once.
 */
import type { AnnotationQuery, AnnotationRepository } from "../../ports/annotation.repository.ts";

/** How many revisions are remembered. */
const maxEntries = 200;
/** Records between two known ids. */
const step = 1000;

interface Outline {
  readonly total: Promise<number>;
  ids?: Promise<number[]>;
}

export class AnnotationOutlines {
  readonly #annotations: () => Pick<AnnotationRepository, "count" | "idsAtSteps">;
  /** In the order of use: the most recent one is last. */
  readonly #kept = new Map<string, Outline>();

  constructor(annotations: () => Pick<AnnotationRepository, "count" | "idsAtSteps">) {
    this.#annotations = annotations;
  }

  /** @param query of a stored revision: a future one is not final */
  total(query: AnnotationQuery): Promise<number> {
    return this.#outlineOf(query).total;
  }

  /**
   * The id to start reading from for a page that begins `offset` records after the first by id, and the offset that
   * remains after that id.
   */
  async pageStart(query: AnnotationQuery, offset: number): Promise<{ firstId: number | undefined; offset: number }> {
    if (offset < step) return { firstId: undefined, offset };
    const outline = this.#outlineOf(query);
    const ids = await (outline.ids ??= this.#forgetting(query, this.#annotations().idsAtSteps(query, step)));
    const at = Math.min(Math.floor(offset / step), ids.length - 1);
    return at <= 0 ? { firstId: undefined, offset } : { firstId: ids[at], offset: offset - at * step };
  }

  #outlineOf(query: AnnotationQuery): Outline {
    const key = keyOf(query);
    const outline = this.#kept.get(key) ?? { total: this.#forgetting(query, this.#annotations().count(query)) };
    this.#kept.delete(key);
    this.#kept.set(key, outline);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > maxEntries && oldest !== undefined) this.#kept.delete(oldest);
    return outline;
  }

  /** A failure is retried by the next request. */
  #forgetting<T>(query: AnnotationQuery, found: Promise<T>): Promise<T> {
    found.catch(() => this.#kept.delete(keyOf(query)));
    return found;
  }
}

function keyOf({ datasetId, setName, kind, revision }: AnnotationQuery): string {
  return JSON.stringify([datasetId, setName, kind, revision]);
}
