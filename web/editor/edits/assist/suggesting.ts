/**
 * State of a run that learns from boxes, or loads a model, and searches for more; or of a model
 * that analyzes a frame or reads text.
 */

export interface Suggesting {
  readonly kind: "learning" | "loading" | "looking" | "seeing" | "reading";
  /** Progress of the learning or loading, 0..1. */
  readonly share: number;
  /** How many boxes it learns from. */
  readonly boxes: number;
  /** The frame being searched. */
  readonly frame: number;
  stop(): void;
}
