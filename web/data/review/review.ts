/**
 * One review: its datasets, its query, the entries loaded so far, and unsaved changes. Entries keep their places until
 * the query is run again, even when retyped or removed.
 */
import { computed, signal } from "@preact/signals-core";
import { colorOfType } from "#core/type-colors";
import type { BodyOf, ReplyOf } from "#schemas";
import { maxReviewedTracks } from "#schemas/review";
import type { ReviewEntry } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { isAbort } from "../../api/errors.ts";
import type { ChipBox } from "./chip-place.ts";
import { sameBox } from "./chip-shapes.ts";
import {
  asType,
  type Change,
  confirmType,
  type Edit,
  editedBoxes,
  editedPairs,
  type Edits,
  keyOf,
  ontoEntry,
  withBox,
  withChange,
  withPairs,
} from "./edits.ts";
import { differencesFrom, type Likeness, maxCompared, mostAlikeFirst } from "./likeness.ts";
import { bodyOf, type ReviewQuestion } from "./question.ts";
import { asSaved, saveEdits } from "./save-edits.ts";

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
  /** The track whose likeness sorts the entries, and how far that is; `undefined`: they are in the asked order. */
  readonly likeness = signal<Likeness | undefined>(undefined);
  readonly isLoading = signal(false);
  readonly error = signal<unknown>(undefined);
  readonly edits = signal<Edits>(new Map());
  readonly count = computed(() => this.edits.value.size);
  /** Keys of deleted entries, whether deleted here or by others. */
  readonly gone = signal<ReadonlySet<string>>(new Set());
  /** Keys of entries that others have changed too; not saved. */
  readonly contested = signal<ReadonlySet<string>>(new Set());
  readonly isSaving = signal(false);

  /** The set to review in all datasets; empty for the default set. */
  readonly set: string;
  #question: ReviewQuestion | undefined;
  #next: string | undefined;
  #asking = new AbortController();
  #comparing = new AbortController();
  #loading: Promise<void> | undefined;
  /** In an open editor, and not applied yet. */
  #drawn: { readonly key: string; readonly box: ChipBox } | undefined;

  constructor(set: string) {
    this.set = set;
  }

  /** Runs a query and loads its first page; keeps unsaved changes. */
  async ask(question: ReviewQuestion, count: number): Promise<void> {
    this.keepDrawn();
    this.#asking.abort();
    this.#comparing.abort();
    this.#asking = new AbortController();
    this.likeness.value = undefined;
    if (this.#question?.datasetIds !== question.datasetIds) this.types.value = [];
    this.#question = question;
    this.#next = undefined;
    this.#loading = undefined;
    this.entries.value = [];
    this.total.value = undefined;
    this.gone.value = new Set();
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

  /**
   * Puts the first entries into the order of their likeness to one of them; the others follow as before. Only the call
   * itself sorts, once: later edits move nothing.
   * @returns `nothing` if the chip has no picture; `stopped` if something else was asked, or it was stopped at once
   */
  async sortByLikeness(to: ReviewEntry): Promise<"sorted" | "nothing" | "stopped"> {
    this.#comparing.abort();
    const { signal: asking } = this.#asking;
    const stop = new AbortController();
    this.#comparing = stop;
    this.likeness.value = { to, compared: 0, of: 0, isRunning: true };
    await this.fill(maxCompared, stop.signal);
    if (stop.signal.aborted) return this.#stopped(stop);
    const compared = this.entries.value.slice(0, maxCompared);
    const progress = (n: number, isRunning: boolean): void => {
      if (this.#comparing === stop) this.likeness.value = { to, compared: n, of: compared.length, isRunning };
    };
    const differences = await differencesFrom(to, compared, {
      signal: stop.signal,
      onProgress: (n) => progress(n, true),
    });
    if (asking.aborted || this.#comparing !== stop) return "stopped";
    if (differences.size === 0) {
      if (stop.signal.aborted) return this.#stopped(stop);
      this.likeness.value = undefined;
      return "nothing";
    }
    this.keepDrawn();
    progress(differences.size, false);
    this.entries.value = mostAlikeFirst(this.entries.value, to, differences);
    return "sorted";
  }

  #stopped(stop: AbortController): "stopped" {
    if (this.#comparing === stop) this.likeness.value = undefined;
    return "stopped";
  }

  /** Sorts by the chips compared until now. */
  stopComparing(): void {
    this.#comparing.abort();
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

  /** Changes some entries, skipping those that do not allow it. @returns how many were changed */
  change(entries: readonly ReviewEntry[], changeOf: (entry: ReviewEntry) => Change | undefined): number {
    if (this.isSaving.value) return 0;
    let edits = this.edits.value;
    let changed = 0;
    for (const entry of entries) {
      if (this.gone.value.has(keyOf(entry)) || !this.mayWrite(entry)) continue;
      edits = withChange(edits, entry, changeOf(entry));
      changed += 1;
    }
    this.edits.value = edits;
    return changed;
  }

  markCorrect(entries: readonly ReviewEntry[]): number {
    return this.change(entries, (entry) =>
      withPairs(this.edits.value, entry, confirmType(editedPairs(entry, this.edits.value))),
    );
  }

  retype(entries: readonly ReviewEntry[], type: string): number {
    if (!this.types.value.includes(type)) this.types.value = [...this.types.value, type];
    return this.change(entries, (entry) =>
      withPairs(this.edits.value, entry, asType(editedPairs(entry, this.edits.value), type)),
    );
  }

  reshape(entry: ReviewEntry, box: ChipBox): number {
    return this.change([entry], () => withBox(this.edits.value, entry, box));
  }

  /** Remembers the box in an open editor until `keepDrawn` applies it. */
  draw(entry: ReviewEntry, box: ChipBox): void {
    this.#drawn = { key: keyOf(entry), box };
  }

  dropDrawn(): void {
    this.#drawn = undefined;
  }

  /** @returns false while a save runs and there is a drawn box: it cannot be applied yet */
  keepDrawn(): boolean {
    if (this.#drawn === undefined) return true;
    if (this.isSaving.value) return false;
    const { key, box } = this.#drawn;
    this.#drawn = undefined;
    const entry = this.entries.value.find((each) => keyOf(each) === key);
    if (entry !== undefined) this.reshape(entry, box);
    return true;
  }

  remove(entries: readonly ReviewEntry[]): number {
    return this.change(entries, () => ({ kind: "delete" }));
  }

  restore(entries: readonly ReviewEntry[]): number {
    return this.change(entries, () => undefined);
  }

  discard(): void {
    this.edits.value = new Map();
    this.contested.value = new Set();
  }

  /**
   * Saves each dataset separately, so that an error in one does not keep the others from being saved.
   * @returns the number of saved changes, of conflicts with others' changes that can be saved again, of changes to what
   *   others have removed, which are dropped, and the errors
   */
  async save(): Promise<{ saved: number; contested: number; dropped: number; errors: readonly unknown[] }> {
    const byDataset = Map.groupBy(this.edits.value.values(), ({ entry }) => entry.datasetId);
    const outcome = { saved: 0, contested: 0, dropped: 0, errors: [] as unknown[] };
    this.isSaving.value = true;
    this.contested.value = new Set();
    try {
      for (const [datasetId, edits] of byDataset) {
        try {
          const result = await saveEdits(datasetId, this.set, edits);
          this.#settle(result);
          outcome.saved += result.saved.length;
          const left = [...result.contested.keys()].filter((key) => this.edits.value.has(key)).length;
          outcome.contested += left;
          outcome.dropped += result.contested.size - left;
        } catch (error) {
          outcome.errors.push(error);
        }
      }
    } finally {
      this.isSaving.value = false;
    }
    return outcome;
  }

  #settle({ saved, contested, revision }: Awaited<ReturnType<typeof saveEdits>>): void {
    const edits = new Map(this.edits.value);
    const gone = new Set(this.gone.value);
    const now = new Map<string, ReviewEntry>();
    for (const key of saved) {
      const edit = edits.get(key);
      edits.delete(key);
      if (edit === undefined) continue;
      const { change } = edit;
      if (change.kind === "delete") gone.add(key);
      else now.set(key, asSaved(edit, revision));
    }
    for (const [key, entry] of contested) {
      const edit = edits.get(key);
      if (entry === undefined) {
        gone.add(key);
        edits.delete(key);
      } else {
        now.set(key, entry);
        // The change stays, as far as there is something to change: saving again overwrites the others' change.
        const change = edit && ontoEntry(entry, edit.change);
        const left = change && { entry, change };
        if (left === undefined) edits.delete(key);
        else edits.set(key, left);
        if (edit !== undefined) this.#dropReplaced(edit, { entry, edit: left });
      }
    }
    this.edits.value = edits;
    this.gone.value = gone;
    this.contested.value = new Set([...this.contested.value, ...contested.keys()]);
    this.entries.value = this.entries.value.map((entry) => now.get(keyOf(entry)) ?? entry);
  }
  /** The editor of a box that others have changed begins with theirs. */
  #dropReplaced(before: Edit, now: { readonly entry: ReviewEntry; readonly edit: Edit | undefined }): void {
    if (this.#drawn?.key !== keyOf(before.entry)) return;
    const { frame } = this.#drawn.box;
    const boxOf = (entry: ReviewEntry, edit: Edit | undefined): ChipBox | undefined =>
      editedBoxes(entry, edit).find((box) => box.frame === frame);
    const [old, box] = [boxOf(before.entry, before), boxOf(now.entry, now.edit)];
    if (old === undefined || box === undefined || !sameBox(old, box)) this.#drawn = undefined;
  }
}
