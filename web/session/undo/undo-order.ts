/**
 * One undo order over all cameras and the configuration. It records which of them made each step; the content of a step
 * is in the log of its owner. If that log is gone because the document was read again, the step itself holds its
 * content.
 */

import { signal, type ReadonlySignal } from "@preact/signals-core";
import type { FrameNumber, TrackId } from "#core/types";
import type { EditAction } from "./edit-action.ts";

export interface Step<Owner, Past> {
  readonly owner: Owner;
  /** Position in the owner's log after the step. */
  readonly seq: number;
  readonly action: EditAction;
  /** Steps with the same one are undone together. */
  readonly jointKey?: object | undefined;
  /** The content of the step, if the owner's log no longer has it. */
  readonly past?: Past | undefined;
}

/** A step as users see it: steps made together count as one. */
export interface StepEntry {
  /** Of the first, if several were made together. */
  readonly action: EditAction;
  /** Done, as opposed to undone: undo would revert it. */
  readonly isDone: boolean;
}

/** The last change of the order. */
export interface StepMove {
  /** Counts the moves. */
  readonly number: number;
  readonly kind: "done" | "undone" | "redone";
  /** Of the step; of the first, if several were made together. */
  readonly action: EditAction;
  /** The tracks that undo or redo touched; `undefined` for a new step, whose caller knows them. */
  readonly tracks?: readonly TrackId[] | undefined;
  /** The frame of the step, for undo and redo; absent if it did not edit annotations. */
  readonly frame?: FrameNumber | undefined;
}

/** The state of an owner after an undo or redo. */
export interface Reached {
  /** Position in its log. */
  readonly seq: number;
  /** The tracks that the step touched; absent if it did not edit annotations. */
  readonly trackIds?: readonly TrackId[];
  readonly frame?: FrameNumber;
}

/** Undoes or redoes one step, by its owner or from its past content. `undefined`: that was not possible. */
export type MoveStep<Owner, Past> = (step: Step<Owner, Past>) => Reached | undefined;

export class UndoOrder<Owner, Past = never> {
  #undoable: Step<Owner, Past>[] = [];
  #redoable: Step<Owner, Past>[] = [];
  #jointKey: object | undefined;
  readonly #version = signal(0);
  /** Counts changes of the order. */
  readonly version: ReadonlySignal<number> = this.#version;
  readonly #lastMove = signal<StepMove | undefined>(undefined);
  /** `undefined`: nothing yet. */
  readonly lastMove: ReadonlySignal<StepMove | undefined> = this.#lastMove;

  get canUndo(): boolean {
    return this.#undoable.length > 0;
  }

  get canRedo(): boolean {
    return this.#redoable.length > 0;
  }

  /** After a new step, nothing can be redone. */
  push(owner: Owner, seq: number, action: EditAction): void {
    const isPart = this.#jointKey !== undefined && this.#undoable.at(-1)?.jointKey === this.#jointKey;
    this.#undoable.push({ owner, seq, action, jointKey: this.#jointKey });
    this.#redoable = [];
    this.#version.value += 1;
    if (!isPart) this.#recordMove("done", action);
  }

  /** Everything `work` pushes is one step for undo and redo, whichever owner made its parts. */
  join<T>(work: () => T): T {
    const outer = this.#jointKey;
    this.#jointKey = outer ?? {};
    try {
      return work();
    } finally {
      this.#jointKey = outer;
    }
  }

  /**
   * @param revert reverts the owner's last step, or a past one, and returns the state reached
   * @param recovered an owner with steps from before this history began, which come last
   */
  undo(revert: MoveStep<Owner, Past>, recovered?: Owner): boolean {
    if (recovered !== undefined && !this.canUndo) {
      this.#undoable.push({ owner: recovered, seq: 0, action: { kind: "journal", change: "restore" } });
    }
    return this.#move("undone", this.#undoable, this.#redoable, revert);
  }

  redo(repeat: MoveStep<Owner, Past>): boolean {
    return this.#move("redone", this.#redoable, this.#undoable, repeat);
  }

