/**
 * One open dataset: its cameras with their documents, its configuration, what is selected, and the one undo order.
 * `display` decides what is shown.
 *
 * Signals carry versions and small values, never annotation data: a subscriber reads the core, and gets the core again
 * each time, since the document may have been replaced. `transact`, `undo` and `redo` are the only ways to change
 * annotations; `configuration.change` is the one for what is stored with the dataset.
 */

import { batch, computed, signal, type ReadonlySignal } from "@preact/signals-core";
import type { AnnotationCore, EditSummary, EditTransaction, FrameNumber, TrackId, TrackSummary } from "#core/types";
import type { PutOff } from "../base/after-frame.ts";
import { noteWrite } from "../base/effect.ts";
import type { AnnotationDocument, DocumentAddress } from "./document/annotation-document.ts";
import { Camera } from "./cameras/camera.ts";
import type { Configuration } from "./dataset/configuration.ts";
import type { DatasetInfo } from "./dataset/dataset.ts";
import { Display } from "./display/display.ts";
import { History, type HistoryEntry, type HistoryMove, type Reached } from "./undo/history.ts";
import { createGroupReader, type GroupView } from "./display/groups.ts";
import { keepExisting, nothingSelected, selectOne, selectTracks, type Selection } from "./display/selection.ts";
import { openScratch, renameStep, replayStep, takeSteps, type PastStep } from "./undo/past-steps.ts";
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
  /** Past revisions are read-only without it. */
  readonly readOnly: ReadOnlyReason | undefined;
  /** One for each camera of the dataset, in their order. */
  readonly documents: readonly AnnotationDocument[];
  /** Builds another document of a camera, which takes over the shown one's journal where that is of the same set. */
  readonly buildDocument: (address: DocumentAddress, shown: AnnotationDocument) => Promise<AnnotationDocument>;
  /** Undo continues across documents read with it. */
  readonly createCore?: (() => Promise<AnnotationCore>) | undefined;
  /** Where something is drawn: see `Display`. */
  readonly afterFrame?: PutOff | undefined;
  readonly whenIdle?: PutOff | undefined;
}

/** What undo and redo have changed: annotations, or something other than annotations. */
export type Moved = EditSummary | "elsewhere";

/** A participant of the undo order other than annotations. Both methods return the position reached. */
export interface Undoable {
  undo(): number | undefined;
  redo(): number | undefined;
}

/** Called for every step in the op log, right after it was made. */
export type EditListener = (summary: EditSummary, camera: Camera) => void;

/** Called when a camera shows another document, right after the replacement. */
export type ReplacedListener = (camera: Camera, before: AnnotationDocument) => void;

export class Workspace {
  readonly dataset: DatasetInfo;
  readonly settings: SettingsStore;
  readonly configuration: Configuration;
  readonly cameras: readonly Camera[];
  /** What of it is shown, and how. */
  readonly display: Display;

  readonly #parts: WorkspaceParts;
  readonly #active;
  readonly #history = new History<Camera | Undoable, PastStep>();
  readonly #tracksVersion = signal(0);
  readonly #selection = signal<Selection>(nothingSelected);
  readonly #readOnly;
  readonly #isLoading = signal(false);
  readonly #editListeners = new Set<EditListener>();
  readonly #replacedListeners = new Set<ReplacedListener>();
  #last: Promise<unknown> = Promise.resolve();
  #isDisposed = false;
  #scratch: AnnotationCore | undefined;
  /** Documents whose core has steps that the order knows otherwise. */
  readonly #replayed = new WeakSet<AnnotationDocument>();

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
  /** The steps that undo and redo go through, the oldest first. */
  readonly historyEntries: ReadonlySignal<readonly HistoryEntry[]>;
  /** The step that was done, undone or redone last. */
  readonly lastMove: ReadonlySignal<HistoryMove | undefined> = this.#history.lastMove;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;

