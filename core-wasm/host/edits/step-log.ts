/**
 * Steps over the core's op log: a step is a range of ops with a label. Undo and redo are steps too, which refer to the
 * step they revert, so the log only ever grows and determines everything: what to undo, what differs from an earlier
 * position, and what a journal must contain.
 */
import { CoreTransaction } from "./edit-transaction.ts";
import { MembershipCache } from "./group-members.ts";
import type { CoreInstance } from "../instance.ts";
import { decodeJournal, encodeJournal, type Step } from "./journal.ts";
import { addChangedFrames, touchedBy, type Touched } from "./op-headers.ts";
import { moveOp, opHeaderBytes } from "./same-image.ts";
import type {
  ChangeSet,
  EditSummary,
  EditTransaction,
  EntityChanges,
  FrameNumber,
  GroupId,
  TrackId,
} from "../types.ts";
import { CoreError } from "../types.ts";

export class StepLog {
  readonly #core: CoreInstance;
  /** Step n leads from seq n - 1 to seq n; step 1 is at index 0. */
  #steps: Step[] = [];
  /** Seqs of the steps that undo and redo would revert, the next one last. */
  #undoable: number[] = [];
  #redoable: number[] = [];
  readonly #membership = new MembershipCache();
  #isInTransaction = false;

  constructor(core: CoreInstance) {
    this.#core = core;
  }

  get seq(): number {
    return this.#steps.length;
  }

  get canUndo(): boolean {
    return this.#undoable.length > 0;
  }

  get canRedo(): boolean {
    return this.#redoable.length > 0;
  }

  /** Makes the current state the start: seq 0, nothing to undo. The core must have cleared its log already. */
  reset(): void {
    this.#steps = [];
    this.#undoable = [];
    this.#redoable = [];
    this.#membership.drop();
  }

