/**
 * Which annotations are shown, and how: type styles, checked types and tracks, thresholds and other filters,
 * hidden tracks. Nothing here changes an annotation. The cores apply the filter; they get a new one when the filter,
 * one of its settings or their list of types changes.
 */

import { batch, computed, signal, untracked, type ReadonlySignal } from "@preact/signals-core";
import { writingEffect } from "../../base/effect.ts";
import type { AnnotationCore, FrameNumber, TrackId } from "#core/types";
import { immediately, type Defer } from "../../base/after-frame.ts";
import { toImageEnhancements, type ImageEnhancements } from "../../base/image-enhancements.ts";
import type { AnnotationDocument } from "../document/annotation-document.ts";
import type { Camera } from "../cameras/camera.ts";
import type { Configuration } from "../dataset/configuration.ts";
import { DatasetTypes } from "./dataset-types.ts";
import { toFilters, toTrackFilter, withChecked, type Filters } from "./filters.ts";
import type { GroupView } from "./groups.ts";
import {
  frameLabelAttribute,
  listFrameLabels,
  typesToRead,
  withoutFrameLabels,
  type FrameLabel,
} from "./frame-labels.ts";
import { lazyNotesThreshold, Notes, type NotesByTrack } from "./notes.ts";
import { reviewedAttribute, type ReviewFilter } from "./reviewed.ts";
import type { SettingsStore } from "./settings.ts";
import { TrackFilters } from "./track-filters.ts";
import { lazyReadThreshold, MarkedTracks } from "./track-marks.ts";
import { createTypeStyles, suppressingTypes, type StylePreview, type TypeStyles } from "./type-styles.ts";

type TypeHierarchy = Readonly<Record<string, string>>;

export interface DisplayParts {
  readonly cameras: readonly Camera[];
  readonly active: ReadonlySignal<Camera>;
  /** Incremented when annotations change. */
  readonly tracksVersion: ReadonlySignal<number>;
  readonly groups: ReadonlySignal<readonly GroupView[]>;
  readonly configuration: Configuration;
  readonly settings: SettingsStore;
  /** The signed-in user, whose values of per-user attributes are shown. */
  readonly login: string | undefined;
  /** When something is drawn: lists are notified of a filter change after the picture, timelines after the lists. */
  readonly afterFrame?: Defer | undefined;
  readonly whenIdle?: Defer | undefined;
}

export class Display {
  readonly #parts: DisplayParts;
  readonly #pictureVersion = signal(0);
  readonly #version = signal(0);
  readonly #countsVersion = signal(0);
  readonly #uncheckedTypes = signal<ReadonlySet<string>>(new Set());
  readonly #uncheckedGroupTypes = signal<ReadonlySet<string>>(new Set());
  readonly #reviewed = new MarkedTracks(reviewedAttribute);
  readonly #notes = new Notes();
  readonly #notesVersion = signal(0);
  readonly #labels = new MarkedTracks(frameLabelAttribute);
  readonly #reviewFilter = signal<ReviewFilter>("all");
  readonly #stylePreview = signal<StylePreview | undefined>(undefined);
  /** Parent by child. */
  readonly #hierarchy: ReadonlySignal<TypeHierarchy>;
  readonly #hiddenTrackIds = signal<ReadonlySet<TrackId>>(new Set());
  /** The inputs of the filter of each document. */
  #applied = new WeakMap<AnnotationDocument, readonly unknown[]>();
  readonly #stops: readonly (() => void)[];
  /** Notifications deferred after a filter change. */
  #waiting: { lists?: true; counts?: true } = {};

  /**
   * Incremented when the annotations or the filters change. After a filter change, the picture is notified at once,
   * lists and buttons after the picture has been drawn, and counts over all frames when the page is idle. Edits notify
   * everyone at once: nothing may refer to a deleted track.
   */
  readonly version: ReadonlySignal<number> = this.#version;
  /** The same for the picture. */
  readonly pictureVersion: ReadonlySignal<number> = this.#pictureVersion;
  /** The same for timelines. */
  readonly countsVersion: ReadonlySignal<number> = this.#countsVersion;
  readonly typeStyles: TypeStyles;
  /** Styles of group types. */
  readonly groupStyles: TypeStyles;
  /** A style being tried out: shown but not stored. */
  readonly stylePreview: ReadonlySignal<StylePreview | undefined> = this.#stylePreview;
  /** How the picture is shown. */
  readonly enhancements: ReadonlySignal<ImageEnhancements>;
  /** Types whose detections are exclusion regions. */
  readonly suppressing: ReadonlySignal<readonly string[]>;
  readonly filters: ReadonlySignal<Filters>;
  /** The filters by attribute, by name. */
  readonly trackFilters: TrackFilters;
  /** Tracks hidden one by one from the picture; they stay in the list. */
  readonly hiddenTrackIds: ReadonlySignal<ReadonlySet<TrackId>> = this.#hiddenTrackIds;
  readonly uncheckedGroupTypes: ReadonlySignal<ReadonlySet<string>> = this.#uncheckedGroupTypes;
  readonly types: DatasetTypes;
  /** Tracks marked as reviewed; in a huge dataset they are read when a filter first needs them. */
  readonly reviewedTracks: ReadonlySignal<ReadonlySet<TrackId>>;
  /** Frame labels of the active camera, by first frame. */
  readonly frameLabels: ReadonlySignal<readonly FrameLabel[]>;
  /** Notes on detections; in a huge dataset they are read on first use. */
  readonly notes: ReadonlySignal<NotesByTrack>;
  /** Number of tracks, visible or not, without frame labels. */
  readonly objectCount: ReadonlySignal<number>;
  readonly reviewFilter: ReadonlySignal<ReviewFilter> = this.#reviewFilter;
  /** Visible tracks, ascending by id. */
  readonly visibleTrackIds: ReadonlySignal<Uint32Array>;
  /** True if no camera has a visible track. */
  readonly isNothingShown: ReadonlySignal<boolean>;

