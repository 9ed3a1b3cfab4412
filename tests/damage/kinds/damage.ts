/** A kind of damage: a change of a clean file, and where it is. */
import type { Random } from "../../fuzz/random.ts";

export interface Damaged {
  /** One character per byte, so that invalid UTF-8 is preserved. */
  readonly text: string;
  /** From 1, inclusive. */
  readonly lines: readonly [number, number];
}

export type Damage = (random: Random) => Damaged;
