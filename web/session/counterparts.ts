/**
 * For a calibrated pair: a box drawn on one camera is searched for on the other, and the match is proposed there.
 * Nothing changes before it is accepted.
 */

import { computed, signal, type ReadonlySignal } from "@preact/signals-core";
import type { GrayPicture } from "#core";
import type { Bounds, EditSummary, FrameNumber, TrackId } from "#core/types";
import type { Camera } from "./camera.ts";
import { shapeSteps } from "./shape-steps.ts";
import type { Stereo } from "./stereo.ts";
import type { Workspace } from "./workspace.ts";

export interface Proposal {
  readonly trackId: TrackId;
  readonly camera: Camera;
  readonly frame: FrameNumber;
  readonly bounds: Bounds;
  /** How alike both places look, 0..1. */
  readonly score: number;
}

/** Below this score two places hardly match. */
const leastScore = 0.6;
/** Steps that make or move a box. */
const drawing: ReadonlySet<string> = new Set(["addTrack", "moveDetection", ...shapeSteps]);

/** Pictures in image pixels; `undefined` where a frame has no picture. */
export type ReadPixels = (camera: Camera, frame: FrameNumber) => Promise<GrayPicture | undefined>;

export class Counterparts {
  readonly #workspace: Workspace;
  readonly #stereo: Stereo;
  readonly #readPixels: ReadPixels;
  readonly #found = signal<Proposal | undefined>(undefined);
  readonly #stop: () => void;
  /** Of the search that counts: a later one takes its place. */
  #search = 0;

  /** What is proposed on the pictures that are shown. */
  readonly proposal: ReadonlySignal<Proposal | undefined>;

  constructor(workspace: Workspace, stereo: Stereo, readPixels: ReadPixels) {
    this.#workspace = workspace;
    this.#stereo = stereo;
    this.#readPixels = readPixels;
    this.proposal = computed(() => {
      void workspace.tracksVersion.value;
      const found = this.#found.value;
      return found !== undefined && found.camera.shown.value === found.frame && this.#isWanted(found)
        ? found
        : undefined;
    });
    this.#stop = workspace.onEdit((summary, camera) => {
      this.#found.value = undefined;
      this.#search += 1;
      if (drawing.has(summary.label)) void this.#find(summary, camera);
    });
  }

  /** Takes the proposal into the annotations, as one step. Returns false without a proposal. */
  accept(): boolean {
    const proposal = this.proposal.peek();
    if (proposal === undefined) return false;
    const { trackId, camera, frame, bounds } = proposal;
    const workspace = this.#workspace;
    const like = workspace.camerasWith(trackId)[0]?.document.peek().core;
    const { interpolate } = workspace.settings.settings.peek().trackSettings.newTrackSettings.modeSettings.Track;
    workspace.transact(
      "acceptCounterpart",
      frame,
      (tx) => {
        if (camera.document.peek().core.hasTrack(trackId)) return tx.setBounds(trackId, frame, bounds);
        const pairs = like?.track(trackId).pairs ?? [];
        tx.addTrack({ id: trackId, pairs, frame, bounds, interpolate });
      },
      camera,
    );
    return true;
  }

  /** Returns false without a proposal. */
  refuse(): boolean {
    const isThere = this.proposal.peek() !== undefined;
    this.#found.value = undefined;
    return isThere;
  }

  dispose(): void {
    this.#search += 1;
    this.#stop();
  }

  /** The track exists, and not yet on the other camera. */
  #isWanted({ trackId, camera, frame }: Pick<Proposal, "trackId" | "camera" | "frame">): boolean {
    const { core } = camera.document.peek();
    const isThere = this.#workspace.camerasWith(trackId).length > 0;
    return isThere && !(core.hasTrack(trackId) && core.keyframes(trackId).includes(frame));
  }

  async #find({ trackIds: [trackId] }: EditSummary, from: Camera): Promise<void> {
    const camera = this.#stereo.otherThan(from);
    const [ownFrame, frame] = [from.shown.peek(), camera.shown.peek()];
    if (trackId === undefined || ownFrame === undefined || frame === undefined) return;
    const bounds = from.document.peek().core.detectionAt(trackId, ownFrame)?.bounds;
    if (bounds === undefined || !this.#isWanted({ trackId, camera, frame })) return;
    const search = this.#search;
    // A copy: views on the core's memory do not outlive a call.
    const own: Bounds = [bounds[0], bounds[1], bounds[2], bounds[3]];
    const [pixels, otherPixels] = await Promise.all([
      this.#readPixels(from, ownFrame),
      this.#readPixels(camera, frame),
    ]);
    if (search !== this.#search || pixels === undefined || otherPixels === undefined) return;
    const found = this.#stereo.findCounterpart(from, own, pixels, otherPixels);
    if (found === undefined || found.score < leastScore) return;
    this.#found.value = { trackId, camera, frame, ...found };
  }
}
