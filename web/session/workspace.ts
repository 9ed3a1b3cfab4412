/**
 * One open dataset: its cameras with their documents, its configuration, the selection, and the one undo order.
 * `display` decides which annotations are shown.
 *
 * Signals carry versions and small values, never annotation data: a subscriber reads the core, and gets the core again
 * each time, since the document may have been replaced. `transact`, `undo` and `redo` are the only ways to change
 * annotations (`undo/README.md`); `configuration.change` is the only one for values stored with the dataset.
 */

import { batch, computed, signal, type ReadonlySignal } from "@preact/signals-core";
import type { AnnotationCore, EditSummary, EditTransaction, FrameNumber, TrackId } from "#core/types";
import type { Defer } from "../base/after-frame.ts";
import { guardWrite } from "../base/effect.ts";
import type { AnnotationDocument, DocumentAddress } from "./document/annotation-document.ts";
import { WorkTime } from "./document/work-time.ts";
import { Camera } from "./cameras/camera.ts";
import type { Configuration } from "./dataset/configuration.ts";
import type { DatasetInfo } from "./dataset/dataset.ts";
import { Display } from "./display/display.ts";
import { createGroupReader, type GroupView } from "./display/groups.ts";
import { keepExisting, nothingSelected, selectOne, withNewIds, type Selection } from "./display/selection.ts";
import { ShownDocuments, type Placed } from "./document/shown-documents.ts";
import { nameOfAction, type EditAction } from "./undo/edit-action.ts";
import { WorkspaceSteps, type Direction } from "./undo/workspace-steps.ts";
import type { SettingsStore } from "./display/settings.ts";

/** Why nothing can be edited; `undefined` when it can. */
export type ReadOnlyReason = "revision" | "comparison" | "pipeline" | "access" | "requested";

/** Why an edit is refused now. `loading`: the next document is being built, for a moment. */
export type EditRefusal = "readOnly" | "loading";

export interface WorkspaceParts {
  readonly dataset: DatasetInfo;
  readonly settings: SettingsStore;
  readonly configuration: Configuration;
  /** The signed-in user, whose values of per-user attributes are shown. */
  readonly login?: string | undefined;
  /** Why nothing can be changed; a past revision can never be. */
  readonly readOnly: ReadOnlyReason | undefined;
  /** One for each camera of the dataset, in their order. */
  readonly documents: readonly AnnotationDocument[];
  /** Builds another document of a camera, which takes over the shown one's journal where that is of the same set. */
  readonly buildDocument: (address: DocumentAddress, shown: AnnotationDocument) => Promise<AnnotationDocument>;
  /** Makes the core of another document. With it, undo goes back across a change of the shown document. */
  readonly createCore?: (() => Promise<AnnotationCore>) | undefined;
  /** Where something is drawn: see `Display`. */
  readonly afterFrame?: Defer | undefined;
  readonly whenIdle?: Defer | undefined;
}

/** The kind of change by undo or redo: annotations, or something else. */
export type UndoResult = EditSummary | "elsewhere";

/** New ids of tracks that were saved under others. */
export type NewIds = ReadonlyMap<number, number>;

/** A change of a camera's annotations: an edit of this page, its undo or redo, or a save by others. */
export interface AppliedEdit {
  readonly camera: Camera;
  readonly summary: EditSummary;
  /** Done or undone on this page; `undefined` for changes that others have saved. */
  readonly action: EditAction | undefined;
  /** Set for changes that others have saved: tracks already have these ids. */
  readonly newIds: NewIds | undefined;
}

/** Called for every step in the op log, right after it was made. */
export type EditListener = (edit: AppliedEdit) => void;

export class Workspace {
  readonly dataset: DatasetInfo;
  readonly settings: SettingsStore;
  readonly configuration: Configuration;
  readonly cameras: readonly Camera[];
  /** Which annotations are shown, and how. */
  readonly display: Display;
  /** The steps of undo and redo. */
  readonly steps: WorkspaceSteps;
  /** Which documents the cameras show. */
  readonly documents: ShownDocuments;

  readonly #active;
  readonly #tracksVersion = signal(0);
  readonly #selection = signal<Selection>(nothingSelected);
  readonly #readOnly;
  readonly #workTime = new WorkTime();
  readonly #editListeners = new Set<EditListener>();