  constructor(parts: WorkspaceParts) {
    this.#parts = parts;
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
      return readGroups(this.#active.value.document.value.core.groupRows());
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
    this.editRefusal = computed(() => {
      if (this.readOnly.value !== undefined) return "readOnly";
      return this.#isLoading.value ? "loading" : undefined;
    });

    configuration.listen({
      isReadOnly: () => this.readOnly.peek() !== undefined,
      onStep: (seq) => this.#history.push(configuration, seq, "configuration"),
      onForgotten: () => this.#history.forget(configuration),
    });

    this.historyEntries = computed(() => (void this.#history.version.value, this.#history.entries()));
    this.canUndo = computed(() => {
      void this.#tracksVersion.value;
      void this.#history.version.value;
      const hasStep = this.#history.canUndo || this.#recovered() !== undefined;
      return this.readOnly.value === undefined && hasStep;
    });
    this.canRedo = computed(() => {
      void this.#tracksVersion.value;
      void this.#history.version.value;
      return this.readOnly.value === undefined && this.#history.canRedo;
    });
  }

  // ----------------------------------------------------------------------------------------------------------- shown

  /** The core of the active camera's document. Not to be kept: it is another one after a document was replaced. */
  get core(): AnnotationCore {
    return this.document.core;
  }

  /** The active camera's document. Not to be kept either. */
  get document(): AnnotationDocument {
    return this.#active.peek().document.peek();
  }

  /** The past revision that is shown; `undefined`: the newest. */
  get revision(): number | undefined {
    return this.document.address.revision;
  }

  activate(camera: Camera): void {
    noteWrite("Workspace.activate");
    this.#active.value = camera;
  }

  track(id: TrackId): TrackSummary {
    return this.core.track(id);
  }

  /** One track, or nothing. */
  select(id: TrackId | undefined): void {
    this.setSelection(selectOne(id));
  }

  /** What does not exist is left out. */
  setSelection(selection: Selection): void {
    noteWrite("Workspace.setSelection");
    this.#selection.value = this.#existing(selection);
  }

  /** Read-only mode drops the selection whenever it changes. */
  setReadOnly(reason: ReadOnlyReason | undefined): void {
    noteWrite("Workspace.setReadOnly");
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
    label: string,
    frame: FrameNumber,
    edit: (tx: EditTransaction) => void,
    camera: Camera = this.#active.peek(),
  ): EditSummary | undefined {
    noteWrite("Workspace.transact");
    if (this.editRefusal.peek() !== undefined) return undefined;
    // Tracks with the same id on several cameras are one object: a new one must have an id that no camera knows.
    camera.document.peek().core.reserveTrackIds(this.#largestTrackId());
    const summary = camera.document.peek().transact(label, frame, edit);
    if (summary.seq !== summary.previousSeq) this.#history.push(camera, summary.seq, label);
    return this.#publish(summary, camera);
  }

  /** What `work` changes on whichever cameras, and of the configuration, is one step that undo takes back. */
  asOneStep<T>(work: () => T): T {
    return this.#history.join(() => batch(work));
  }

  /** Records a step whose data the owner keeps; does nothing when no owner could undo it now. */
  noteStep(owner: Undoable, seq: number, label: string): void {
    if (this.editRefusal.peek() === undefined) this.#history.push(owner, seq, label);
  }

  /** None of these can be undone any more. */
  forgetSteps(owner: Undoable): void {
    this.#history.forget(owner);
  }

  /**
   * Undoes the last step, whichever camera it was made on, including steps that changed something other than
   * annotations. A camera whose annotations it changed becomes the active one, as with `redo`.
   */
  undo(): Moved | undefined {
    return this.#move((revert) => this.#history.undo(revert, this.#recovered()), "undo");
  }

  redo(): Moved | undefined {
    return this.#move((repeat) => this.#history.redo(repeat), "redo");
  }

  #move(
    move: (act: (owner: Camera | Undoable, past?: PastStep) => Reached | undefined) => boolean,
    direction: "undo" | "redo",
  ): Moved | undefined {
    noteWrite(`Workspace.${direction}`);
    if (this.editRefusal.peek() !== undefined) return undefined;
    const done: { readonly summary: EditSummary; readonly camera: Camera }[] = [];
    const isMoved = move((owner, past) => {
      if (!(owner instanceof Camera)) {
        const seq = owner[direction]();
        return seq === undefined ? undefined : { seq };
      }
      const summary = past === undefined ? owner.document.peek()[direction]() : this.#replay(owner, past, direction);
      if (summary !== undefined) done.push({ summary, camera: owner });
      return summary;
    });
    const active = this.#active.peek();
    // The active camera stays active where it took part.
    const place = done.find(({ camera }) => camera === active) ?? done.at(-1);
    if (place === undefined) return isMoved ? "elsewhere" : undefined;
    batch(() => {
      this.activate(place.camera);
      for (const { summary, camera } of done) this.#publish(summary, camera);
    });
    return place.summary;
  }

  /** A step of before the document was read again. */
  #replay(camera: Camera, past: PastStep, direction: "undo" | "redo"): EditSummary | undefined {
    if (this.#scratch === undefined) return undefined;
    const document = camera.document.peek();
    // An edit ends what the core could do again: the order keeps that, too.
    const { undone } = this.#history.countOf(camera);
    if (undone > 0) this.#history.keepPast(camera, takeSteps(document.core, { done: 0, undone }, document));
    this.#replayed.add(document);
    return document.transact(direction, past.frame, replayStep(past, direction, document.core, this.#scratch));
  }

  onEdit(listener: EditListener): () => void {
    this.#editListeners.add(listener);
    return () => this.#editListeners.delete(listener);
  }

  #publish(summary: EditSummary, camera: Camera): EditSummary {
    this.display.noteEdited(camera.document.peek(), summary.trackIds);
    batch(() => {
      this.#tracksVersion.value += 1;
      this.#selection.value = this.#existing(this.#selection.peek());
    });
    for (const listener of this.#editListeners) listener(summary, camera);
    return summary;
  }

  // ------------------------------------------------------------------------------------------------------- documents

  /** Runs after everything that was asked for before: saving, reading again and switching never overlap. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#last.then(work);
    this.#last = next.catch(() => undefined);
    return next;
  }

  /**
   * Puts documents of another state in the place of those of these cameras, all in one step. Inside `exclusive`, and
   * only when nothing of them is unsaved. Edits are refused until it ends; when it throws, what was shown stays.
   */
  async replaceDocuments(cameras: readonly Camera[], change: Partial<DocumentAddress> = {}): Promise<void> {
    noteWrite("Workspace.replaceDocuments");
    const unsaved = cameras.find((camera) => !camera.document.peek().isClean);
    if (unsaved !== undefined) throw new Error("A document with unsaved changes cannot be replaced.");
    this.#isLoading.value = true;
    try {
      const documents = await Promise.all(
        cameras.map(async (camera) => {
          const shown = camera.document.peek();
          return await this.#parts.buildDocument({ ...shown.address, ...change }, shown);
        }),
      );
      const { createCore } = this.#parts;
      const hasSteps = this.#history.canUndo || this.#history.canRedo;
      if (hasSteps && createCore !== undefined) this.#scratch ??= await openScratch(createCore);
      if (this.#isDisposed) return;
      this.#putInPlace(cameras.map((camera, index) => [camera, documents[index] as AnnotationDocument] as const));
    } finally {
      this.#isLoading.value = false;
    }
  }

  /** Shows another set or revision on all cameras. Throws when something is unsaved. */
  show(change: Pick<DocumentAddress, "setName" | "revision" | "comparedSet">): Promise<void> {
    return this.exclusive(() => this.replaceDocuments(this.cameras, change));
  }

  /** Subscribes to a camera showing another document. */
  onDocumentReplaced(listener: ReplacedListener): () => void {
    this.#replacedListeners.add(listener);
    return () => this.#replacedListeners.delete(listener);
  }

  #putInPlace(places: readonly (readonly [Camera, AnnotationDocument])[]): void {
    const readOnly = this.readOnly.peek();
    const before = new Map(places.map(([camera]) => [camera, camera.document.peek()]));
    batch(() => {
      for (const [camera, document] of places) {
        this.#keepSteps(camera, document);
        this.display.applyTo(document);
        document.start();
        camera.replaceDocument(document);
      }
      const selection = this.readOnly.peek() === readOnly ? this.#selection.peek() : nothingSelected;
      this.#selection.value = this.#existing(renamed(selection, [...before.values()]));
      this.#tracksVersion.value += 1;
      for (const [camera, old] of before) for (const listener of this.#replacedListeners) listener(camera, old);
    });
  }

  /** Undo continues across a document that was read again; not from one set or revision to another. */
  #keepSteps(camera: Camera, next: AnnotationDocument): void {
    const shown = camera.document.peek();
    const { setName, revision, comparedSet } = shown.address;
    const isSame =
      setName === next.address.setName &&
      revision === next.address.revision &&
      comparedSet === next.address.comparedSet;
    if (!isSame || this.#scratch === undefined) return this.#history.forget(camera);
    this.#history.keepPast(camera, takeSteps(shown.core, this.#history.countOf(camera)));
    this.#history.changePast(camera, (past) => renameStep(past, shown.sync.savedIds));
  }

  dispose(): void {
    this.#isDisposed = true;
    this.display.dispose();
    this.#editListeners.clear();
    this.#replacedListeners.clear();
  }

  // ---------------------------------------------------------------------------------------------------------------

  /** The owner of steps made by an earlier page, taken over with its journal. */
  #recovered(): Camera | Undoable | undefined {
    const camera = [this.#active.peek(), ...this.cameras].find(
      ({ document }) => document.peek().core.canUndo && !this.#replayed.has(document.peek()),
    );
    return camera ?? (this.configuration.canUndo ? this.configuration : undefined);
  }

  /** Ids are the same on all cameras: a track exists if any camera has it. */
  #existing(selection: Selection): Selection {
    const cores = this.cameras.map((camera) => camera.document.peek().core);
    const groups = selection.group === undefined ? [] : cores.flatMap((core) => [...core.groupRows()]);
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

  /** Cameras on which there is a track of this id: what is linked is on several. */
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

/** Tracks that a save gave other ids stay selected under those. */
function renamed(selection: Selection, documents: readonly AnnotationDocument[]): Selection {
  const savedIds = new Map(documents.flatMap(({ sync }) => [...sync.savedIds]));
  if (savedIds.size === 0) return selection;
  const rename = (id: TrackId): TrackId => (savedIds.get(id) ?? id) as TrackId;
  const primary = selection.primary === undefined ? undefined : rename(selection.primary);
  return selectTracks([...selection.tracks].map(rename), primary, selection.group);
}
