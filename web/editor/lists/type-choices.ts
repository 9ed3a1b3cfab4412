/** The types a user can choose from, and finding one by part of its name. */

import { computed, signal, type ReadonlySignal } from "@preact/signals-core";
import { effect } from "../../base/effect.ts";
import { unknownType } from "../../session/display/settings.ts";
import type { Workspace } from "../../session/workspace.ts";
import { fillSlots, assignType, noSlots } from "./type-slots.ts";

export interface TypeChoice {
  readonly type: string;
  /** How many tracks are shown under it. */
  readonly count: number;
  /** The digit that assigns it, 1 to 9. */
  readonly digit: number | undefined;
}

export class TypeChoices {
  readonly #slots = signal(noSlots);
  readonly #stop: () => void;

  /** Types with a digit first, then the most frequent. A type that was created here and undone is left out. */
  readonly choices: ReadonlySignal<readonly TypeChoice[]>;

  constructor(workspace: Workspace) {
    const { counts } = workspace.display.types;
    const counted = computed(() => counts.value.toSorted((a, b) => b.trackCount - a.trackCount));
    this.#stop = effect(() => {
      const now = this.#slots.peek();
      const types = counted.value.map(({ type }) => type);
      // "unknown" takes no digit from a type, unless a user assigned it on purpose.
      this.#slots.value = fillSlots(
        now,
        types.filter((type) => type !== unknownType || now.assigned.has(unknownType)),
      );
    });
    this.choices = computed(() => {
      const { slots } = this.#slots.value;
      const all = counted.value.map(({ type, trackCount }): TypeChoice => {
        const at = slots.indexOf(type);
        return { type, count: trackCount, digit: at === -1 ? undefined : at + 1 };
      });
      return all.toSorted((a, b) => (a.digit ?? 10) - (b.digit ?? 10));
    });
  }

  /** The type with a digit. */
  byDigit(digit: number): string | undefined {
    return this.choices.value.find((choice) => choice.digit === digit)?.type;
  }

  /** Call when the user assigns this type: it gets a digit. */
  recordAssigned(type: string): void {
    this.#slots.value = assignType(this.#slots.peek(), type);
  }

  dispose(): void {
    this.#stop();
  }
}

/**
 * Choices whose name contains `text`, best match first: the whole name, its beginning, the beginning of a word,
 * anywhere.
 */
export function matchTypes<T extends { readonly type: string }>(choices: readonly T[], text: string): readonly T[] {
  const sought = text.trim().toLowerCase();
  if (sought === "") return choices;
  const rank = ({ type }: T): number => {
    const name = type.toLowerCase();
    if (type === text.trim()) return 0;
    if (name === sought) return 1;
    if (name.startsWith(sought)) return 2;
    const at = name.indexOf(sought);
    if (at === -1) return 5;
    return /[\s_\-/.]/.test(name[at - 1] ?? "") ? 3 : 4;
  };
  return choices
    .map((choice) => ({ choice, rank: rank(choice) }))
    .filter((each) => each.rank < 5)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ choice }) => choice);
}

/** The type that a text names: exactly, or else ignoring case. */
export function findType<T extends { readonly type: string }>(choices: readonly T[], text: string): T | undefined {
  const name = text.trim();
  return (
    choices.find(({ type }) => type === name) ?? choices.find(({ type }) => type.toLowerCase() === name.toLowerCase())
  );
}
