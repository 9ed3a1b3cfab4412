/** What must hold between the rows of a database: every parent exists, sizes are the sums of what is below. */

/** Rows that break one rule. */
export interface Inconsistency {
  /** What is wrong, as a plural: `folders whose parent is gone`. */
  readonly what: string;
  readonly count: number;
  /** The first few, as JSON. */
  readonly examples: readonly string[];
  /** `repair` mends it; what it cannot mend takes a backup. */
  readonly repairable: boolean;
}

export interface ConsistencyRepository {
  /** What is looked for, in this order: the `what` of all there may be. */
  readonly kinds: readonly string[];
  /** Nothing when all is well. Reads everything: for administrators and tests. */
  find(): Promise<Inconsistency[]>;
  /**
   * Mends what can be mended; belongs in a transaction. Folders without a parent move to the top of the user or
   * collection they belonged to, or of the first administrator, with their id appended to the name; sizes are counted
   * again; references to nothing are removed.
   */
  repair(): Promise<void>;
}
