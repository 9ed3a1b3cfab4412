/** Unsaved changes to the entries of a review, and how they are saved. */
import { computed, signal } from "@preact/signals-core";
import type { Signal } from "@preact/signals-core";
import type { ReviewEntry } from "#schemas/wire";
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
import { asSaved, saveEdits } from "./save-edits.ts";

/** The part of a review that is edited. */
interface EditedReview {
  readonly set: string;
  readonly entries: Signal<readonly ReviewEntry[]>;
  readonly types: Signal<readonly string[]>;
  mayWrite(entry: ReviewEntry): boolean;
}

export class ReviewEdits {
  readonly all = signal<Edits>(new Map());
  readonly count = computed(() => this.all.value.size);
  /** Keys of deleted entries, whether deleted here or by others. */
  readonly gone = signal<ReadonlySet<string>>(new Set());
  /** Keys of entries that others have changed too; not saved. */
  readonly contested = signal<ReadonlySet<string>>(new Set());
  readonly isSaving = signal(false);
  readonly #review: EditedReview;
  /** In an open editor, and not applied yet. */
  #drawn: { readonly key: string; readonly box: ChipBox } | undefined;

  constructor(review: EditedReview) {
    this.#review = review;
  }

  /** Changes some entries, skipping those that do not allow it. @returns how many were changed */
  change(entries: readonly ReviewEntry[], changeOf: (entry: ReviewEntry) => Change | undefined): number {
    if (this.isSaving.value) return 0;
    let edits = this.all.value;
    let changed = 0;
    for (const entry of entries) {
      if (this.gone.value.has(keyOf(entry)) || !this.#review.mayWrite(entry)) continue;
      edits = withChange(edits, entry, changeOf(entry));
      changed += 1;
    }
    this.all.value = edits;
    return changed;
  }

  markCorrect(entries: readonly ReviewEntry[]): number {
    return this.change(entries, (entry) =>
      withPairs(this.all.value, entry, confirmType(editedPairs(entry, this.all.value))),
    );
  }

  retype(entries: readonly ReviewEntry[], type: string): number {
    if (!this.#review.types.value.includes(type)) this.#review.types.value = [...this.#review.types.value, type];
    return this.change(entries, (entry) =>
      withPairs(this.all.value, entry, asType(editedPairs(entry, this.all.value), type)),
    );
  }

  reshape(entry: ReviewEntry, box: ChipBox): number {
    return this.change([entry], () => withBox(this.all.value, entry, box));
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
    const entry = this.#review.entries.value.find((each) => keyOf(each) === key);
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
    this.all.value = new Map();
    this.contested.value = new Set();
  }

  /**
   * Saves each dataset separately, so that an error in one does not keep the others from being saved.
   * @returns the number of saved changes, of conflicts with others' changes that can be saved again, of changes to what
   *   others have removed, which are dropped, and the errors
   */
  async save(): Promise<{ saved: number; contested: number; dropped: number; errors: readonly unknown[] }> {
    const byDataset = Map.groupBy(this.all.value.values(), ({ entry }) => entry.datasetId);
    const outcome = { saved: 0, contested: 0, dropped: 0, errors: [] as unknown[] };
    this.isSaving.value = true;
    this.contested.value = new Set();
    try {
      for (const [datasetId, edits] of byDataset) {
        try {
          const result = await saveEdits(datasetId, this.#review.set, edits);
          this.#settle(result);
          outcome.saved += result.saved.length;
          const left = [...result.contested.keys()].filter((key) => this.all.value.has(key)).length;
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
    const edits = new Map(this.all.value);
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
    this.all.value = edits;
    this.gone.value = gone;
    this.contested.value = new Set([...this.contested.value, ...contested.keys()]);
    this.#review.entries.value = this.#review.entries.value.map((entry) => now.get(keyOf(entry)) ?? entry);
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
