/** Time and identity as the services see them, so that tests can hold both still. */

export interface Clock {
  /** Milliseconds since 1970, UTC. */
  nowMs(): number;
  /** Milliseconds since some moment, within this process: unaffected when the clock is set. For durations. */
  steadyMs(): number;
}

export interface Ids {
  /** A new document id, 24 hex digits. */
  next(): string;
}
