/** The steps of one owner that can be undone and redone, as values. The owner decides what a step changes. */

export class StepStacks<Step> {
  readonly #done: Step[] = [];
  readonly #undone: Step[] = [];

  /** The oldest first. */
  get done(): readonly Step[] {
    return this.#done;
  }

  /** After a new step, nothing can be redone. */
  push(step: Step): void {
    this.#done.push(step);
    this.#undone.length = 0;
  }

  /** Moves the last step to those that can be redone, and returns it. */
  undo(): Step | undefined {
    return move(this.#done, this.#undone);
  }

  redo(): Step | undefined {
    return move(this.#undone, this.#done);
  }

  clear(): void {
    this.#done.length = 0;
    this.#undone.length = 0;
  }
}

function move<Step>(from: Step[], to: Step[]): Step | undefined {
  if (from.length === 0) return undefined;
  const step = from.pop() as Step;
  to.push(step);
  return step;
}
