/**
 * How many annotations a stored revision has, and where pages of it begin. Both take a walk over all its records, while
 * a page itself costs a fraction of that, and a reader asks for many pages of one revision, which never changes: so
 * each is found once.
 */
import type { AnnotationQuery, AnnotationRepository } from "../../ports/annotation.repository.ts";

/** Revisions that are remembered. */
const mostKept = 200;
/** Records between two known ids. */
const step = 1000;

interface Outline {
  readonly total: Promise<number>;
  ids?: Promise<number[]>;
}

export class AnnotationOutlines {
  readonly #annotations: () => Pick<AnnotationRepository, "count" | "idsAtSteps">;
  /** The one that was asked for last is the last one. */
  readonly #kept = new Map<string, Outline>();

  constructor(annotations: () => Pick<AnnotationRepository, "count" | "idsAtSteps">) {
    this.#annotations = annotations;
  }

  /** @param query of a revision that is stored already: one to come is not final */
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
    if (this.#kept.size > mostKept && oldest !== undefined) this.#kept.delete(oldest);
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
