/**
 * One open dataset: the core with its annotations, and what the rest of the viewer watches.
 *
 * Signals carry versions and small values, never annotation data: whoever hears one asks the core. `transact`, `undo`
 * and `redo` are the only ways to change annotations.
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
import type { DatasetInfo } from "./dataset.ts";
import { initialFilters, toTrackFilter, type Filters } from "./filters.ts";
import { keepExisting, nothingSelected, selectOne, type Selection } from "./selection.ts";
import type { SettingsStore } from "./settings.ts";
import { createTypeStyles, type TypeStyles } from "./type-styles.ts";

/** Why nothing can be edited; `undefined` when it can. */
export type ReadOnlyReason = "revision" | "comparison" | "pipeline" | "access" | "requested";

export interface WorkspaceParts {
  readonly core: AnnotationCore;
  readonly dataset: DatasetInfo;
  readonly settings: SettingsStore;
  readonly readOnly: ReadOnlyReason | undefined;
  /** The past revision that is shown; absent: the newest. */
  readonly revision?: number | undefined;
}

/** Hears of every step in the op log, right after it was made. */
export type EditListener = (summary: EditSummary) => void;

export class Workspace {
  readonly core: AnnotationCore;
  readonly dataset: DatasetInfo;
  readonly settings: SettingsStore;
  readonly typeStyles: TypeStyles;
  /** The past revision that is shown; `undefined`: the newest. */
  readonly revision: number | undefined;

  readonly #tracksVersion = signal(0);
  readonly #shownVersion = signal(0);
  readonly #filters;
  readonly #selection = signal<Selection>(nothingSelected);
  readonly #hiddenTrackIds = signal<ReadonlySet<TrackId>>(new Set());
  readonly #readOnly;
  readonly #listeners = new Set<EditListener>();
  readonly #stops: (() => void)[] = [];

  /** Counts changes of the annotations. */
  readonly tracksVersion: ReadonlySignal<number> = this.#tracksVersion;
  /** Counts changes of what is shown: the annotations, or the filters. */
  readonly shownVersion: ReadonlySignal<number> = this.#shownVersion;
  readonly selection: ReadonlySignal<Selection> = this.#selection;
  /** The primary track of the selection. */
  readonly selectedTrack: ReadonlySignal<TrackId | undefined> = computed(() => this.#selection.value.primary);
  readonly filters: ReadonlySignal<Filters>;
  /** Tracks that are taken off the picture one by one; they stay in the list. */
  readonly hiddenTrackIds: ReadonlySignal<ReadonlySet<TrackId>> = this.#hiddenTrackIds;
  readonly readOnly: ReadonlySignal<ReadOnlyReason | undefined>;
  /** Tracks under each type with the current thresholds, checked or not; types without any come last. */
  readonly typeCounts: ReadonlySignal<readonly TypeCount[]>;
  /** Shown tracks in ascending id. */
  readonly visibleTrackIds: ReadonlySignal<Uint32Array>;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;

  constructor(parts: WorkspaceParts) {
    this.core = parts.core;
    this.dataset = parts.dataset;
    this.settings = parts.settings;
    this.revision = parts.revision;
    this.typeStyles = createTypeStyles(parts.core, parts.dataset.customTypeStyling);
    this.#filters = signal(initialFilters(parts.dataset.confidenceFilters));
    this.filters = this.#filters;
    this.#readOnly = signal(parts.readOnly);
    this.readOnly = this.#readOnly;

    const { core } = this;
    this.typeCounts = computed(() => {
      void this.#shownVersion.value;
      const counts = core.typeCounts();
      const known = new Set(counts.map(({ type }) => type));
      const defined = new Set([...core.types(), ...Object.keys(this.dataset.customTypeStyling)]);
      return [...counts, ...[...defined].filter((type) => !known.has(type)).map((type) => ({ type, trackCount: 0 }))];
    });
    this.visibleTrackIds = computed(() => (void this.#shownVersion.value, core.visibleTrackIds()));
    this.canUndo = computed(() => (void this.#tracksVersion.value, this.#readOnly.value === undefined && core.canUndo));
    this.canRedo = computed(() => (void this.#tracksVersion.value, this.#readOnly.value === undefined && core.canRedo));

    let applied: { filters: Filters; preventCascade: boolean; typeCount: number } | undefined;
    // The core holds the filter: give it the new one when it, a setting of it or the list of types has changed.
    this.#stops.push(
      effect(() => {
        void this.#tracksVersion.value;
        const preventCascade = this.settings.settings.value.typeSettings.preventCascadeTypes;
        const filters = this.#filters.value;
        const types = core.types();
        if (
          applied?.filters !== filters ||
          applied.preventCascade !== preventCascade ||
          applied.typeCount !== types.length
        ) {
          core.setFilter(toTrackFilter(filters, types, preventCascade));
          applied = { filters, preventCascade, typeCount: types.length };
        }
        this.#shownVersion.value = this.#shownVersion.peek() + 1;
      }),
    );
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

  #existing(selection: Selection): Selection {
    const groups = selection.group === undefined ? [] : [...this.core.groupRows()];
    return keepExisting(
      selection,
      (id) => this.core.hasTrack(id),
      (id) => groups.some((row) => row.id === id),
    );
  }

  setFilters(filters: Filters): void {
    this.#filters.value = filters;
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

  /**
   * The only writer: runs `edit` as one step that undo takes back. Returns `undefined` in read-only mode, where edits
   * are ignored. A broken rule throws `CoreError` and changes nothing.
   */
  transact(label: string, frame: FrameNumber, edit: (tx: EditTransaction) => void): EditSummary | undefined {
    if (this.#readOnly.peek() !== undefined) return undefined;
    return this.#publish(this.core.transact(label, frame, edit));
  }

  undo(): EditSummary | undefined {
    return this.#readOnly.peek() === undefined ? this.#publish(this.core.undo()) : undefined;
  }

  redo(): EditSummary | undefined {
    return this.#readOnly.peek() === undefined ? this.#publish(this.core.redo()) : undefined;
  }

  /** The annotations changed behind the op log (recovered or reloaded). */
  noteReplaced(): void {
    batch(() => {
      this.#tracksVersion.value += 1;
      this.#selection.value = nothingSelected;
    });
  }

  onEdit(listener: EditListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  dispose(): void {
    for (const stop of this.#stops) stop();
    this.#listeners.clear();
  }

  #publish(summary: EditSummary | undefined): EditSummary | undefined {
    if (summary === undefined) return undefined;
    batch(() => {
      this.#tracksVersion.value += 1;
      this.#selection.value = this.#existing(this.#selection.peek());
    });
    for (const listener of this.#listeners) listener(summary);
    return summary;
  }
}
