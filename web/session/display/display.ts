/**
 * What of the annotations is shown, and how: styles of types, what is checked in the lists, thresholds and other
 * filters, hidden tracks. Nothing here changes an annotation. The cores hold the filter: they get the new one when it,
 * a setting of it or their list of types has changed.
 */

import { batch, computed, signal, untracked, type ReadonlySignal } from "@preact/signals-core";
import { effect, writingEffect } from "../../base/effect.ts";
import type { AnnotationCore, FrameNumber, TrackId, TypeCount } from "#core/types";
import { atOnce, type PutOff } from "../../base/after-frame.ts";
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
import { fewestNotesLate, Notes, type NotesByTrack } from "./notes.ts";
import { reviewedAttribute, type ReviewFilter } from "./reviewed.ts";
import { unknownType, type SettingsStore } from "./settings.ts";
import { colorForNew } from "../../base/type-colors.ts";
import { TrackFilters } from "./track-filters.ts";
import { fewestReadLate, MarkedTracks } from "./track-marks.ts";
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
  /** Counts changes of the annotations. */
  readonly tracksVersion: ReadonlySignal<number>;
  readonly groups: ReadonlySignal<readonly GroupView[]>;
  readonly configuration: Configuration;
  readonly settings: SettingsStore;
  /** The signed-in user, whose values of per-user attributes are shown. */
  readonly login: string | undefined;
  /** Where the display is drawn: lists are notified of a filter after the picture, timelines after them. */
  readonly afterFrame?: PutOff | undefined;
  readonly whenIdle?: PutOff | undefined;
}

export class Display {
  readonly #parts: DisplayParts;
  readonly #pictureVersion = signal(0);
  readonly #version = signal(0);
  readonly #countsVersion = signal(0);
  readonly #uncheckedTypes = signal<ReadonlySet<string>>(new Set());
  readonly #uncheckedGroupTypes = signal<ReadonlySet<string>>(new Set());
  /** Types that the dataset had, also those that no track has any more: they may be wanted again. */
  readonly #knownTypes = signal<ReadonlySet<string>>(new Set());
  /** Types that came with an edit of this page. They go when nothing has them, as when the edit is undone. */
  readonly #madeTypes = new Set<string>();
  /** Colours of types that were made here. */
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
   * Counts changes of what is shown: the annotations, or the filters. The picture is notified at once, lists and
   * buttons of a filter after the picture has been drawn, counts over all frames when the page is idle. Edits are
   * notified everywhere at once: nothing may refer to a track that is gone.
   */
  readonly version: ReadonlySignal<number> = this.#version;
  /** The same for the picture. */
  readonly pictureVersion: ReadonlySignal<number> = this.#pictureVersion;
  /** The same for timelines. */
  readonly countsVersion: ReadonlySignal<number> = this.#countsVersion;
  readonly typeStyles: TypeStyles;
  /** Of group types. */
  readonly groupStyles: TypeStyles;
  /** A style that is being tried out: shown, but not changed yet. */
  readonly stylePreview: ReadonlySignal<StylePreview | undefined> = this.#stylePreview;
  /** How the picture is shown. */
  readonly enhancements: ReadonlySignal<ImageEnhancements>;
  /** Types whose detections are regions in which nothing counts. */
  readonly suppressing: ReadonlySignal<readonly string[]>;
  readonly filters: ReadonlySignal<Filters>;
  /** Those of them that are conditions on attributes, by name. */
  readonly trackFilters: TrackFilters;
  /** Tracks that are taken off the picture one by one; they stay in the list. */
  readonly hiddenTrackIds: ReadonlySignal<ReadonlySet<TrackId>> = this.#hiddenTrackIds;
  readonly uncheckedGroupTypes: ReadonlySignal<ReadonlySet<string>> = this.#uncheckedGroupTypes;
  /** Tracks under each type with the current thresholds, checked or not; types without any come last. */
  readonly typeCounts: ReadonlySignal<readonly TypeCount[]>;
  /** Types that some track has, shown or not. */
  readonly usedTypes: ReadonlySignal<ReadonlySet<string>>;
  /** Tracks marked as reviewed; in a huge dataset they are read when a filter first needs them. */
  readonly reviewedTracks: ReadonlySignal<ReadonlySet<TrackId>>;
  /** Labels of intervals of the active camera, by their first frame. */
  readonly frameLabels: ReadonlySignal<readonly FrameLabel[]>;
  /** Notes on detections; in a huge dataset they are read on first use. */
  readonly notes: ReadonlySignal<NotesByTrack>;
  /** Tracks, shown or not, without the labels of frames. */
  readonly objectCount: ReadonlySignal<number>;
  readonly reviewFilter: ReadonlySignal<ReviewFilter> = this.#reviewFilter;
  /** Shown tracks in ascending id. */
  readonly visibleTrackIds: ReadonlySignal<Uint32Array>;
  /** No camera has a shown track. */
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
      // Most datasets have none: subscribers need not run again after each filter.
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
    // Keeps the same list while types are only checked and unchecked. Edits count at once, before lists are notified:
    // otherwise a type that was renamed and forgotten would be kept by the previous count.
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
      // The types of frame labels are no types of tracks, unless there are such tracks too.
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

