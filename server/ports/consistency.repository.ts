/** Invariants between the rows of a database: every parent exists, sizes are the sums of the contents. */

/** Rows that violate one rule. */
export interface Inconsistency {
  /** The problem, as a plural noun phrase: `folders whose parent is gone`. */
  readonly what: string;
  readonly count: number;
  /** The first few rows, as JSON. */
  readonly examples: readonly string[];
  /** `repair` fixes it; otherwise it takes a backup. */
  readonly repairable: boolean;
}

export interface ConsistencyRepository {
  /** Everything that is checked, in this order: all possible values of `what`. */
  readonly kinds: readonly string[];
  /** Empty if everything is consistent. Reads the whole database: for administrators and tests. */
  find(): Promise<Inconsistency[]>;
  /**
   * Fixes what can be fixed; call it in a transaction. Folders without a parent move to the top of the user or
   * collection they belonged to, or else of the first administrator, with their id appended to the name; sizes are
   * recalculated; dangling references are removed.
   */
  repair(): Promise<void>;
}
