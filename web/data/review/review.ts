/**
 * One review: its datasets, its query, the entries loaded so far, and unsaved changes. Entries keep their places until
 * the query is run again, even when retyped or removed.
 */
import { signal } from "@preact/signals-core";
import { colorOfType } from "#core/type-colors";
import type { BodyOf, ReplyOf } from "#schemas";
import { maxReviewedTracks } from "#schemas/review";
import type { ReviewEntry } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { isAbort } from "../../api/errors.ts";
import { keyOf } from "./edits.ts";
import { LikenessSort } from "./likeness-sort.ts";
import { bodyOf, type ReviewQuestion } from "./question.ts";
import { ReviewEdits } from "./review-edits.ts";

type FirstPage = ReplyOf<"review.entries">;
export type ReviewDataset = NonNullable<FirstPage["datasets"]>[number];
export type ReviewWriter = NonNullable<FirstPage["writers"]>[number];
export type ReviewProblem = NonNullable<FirstPage["problems"]>[number];

/** Number of digit keys that assign a type. */
export const maxDigits = 9;
const writeLevel = 1;

export class Review {
  readonly entries = signal<readonly ReviewEntry[]>([]);
  /** Number of entries on all pages; `undefined` until known. */
  readonly total = signal<number | undefined>(undefined);
  /** Most frequent first, then those that were typed here. */
  readonly types = signal<readonly string[]>([]);
  /** Who wrote revisions of the set. */
  readonly writers = signal<readonly ReviewWriter[]>([]);
  /** Attributes that the datasets define. */
  readonly attributes = signal<readonly string[]>([]);
  readonly datasets = signal<ReadonlyMap<string, ReviewDataset>>(new Map());
  readonly problems = signal<readonly ReviewProblem[]>([]);
  readonly likeness = new LikenessSort(this, () => this.edits.keepDrawn());
  readonly isLoading = signal(false);
  readonly error = signal<unknown>(undefined);
  readonly edits = new ReviewEdits(this);

  /** The set to review in all datasets; empty for the default set. */
  readonly set: string;
  #question: ReviewQuestion | undefined;
  #next: string | undefined;
  #asking = new AbortController();
  #loading: Promise<void> | undefined;

  constructor(set: string) {
    this.set = set;
  }

  /** Runs a query and loads its first page; keeps unsaved changes. */
  async ask(question: ReviewQuestion, count: number): Promise<void> {
    this.edits.keepDrawn();
    this.#asking.abort();
    this.#asking = new AbortController();
    this.likeness.reset();
    if (this.#question?.datasetIds !== question.datasetIds) this.types.value = [];
    this.#question = question;
    this.#next = undefined;
    this.#loading = undefined;
    this.entries.value = [];
    this.total.value = undefined;
    this.edits.gone.value = new Set();
    if (question.datasetIds.length === 0) {
      [this.datasets.value, this.problems.value] = [new Map(), []];
      this.total.value = 0;
      return;
    }
    await this.#load(count);
  }

  /** Loads entries until there are `count`, or no more, or something else is asked, or until `stop`. */
  async fill(count: number, stop?: AbortSignal): Promise<void> {
    const { signal: asking } = this.#asking;
    const stopped = new Promise<void>((resolve) => stop?.addEventListener("abort", () => resolve(), { once: true }));
    const isOver = (): boolean => asking.aborted || stop?.aborted === true || this.error.value !== undefined;
    while (this.entries.value.length < count && this.#next !== undefined && !isOver()) {
      await Promise.race([this.#load(count - this.entries.value.length), stopped]);
    }
  }

  /** @see LikenessSort.sort */
  async sortByLikeness(to: ReviewEntry): Promise<"sorted" | "nothing" | "stopped"> {
    return await this.likeness.sort(to, this.#asking.signal);
  }

  /** Retries after a failure. */
  async again(count: number): Promise<void> {
    this.error.value = undefined;
    if (this.total.value === undefined && this.#question !== undefined) await this.ask(this.#question, count);
    else await this.fill(count);
  }

  #load(count: number): Promise<void> {
    this.#loading ??= this.#loadNext(Math.min(maxReviewedTracks, count)).finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #loadNext(limit: number): Promise<void> {
    const question = this.#question;
    if (question === undefined) return;
    const { signal: stop } = this.#asking;
    this.isLoading.value = true;
    this.error.value = undefined;
    try {
      const cursor = this.#next;
      const body = {
        ...bodyOf(question),
        limit,
        ...(cursor === undefined ? { counts: "without" as const } : { cursor }),
      };
      const page = await api.call("review.entries", { body }, { signal: stop });
      if (stop.aborted) return;
      this.#next = page.next;
      // An entry that was retyped meanwhile may be returned a second time.
      const known = new Set(this.entries.value.map(keyOf));
      this.entries.value = [...this.entries.value, ...page.entries.filter((entry) => !known.has(keyOf(entry)))];
      if (cursor !== undefined) return;
      this.#begin(page);
      void this.#count({ ...body, counts: "only" }, stop);
    } catch (error) {
      if (!isAbort(error) && !stop.aborted) this.error.value = error;
    } finally {
      if (!stop.aborted) this.isLoading.value = false;
    }
  }

  /** Counting looks at all tracks, so the first page does not wait for it. */
  async #count(body: BodyOf<"review.entries">, stop: AbortSignal): Promise<void> {
    try {
      const { total = 0, types = [], writers = [] } = await api.call("review.entries", { body }, { signal: stop });
      if (stop.aborted) return;
      const typed = this.types.value;
      const counted = types.flatMap(({ type }) => (type === null ? [] : [type]));
      this.total.value = total;
      this.writers.value = writers;
      this.types.value = [...new Set([...counted, ...typed])];
    } catch (error) {
      if (!isAbort(error) && !stop.aborted) this.error.value = error;
    }
  }

  #begin({ datasets = [], problems = [], attributes = [] }: FirstPage): void {
    this.attributes.value = attributes;
    this.datasets.value = new Map(datasets.map((dataset) => [dataset.datasetId, dataset]));
    this.problems.value = problems;
  }

  /** As in the viewer. */
  colorOf({ datasetId }: ReviewEntry, type: string): string {
    const colors = this.datasets.value.get(datasetId)?.typeColors ?? {};
    return (Object.hasOwn(colors, type) ? colors[type] : undefined) ?? colorOfType(type);
  }

  mayWrite({ datasetId }: Pick<ReviewEntry, "datasetId">): boolean {
    return (this.datasets.value.get(datasetId)?.accessLevel ?? 0) >= writeLevel;
  }
}
