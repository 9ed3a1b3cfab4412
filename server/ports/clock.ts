/** Time and ids as the services see them, so that tests can fix both. */

export interface Clock {
  /** Milliseconds since 1970, UTC. */
  nowMs(): number;
  /**
   * Milliseconds since an arbitrary moment, in this process; unaffected by changes of the system clock. For durations.
   */
  steadyMs(): number;
}

export interface Ids {
  /** A new document id, 24 hex digits. */
  next(): string;
}
