/**
 * How long a person works on annotations: the time between two edits counts, unless it is a pause. Watching a video
 * without an edit does not count.
 */

/** A longer time between two edits is a pause, and counts as nothing. */
export const pauseMs = 2 * 60 * 1000;

export class WorkTime {
  #lastMs: number | undefined;

  /** @returns how long the person has worked for the edit that was just made */
  edited(nowMs = Date.now()): number {
    const passedMs = this.#lastMs === undefined ? 0 : nowMs - this.#lastMs;
    this.#lastMs = nowMs;
    return passedMs > 0 && passedMs <= pauseMs ? passedMs : 0;
  }
}
