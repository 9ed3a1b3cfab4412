/** Sorts the entries of a review by their likeness to one of them. At most one comparison runs at a time. */
import { signal } from "@preact/signals-core";
import type { Signal } from "@preact/signals-core";
import type { ReviewEntry } from "#schemas/wire";
import { differencesFrom, type Likeness, maxCompared, mostAlikeFirst } from "./likeness.ts";

/** The part of a review that is compared and sorted. */
interface SortedReview {
  readonly entries: Signal<readonly ReviewEntry[]>;
  /** Loads entries until there are `count`, or until `stop`. */
  fill(count: number, stop: AbortSignal): Promise<void>;
}

export class LikenessSort {
  /** The track whose likeness sorts the entries, and how far that is; `undefined`: they are in the asked order. */
  readonly state = signal<Likeness | undefined>(undefined);
  readonly #review: SortedReview;
  readonly #beforeMove: () => void;
  #comparing = new AbortController();

  /** @param beforeMove called before the entries move */
  constructor(review: SortedReview, beforeMove: () => void) {
    this.#review = review;
    this.#beforeMove = beforeMove;
  }

  /**
   * Puts the first entries into the order of their likeness to one of them; the others follow as before. Only the call
   * itself sorts, once: later edits move nothing.
   * @param asking ends with the question that the entries answer
   * @returns `nothing` if the chip has no picture; `stopped` if something else was asked, or it was stopped at once
   */
  async sort(to: ReviewEntry, asking: AbortSignal): Promise<"sorted" | "nothing" | "stopped"> {
    this.stop();
    const stop = new AbortController();
    this.#comparing = stop;
    this.state.value = { to, compared: 0, of: 0, isRunning: true };
    const { entries } = this.#review;
    await this.#review.fill(maxCompared, stop.signal);
    if (stop.signal.aborted) return this.#stopped(stop);
    const compared = entries.value.slice(0, maxCompared);
    const progress = (n: number, isRunning: boolean): void => {
      if (this.#comparing === stop) this.state.value = { to, compared: n, of: compared.length, isRunning };
    };
    const differences = await differencesFrom(to, compared, {
      signal: stop.signal,
      onProgress: (n) => progress(n, true),
    });
    if (asking.aborted || this.#comparing !== stop) return "stopped";
    if (differences.size === 0) {
      if (stop.signal.aborted) return this.#stopped(stop);
      this.state.value = undefined;
      return "nothing";
    }
    this.#beforeMove();
    progress(differences.size, false);
    entries.value = mostAlikeFirst(entries.value, to, differences);
    return "sorted";
  }

  /** Sorts by the chips compared until now. */
  stop(): void {
    this.#comparing.abort();
  }

  /** The entries are in the asked order again. */
  reset(): void {
    this.stop();
    this.state.value = undefined;
  }

  #stopped(stop: AbortController): "stopped" {
    if (this.#comparing === stop) this.state.value = undefined;
    return "stopped";
  }
}
