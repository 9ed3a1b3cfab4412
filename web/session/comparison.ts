/**
 * What is shown, compared with another set or revision, or with a clone, of the same media: a second, read-only document, and what differs
 * from it, a track at a time. Taking a difference over is an edit like any other, one step that undo takes back.
 */

import { effect, signal, type ReadonlySignal } from "@preact/signals-core";
import {
  differenceOf,
  listDifferences,
  listGroupDifferences,
  withDetectionOf,
  type Difference,
  type GroupDifference,
} from "#core/diff/differences";
import type { AnnotationCore, FrameNumber, GroupId, TrackId } from "#core/types";
import type { ApiClient } from "#schemas/client";
import type { BoxBounds } from "../base/shape.ts";
import { loadAnnotations, loadHeadRevision } from "./load-annotations.ts";
import type { Workspace } from "./workspace.ts";

/** What is compared with; `undefined` names the default set, the newest revision, and the dataset that is shown. */
export interface ComparedWith {
  /** Another dataset of the same media: a clone, or what this one is a clone of. */
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
      /** What makes the other of what is shown, without what was rejected. */
      readonly differences: readonly Difference[];
      readonly groups: readonly GroupDifference[];
      readonly rejectedCount: number;
    };

/** A box to be drawn over the picture. */
export interface ComparedBox {
  readonly kind: Difference["kind"];
  readonly trackId: TrackId;
  readonly bounds: BoxBounds;
}

interface Means {
  readonly client: ApiClient;
  readonly createCore: () => Promise<AnnotationCore>;
}

/** More tracks than this are looked at together. */
const mostAtOnce = 500;

export class Comparison {
  readonly #workspace: Workspace;
  readonly #means: Means;
  readonly #isShown = signal(false);
  readonly #state = signal<ComparisonState>({ kind: "none" });
  readonly state: ReadonlySignal<ComparisonState> = this.#state;
  /** Somebody looks at it: its boxes lie on the picture as long as the list that explains them is there. */
  readonly isShown: ReadonlySignal<boolean> = this.#isShown;
  #other: AnnotationCore | undefined;
  #stop: AbortController | undefined;
  /** All differences, by track. */
  #differences = new Map<TrackId, Difference>();
  #rejected = new Set<TrackId>();
  #rejectedGroups = new Set<GroupId>();
  /** Of tracks that are taken over in part. */
  #scratch: AnnotationCore | undefined;
  readonly #stops: (() => void)[];

  constructor(workspace: Workspace, means: Means) {
    this.#workspace = workspace;
    this.#means = means;
    this.#stops = [
      workspace.onEdit(({ trackIds }) => this.#look(trackIds)),
      workspace.onDocumentReplaced(() => this.#lookAtAll()),
      // Another camera has other annotations.
      effect(() => {
        void workspace.active.value;
        if (this.#state.peek().kind !== "none") this.end();
      }),
    ];
  }

  /** The other document, for as long as it is compared with. */
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
      const revision = other.revision ?? (await loadHeadRevision(client, address, stop.signal));
      const tell = (share: number): void => {
        if (!stop.signal.aborted) this.#state.value = { kind: "loading", other, share };
      };
      await loadAnnotations(client, core, address, revision, tell, stop.signal);
      if (stop.signal.aborted) return;
      this.#other = core;
      this.#state.value = { kind: "ready", other, differences: [], groups: [], rejectedCount: 0 };
      this.#lookAtAll();
    } catch (error) {
      if (!stop.signal.aborted) this.#state.value = { kind: "failed", other, error };
    }
  }

  /** For whoever shows it. Answers how to stop. */
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
    this.#rejected = new Set();
    this.#rejectedGroups = new Set();
    this.#state.value = { kind: "none" };
  }

  /**
   * Makes these tracks, and then these groups, what they are in the other document, as one step; a group without tracks that are
   * here. `false` where nothing can be edited now. Throws `CoreError` where no track of a group is here.
   */
  accept(ids: readonly TrackId[], groups: readonly GroupId[] = []): boolean {
    const other = this.#other;
    if (other === undefined) return false;
    const [first] = ids;
    const frame = (first === undefined ? 0 : (this.#differences.get(first)?.frame ?? 0)) as FrameNumber;
    const done = this.#workspace.transact("acceptDifferences", frame, (tx) => {
      for (const id of ids) tx.copyTrack(id, other);
      for (const id of groups) tx.copyGroup(id, other);
    });
    return done !== undefined;
  }

  /** Makes one detection of a track what it is in the other document: there, other or gone. As `accept`. */
  async acceptDetection(id: TrackId, frame: FrameNumber): Promise<boolean> {
    const { createCore } = this.#means;
    this.#scratch ??= await createCore();
    const other = this.#other;
    const { core } = this.#workspace;
    if (other === undefined || !core.hasTrack(id)) return false;
    const taken = withDetectionOf(core, other, id, frame);
    const scratch = this.#scratch;
    scratch.beginLoad();
    if (taken !== undefined) scratch.loadTrackPage(new TextEncoder().encode(JSON.stringify([taken])));
    scratch.endLoad();
    // A track without detections is none.
    return this.#workspace.transact("acceptDifferences", frame, (tx) => tx.copyTrack(id, scratch)) !== undefined;
  }

  /** What is shown stays as it is: the differences are not listed any more. */
  reject(ids: readonly TrackId[], groups: readonly GroupId[] = []): void {
    for (const id of ids) this.#rejected.add(id);
    for (const id of groups) this.#rejectedGroups.add(id);
    this.#publish();
  }

  /** Lists again what was rejected. */
  forgetRejected(): void {
    this.#rejected.clear();
    this.#rejectedGroups.clear();
    this.#publish();
  }

  /** Boxes of listed differences on a frame: of the other document, and of what only the shown one has. */
  boxesAt(frame: FrameNumber): readonly ComparedBox[] {
    const state = this.#state.peek();
    const other = this.#other;
    if (state.kind !== "ready" || other === undefined) return [];
    const { core } = this.#workspace;
    return state.differences.flatMap(({ trackId, kind }) => {
      const from = kind === "deleted" ? core : other;
      const bounds = from.hasTrack(trackId) ? from.detectionAt(trackId, frame)?.bounds : undefined;
      if (bounds === undefined) return [];
      const [x1, y1, x2, y2] = bounds;
      if (kind === "changed") {
        const own = core.detectionAt(trackId, frame)?.bounds;
        if (own?.every((side, index) => side === bounds[index]) === true) return [];
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
    if (ids.length > mostAtOnce) return this.#lookAtAll();
    const { core } = this.#workspace;
    for (const id of ids) {
      const difference = differenceOf(core, other, id);
      if (difference === undefined) this.#differences.delete(id);
      else this.#differences.set(id, difference);
    }
    this.#publish();
  }

  #lookAtAll(): void {
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
    const groups = allGroups.filter(({ groupId }) => !this.#rejectedGroups.has(groupId));
    const all = [...this.#differences.values()].toSorted((a, b) => a.trackId - b.trackId);
    const differences = all.filter(({ trackId }) => !this.#rejected.has(trackId));
    const rejectedCount = all.length - differences.length + allGroups.length - groups.length;
    this.#state.value = { ...state, differences, groups, rejectedCount };
  }
}
