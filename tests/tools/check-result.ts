/** What a check found, and how much it looked at: a check that looked at nothing has failed. */
export interface CheckResult {
  /** One line each: where, what is wrong, what to do. */
  readonly problems: readonly string[];
  /** For people: `132 files, 640 imports`. */
  readonly looked: string;
}
