/**
 * Which annotations are shown, and how: type styles, checked types and tracks, thresholds and other filters,
 * hidden tracks. Nothing here changes an annotation. The cores apply the filter; they get a new one when the filter,
 * one of its settings or their list of types changes.
 */

import { batch, computed, signal, untracked, type ReadonlySignal } from "@preact/signals-core";
import { effect, writingEffect } from "../../base/effect.ts";
import type { AnnotationCore, FrameNumber, TrackId, TypeCount } from "#core/types";
import { immediately, type Defer } from "../../base/after-frame.ts";
import { toImageEnhancements, type ImageEnhancements } from "../../base/image-enhancements.ts";
import type { AnnotationDocument } from "../document/annotation-document.ts";
import type { Camera } from "../cameras/camera.ts";
import type { Configuration } from "../dataset/configuration.ts";
import { toFilters, toTrackFilter, withChecked, type Filters } from "./filters.ts";
import type { GroupView } from "./groups.ts";
import {
  frameLabelAttribute,
  listFrameLabels,
  listLabelNames,
  typesToRead,
  withoutFrameLabels,
  type FrameLabel,
} from "./frame-labels.ts";
import { lazyNotesThreshold, Notes, type NotesByTrack } from "./notes.ts";
import { reviewedAttribute, type ReviewFilter } from "./reviewed.ts";
import { unknownType, type SettingsStore } from "./settings.ts";
import { colorForNew } from "#core/type-colors";
import { TrackFilters } from "./track-filters.ts";
import { lazyReadThreshold, MarkedTracks } from "./track-marks.ts";
import {
  createTypeStyles,
  suppressingTypes,
  type StoredStyle,
  type StylePreview,
  type TypeStyles,
} from "./type-styles.ts";

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
  /** All types the dataset has had, including those no track has any longer: the user may want them again. */
  readonly #knownTypes = signal<ReadonlySet<string>>(new Set());
  /** Types created by an edit on this page. They disappear when no track has them, for example after undo. */
  readonly #madeTypes = new Set<string>();
  /** Colors of types created on this page. */
  readonly #madeColors = new Map<string, string>();
  readonly #reviewed = new MarkedTracks(reviewedAttribute);
  readonly #notes = new Notes();
  readonly #notesVersion = signal(0);
  readonly #labels = new MarkedTracks(frameLabelAttribute);
  readonly #reviewFilter = signal<ReviewFilter>("all");
  readonly #stylePreview = signal<StylePreview | undefined>(undefined);
  /** Parent by child. */
  readonly #hierarchy: ReadonlySignal<TypeHierarchy>;
  readonly #hiddenTrackIds = signal<ReadonlySet<TrackId>>(new Set());
  #applied = new WeakMap<
    AnnotationDocument,
    {
      filters: Filters;
      preventCascade: boolean;
      typeCount: number;
      hasLabels: boolean;
      suppressing: readonly string[];
      hierarchy: TypeHierarchy;
    }
  >();
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
  /** Tracks under each type with the current thresholds, checked or not; types without any come last. */
  readonly typeCounts: ReadonlySignal<readonly TypeCount[]>;
  /** Types that at least one track has, visible or not. */
  readonly usedTypes: ReadonlySignal<ReadonlySet<string>>;
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
    this.typeStyles = createTypeStyles(() => this.#core.types(), styling("customTypeStyling"), this.#madeColors);
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
    // Keeps the same list while types are only checked and unchecked. Edits count at once, before lists are notified;
    // otherwise the previous count would keep a type that was renamed and removed.
    const counted = computed(() => {
      void tracksVersion.value;
      void this.#version.value;
      return this.#core.typeCounts();
    });
    this.typeCounts = computed(() => {
      void configuration.styleVersion.value;
      const counts = counted.value;
      const styles = configuration.values.peek().customTypeStyling;
      const labels = new Set(listLabelNames(styles, this.frameLabels.value).map(({ name }) => name));
      // Types of frame labels are not types of tracks, unless such tracks exist too.
      const used = counts.filter(({ type, trackCount }) => trackCount > 0 || !labels.has(type));
      const names = new Set(counts.map(({ type }) => type));
      const defined = new Set([...this.#knownTypes.value, ...Object.keys(styles)]);
      const empty = [...defined].filter((type) => !names.has(type) && !labels.has(type));
      return [...used, ...empty.map((type) => ({ type, trackCount: 0 }))];
    });
    this.usedTypes = computed(() => new Set(counted.value.map(({ type }) => type)));
    this.reviewedTracks = computed(() => {
      void tracksVersion.value;
      void this.#reviewFilter.value;
      return this.#reviewed.of(active.value.document.value);
    });
    this.visibleTrackIds = computed(() => (void this.#version.value, this.#core.visibleTrackIds()));
    this.isNothingShown = computed(() => {
      if (this.visibleTrackIds.value.length > 0) return false;
      return cameras.every(({ document }) => document.value.core.visibleTrackIds().length === 0);
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
    const remember = effect(() => {
      const known = this.#knownTypes.peek();
      const types = this.typeCounts.value.map(({ type }) => type);
      const fromElsewhere = types.filter((type) => !this.#madeTypes.has(type) && !known.has(type));
      if (fromElsewhere.length > 0) this.#knownTypes.value = new Set([...known, ...fromElsewhere]);
    });
    this.#stops = [filter, remember];
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

  /** Removes types without tracks from the list; a type that is used again returns. */
  forgetTypes(types: readonly string[]): void {
    this.#knownTypes.value = new Set([...this.#knownTypes.peek()].filter((type) => !types.includes(type)));
  }

  /** Call before a track gets this type in any way: it may be a new one. */
  recordUsed(type: string): void {
    if (!this.#knownTypes.peek().has(type)) this.#madeTypes.add(type);
    const stored = this.#parts.configuration.values.peek().customTypeStyling;
    const others = new Set([...this.#core.types(), ...Object.keys(stored), ...this.#madeColors.keys()]);
    if (others.has(type) || type === unknownType) return;
    const taken = new Set([...others].map((each) => this.typeStyles.of(each).color));
    this.#madeColors.set(type, colorForNew(type, taken));
  }

  /** Colors of used types that were created here and have no stored color: to be stored with the dataset. */
  madeColors(): Readonly<Record<string, StoredStyle>> {
    const stored = this.#parts.configuration.values.peek().customTypeStyling;
    const used = this.usedTypes.peek();
    const made = [...this.#madeColors].filter(
      ([type]) => used.has(type) && !(Object.hasOwn(stored, type) && stored[type]?.color !== undefined),
    );
    return Object.fromEntries(
      made.map(([type, color]) => [type, { ...(Object.hasOwn(stored, type) && stored[type]), color }]),
    );
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
    return this.#core.hitTest(frame, x, y, tolerance).filter((id) => !hidden.has(id));
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
    const applied = this.#applied.get(document);
    const hasLabels = this.#labels.of(document).size > 0;
    const suppressing = this.suppressing.peek();
    const hierarchy = this.#hierarchy.peek();
    const isApplied =
      applied?.filters === filters &&
      applied.preventCascade === preventCascade &&
      applied.typeCount === types.length &&
      applied.hasLabels === hasLabels &&
      applied.suppressing === suppressing &&
      applied.hierarchy === hierarchy;
    if (isApplied) return;
    core.setFilter(
      toTrackFilter(filters, types, preventCascade, hasLabels ? [withoutFrameLabels] : [], suppressing, hierarchy),
    );
    this.#applied.set(document, {
      filters,
      preventCascade,
      typeCount: types.length,
      hasLabels,
      suppressing,
      hierarchy,
    });
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
