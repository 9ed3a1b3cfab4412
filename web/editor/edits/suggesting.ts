/** What is known while boxes are learnt from and looked for. */

export interface Suggesting {
  readonly kind: "learning" | "looking";
  /** Of the learning, 0..1. */
  readonly share: number;
  /** Boxes that are learnt from. */
  readonly boxes: number;
  /** That is looked at. */
  readonly frame: number;
  stop(): void;
}
