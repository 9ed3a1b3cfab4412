/**
 * Compares the open annotations with another set, revision or dataset: a second, read-only document and the
 * differences, one track at a time. Accepting a difference, or part of one, is an edit like any other; keeping one's
 * own version is also a step.
 */

import { signal, type ReadonlySignal } from "@preact/signals-core";
import { effect } from "../../base/effect.ts";
import {
  detectionFrames,
  differenceOf,
  listDifferences,
  listGroupDifferences,
  withPartsOf,
  type Difference,
  type GroupDifference,
  type AcceptedParts,
} from "#core/diff/differences";
import type { AnnotationCore, FrameNumber, GroupId, TrackId } from "#core/types";
import type { ApiClient } from "#schemas/client";
import type { BoxBounds } from "../../base/shape.ts";
import {
  DismissedDifferences,
  type DifferencePart,
  type Dismissal,
  type OpenDifference,
} from "./dismissed-differences.ts";
import { loadAnnotations, loadHeadRevision } from "../document/load-annotations.ts";
import type { Undoable } from "../undo/workspace-steps.ts";
import type { Workspace } from "../workspace.ts";

/** The other side; `undefined` means the default set, the newest revision, or the open dataset. */
export interface ComparedWith {
  /** Another dataset: a clone, the source of this one, or any that the user can read. */
  readonly datasetId?: string | undefined;
  readonly setName: string | undefined;
  readonly revision: number | undefined;
}

export type ComparisonState =
  | { readonly kind: "none" }
  | { readonly kind: "loading"; readonly other: ComparedWith; readonly share: number }
  | { readonly kind: "failed"; readonly other: ComparedWith; readonly error: unknown }
  | {
      readonly kind: "ready";
      readonly other: ComparedWith;
      /** The differences from the open annotations, except those the user decided to keep. */
      readonly differences: readonly OpenDifference[];
      readonly groups: readonly GroupDifference[];
      /** How many differing tracks, parts of tracks, and groups the user decided to keep. */
      readonly keptCount: number;
    };

/** A box drawn over the picture. */
export interface ComparedBox {
  readonly kind: Difference["kind"];
  readonly trackId: TrackId;
  readonly bounds: BoxBounds;
}

interface Means {
  readonly client: ApiClient;
  readonly createCore: () => Promise<AnnotationCore>;
}

/** Above this many tracks, they are compared together. */
const maxSeparateTracks = 500;

export class Comparison {
  readonly #workspace: Workspace;
  readonly #means: Means;
  readonly #isShown = signal(false);
  readonly #state = signal<ComparisonState>({ kind: "none" });
  readonly state: ReadonlySignal<ComparisonState> = this.#state;
  /** The comparison is visible: its boxes are on the picture as long as the list that explains them is open. */
  readonly isShown: ReadonlySignal<boolean> = this.#isShown;
  #other: AnnotationCore | undefined;
  #stop: AbortController | undefined;
  /** All differences, by track. */
  #differences = new Map<TrackId, Difference>();
  readonly #kept = new DismissedDifferences();
  /** Undo and redo of decisions to keep. */
  readonly #decisions: Undoable;
  /** For tracks that are accepted in part. */
  #scratch: AnnotationCore | undefined;
  readonly #stops: (() => void)[];

