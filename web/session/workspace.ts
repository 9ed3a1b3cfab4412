/**
 * One open dataset: its cameras with their documents, its configuration, what is selected and filtered, and the one undo order.
 *
 * Signals carry versions and small values, never annotation data: whoever hears one asks the core, and asks for the core each
 * time, since a document may have been replaced. `transact`, `undo` and `redo` are the only ways to change annotations;
 * `configuration.change` is the one for what is stored with the dataset.
 */

import { batch, computed, effect, signal, type ReadonlySignal } from "@preact/signals-core";
import type {
  AnnotationCore,
  EditSummary,
  EditTransaction,
  FrameNumber,
  TrackId,
  TrackSummary,
  TypeCount,
} from "#core/types";
import { toImageEnhancements, type ImageEnhancements } from "../base/image-enhancements.ts";
import type { AnnotationDocument, DocumentAddress } from "./annotation-document.ts";
import { Camera } from "./camera.ts";
import type { Configuration } from "./configuration.ts";
import type { DatasetInfo } from "./dataset.ts";
import { toFilters, toTrackFilter, withChecked, type Filters } from "./filters.ts";
import { History, type HistoryEntry, type HistoryMove } from "./history.ts";
import { createGroupReader, type GroupView } from "./groups.ts";
import { fewestReadLate, noteReviewed, readReviewed, type ReviewFilter } from "./reviewed.ts";
import { keepExisting, nothingSelected, selectOne, selectTracks, type Selection } from "./selection.ts";
import type { SettingsStore } from "./settings.ts";
import { TrackFilters } from "./track-filters.ts";
import { createTypeStyles, type StylePreview, type TypeStyles } from "./type-styles.ts";

/** Why nothing can be edited; `undefined` when it can. */
export type ReadOnlyReason = "revision" | "comparison" | "pipeline" | "access" | "requested";

/** Why an edit is refused now. `loading`: the next document is being built, for a moment. */
export type EditRefusal = "readOnly" | "loading";

export interface WorkspaceParts {
  readonly dataset: DatasetInfo;
  readonly settings: SettingsStore;
  readonly configuration: Configuration;
  /** Of whoever is signed in: whose values attributes of users have. */
  readonly login?: string | undefined;
  /** A past revision is read-only by itself. */
  readonly readOnly: ReadOnlyReason | undefined;
  /** One for each camera of the dataset, in their order. */
  readonly documents: readonly AnnotationDocument[];
  /** Builds another document of a camera, which takes over the shown one's journal where that is of the same set. */
  readonly buildDocument: (address: DocumentAddress, shown: AnnotationDocument) => Promise<AnnotationDocument>;
}

/** What undo and redo have changed: annotations, or the configuration. */
export type Moved = EditSummary | "configuration";

/** Hears of every step in the op log, right after it was made. */
export type EditListener = (summary: EditSummary, camera: Camera) => void;

/** Hears that a camera shows another document, right after it was put in place. */
export type ReplacedListener = (camera: Camera, before: AnnotationDocument) => void;

export class Workspace {
  readonly dataset: DatasetInfo;
  readonly settings: SettingsStore;
  readonly configuration: Configuration;
  readonly typeStyles: TypeStyles;
  /** Of group types. */
  readonly groupStyles: TypeStyles;
  readonly cameras: readonly Camera[];

  readonly #parts: WorkspaceParts;
  readonly #active;
  readonly #history = new History<Camera | Configuration>();
  readonly #tracksVersion = signal(0);
  readonly #shownVersion = signal(0);
  readonly #uncheckedTypes = signal<ReadonlySet<string>>(new Set());
  readonly #selection = signal<Selection>(nothingSelected);
  readonly #uncheckedGroupTypes = signal<ReadonlySet<string>>(new Set());
  readonly #forgottenTypes = signal<ReadonlySet<string>>(new Set());
  readonly #reviewed = new WeakMap<AnnotationDocument, Set<TrackId>>();
  readonly #reviewFilter = signal<ReviewFilter>("all");
  readonly #stylePreview = signal<StylePreview | undefined>(undefined);
  readonly #hiddenTrackIds = signal<ReadonlySet<TrackId>>(new Set());
  readonly #readOnly;
  readonly #isLoading = signal(false);
  readonly #editListeners = new Set<EditListener>();
  readonly #replacedListeners = new Set<ReplacedListener>();
  readonly #stops: (() => void)[] = [];
  #last: Promise<unknown> = Promise.resolve();
  #isDisposed = false;