  /** The camera that keys and panels are about. */
  readonly active: ReadonlySignal<Camera>;
  /** Counts changes of the annotations. */
  readonly tracksVersion: ReadonlySignal<number> = this.#tracksVersion;
  readonly selection: ReadonlySignal<Selection> = this.#selection;
  /** The primary track of the selection. */
  readonly selectedTrack: ReadonlySignal<TrackId | undefined> = computed(() => this.#selection.value.primary);
  readonly readOnly: ReadonlySignal<ReadOnlyReason | undefined>;
  /** Why an edit would be refused now. */
  readonly editRefusal: ReadonlySignal<EditRefusal | undefined>;
  /** All groups, by ascending id. */
  readonly groups: ReadonlySignal<readonly GroupView[]>;

  constructor(parts: WorkspaceParts) {
    this.dataset = parts.dataset;
    this.settings = parts.settings;
    this.cameras = parts.dataset.cameras.map((info, index) => new Camera(info, requireDocument(parts, index)));
    for (const { document } of this.cameras) document.peek().start();
    this.#active = signal(this.requireCamera(parts.dataset.defaultCamera));
    this.active = this.#active;
    const { configuration } = parts;
    this.configuration = configuration;
    const readGroups = createGroupReader();
    this.groups = computed(() => {
      void this.#tracksVersion.value;
      return readGroups(this.#active.value.document.value.core.writer.groupRows());
    });
    this.display = new Display({
      cameras: this.cameras,
      active: this.active,
      tracksVersion: this.tracksVersion,
      groups: this.groups,
      configuration,
      settings: parts.settings,
      login: parts.login,
      afterFrame: parts.afterFrame,
      whenIdle: parts.whenIdle,
    });
    this.#readOnly = signal(parts.readOnly);
    this.readOnly = computed(() => {
      const { revision, comparedSet } = this.#active.value.document.value.address;
      if (this.#readOnly.value !== undefined) return this.#readOnly.value;
      if (comparedSet !== undefined) return "comparison";
      return revision === undefined ? undefined : "revision";
    });
    this.steps = new WorkspaceSteps({
      cameras: this.cameras,
      active: this.active,
      configuration,
      tracksVersion: this.tracksVersion,
      readOnly: this.readOnly,
      createCore: parts.createCore,
    });
    this.documents = new ShownDocuments({
      cameras: this.cameras,
      build: parts.buildDocument,
      prepare: () => this.steps.prepareToKeep(),
      put: (placed) => this.#put(placed),
    });
    this.editRefusal = computed(() => {
      if (this.readOnly.value !== undefined) return "readOnly";
      return this.documents.isLoading.value ? "loading" : undefined;
    });
  }

  // ----------------------------------------------------------------------------------------------------------- shown

  /** The core of the active camera's document. Do not keep a reference: it changes when the document is replaced. */
  get core(): AnnotationCore {
    return this.document.core;
  }

  /** The active camera's document. Do not keep a reference, either. */
  get document(): AnnotationDocument {
    return this.#active.peek().document.peek();
  }

  activate(camera: Camera): void {
    guardWrite("Workspace.activate");
    this.#active.value = camera;
  }

  /** One track, or nothing. */
  select(id: TrackId | undefined): void {
    this.setSelection(selectOne(id));
  }

  /** Ids that do not exist are left out. */
  setSelection(selection: Selection): void {
    guardWrite("Workspace.setSelection");
    this.#selection.value = this.#existing(selection);
  }

  /** Read-only mode drops the selection whenever it changes. */
  setReadOnly(reason: ReadOnlyReason | undefined): void {
    guardWrite("Workspace.setReadOnly");
    if (this.#readOnly.peek() === reason) return;
    batch(() => {
      this.#readOnly.value = reason;
      this.#selection.value = nothingSelected;
    });
  }

  // ----------------------------------------------------------------------------------------------------------- edits

  /**
   * The only writer: runs `edit` on a camera as one step that undo takes back; which camera is active stays as it is.
   * Answers `undefined` where edits are refused (`editRefusal` says why). A broken rule throws `CoreError` and changes
   * nothing.
   */
  transact(
    action: EditAction,
    frame: FrameNumber,
    edit: (tx: EditTransaction) => void,
    camera: Camera = this.#active.peek(),
  ): EditSummary | undefined {
    guardWrite("Workspace.transact");
    if (this.editRefusal.peek() !== undefined) return undefined;
    // Tracks with the same id on several cameras are one object: a new one must have an id that no camera knows.
    camera.document.peek().core.reserveTrackIds(this.#largestTrackId());
    const summary = camera.document.peek().transact(nameOfAction(action), frame, edit);
    if (summary.seq !== summary.previousSeq) {
      this.steps.push(camera, summary.seq, action);
      camera.document.peek().unsavedWorkMs += this.#workTime.edited();
    }
    return this.#publish({ camera, summary, action, newIds: undefined });
  }

  /**
   * Undoes the last step, whichever camera it was made on, including steps that changed something other than
   * annotations. A camera whose annotations it changed becomes the active one, as with `redo`.
   */
  undo(): UndoResult | undefined {
    return this.#move("undo");
  }

  redo(): UndoResult | undefined {
    return this.#move("redo");
  }

  #move(direction: Direction): UndoResult | undefined {
    guardWrite(`Workspace.${direction}`);
    if (this.editRefusal.peek() !== undefined) return undefined;
    const moved = this.steps.move(direction);
    // The active camera stays active where it took part.
    const place = moved?.find(({ camera }) => camera === this.#active.peek()) ?? moved?.at(-1);
    if (place === undefined) return moved && "elsewhere";
    place.camera.document.peek().unsavedWorkMs += this.#workTime.edited();
    batch(() => {
      this.activate(place.camera);
      for (const edit of moved ?? []) this.#publish({ ...edit, newIds: undefined });
    });
    return place.summary;
  }

  onEdit(listener: EditListener): () => void {
    this.#editListeners.add(listener);
    return () => this.#editListeners.delete(listener);
  }

  #publish(edit: AppliedEdit): EditSummary {
    const { camera, summary } = edit;
    this.display.updateEdited(camera.document.peek(), summary.trackIds);
    batch(() => {
      this.#tracksVersion.value += 1;
      this.#selection.value = this.#existing(this.#selection.peek());
    });
    for (const listener of this.#editListeners) listener(edit);
    return summary;
  }

  /**
   * Applies others' saves up to a revision to a camera's document, in place and outside undo. Call it inside
   * `documents.exclusive`.
   * @returns `false` if something is unsaved
   */
  async adoptSaved(camera: Camera, revision: number, edit: (tx: EditTransaction) => void): Promise<boolean> {
    guardWrite("Workspace.adoptSaved");
    await this.steps.prepareToKeep();
    const document = camera.document.peek();
    if (!document.isClean) return false;
    batch(() => {
      // A copy: the document forgets them.
      const newIds = new Map(document.sync.savedIds);
      const selection = withNewIds(this.#selection.peek(), newIds);
      this.steps.detachSteps(camera, newIds);
      const summary = document.adopt(revision, camera.shown.peek() ?? (0 as FrameNumber), edit);
      this.#selection.value = this.#existing(selection);
      this.#publish({ camera, summary, action: undefined, newIds });
    });
    return true;
  }

  /** An edit that merges others' changes: no step of undo. After `steps.prepareToKeep`. */
  applyRemote(camera: Camera, frame: FrameNumber, edit: (tx: EditTransaction) => void): EditSummary | undefined {
    guardWrite("Workspace.applyRemote");
    if (this.editRefusal.peek() !== undefined) return undefined;
    return batch(() => {
      this.steps.detachSteps(camera);
      const name = nameOfAction({ kind: "conflicts", change: "merge" });
      const summary = camera.document.peek().transact(name, frame, edit);
      return this.#publish({ camera, summary, action: undefined, newIds: new Map() });
    });
  }

  #put(placed: Placed): void {
    const readOnly = this.readOnly.peek();
    const before = placed.map(([camera]) => camera.document.peek());
    for (const [camera, document] of placed) {
      this.steps.keep(camera, document);
      this.display.applyTo(document);
      document.start();
      camera.replaceDocument(document);
    }
    const selection = this.readOnly.peek() === readOnly ? this.#selection.peek() : nothingSelected;
    const savedIds = new Map(before.flatMap(({ sync }) => [...sync.savedIds]));
    this.#selection.value = this.#existing(withNewIds(selection, savedIds));
    this.#tracksVersion.value += 1;
  }

  dispose(): void {
    this.display.dispose();
    this.#editListeners.clear();
    this.documents.dispose();
  }

  // --------------------------------------------------------------------------------------------------------- cameras

  /** Ids are the same on all cameras: a track exists if any camera has it. */
  #existing(selection: Selection): Selection {
    const cores = this.cameras.map((camera) => camera.document.peek().core);
    const groups = selection.group === undefined ? [] : cores.flatMap((core) => [...core.writer.groupRows()]);
    return keepExisting(
      selection,
      (id) => cores.some((core) => core.hasTrack(id)),
      (id) => groups.some((row) => row.id === id),
    );
  }

  #largestTrackId(): number {
    return Math.max(...this.cameras.map(({ document }) => document.peek().core.largestTrackId));
  }

  /** The id of the next new track. */
  get nextTrackId(): TrackId {
    return (this.#largestTrackId() + 1) as TrackId;
  }

  /** Cameras that have a track of this id: linked tracks are on several. */
  camerasWith(id: TrackId): readonly Camera[] {
    return this.cameras.filter(({ document }) => document.peek().core.hasTrack(id));
  }

  /** Throws when no camera has this name. */
  requireCamera(name: string): Camera {
    const camera = this.cameras.find((each) => each.name === name);
    if (camera === undefined) throw new Error(`There is no camera "${name}".`);
    return camera;
  }
}

function requireDocument({ documents }: WorkspaceParts, index: number): AnnotationDocument {
  const document = documents[index];
  if (document === undefined) throw new Error("Each camera needs a document.");
  return document;
}
