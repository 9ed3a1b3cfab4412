/** Dates that were written while the clock of the machine was ahead. */

export interface DateRepository {
  /**
   * Sessions, uploads, contents and unfinished jobs that were made or touched after `laterThanMs`, a time in the
   * future, count as made or touched at `nowMs`; notifications go at `laterThanMs` at the latest. Otherwise they would
   * all stay until the date that the clock has shown.
   * @returns how many
   */
  bringBack(laterThanMs: number, nowMs: number): Promise<number>;
}