  constructor(workspace: Workspace, means: Means) {
    this.#workspace = workspace;
    this.#means = means;
    const moved = (seq: number | undefined): number | undefined => {
      this.#publish();
      return seq;
    };
    this.#decisions = { undo: () => moved(this.#kept.undo()), redo: () => moved(this.#kept.redo()) };
    this.#stops = [
      workspace.onEdit(({ summary }) => this.#look(summary.trackIds)),
      workspace.documents.onReplaced(() => this.#compareAll()),
      // Another camera has other annotations.
      effect(() => {
        void workspace.active.value;
        if (this.#state.peek().kind !== "none") this.end();
      }),
    ];
  }

  /** The other document, during a comparison. */
  get other(): AnnotationCore | undefined {
    return this.#other;
  }

  async begin(other: ComparedWith): Promise<void> {
    this.end();
    const stop = new AbortController();
    this.#stop = stop;
    const datasetId = other.datasetId ?? this.#workspace.document.address.datasetId;
    const address = { datasetId, setName: other.setName };
    this.#state.value = { kind: "loading", other, share: 0 };
    try {
      const { client, createCore } = this.#means;
      const core = await createCore();
      this.#scratch ??= await createCore();
      const revision = other.revision ?? (await loadHeadRevision(client, address, stop.signal));
      const onProgress = (share: number): void => {
        if (!stop.signal.aborted) this.#state.value = { kind: "loading", other, share };
      };
      await loadAnnotations(client, core, address, revision, onProgress, stop.signal);
      if (stop.signal.aborted) return;
      this.#other = core;
      this.#state.value = { kind: "ready", other, differences: [], groups: [], keptCount: 0 };
      this.#compareAll();
    } catch (error) {
      if (!stop.signal.aborted) this.#state.value = { kind: "failed", other, error };
    }
  }

  /** For the component that shows it. Returns a function that ends it. */
  show(): () => void {
    this.#isShown.value = true;
    return () => {
      this.#isShown.value = false;
    };
  }

  end(): void {
    this.#stop?.abort();
    this.#stop = undefined;
    this.#other = undefined;
    this.#differences = new Map();
    this.#kept.clear();
    this.#workspace.steps.forget(this.#decisions);
    this.#state.value = { kind: "none" };
  }

  /**
   * Makes these tracks, and then these groups, equal to those in the other document, in one step. Groups without any
   * track here, and parts the user decided to keep, stay. Returns `false` in read-only mode. Throws `CoreError` if no
   * track of a group is here.
   */
  accept(ids: readonly TrackId[], groups: readonly GroupId[] = []): boolean {
    const [first] = ids;
    const frame = (first === undefined ? 0 : (this.#differences.get(first)?.frame ?? 0)) as FrameNumber;
    const state = this.#state.peek();
    const partly = new Set(
      state.kind === "ready" ? state.differences.flatMap((each) => (each.keptParts > 0 ? each.trackId : [])) : [],
    );
    return this.#take(ids, groups, frame, (id) =>
      partly.has(id)
        ? {
            isAccepted: (each) => !this.#kept.hasPart(id, each),
            isTrackAccepted: !this.#kept.hasPart(id, "track"),
          }
        : undefined,
    );
  }

  /**
   * Makes one detection of a track, or the track's own values, equal to the other document: added, changed or deleted.
   * Returns as `accept`.
   */
  acceptPart(id: TrackId, part: DifferencePart): boolean {
    const frame = (part === "track" ? (this.#differences.get(id)?.frame ?? 0) : part) as FrameNumber;
    return this.#take([id], [], frame, () => ({
      isAccepted: (each) => each === part,
      isTrackAccepted: part === "track",
    }));
  }

  /** Keeps the open version: the differences are no longer listed. Undo reverts this. */
  keep(kept: Dismissal): void {
    const { editRefusal, steps } = this.#workspace;
    const seq = this.#kept.keep(kept);
    // In read-only mode, only `restoreDismissed` takes it back.
    if (editRefusal.peek() === undefined) steps.push(this.#decisions, seq, { kind: "differences", change: "keep" });
    this.#publish();
  }

  /** Lists the kept differences again. */
  restoreDismissed(): void {
    this.#kept.clear();
    this.#workspace.steps.forget(this.#decisions);
    this.#publish();
  }

  /** Frames on which a track differs that are still undecided, ascending. */
  framesOf(difference: OpenDifference): readonly number[] {
    if (difference.kind === "changed") return difference.frames;
    return this.#framesOfWhole(difference).filter((frame) => !this.#kept.hasPart(difference.trackId, frame));
  }

  readonly #framesOfWhole = ({ kind, trackId }: Difference): readonly number[] => {
    const core = kind === "added" ? this.#other : this.#workspace.core;
    return core === undefined ? [] : detectionFrames(core, trackId);
  };

  #take(
    ids: readonly TrackId[],
    groups: readonly GroupId[],
    frame: FrameNumber,
    partsOf: (id: TrackId) => AcceptedParts | undefined,
  ): boolean {
    const [other, scratch] = [this.#other, this.#scratch];
    if (other === undefined || scratch === undefined) return false;
    const parts = new Map<TrackId, AcceptedParts>();
    for (const id of ids) {
      const acceptedParts = partsOf(id);
      if (acceptedParts !== undefined) parts.set(id, acceptedParts);
    }
    const tracks = [...parts].flatMap(([id, some]) => withPartsOf(this.#workspace.core, other, id, some) ?? []);
    scratch.reader.beginLoad();
    if (tracks.length > 0) scratch.reader.loadTrackPage(new TextEncoder().encode(JSON.stringify(tracks)));
    scratch.reader.endLoad();
    const done = this.#workspace.transact({ kind: "differences", change: "accept" }, frame, (tx) => {
      for (const id of ids) tx.tracks.copy(id, parts.has(id) ? scratch : other);
      for (const id of groups) tx.groups.copy(id, other);
    });
    return done !== undefined;
  }

  /** Boxes of listed differences on a frame: those of the other document, and those only the open one has. */
  boxesAt(frame: FrameNumber): readonly ComparedBox[] {
    const state = this.#state.peek();
    const other = this.#other;
    if (state.kind !== "ready" || other === undefined) return [];
    const { core } = this.#workspace;
    return state.differences.flatMap(({ trackId, kind, keptParts }) => {
      if (keptParts > 0 && this.#kept.hasPart(trackId, frame)) return [];
      const from = kind === "deleted" ? core : other;
      const bounds = from.hasTrack(trackId) ? from.detectionAt(trackId, frame)?.bounds : undefined;
      if (bounds === undefined) return [];
      const [x1, y1, x2, y2] = bounds;
      if (kind === "changed") {
        const ownBounds = core.detectionAt(trackId, frame)?.bounds;
        if (ownBounds?.every((side, index) => side === bounds[index]) === true) return [];
      }
      return [{ kind, trackId, bounds: [x1, y1, x2, y2] as const }];
    });
  }

  dispose(): void {
    this.end();
    for (const stop of this.#stops) stop();
  }

  #look(ids: readonly TrackId[]): void {
    const other = this.#other;
    if (other === undefined) return;
    if (ids.length > maxSeparateTracks) return this.#compareAll();
    const { core } = this.#workspace;
    for (const id of ids) {
      const difference = differenceOf(core, other, id);
      if (difference === undefined) this.#differences.delete(id);
      else this.#differences.set(id, difference);
    }
    this.#publish();
  }

  #compareAll(): void {
    const other = this.#other;
    if (other === undefined) return;
    const all = listDifferences(this.#workspace.core, other);
    this.#differences = new Map(all.map((difference) => [difference.trackId, difference]));
    this.#publish();
  }

  #publish(): void {
    const state = this.#state.peek();
    const other = this.#other;
    if (state.kind !== "ready" || other === undefined) return;
    const allGroups = listGroupDifferences(this.#workspace.core, other);
    const groups = allGroups.filter((group) => !this.#kept.hasGroup(group));
    let keptCount = allGroups.length - groups.length;
    const differences: OpenDifference[] = [];
    for (const difference of [...this.#differences.values()].toSorted((a, b) => a.trackId - b.trackId)) {
      const { open, keptCount: count } = this.#kept.withoutDismissed(difference, this.#framesOfWhole);
      if (open !== undefined) differences.push(open);
      keptCount += count;
    }
    this.#state.value = { ...state, differences, groups, keptCount };
  }
}
