/**
 * The steps of an open dataset: one order over all cameras, the configuration and other participants, and steps from
 * before a document was read again. Moving through them is here; the workspace decides what the page then shows.
 */

import { batch, computed, type ReadonlySignal } from "@preact/signals-core";
import type { AnnotationCore, EditSummary } from "#core/types";
import type { Camera } from "../cameras/camera.ts";
import type { Configuration } from "../dataset/configuration.ts";
import type { AnnotationDocument } from "../document/annotation-document.ts";
import {
  maxPastSize,
  openScratch,
  renameStep,
  replayStep,
  sizeOfPast,
  extractSteps,
  type PastStep,
  type ExtractedSteps,
} from "./past-steps.ts";
import type { EditAction } from "./edit-action.ts";
import { UndoOrder, type MoveStep, type StepEntry, type StepMove } from "./undo-order.ts";

/** A participant of the undo order other than annotations. Both methods return the position reached. */
export interface Undoable {
  undo(): number | undefined;
  redo(): number | undefined;
}

/** A move's changes on one camera. */
export interface MovedCamera {
  readonly action: EditAction;
  readonly camera: Camera;
  readonly summary: EditSummary;
}

export type Direction = "undo" | "redo";

export interface StepsParts {
  readonly cameras: readonly Camera[];
  readonly active: ReadonlySignal<Camera>;
  readonly configuration: Configuration;
  /** Changes whenever annotations do. */
  readonly tracksVersion: ReadonlySignal<number>;
  readonly readOnly: ReadonlySignal<unknown>;
  /** Undo continues across documents read with it. */
  readonly createCore: (() => Promise<AnnotationCore>) | undefined;
}

export class WorkspaceSteps {
  readonly #parts: StepsParts;
  readonly #order = new UndoOrder<Camera | Undoable, PastStep>();
  /** Documents whose core has steps that the order knows otherwise. */
  readonly #replayed = new WeakSet<AnnotationDocument>();
  #scratch: AnnotationCore | undefined;

  /** The steps that undo and redo go through, the oldest first. */
  readonly entries: ReadonlySignal<readonly StepEntry[]>;
  /** The step that was done, undone or redone last. */
  readonly lastMove: ReadonlySignal<StepMove | undefined> = this.#order.lastMove;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;

  constructor(parts: StepsParts) {
    this.#parts = parts;
    const { configuration, tracksVersion, readOnly } = parts;
    configuration.listen({
      isReadOnly: () => readOnly.peek() !== undefined,
      onStep: (seq) => this.#order.push(configuration, seq, { kind: "configuration", change: "change" }),
      onForgotten: () => this.#order.forget(configuration),
    });
    const changing = (canMove: () => boolean): ReadonlySignal<boolean> =>
      computed(() => {
        void tracksVersion.value;
        void this.#order.version.value;
        return canMove() && readOnly.value === undefined;
      });
    this.entries = computed(() => (void this.#order.version.value, this.#order.entries()));
    this.canUndo = changing(() => this.#order.canUndo || this.#recovered() !== undefined);
    this.canRedo = changing(() => this.#order.canRedo);
  }

  /** All changes by `work`, on any camera and of the configuration, are one undo step. */
  asOneStep<T>(work: () => T): T {
    return this.#order.join(() => batch(work));
  }

  /** Records a step that the owner has just made. */
  push(owner: Camera | Undoable, seq: number, action: EditAction): void {
    this.#order.push(owner, seq, action);
  }

  /** None of these can be undone any longer. */
  forget(owner: Camera | Undoable): void {
    this.#order.forget(owner);
  }

  /** Undoes or redoes one step. `undefined`: none; an empty list: annotations were not part of it. */
  move(direction: Direction): readonly MovedCamera[] | undefined {
    const moved: MovedCamera[] = [];
    const moveStep: MoveStep<Camera | Undoable, PastStep> = ({ owner, past, action }) => {
      const camera = this.#parts.cameras.find((each) => each === owner);
      if (camera === undefined) {
        const seq = (owner as Undoable)[direction]();
        return seq === undefined ? undefined : { seq };
      }
      const summary = past === undefined ? camera.document.peek()[direction]() : this.#replay(camera, past, direction);
      if (summary !== undefined) moved.push({ action, summary, camera });
      return summary;
    };
    const isMoved = direction === "undo" ? this.#order.undo(moveStep, this.#recovered()) : this.#order.redo(moveStep);
    return isMoved ? moved : undefined;
  }

  /** Call it before `keep`: there may be steps to keep. */
  async prepareToKeep(): Promise<void> {
    const { createCore } = this.#parts;
    const hasSteps = this.#order.canUndo || this.#order.canRedo;
    if (hasSteps && createCore !== undefined) this.#scratch ??= await openScratch(createCore);
  }

  /** Keeps a camera's steps across a document that was read again; not from one set or revision to another. */
  keep(camera: Camera, next: AnnotationDocument): void {
    const shown = camera.document.peek();
    const { setName, revision, comparedSet } = shown.address;
    const isSame =
      setName === next.address.setName &&
      revision === next.address.revision &&
      comparedSet === next.address.comparedSet;
    if (!isSame || this.#scratch === undefined) return this.#order.forget(camera);
    this.#keepPast(camera, extractSteps(shown.core, this.#order.countOf(camera)), shown.sync.savedIds);
  }

  /**
   * Call it before an edit of a camera's document that is not a step: the order keeps the changes of the steps so far,
   * since the core's log can no longer go back through them.
   * @param newIds of tracks that were saved under others
   */
  detachSteps(camera: Camera, newIds: ReadonlyMap<number, number> = new Map()): void {
    const document = camera.document.peek();
    this.#replayed.add(document);
    if (this.#scratch === undefined) return this.#order.forget(camera);
    this.#keepPast(camera, extractSteps(document.core, this.#order.countOf(camera), document), newIds);
  }

  #keepPast(camera: Camera, extracted: ExtractedSteps, newIds: ReadonlyMap<number, number>): void {
    this.#order.keepPast(camera, extracted);
    this.#order.changePast(camera, (past) => renameStep(past, newIds));
    this.#order.limitPast(camera, sizeOfPast, maxPastSize);
  }

  /** A step of before the document was read again. */
  #replay(camera: Camera, past: PastStep, direction: Direction): EditSummary | undefined {
    if (this.#scratch === undefined) return undefined;
    const document = camera.document.peek();
    // An edit clears the core's redo steps: the order keeps these, too.
    const { undone } = this.#order.countOf(camera);
    if (undone > 0) this.#order.keepPast(camera, extractSteps(document.core, { done: 0, undone }, document));
    this.#replayed.add(document);
    return document.transact(direction, past.frame, replayStep(past, direction, document.core, this.#scratch));
  }

  /** The owner of steps made by an earlier page, taken over with its journal. */
  #recovered(): Camera | Undoable | undefined {
    const { active, cameras, configuration } = this.#parts;
    const camera = [active.peek(), ...cameras].find(
      ({ document }) => document.peek().core.canUndo && !this.#replayed.has(document.peek()),
    );
    return camera ?? (configuration.canUndo ? configuration : undefined);
  }
}
