/**
 * The ghosts on the shown picture: always those of the selection; those of other tracks if they were drawn with
 * keyframes and ended recently, a few at most. They can be seen and picked, but only an edit turns one into a detection.
 */

import { computed, type ReadonlySignal } from "@preact/signals-core";
import type { AnnotationCore, FrameNumber, TrackId, TrackSpans } from "#core/types";
import type { ImagePoint } from "../../base/brand.ts";
import { boundsOfShape, type Shape } from "../../base/shape.ts";
import { isFrameLabel } from "../../session/display/frame-labels.ts";
import type { Workspace } from "../../session/workspace.ts";
import type { Player } from "../ports.ts";
import { ghostSource } from "../tools/ghost.ts";
import { readBox } from "../tools/read-shapes.ts";

export interface Ghost {
  readonly trackId: TrackId;
  readonly box: Shape & { readonly kind: "rectangle" };
  readonly isSelected: boolean;
  /** Share of `maxGhostFrames` since its box: above 0, up to 1. */
  readonly age: number;
}

/** For tracks that are not selected, so that the picture does not fill up with old boxes. Frames. */
const maxGhostFrames = 100;
/** Ghosts of tracks that are not selected, those with the latest boxes: more of them would hide the picture. */
const maxOthers = 24;
/** At most this many tracks are examined, those with the latest boxes first: the work per frame is limited. */
const maxScanned = 200;

export class Ghosts {
  readonly shown: ReadonlySignal<readonly Ghost[]>;

  readonly #workspace: Workspace;
  /** Known facts about one version of the annotations. */
  #known:
    | {
        readonly of: string;
        readonly core: AnnotationCore;
        readonly spans: TrackSpans;
      }
    | undefined;
  readonly #drawnWithKeyframes = new Map<TrackId, boolean>();

  constructor(
    workspace: Workspace,
    player: Pick<Player, "playing">,
    shownFrame: ReadonlySignal<FrameNumber | undefined>,
  ) {
    this.#workspace = workspace;
    const areVisible = computed(() => workspace.settings.settings.value.annotatorPreferences.visible.ghosts);
    this.shown = computed(() => {
      void workspace.tracksVersion.value;
      void workspace.display.pictureVersion.value;
      const frame = shownFrame.value;
      // In read-only datasets, show only stored boxes.
      if (frame === undefined || workspace.readOnly.value !== undefined) return [];
      const { core } = workspace.active.value.document.value;
      const hidden = workspace.display.hiddenTrackIds.value;
      const selected = workspace.selection.value.tracks;
      const ghostOf = (trackId: TrackId): Ghost | undefined => {
        const source = ghostSource(core, trackId, frame);
        if (hidden.has(trackId) || source === undefined) return undefined;
        if (core.track(trackId).shown === undefined || isFrameLabel(core, trackId)) return undefined;
        const box = readBox(core, trackId, frame);
        if (box?.kind !== "rectangle") return undefined;
        const age = Math.min(1, (frame - source) / maxGhostFrames);
        return { trackId, box, isSelected: selected.has(trackId), age };
      };
      const others = areVisible.value && !player.playing.value ? this.#othersAt(core, frame) : [];
      return [
        ...firstOf([...selected].slice(0, maxScanned), maxScanned, ghostOf),
        ...firstOf(
          others.filter((id) => !selected.has(id)),
          maxOthers,
          ghostOf,
        ),
      ];
    });
  }

  /** The ghost at a point of the picture: the selected one first, then the smallest. Tolerance in image pixels. */
  at({ x, y }: ImagePoint, tolerance: number): TrackId | undefined {
    const hit = this.shown.value
      .map((ghost) => ({ ...ghost, bounds: boundsOfShape(ghost.box) }))
      .filter(({ bounds: [x1, y1, x2, y2] }) => {
        return x >= x1 - tolerance && x <= x2 + tolerance && y >= y1 - tolerance && y <= y2 + tolerance;
      })
      .toSorted((a, b) => Number(b.isSelected) - Number(a.isSelected) || areaOf(a.bounds) - areaOf(b.bounds));
    return hit[0]?.trackId;
  }

  /** Those with the latest boxes first. */
  #othersAt(core: AnnotationCore, frame: FrameNumber): readonly TrackId[] {
    const { trackIds, begins, ends } = this.#spansOf(core);
    const list = core.shown.frameQuery(frame);
    const drawn = new Set(list.trackIds.subarray(0, list.count));
    /** Candidates, each with the frame where its ghost started at the latest. */
    const candidates: { readonly id: TrackId; readonly end: number }[] = [];
    for (let at = 0; at < trackIds.length; at++) {
      const [id, begin, end] = [trackIds[at]!, begins[at]!, ends[at]!];
      if (begin < frame && end >= frame - maxGhostFrames && !drawn.has(id)) candidates.push({ id: id as TrackId, end });
    }
    if (candidates.length > maxScanned) candidates.sort((a, b) => Math.abs(frame - a.end) - Math.abs(frame - b.end));
    return candidates
      .slice(0, maxScanned)
      .flatMap(({ id }) => {
        if (!this.#isDrawnWithKeyframes(core, id)) return [];
        const source = ghostSource(core, id, frame);
        return source !== undefined && frame - source <= maxGhostFrames ? [{ id, source }] : [];
      })
      .toSorted((a, b) => b.source - a.source)
      .map(({ id }) => id);
  }

  /**
   * A tracker that loses an object knows nothing more about it, but a person who draws keyframes means the box to last.
   */
  #isDrawnWithKeyframes(core: AnnotationCore, id: TrackId): boolean {
    const known = this.#drawnWithKeyframes.get(id);
    if (known !== undefined) return known;
    const { begin, end } = core.track(id);
    const isIt = [begin, end].some((frame) => core.detectionAt(id, frame)?.interpolates === true);
    this.#drawnWithKeyframes.set(id, isIt);
    return isIt;
  }

  #spansOf(core: AnnotationCore): TrackSpans {
    const { tracksVersion, display } = this.#workspace;
    const of = `${tracksVersion.value} ${display.pictureVersion.value}`;
    if (this.#known?.of !== of || this.#known.core !== core) {
      this.#drawnWithKeyframes.clear();
      this.#known = { of, core, spans: core.shown.trackSpans() };
    }
    return this.#known.spans;
  }
}

/** At most `count` of the values that there are. */
function firstOf<From, To>(all: readonly From[], count: number, valueOf: (each: From) => To | undefined): To[] {
  const found: To[] = [];
  for (const each of all) {
    if (found.length === count) break;
    const value = valueOf(each);
    if (value !== undefined) found.push(value);
  }
  return found;
}

function areaOf([x1, y1, x2, y2]: readonly [number, number, number, number]): number {
  return (x2 - x1) * (y2 - y1);
}
