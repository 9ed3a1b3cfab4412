/** State of a run that learns from boxes and searches for more. */

export interface Suggesting {
  readonly kind: "learning" | "looking";
  /** Progress of the learning, 0..1. */
  readonly share: number;
  /** How many boxes it learns from. */
  readonly boxes: number;
  /** The frame being searched. */
  readonly frame: number;
  stop(): void;
}
