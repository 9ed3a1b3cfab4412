/**
 * The types of the dataset: those that tracks have, those that the user may want again, and those made on this page,
 * which get a color of their own.
 */

import { computed, signal, type ReadonlySignal } from "@preact/signals-core";
import type { AnnotationCore, TypeCount } from "#core/types";
import { colorForNew, definedTypes } from "#core/type-colors";
import { effect } from "../../base/effect.ts";
import type { Configuration } from "../dataset/configuration.ts";
import { listLabelNames, type FrameLabel } from "./frame-labels.ts";
import { unknownType } from "./settings.ts";
import type { StoredStyle, TypeStyles } from "./type-styles.ts";

interface DatasetTypesParts {
  /** Of the active camera. */
  core(): AnnotationCore;
  /** Incremented when annotations change, and when lists are notified of a filter change. */
  readonly tracksVersion: ReadonlySignal<number>;
  readonly version: ReadonlySignal<number>;
  readonly configuration: Configuration;
  readonly frameLabels: ReadonlySignal<readonly FrameLabel[]>;
  readonly styles: TypeStyles;
  /** Colors of types created on this page, which `styles` reads. */
  readonly madeColors: Map<string, string>;
}

export class DatasetTypes {
  readonly #parts: DatasetTypesParts;
  /** All types the dataset has had, including those no track has any longer: the user may want them again. */
  readonly #known = signal<ReadonlySet<string>>(new Set());
  /** Types created by an edit on this page. They disappear when no track has them, for example after undo. */
  readonly #made = new Set<string>();
  /** Tracks under each type with the current thresholds, checked or not; types without any come last. */
  readonly counts: ReadonlySignal<readonly TypeCount[]>;
  /** Types that at least one track has, visible or not. */
  readonly used: ReadonlySignal<ReadonlySet<string>>;
  #stop: (() => void) | undefined;

  constructor(parts: DatasetTypesParts) {
    this.#parts = parts;
    const { configuration, frameLabels, tracksVersion, version } = parts;
    // Keeps the same list while types are only checked and unchecked. Edits count at once, before lists are notified;
    // otherwise the previous count would keep a type that was renamed and removed.
    const counted = computed(() => {
      void tracksVersion.value;
      void version.value;
      return parts.core().shown.typeCounts();
    });
    this.counts = computed(() => {
      void configuration.styleVersion.value;
      const counts = counted.value;
      const styles = configuration.values.peek().customTypeStyling;
      const labels = new Set(listLabelNames(styles, frameLabels.value).map(({ name }) => name));
      // Types of frame labels are not types of tracks, unless such tracks exist too.
      const used = counts.filter(({ type, trackCount }) => trackCount > 0 || !labels.has(type));
      const names = new Set(counts.map(({ type }) => type));
      const defined = new Set([...this.#known.value, ...definedTypes(styles)]);
      const empty = [...defined].filter((type) => !names.has(type) && !labels.has(type));
      return [...used, ...empty.map((type) => ({ type, trackCount: 0 }))];
    });
    this.used = computed(() => new Set(counted.value.map(({ type }) => type)));
  }

  /** Remembers the types of tracks from now on, once the first filter is applied. */
  remember(): void {
    this.#stop = effect(() => {
      const known = this.#known.peek();
      const types = this.counts.value.map(({ type }) => type);
      const fromElsewhere = types.filter((type) => !this.#made.has(type) && !known.has(type));
      if (fromElsewhere.length > 0) this.#known.value = new Set([...known, ...fromElsewhere]);
    });
  }

  dispose(): void {
    this.#stop?.();
  }

  /** Removes types without tracks from the list; a type that is used again returns. */
  forget(types: readonly string[]): void {
    this.#known.value = new Set([...this.#known.peek()].filter((type) => !types.includes(type)));
  }

  /** Call before a track gets this type in any way: it may be a new one. */
  recordUsed(type: string): void {
    const { configuration, core, madeColors, styles } = this.#parts;
    if (!this.#known.peek().has(type)) this.#made.add(type);
    const stored = configuration.values.peek().customTypeStyling;
    const others = new Set([...core().types(), ...Object.keys(stored), ...madeColors.keys()]);
    if (others.has(type) || type === unknownType) return;
    const taken = new Set([...others].map((each) => styles.of(each).color));
    madeColors.set(type, colorForNew(type, taken));
  }

  /** Colors of used types that were created here and have no stored color: to be stored with the dataset. */
  madeColors(): Readonly<Record<string, StoredStyle>> {
    const stored = this.#parts.configuration.values.peek().customTypeStyling;
    const used = this.used.peek();
    const made = [...this.#parts.madeColors].filter(
      ([type]) => used.has(type) && !(Object.hasOwn(stored, type) && stored[type]?.color !== undefined),
    );
    return Object.fromEntries(
      made.map(([type, color]) => [type, { ...(Object.hasOwn(stored, type) && stored[type]), color }]),
    );
  }
}
