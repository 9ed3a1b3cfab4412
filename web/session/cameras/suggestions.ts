/**
 * Suggestions that are not annotations yet: one store for all sources, drawn dashed, and accepted or refused by the
 * same command. A later offer replaces the previous one.
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
  /** The track it would become part of; without one, it would start a new one. */
  readonly trackId?: TrackId | undefined;
  readonly shape: Shape;
  /** The type of the track it would start; default: that of new tracks. */
  readonly type?: string;
  /** Score, 0..1. */
  readonly score: number;
}

/** Suggestions that are accepted or refused together, or one by one: then one of them is the current one. */
export interface Offer {
  readonly suggestions: readonly Suggestion[];
  /** Index of the one that is accepted or refused next. */
  readonly current?: number;
  /** Whether it still applies to the current view. Reads signals. */
  isWanted?(): boolean;
  /** Adds them to the annotations in one step. */
  accept(): void;
  /** The user does not want them: a search for more may stop. */
  refuse?(): void;
  /** The user refused the current one; do not suggest it again. */
  refuseOne?(): void;
  /** Makes the next (1) or previous (-1) one the current one. */
  step?(by: 1 | -1): void;
}

export class Suggestions {
  readonly #offered = signal<Offer | undefined>(undefined);

  /** The suggestions that can be accepted or refused now. */
  readonly offer: ReadonlySignal<Offer | undefined> = computed(() => {
    const offer = this.#offered.value;
    return offer?.isWanted?.() === false ? undefined : offer;
  });

  /** The suggestions for the picture a camera shows. Reads signals. */
  on(camera: Camera): readonly Suggestion[] {
    const frame = camera.shown.value;
    const suggestions = this.offer.value?.suggestions ?? [];
    return suggestions.filter((each) => each.camera === camera && each.frame === frame);
  }

  /** Suggests something, replacing the previous offer. */
  put(offer: Offer): void {
    this.#offered.value = offer;
  }

  /** Withdraws an offer, unless another one has replaced it. Default: the current one. */
  withdraw(offer = this.#offered.peek()): void {
    if (this.#offered.peek() === offer) this.#offered.value = undefined;
  }

  /** Returns false if there is nothing to accept. */
  accept(): boolean {
    const offer = this.offer.peek();
    if (offer === undefined) return false;
    this.withdraw(offer);
    offer.accept();
    return true;
  }

  /** Refuses one of several; does nothing if they are not decided one by one. */
  refuseOne(): void {
    this.offer.peek()?.refuseOne?.();
  }

  step(by: 1 | -1): void {
    this.offer.peek()?.step?.(by);
  }

  /** Returns false if there is nothing to refuse. */
  refuse(): boolean {
    const offer = this.offer.peek();
    if (offer === undefined) return false;
    this.withdraw(offer);
    offer.refuse?.();
    return true;
  }
}
