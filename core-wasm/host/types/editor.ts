/** The face of a core for edits: transactions, undo, and the op log that they fill. */
import type { FrameNumber } from "./basics.ts";
import type { ChangeSet, EditSummary, EditTransaction } from "./editing.ts";

/** Changes annotations step by step, and reports what has changed. */
export interface AnnotationEditor {
  /**
   * Runs edits as one step. When `edit` throws, everything it did is reverted and the error is rethrown. Anything else
   * that changes the annotations throws `transaction-open` inside.
   */
  transact(label: string, frame: FrameNumber, edit: (tx: EditTransaction) => void): EditSummary;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  undo(): EditSummary | undefined;
  redo(): EditSummary | undefined;
  /** Position in the op log; undo and redo increase it as well, since they are edits too. */
  readonly seq: number;
  changesSince(seq: number): ChangeSet;
  /** The ops after `seq` for a journal, opaque. */
  opsSince(seq: number): Uint8Array<ArrayBuffer>;
  /** Applies ops of `opsSince` to the same starting state; returns false when they do not fit. */
  replay(ops: Uint8Array): boolean;
  /** New tracks get ids after this one. A value below `largestTrackId` has no effect. */
  reserveTrackIds(largest: number): void;
  /** Checks all columns and indexes; throws `CoreError` naming the first error. */
  assertIntegrity(): void;
}