  /** Throws `transaction-open` inside a transaction: its ops would otherwise belong to two steps. */
  requireNoTransaction(): void {
    if (!this.#isInTransaction) return;
    throw new CoreError(
      "transaction-open",
      "A transaction is open: nothing else may change the annotations until it ends.",
    );
  }

  transact(label: string, frame: FrameNumber, edit: (tx: EditTransaction) => void): EditSummary {
    const { track_largest_id, track_set_largest_id, log_drop } = this.#core.exports;
    const start = this.#logEnd();
    const largestId = track_largest_id();
    const transaction = new CoreTransaction(this.#core, this.#membership);
    this.#isInTransaction = true;
    try {
      edit(transaction);
      transaction.settle();
    } catch (error) {
      log_drop(start);
      this.#membership.drop();
      track_set_largest_id(largestId);
      throw error;
    } finally {
      transaction.close();
      this.#isInTransaction = false;
    }
    return this.#finish({ label, frame, start, end: this.#logEnd(), reverts: undefined }, true);
  }

  /** A read that adds to existing content is a step like an edit. When it throws, nothing has changed. */
  add<T>(label: string, read: () => T): T {
    const finish = this.beginAdd(label);
    const answer = read();
    finish();
    return answer;
  }

  /**
   * The version for a read in pieces: starts the step and returns a function that ends it once everything has been
   * read.
   */
  beginAdd(label: string): () => void {
    const { track_entry_end, group_end, track_begin, log_added } = this.#core.exports;
    const start = this.#logEnd();
    const firstTrack = track_entry_end.value;
    const firstGroup = group_end.value;
    return () => {
      const frame = (track_entry_end.value > firstTrack ? track_begin(firstTrack) >>> 0 : 0) as FrameNumber;
      log_added(firstTrack, firstGroup);
      this.#finish({ label, frame, start, end: this.#logEnd(), reverts: undefined });
    };
  }

  undo(): EditSummary | undefined {
    return this.#revert(this.#undoable.at(-1));
  }

  redo(): EditSummary | undefined {
    return this.#revert(this.#redoable.at(-1));
  }

  /** Entities that differ from the state at `seq`. Steps that have been undone since then do not count. */
  changesSince(seq: number): ChangeSet {
    const tracks = new Map<number, Touched>();
    const groups = new Map<number, Touched>();
    for (const step of this.#effectiveSteps(seq)) {
      for (const touched of touchedBy(this.#core, step)) {
        const found = touched.kind === "group" ? groups : tracks;
        if (!found.has(touched.id)) found.set(touched.id, touched);
      }
    }
    const { track_find, group_find } = this.#core.exports;
    return {
      tracks: splitChanges<TrackId>(tracks, (id) => track_find(id) >= 0),
      groups: splitChanges<GroupId>(groups, (id) => group_find(id) >= 0),
    };
  }

  /** The frames on which detections of a track may differ from the state at `seq`; `undefined`: any of them may. */
  framesSince(id: TrackId, seq: number): readonly number[] | undefined {
    const frames = new Set<number>();
    for (const step of this.#effectiveSteps(seq)) {
      if (!addChangedFrames(this.#core, step, id, frames)) return undefined;
    }
    return [...frames].toSorted((a, b) => a - b);
  }

  opsSince(seq: number): Uint8Array<ArrayBuffer> {
    const steps = this.#steps.slice(seq).map((step, index) => ({ ...step, seq: seq + index + 1 }));
    return encodeJournal(this.#core, steps);
  }

  /** Returns false, with the state unchanged, when the ops do not belong to this state or are damaged. */
  replay(journal: Uint8Array): boolean {
    const steps = decodeJournal(journal);
    if (steps === undefined) return false;
    const first = this.seq;
    const origin = this.#logEnd();
    const largestId = this.#core.exports.track_largest_id();
    for (const { ops, label, frame, revertsAgo } of steps) {
      const start = this.#logEnd();
      if (!this.#replayOps(ops)) {
        this.#core.exports.log_drop(origin);
        this.#core.exports.track_set_largest_id(largestId);
        this.#forgetFrom(first);
        return false;
      }
      const reverts = revertsAgo === undefined ? undefined : this.seq + 1 - revertsAgo;
      this.#finish({ label, frame, start, end: this.#logEnd(), reverts });
    }
    return true;
  }

  /**
   * All at once if they were made on exactly these bytes, otherwise one by one. When it returns false, the ops applied
   * so far are in the log.
   */
  #replayOps(ops: Uint8Array): boolean {
    const start = this.#logEnd();
    const apply = (some: Uint8Array): boolean =>
      this.#core.exports.log_replay(this.#core.transfer(some), some.length) !== 0;
    if (apply(ops)) return true;
    this.#core.exports.log_drop(start);
    const view = new DataView(ops.buffer, ops.byteOffset, ops.byteLength);
    for (let at = 0; at < ops.length;) {
      const op = ops.subarray(at, at + view.getUint32(at, true));
      if (!apply(op)) {
        const moved = moveOp(op, this.#currentImageOfRefusedOp());
        if (moved === undefined || !apply(moved)) return false;
      }
      at += op.length;
    }
    return true;
  }

  /** The current image of the entity for which an op was refused: the core stores it past the end of its log. */
  #currentImageOfRefusedOp(): Uint8Array {
    const header = this.#core.exports.log_address(this.#logEnd()) >>> 0;
    const image = header + opHeaderBytes;
    const view = this.#core.copy(header, image);
    const length = new DataView(view.buffer, view.byteOffset).getUint32(16, true);
    return this.#core.copy(image, image + length);
  }

  #logEnd(): number {
    return this.#core.exports.log_end.value >>> 0;
  }

  #revert(seq: number | undefined): EditSummary | undefined {
    const step = seq === undefined ? undefined : this.#steps[seq - 1];
    if (step === undefined) return undefined;
    const kind = seq === this.#undoable.at(-1) ? "undo" : "redo";
    const start = this.#logEnd();
    this.#core.exports.log_revert(step.start, step.end);
    const reverting = { label: step.label, frame: step.frame, start, end: this.#logEnd(), reverts: seq };
    return { ...this.#finish(reverting), kind };
  }

  #finish(step: Step, isTransaction = false): EditSummary {
    const previousSeq = this.seq;
    // An edit that changed nothing leaves no step.
    if (step.start !== step.end || step.reverts !== undefined) {
      this.#steps.push(step);
      this.#updateUndoStacks(step, this.seq);
    }
    this.#core.exports.edit_compact();
    const touched = touchedBy(this.#core, step);
    if (!isTransaction && touched.some(({ kind }) => kind === "group")) this.#membership.drop();
    const tracks = touched.filter(({ kind }) => kind === "track");
    const groups = touched.filter(({ kind }) => kind === "group");
    const { track_find, group_find } = this.#core.exports;
    return {
      label: step.label,
      kind: "edit",
      seq: this.seq,
      previousSeq,
      frame: step.frame,
      tracks: sortChanges<TrackId>(tracks, (id) => track_find(id) >= 0),
      groups: sortChanges<GroupId>(groups, (id) => group_find(id) >= 0),
      trackIds: [...new Set(tracks.map(({ id }) => id as TrackId))],
    };
  }

  /** Updates what undo and redo will do next. */
  #updateUndoStacks({ reverts }: Step, seq: number): void {
    if (reverts !== undefined && reverts === this.#undoable.at(-1)) {
      this.#undoable.pop();
      this.#redoable.push(seq);
    } else if (reverts !== undefined && reverts === this.#redoable.at(-1)) {
      this.#redoable.pop();
      this.#undoable.push(seq);
    } else {
      this.#undoable.push(seq);
      this.#redoable = [];
    }
  }

  #forgetFrom(seq: number): void {
    const kept = this.#steps.slice(0, seq);
    this.reset();
    for (const step of kept) {
      this.#steps.push(step);
      this.#updateUndoStacks(step, this.seq);
    }
  }

  /** The steps after `seq`, without pairs of a step and the one that reverted it. */
  #effectiveSteps(seq: number): Step[] {
    const effective: { readonly step: Step; readonly seq: number }[] = [];
    for (const [index, step] of this.#steps.slice(seq).entries()) {
      if (step.reverts !== undefined && step.reverts === effective.at(-1)?.seq) effective.pop();
      else effective.push({ step, seq: seq + index + 1 });
    }
    return effective.map(({ step }) => step);
  }
}

/** Touched entities, by whether they existed at the start and exist now. */
function splitChanges<Id>(
  touched: ReadonlyMap<number, Touched>,
  exists: (id: number) => boolean,
): { readonly upsert: readonly Id[]; readonly delete: readonly Id[] } {
  const changed = [...touched.values()].toSorted((a, b) => a.id - b.id);
  return {
    upsert: changed.filter(({ id }) => exists(id)).map(({ id }) => id as Id),
    delete: changed.filter(({ id, existedBefore }) => existedBefore && !exists(id)).map(({ id }) => id as Id),
  };
}

/** Touched entities by what happened to them; those added and removed within the step are left out. */
function sortChanges<Id>(touched: readonly Touched[], exists: (id: number) => boolean): EntityChanges<Id> {
  const added: Id[] = [];
  const changed: Id[] = [];
  const removed: Id[] = [];
  const first = new Map<number, Touched>();
  for (const each of touched) if (!first.has(each.id)) first.set(each.id, each);
  for (const { id, existedBefore } of [...first.values()].toSorted((a, b) => a.id - b.id)) {
    if (existedBefore) (exists(id) ? changed : removed).push(id as Id);
    else if (exists(id)) added.push(id as Id);
  }
  return { added, changed, removed };
}
