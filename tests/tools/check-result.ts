/** The findings of a check, and how much it checked: a check that checked nothing has failed. */
export interface CheckResult {
  /** One line each: where, what is wrong, what to do. */
  readonly problems: readonly string[];
  /** For the output: `132 files, 640 imports`. */
  readonly looked: string;
}
