/** Timestamps written while the system clock was ahead. */

export interface DateRepository {
  /**
   * Sessions, uploads, contents and unfinished jobs created or changed after `laterThanMs`, a time in the future, get
   * `nowMs` instead; notifications expire at `laterThanMs` at the latest. Otherwise all of them would stay until the
   * time that the clock showed.
   * @returns how many were changed
   */
  resetFutureDates(laterThanMs: number, nowMs: number): Promise<number>;
}