  /** The oldest first. */
  entries(): readonly StepEntry[] {
    const done = this.#undoable.map((step) => ({ step, isDone: true }));
    const undone = this.#redoable.toReversed().map((step) => ({ step, isDone: false }));
    return [...done, ...undone]
      .filter(
        ({ step: { jointKey } }, index, all) => jointKey === undefined || all[index - 1]?.step.jointKey !== jointKey,
      )
      .map(({ step: { action }, isDone }) => ({ action, isDone }));
  }

  /** The owner's log was restarted: none of its steps can be undone. */
  forget(owner: Owner): void {
    this.#undoable = this.#undoable.filter((step) => step.owner !== owner);
    this.#redoable = this.#redoable.filter((step) => step.owner !== owner);
    this.#version.value += 1;
  }

  /** The number of steps in the owner's own log. */
  countOf(owner: Owner): { readonly done: number; readonly undone: number } {
    const count = (steps: readonly Step<Owner, Past>[]): number =>
      steps.filter((step) => step.owner === owner && step.past === undefined).length;
    return { done: count(this.#undoable), undone: count(this.#redoable) };
  }

  /**
   * Replaces the owner's steps after its log was restarted. Steps that are not given are forgotten, with everything
   * after them.
   * @param done the next to be undone first
   * @param undone the next to be redone first
   */
  keepPast(owner: Owner, { done, undone }: { readonly done: readonly Past[]; readonly undone: readonly Past[] }): void {
    keepIn(this.#undoable, owner, done);
    keepIn(this.#redoable, owner, undone);
    this.#version.value += 1;
  }

  /** Forgets the owner's oldest steps where the past ones are larger than this, for undo and for redo. */
  limitPast(owner: Owner, sizeOf: (past: Past) => number, max: number): void {
    for (const steps of [this.#undoable, this.#redoable]) {
      let size = 0;
      for (let index = steps.length - 1; index >= 0; index -= 1) {
        const { past, owner: own } = steps[index]!;
        size += past === undefined ? 0 : sizeOf(past);
        if (size > max && own === owner) steps.splice(index, 1);
      }
    }
    this.#version.value += 1;
  }

  /** Changes the content of the owner's past steps. */
  changePast(owner: Owner, change: (past: Past) => Past): void {
    for (const steps of [this.#undoable, this.#redoable]) {
      for (const [index, step] of steps.entries()) {
        if (step.owner === owner && step.past !== undefined) steps[index] = { ...step, past: change(step.past) };
      }
    }
  }

  #move(
    kind: "undone" | "redone",
    from: Step<Owner, Past>[],
    to: Step<Owner, Past>[],
    moveStep: MoveStep<Owner, Past>,
  ): boolean {
    const jointKey = from.at(-1)?.jointKey;
    const goesOn = () => jointKey !== undefined && from.at(-1)?.jointKey === jointKey;
    const moved: Step<Owner, Past>[] = [];
    const reached: Reached[] = [];
    do {
      const step = from.at(-1);
      const place = step && moveStep(step);
      if (step === undefined || place === undefined) break;
      from.pop();
      to.push({ ...step, seq: place.seq });
      moved.push(step);
      reached.push(place);
    } while (goesOn());
    // Undone steps come in reverse order.
    const first = kind === "undone" ? moved.at(-1) : moved[0];
    if (first === undefined) return false;
    this.#version.value += 1;
    // Linked tracks have one id on all cameras.
    const tracks = [...new Set(reached.flatMap(({ trackIds = [] }) => trackIds))];
    const frame = reached.find((each) => each.frame !== undefined)?.frame;
    this.#recordMove(kind, first.action, { tracks, frame });
    return true;
  }

  #recordMove(kind: StepMove["kind"], action: EditAction, what: Pick<StepMove, "tracks" | "frame"> = {}): void {
    this.#lastMove.value = { number: (this.#lastMove.peek()?.number ?? 0) + 1, kind, action, ...what };
  }
}

/** In place, because callers that iterate over the list hold a reference to it. */
function keepIn<Owner, Past>(steps: Step<Owner, Past>[], owner: Owner, pasts: readonly Past[]): void {
  const left = [...pasts];
  let isEnd = false;
  for (let index = steps.length - 1; index >= 0; index -= 1) {
    const step = steps[index]!;
    if (step.owner !== owner) continue;
    const past = step.past ?? left.shift();
    isEnd ||= past === undefined;
    if (isEnd) steps.splice(index, 1);
    else steps[index] = { ...step, past };
  }
}