    // Of all settings the filter is about this one alone: a panel that is opened changes settings as well.
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
      untracked(() => this.#tell(isFilter));
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

  /** Before a track is given this type, by whatever means: it may be a new one. */
  noteUsed(type: string): void {
    if (!this.#knownTypes.peek().has(type)) this.#madeTypes.add(type);
    const stored = this.#parts.configuration.values.peek().customTypeStyling;
    const others = new Set([...this.#core.types(), ...Object.keys(stored), ...this.#madeColors.keys()]);
    if (others.has(type) || type === unknownType) return;
    const taken = new Set([...others].map((each) => this.typeStyles.of(each).color));
    this.#madeColors.set(type, colorForNew(type, taken));
  }

  /** Colours of types that were made here, are used and have no stored one: to be stored with the dataset. */
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

  /** Which tracks the list shows; the picture shows all. */
  setReviewFilter(filter: ReviewFilter): void {
    if (filter === "noted") this.requireNotes();
    else if (filter !== "all") {
      this.#reviewed.read(this.#parts.active.peek().document.peek());
    }
    this.#reviewFilter.value = filter;
  }

  /** Notes are needed now: reads them if they have not been read. */
  requireNotes(): void {
    this.#notes.read(this.#parts.active.peek().document.peek());
    this.#notesVersion.value += 1;
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
    return this.pickAll(frame, x, y, tolerance)[0];
  }

  /** All that a point hits, nearest edge first. */
  pickAll(frame: FrameNumber, x: number, y: number, tolerance: number): readonly TrackId[] {
    const hidden = this.#hiddenTrackIds.peek();
    return this.#core.hitTest(frame, x, y, tolerance).filter((id) => !hidden.has(id));
  }

  /** For the workspace: after a step that touched these tracks. */
  noteEdited(document: AnnotationDocument, touched: readonly TrackId[]): void {
    this.#reviewed.note(document, touched);
    this.#labels.note(document, touched);
    this.#notes.note(document, touched);
  }

  /** For the workspace too: a document that is about to be shown gets the filter. */
  applyTo(document: AnnotationDocument): void {
    const { core } = document;
    if (core.detectionCount < fewestNotesLate) this.#notes.read(document);
    const { customTypeStyling } = this.#parts.configuration.values.peek();
    this.#labels.read(document, typesToRead(core, customTypeStyling));
    const filter = this.#reviewFilter.peek();
    if (filter === "noted") this.#notes.read(document);
    if (core.trackCount < fewestReadLate || filter === "toReview" || filter === "reviewed") {
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

  /** That something else is shown. */
  #tell(isFilter: boolean): void {
    if (isFilter) {
      this.#pictureVersion.value += 1;
      const tellLists = () => {
        this.#version.value += 1;
        this.#wait("counts", () => (this.#countsVersion.value += 1), this.#parts.whenIdle);
      };
      this.#wait("lists", tellLists, this.#parts.afterFrame);
      return;
    }
    this.#waiting = {};
    batch(() => {
      for (const version of [this.#pictureVersion, this.#version, this.#countsVersion]) version.value += 1;
    });
  }

  /** Once for all filters until then: a slider that is dragged does not keep the lists from hearing of it. */
  #wait(who: "lists" | "counts", tell: () => void, putOff: PutOff = atOnce): void {
    if (this.#waiting[who]) return;
    const waiting = this.#waiting;
    waiting[who] = true;
    putOff(() => {
      // An edit in between has notified all subscribers.
      if (this.#waiting !== waiting) return;
      delete waiting[who];
      tell();
    });
  }
}
