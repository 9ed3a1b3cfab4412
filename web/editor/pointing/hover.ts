/** The track under the pointer: the one that a click would select and that lists and timelines highlight. */

import { batch, signal, type ReadonlySignal } from "@preact/signals-core";
import type { FrameNumber, TrackId } from "#core/types";
import { effect } from "../../base/effect.ts";
import type { ImagePoint } from "../../base/brand.ts";
import type { View } from "../../base/view.ts";
import type { Workspace } from "../../session/workspace.ts";
import type { Ghosts } from "./ghosts.ts";

/** How close the pointer must be to an edge to pick it. CSS pixels. */
const pickTolerancePx = 6;

/** The parts of the editor that this uses. */
interface HoveredEditor {
  readonly workspace: Workspace;
  readonly ghosts: Ghosts;
  readonly shownFrame: ReadonlySignal<FrameNumber | undefined>;
  readonly view: View;
}

export class Hover {
  readonly #editor: HoveredEditor;
  readonly #track = signal<TrackId | undefined>(undefined);
  readonly #at = signal<ImagePoint | undefined>(undefined);
  readonly #reach = signal(1);
  /** Which of several objects in one place the user means. */
  #cycled: { readonly of: string; readonly by: number } = { of: "", by: 0 };

  readonly track: ReadonlySignal<TrackId | undefined> = this.#track;
  /** Position of the pointer on the picture; `undefined` elsewhere. */
  readonly at: ReadonlySignal<ImagePoint | undefined> = this.#at;
  /** How much further than a mouse the pointer may miss its target. */
  readonly reach: ReadonlySignal<number> = this.#reach;

  constructor(editor: HoveredEditor) {
    this.#editor = editor;
  }

  /**
   * Looks again when the objects under a resting pointer have moved.
   * @param isResting False during a drag, which keeps the track it started on.
   * @returns Ends it.
   */
  watch(isResting: () => boolean): () => void {
    const { shownFrame, workspace } = this.#editor;
    return effect(() => {
      void shownFrame.value;
      void workspace.display.version.value;
      const at = this.#at.peek();
      if (at !== undefined && isResting()) this.#track.value = this.trackAt(at);
      // When a row disappears together with its track, no event says that the pointer left it.
      const hovered = this.#track.peek();
      if (hovered !== undefined && !workspace.core.hasTrack(hovered)) this.#track.value = undefined;
    });
  }

  /** The pointer is at a point of the picture. */
  moveTo(at: ImagePoint): void {
    this.#at.value = at;
  }

  /** Like `moveTo`, and finds the target under the pointer unless a drag is going on. */
  lookAt(at: ImagePoint, reach: number, isResting: boolean): void {
    this.#at.value = at;
    this.#reach.value = reach;
    if (isResting) this.#track.value = this.trackAt(at);
  }

  leave(): void {
    batch(() => {
      this.#at.value = undefined;
      this.#track.value = undefined;
    });
  }

  /** Called when a list or a timeline points at a track, or stops doing so. */
  pointAt(track: TrackId | undefined): void {
    if (this.#at.peek() === undefined) this.#track.value = track;
  }

  /** Points at the next of the overlapping objects under the pointer. Returns whether there is one. */
  cycle(): boolean {
    const at = this.#at.peek();
    const hits = at === undefined ? [] : this.#tracksAt(at);
    if (at === undefined || hits.length < 2) return false;
    const of = hits.join();
    this.#cycled = { of, by: this.#cycled.of === of ? this.#cycled.by + 1 : 1 };
    this.#track.value = this.trackAt(at);
    return true;
  }

  /** The visible track a click would pick: the nearest one, or the one the user cycled to. */
  trackAt(point: ImagePoint): TrackId | undefined {
    const hits = this.#tracksAt(point);
    if (hits.length < 2 || hits.join() !== this.#cycled.of) return hits[0];
    return hits[this.#cycled.by % hits.length];
  }

  /** The tracks at a point, nearest first; ghosts come last. */
  #tracksAt(point: ImagePoint): readonly TrackId[] {
    const frame = this.#editor.shownFrame.peek();
    if (frame === undefined) return [];
    const tolerance = (pickTolerancePx * this.#reach.peek()) / this.#editor.view.viewport.peek().scale;
    const hits = this.#editor.workspace.display.pickAll(frame, point.x, point.y, tolerance);
    const ghost = this.#editor.ghosts.at(point, tolerance);
    return ghost === undefined ? hits : [...hits, ghost];
  }
}
