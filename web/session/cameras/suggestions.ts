/**
 * What is suggested and not yet an annotation: one store for all that suggest, drawn dashed, and accepted or refused as
 * one. A later offer takes the place of the one before.
 */

import { computed, signal, type ReadonlySignal } from "@preact/signals-core";
import type { FrameNumber, TrackId } from "#core/types";
import type { Shape } from "../../base/shape.ts";
import type { Camera } from "./camera.ts";

export type SuggestionSource = "counterpart" | "tracker" | "segmenter" | "detector";

export interface Suggestion {
  readonly source: SuggestionSource;
  readonly camera: Camera;
  readonly frame: FrameNumber;
  /** The track it would become part of; without one it would begin a new one. */
  readonly trackId?: TrackId | undefined;
  readonly shape: Shape;
  /** Of the track that it would begin; default: that of new tracks. */
  readonly type?: string;
  /** How sure it is, 0..1. */
  readonly score: number;
}

/** Suggestions that are accepted or refused together, or one by one: then one of them is the current one. */
export interface Offer {
  readonly suggestions: readonly Suggestion[];
  /** The number of the one that is accepted or refused next. */
  readonly current?: number;
  /** Whether it is still about what is shown. Reads signals. */
  isWanted?(): boolean;
  /** Takes them into the annotations, as one step. */
  accept(): void;
  /** They are not wanted: a search for more of them may stop. */
  refuse?(): void;
  /** The current one is none; it need not be suggested again. */
  refuseOne?(): void;
  /** Makes the next one (1) or the one before (-1) the current one. */
  step?(by: 1 | -1): void;
}

export class Suggestions {
  readonly #offered = signal<Offer | undefined>(undefined);

  /** What can be accepted or refused now. */
  readonly offer: ReadonlySignal<Offer | undefined> = computed(() => {
    const offer = this.#offered.value;
    return offer?.isWanted?.() === false ? undefined : offer;
  });

  /** Those of the picture that a camera shows. Reads signals. */
  on(camera: Camera): readonly Suggestion[] {
    const frame = camera.shown.value;
    const suggestions = this.offer.value?.suggestions ?? [];
    return suggestions.filter((each) => each.camera === camera && each.frame === frame);
  }

  /** Suggests something, in the place of what was suggested before. */
  put(offer: Offer): void {
    this.#offered.value = offer;
  }

  /** There is nothing left to suggest. With an offer: unless another has taken its place. */
  withdraw(offer = this.#offered.peek()): void {
    if (this.#offered.peek() === offer) this.#offered.value = undefined;
  }

  /** Returns false where there is nothing to accept. */
  accept(): boolean {
    const offer = this.offer.peek();
    if (offer === undefined) return false;
    this.withdraw(offer);
    offer.accept();
    return true;
  }

  /** The same for one of several; nothing where they are not decided one by one. */
  refuseOne(): void {
    this.offer.peek()?.refuseOne?.();
  }

  step(by: 1 | -1): void {
    this.offer.peek()?.step?.(by);
  }

  /** Returns false where there is nothing to refuse. */
  refuse(): boolean {
    const offer = this.offer.peek();
    if (offer === undefined) return false;
    this.withdraw(offer);
    offer.refuse?.();
    return true;
  }
}