  constructor(parts: DisplayParts) {
    this.#parts = parts;
    const { cameras, active, tracksVersion, groups, configuration, settings } = parts;
    const styling = (field: StylePreview["field"]) => () => {
      void configuration.styleVersion.value;
      const stored = configuration.values.peek()[field];
      const preview = this.#stylePreview.value;
      return preview?.field === field ? { ...stored, [preview.type]: preview.style } : stored;
    };
    const madeColors = new Map<string, string>();
    this.typeStyles = createTypeStyles(() => this.#core.types(), styling("customTypeStyling"), madeColors);
    this.groupStyles = createTypeStyles(
      () => [...new Set(groups.value.flatMap(({ types }) => types))],
      styling("customGroupStyling"),
    );
    const enhancements = computed(() => configuration.values.value.imageEnhancements);
    let suppressing: readonly string[] = [];
    this.suppressing = computed(() => {
      void configuration.styleVersion.value;
      const types = suppressingTypes(configuration.values.peek().customTypeStyling);
      // Keep the same array while its contents are equal: subscribers filter again on a new identity.
      if (types.join("\n") !== suppressing.join("\n")) suppressing = types;
      return suppressing;
    });
    this.#hierarchy = computed(() => configuration.values.value.typeHierarchy);
    this.enhancements = computed(() => toImageEnhancements(enhancements.value));
    const thresholds = computed(() => configuration.values.value.confidenceFilters);
    this.trackFilters = new TrackFilters(configuration, parts.login);
    const attributes = this.trackFilters.active;
    this.filters = computed(() => toFilters(thresholds.value, this.#uncheckedTypes.value, attributes.value));

    let labels: readonly FrameLabel[] = [];
    this.frameLabels = computed(() => {
      void this.#version.value;
      const document = active.value.document.value;
      const listed = listFrameLabels(document.core, this.#labels.of(document));
      // Most datasets have none: keep the same empty list, so that subscribers do not run again after each filter.
      if (listed.length + labels.length > 0) labels = listed;
      return labels;
    });
    this.notes = computed(() => {
      void tracksVersion.value;
      void this.#notesVersion.value;
      return this.#notes.of(active.value.document.value);
    });
    this.objectCount = computed(() => {
      void tracksVersion.value;
      return active.value.document.value.core.trackCount - this.frameLabels.value.length;
    });
    this.types = new DatasetTypes({
      core: () => this.#core,
      tracksVersion,
      version: this.#version,
      configuration,
      madeColors,
      frameLabels: this.frameLabels,
      styles: this.typeStyles,
    });
    this.reviewedTracks = computed(() => {
      void tracksVersion.value;
      void this.#reviewFilter.value;
      return this.#reviewed.of(active.value.document.value);
    });
    this.visibleTrackIds = computed(() => (void this.#version.value, this.#core.shown.trackIds()));
    this.isNothingShown = computed(() => {
      if (this.visibleTrackIds.value.length > 0) return false;
      return cameras.every(({ document }) => document.value.core.shown.trackIds().length === 0);
    });

    // The filter depends only on this setting; opening a panel changes settings too.
    const preventCascade = computed(() => settings.settings.value.typeSettings.preventCascadeTypes);
    let annotations: readonly unknown[] = [];
    const filter = writingEffect(() => {
      const before = annotations;
      annotations = [tracksVersion.value, active.value];
      void this.filters.value;
      void this.suppressing.value;
      void this.#hierarchy.value;
      void preventCascade.value;
      for (const camera of cameras) this.applyTo(camera.document.peek());
      const isFilter = before.every((each, index) => each === annotations[index]) && before.length > 0;
      untracked(() => this.#notify(isFilter));
    });
    this.types.remember();
    this.#stops = [filter, () => this.types.dispose()];
  }

  get #core(): AnnotationCore {
    return this.#parts.active.peek().document.peek().core;
  }

  /** Checks or unchecks types in the type list. */
  setTypesShown(types: readonly string[], shown: boolean): void {
    this.#uncheckedTypes.value = withChecked(this.#uncheckedTypes.peek(), types, shown);
  }

  setGroupTypesShown(types: readonly string[], shown: boolean): void {
    this.#uncheckedGroupTypes.value = withChecked(this.#uncheckedGroupTypes.peek(), types, shown);
  }

  /** Filters the list only; the picture shows all tracks. */
  setReviewFilter(filter: ReviewFilter): void {
    if (filter === "noted") this.requireNotes();
    else if (filter !== "all") {
      this.#reviewed.read(this.#parts.active.peek().document.peek());
    }
    this.#reviewFilter.value = filter;
  }

  /** Reads the notes if they have not been read yet. */
  requireNotes(): void {
    this.#notes.read(this.#parts.active.peek().document.peek());
    this.#notesVersion.value += 1;
  }

  /** Shows a style without storing it; `undefined`: back to the stored one. */
  previewStyle(preview: StylePreview | undefined): void {
    this.#stylePreview.value = preview;
  }

  setTrackShown(id: TrackId, shown: boolean): void {
    const hidden = new Set(this.#hiddenTrackIds.peek());
    if (shown) hidden.delete(id);
    else hidden.add(id);
    this.#hiddenTrackIds.value = hidden;
  }

  /** The visible track at a point of the picture: nearest edge first. Tolerance in image pixels. */
  pick(frame: FrameNumber, x: number, y: number, tolerance: number): TrackId | undefined {
    return this.pickAll(frame, x, y, tolerance)[0];
  }

  /** All visible tracks at a point, nearest edge first. */
  pickAll(frame: FrameNumber, x: number, y: number, tolerance: number): readonly TrackId[] {
    const hidden = this.#hiddenTrackIds.peek();
    return this.#core.shown.hitTest(frame, x, y, tolerance).filter((id) => !hidden.has(id));
  }

  /** Called by the workspace after a step that changed these tracks. */
  updateEdited(document: AnnotationDocument, touched: readonly TrackId[]): void {
    this.#reviewed.note(document, touched);
    this.#labels.note(document, touched);
    this.#notes.note(document, touched);
  }

  /** Called by the workspace: applies the filter to a document that is about to be shown. */
  applyTo(document: AnnotationDocument): void {
    const { core } = document;
    if (core.detectionCount < lazyNotesThreshold) this.#notes.read(document);
    const { customTypeStyling } = this.#parts.configuration.values.peek();
    this.#labels.read(document, typesToRead(core, customTypeStyling));
    const filter = this.#reviewFilter.peek();
    if (filter === "noted") this.#notes.read(document);
    if (core.trackCount < lazyReadThreshold || filter === "toReview" || filter === "reviewed") {
      this.#reviewed.read(document);
    }
    const filters = this.filters.peek();
    const preventCascade = this.#parts.settings.settings.peek().typeSettings.preventCascadeTypes;
    const types = core.types();
    const hasLabels = this.#labels.of(document).size > 0;
    const suppressing = this.suppressing.peek();
    const hierarchy = this.#hierarchy.peek();
    const inputs = [filters, preventCascade, types.length, hasLabels, suppressing, hierarchy];
    const applied = this.#applied.get(document);
    if (applied !== undefined && inputs.every((input, at) => input === applied[at])) return;
    core.shown.apply(
      toTrackFilter(filters, types, preventCascade, hasLabels ? [withoutFrameLabels] : [], suppressing, hierarchy),
    );
    this.#applied.set(document, inputs);
  }

  dispose(): void {
    this.#waiting = {};
    for (const stop of this.#stops) stop();
  }

  /** Notifies subscribers of a change. */
  #notify(isFilter: boolean): void {
    if (isFilter) {
      this.#pictureVersion.value += 1;
      const notifyLists = () => {
        this.#version.value += 1;
        this.#wait("counts", () => (this.#countsVersion.value += 1), this.#parts.whenIdle);
      };
      this.#wait("lists", notifyLists, this.#parts.afterFrame);
      return;
    }
    this.#waiting = {};
    batch(() => {
      for (const version of [this.#pictureVersion, this.#version, this.#countsVersion]) version.value += 1;
    });
  }

  /** Combines all filter changes until then into one notification: dragging a slider does not starve the lists. */
  #wait(who: "lists" | "counts", notify: () => void, defer: Defer = immediately): void {
    if (this.#waiting[who]) return;
    const waiting = this.#waiting;
    waiting[who] = true;
    defer(() => {
      // An edit in between has notified all subscribers.
      if (this.#waiting !== waiting) return;
      delete waiting[who];
      notify();
    });
  }
}