  /** The camera that keys and panels are about. */
  readonly active: ReadonlySignal<Camera>;
  /** Counts changes of the annotations. */
  readonly tracksVersion: ReadonlySignal<number> = this.#tracksVersion;
  /** Counts changes of what is shown: the annotations, or the filters. */
  readonly shownVersion: ReadonlySignal<number> = this.#shownVersion;
  readonly selection: ReadonlySignal<Selection> = this.#selection;
  /** The primary track of the selection. */
  readonly selectedTrack: ReadonlySignal<TrackId | undefined> = computed(() => this.#selection.value.primary);
  readonly filters: ReadonlySignal<Filters>;
  /** Those of them that are conditions on attributes, by name. */
  readonly trackFilters: TrackFilters;
  /** How the picture is shown. */
  readonly enhancements: ReadonlySignal<ImageEnhancements>;
  /** Tracks that are taken off the picture one by one; they stay in the list. */
  readonly hiddenTrackIds: ReadonlySignal<ReadonlySet<TrackId>> = this.#hiddenTrackIds;
  readonly readOnly: ReadonlySignal<ReadOnlyReason | undefined>;
  /** Why an edit would be refused now. */
  readonly editRefusal: ReadonlySignal<EditRefusal | undefined>;
  /** Tracks under each type with the current thresholds, checked or not; types without any come last. */
  readonly typeCounts: ReadonlySignal<readonly TypeCount[]>;
  /** Types that some track has, shown or not. */
  readonly usedTypes: ReadonlySignal<ReadonlySet<string>>;
  /** All groups, by ascending id. */
  readonly groups: ReadonlySignal<readonly GroupView[]>;
  readonly uncheckedGroupTypes: ReadonlySignal<ReadonlySet<string>> = this.#uncheckedGroupTypes;
  /** Tracks that somebody has looked through; of a huge dataset they are read once somebody filters by them. */
  readonly reviewedTracks: ReadonlySignal<ReadonlySet<TrackId>>;
  readonly reviewFilter: ReadonlySignal<ReviewFilter> = this.#reviewFilter;
  /** A style that is being tried out: shown, but not changed yet. */
  readonly stylePreview: ReadonlySignal<StylePreview | undefined> = this.#stylePreview;
  /** Shown tracks in ascending id. */
  readonly visibleTrackIds: ReadonlySignal<Uint32Array>;
  /** No camera has a shown track. */
  readonly isNothingShown: ReadonlySignal<boolean>;
  /** The steps that undo and redo go through, the oldest first. */
  readonly historyEntries: ReadonlySignal<readonly HistoryEntry[]>;
  /** The step that was done, taken back or done again last. */
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
    const styling = (field: StylePreview["field"]) => () => {
      void configuration.styleVersion.value;
      const stored = configuration.values.peek()[field];
      const preview = this.#stylePreview.value;
      return preview?.field === field ? { ...stored, [preview.type]: preview.style } : stored;
    };
    this.typeStyles = createTypeStyles(() => this.core.types(), styling("customTypeStyling"));
    const readGroups = createGroupReader();
    this.groups = computed(() => {
      void this.#tracksVersion.value;
      return readGroups(this.#active.value.document.value.core.groupRows());
    });
    this.groupStyles = createTypeStyles(
      () => [...new Set(this.groups.value.flatMap(({ types }) => types))],
      styling("customGroupStyling"),
    );
    const thresholds = computed(() => configuration.values.value.confidenceFilters);
    this.trackFilters = new TrackFilters(configuration, parts.login);
    const attributes = this.trackFilters.active;
    this.filters = computed(() => toFilters(thresholds.value, this.#uncheckedTypes.value, attributes.value));
    const enhancements = computed(() => configuration.values.value.imageEnhancements);
    this.enhancements = computed(() => toImageEnhancements(enhancements.value));
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

    this.typeCounts = computed(() => {
      void this.#shownVersion.value;
      void configuration.styleVersion.value;
      const counts = this.core.typeCounts();
      const known = new Set(counts.map(({ type }) => type));
      const forgotten = this.#forgottenTypes.value;
      const defined = new Set([
        ...this.core.types().filter((type) => !forgotten.has(type)),
        ...Object.keys(configuration.values.peek().customTypeStyling),
      ]);
      return [...counts, ...[...defined].filter((type) => !known.has(type)).map((type) => ({ type, trackCount: 0 }))];
    });
    this.usedTypes = computed(() => {
      void this.#shownVersion.value;
      return new Set(this.core.typeCounts().map(({ type }) => type));
    });
    this.reviewedTracks = computed(() => {
      void this.#tracksVersion.value;
      void this.#reviewFilter.value;
      // A new set each time: whoever hears of it compares by identity.
      return new Set(this.#reviewed.get(this.#active.value.document.value));
    });
    this.visibleTrackIds = computed(() => (void this.#shownVersion.value, this.core.visibleTrackIds()));
    this.isNothingShown = computed(() => {
      if (this.visibleTrackIds.value.length > 0) return false;
      return this.cameras.every(({ document }) => document.value.core.visibleTrackIds().length === 0);
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

    // The cores hold the filter: they get the new one when it, a setting of it or their list of types has changed.
    this.#stops.push(
      effect(() => {
        void this.#tracksVersion.value;
        void this.#active.value;
        void this.filters.value;
        void this.settings.settings.value;
        for (const camera of this.cameras) this.#applyFilter(camera.document.peek());
        this.#shownVersion.value = this.#shownVersion.peek() + 1;
      }),
    );
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
    this.#selection.value = this.#existing(selection);
  }

  /** Checks or unchecks types in the type list. */
  setTypesShown(types: readonly string[], shown: boolean): void {
    this.#uncheckedTypes.value = withChecked(this.#uncheckedTypes.peek(), types, shown);
  }

  setGroupTypesShown(types: readonly string[], shown: boolean): void {
    this.#uncheckedGroupTypes.value = withChecked(this.#uncheckedGroupTypes.peek(), types, shown);
  }

  /** Takes types off the list that no track has any more; one that is used again is there again. */
  forgetTypes(types: readonly string[]): void {
    this.#forgottenTypes.value = new Set([...this.#forgottenTypes.peek(), ...types]);
  }

  /** Which tracks the list shows; the picture shows all. */
  setReviewFilter(filter: ReviewFilter): void {
    if (filter !== "all") {
      const document = this.document;
      this.#requireReviewed(document);
      this.#applyFilter(document);
    }
    this.#reviewFilter.value = filter;
  }

  /** Shows a style that is not stored; `undefined`: what is stored again. */
  previewStyle(preview: StylePreview | undefined): void {
    this.#stylePreview.value = preview;
  }

  setTrackShown(id: TrackId, shown: boolean): void {
    const hidden = new Set(this.#hiddenTrackIds.peek());
    if (shown) hidden.delete(id);
    else hidden.add(id);
    this.#hiddenTrackIds.value = hidden;
  }

  /** The shown track that is picked at a point of the picture: nearest edge first. Tolerance in image pixels. */
  pick(frame: FrameNumber, x: number, y: number, tolerance: number): TrackId | undefined {
    const hidden = this.#hiddenTrackIds.peek();
    return this.core.hitTest(frame, x, y, tolerance).find((id) => !hidden.has(id));
  }

  /** Read-only mode drops the selection whenever it changes. */
  setReadOnly(reason: ReadOnlyReason | undefined): void {
    if (this.#readOnly.peek() === reason) return;
    batch(() => {
      this.#readOnly.value = reason;
      this.#selection.value = nothingSelected;
    });
  }

  // ----------------------------------------------------------------------------------------------------------- edits

  /**
   * The only writer: runs `edit` on a camera as one step that undo takes back. Answers `undefined` where edits are refused
   * (`editRefusal` says why). A broken rule throws `CoreError` and changes nothing.
   */
  transact(
    label: string,
    frame: FrameNumber,
    edit: (tx: EditTransaction) => void,
    camera: Camera = this.#active.peek(),
  ): EditSummary | undefined {
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

  /** Takes back the last step, whichever camera it was made on, or whatever of the configuration it has changed. */
  undo(): Moved | undefined {
    return this.#move((revert) => this.#history.undo(revert, this.#recovered()), "undo");
  }

  redo(): Moved | undefined {
    return this.#move((repeat) => this.#history.redo(repeat), "redo");
  }

  #move(
    move: (act: (owner: Camera | Configuration) => number | undefined) => boolean,
    direction: "undo" | "redo",
  ): Moved | undefined {
    if (this.editRefusal.peek() !== undefined) return undefined;
    const done: { readonly summary: EditSummary; readonly camera: Camera }[] = [];
    const isMoved = move((owner) => {
      if (!(owner instanceof Camera)) return owner[direction]();
      const summary = owner.document.peek()[direction]();
      if (summary !== undefined) done.push({ summary, camera: owner });
      return summary?.seq;
    });
    const active = this.#active.peek();
    // One camera after the other is published; the one that was worked on stays the active one where it took part.
    const last = done.toSorted((a, b) => Number(a.camera === active) - Number(b.camera === active));
    const published = last.map(({ summary, camera }) => this.#publish(summary, camera)).at(-1);
    if (published !== undefined) return published;
    return isMoved ? "configuration" : undefined;
  }

  onEdit(listener: EditListener): () => void {
    this.#editListeners.add(listener);
    return () => this.#editListeners.delete(listener);
  }

  #publish(summary: EditSummary, camera: Camera): EditSummary {
    const document = camera.document.peek();
    const reviewed = this.#reviewed.get(document);
    if (reviewed !== undefined) noteReviewed(reviewed, document.core, summary.trackIds);
    batch(() => {
      this.#active.value = camera;
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
   * Puts documents of another state in the place of those of these cameras, all in one step. Inside `exclusive`, and only when
   * nothing of them is unsaved. Edits are refused until it ends; when it throws, what was shown stays.
   */
  async replaceDocuments(cameras: readonly Camera[], change: Partial<DocumentAddress> = {}): Promise<void> {
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

  /** Hears when a camera shows another document. */
  onDocumentReplaced(listener: ReplacedListener): () => void {
    this.#replacedListeners.add(listener);
    return () => this.#replacedListeners.delete(listener);
  }

  #putInPlace(places: readonly (readonly [Camera, AnnotationDocument])[]): void {
    const readOnly = this.readOnly.peek();
    const before = new Map(places.map(([camera]) => [camera, camera.document.peek()]));
    batch(() => {
      for (const [camera, document] of places) {
        this.#history.forget(camera);
        this.#applyFilter(document);
        document.start();
        camera.replaceDocument(document);
      }
      const selection = this.readOnly.peek() === readOnly ? this.#selection.peek() : nothingSelected;
      this.#selection.value = this.#existing(renamed(selection, [...before.values()]));
      this.#tracksVersion.value += 1;
      for (const [camera, old] of before) for (const listener of this.#replacedListeners) listener(camera, old);
    });
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const stop of this.#stops) stop();
    this.#editListeners.clear();
    this.#replacedListeners.clear();
  }

  // ---------------------------------------------------------------------------------------------------------------

  /** Who has steps that an earlier page made: they were taken over with its journal. */
  #recovered(): Camera | Configuration | undefined {
    const camera = [this.#active.peek(), ...this.cameras].find(({ document }) => document.peek().core.canUndo);
    return camera ?? (this.configuration.canUndo ? this.configuration : undefined);
  }

  #applied = new WeakMap<AnnotationDocument, { filters: Filters; preventCascade: boolean; typeCount: number }>();

  /** Reading it takes the filter's place for a moment. */
  #requireReviewed(document: AnnotationDocument): Set<TrackId> {
    const known = this.#reviewed.get(document);
    if (known !== undefined) return known;
    const reviewed = readReviewed(document.core);
    this.#reviewed.set(document, reviewed);
    this.#applied.delete(document);
    return reviewed;
  }

  #applyFilter(document: AnnotationDocument): void {
    if (document.core.trackCount < fewestReadLate || this.#reviewFilter.peek() !== "all")
      this.#requireReviewed(document);
    const filters = this.filters.peek();
    const preventCascade = this.settings.settings.peek().typeSettings.preventCascadeTypes;
    const types = document.core.types();
    const applied = this.#applied.get(document);
    if (
      applied?.filters === filters &&
      applied.preventCascade === preventCascade &&
      applied.typeCount === types.length
    ) {
      return;
    }
    document.core.setFilter(toTrackFilter(filters, types, preventCascade));
    this.#applied.set(document, { filters, preventCascade, typeCount: types.length });
  }

  /** Ids are the same on all cameras: what one of them has is there. */
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

  /** Throws when there is none of this name. */
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
