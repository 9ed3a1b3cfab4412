/** For a calibrated pair: a box drawn on one camera is searched for on the other, and the match is suggested there. */

import type { GrayPicture } from "#core";
import type { Bounds, EditSummary, FrameNumber, TrackId } from "#core/types";
import type { Camera } from "./camera.ts";
import { drawsShape, type EditAction } from "../undo/edit-action.ts";
import type { Stereo } from "./stereo.ts";
import type { Offer, Suggestions } from "./suggestions.ts";
import type { Workspace } from "../workspace.ts";

/** Where a counterpart is searched for. */
interface CounterpartSearch {
  readonly trackId: TrackId;
  readonly camera: Camera;
  readonly frame: FrameNumber;
}

/** Below this score, two places hardly match. */
const minScore = 0.6;

/** Pictures in image pixels; `undefined` where a frame has no picture. */
export type ReadPixels = (camera: Camera, frame: FrameNumber) => Promise<GrayPicture | undefined>;

export class Counterparts {
  readonly #workspace: Workspace;
  readonly #stereo: Stereo;
  readonly #readPixels: ReadPixels;
  readonly #suggestions: Suggestions;
  #offer: Offer | undefined;
  readonly #stop: () => void;
  /** Number of the current search: a later one replaces it. */
  #search = 0;

  constructor(workspace: Workspace, stereo: Stereo, readPixels: ReadPixels, suggestions: Suggestions) {
    this.#workspace = workspace;
    this.#stereo = stereo;
    this.#readPixels = readPixels;
    this.#suggestions = suggestions;
    this.#stop = workspace.onEdit(({ action, summary, camera }) => {
      if (action === undefined) return;
      this.#withdraw();
      if (placesBox(action)) void this.#find(summary, camera);
    });
  }

  dispose(): void {
    this.#withdraw();
    this.#stop();
  }

  #withdraw(): void {
    this.#search += 1;
    this.#suggestions.withdraw(this.#offer);
    this.#offer = undefined;
  }

  #accept({ trackId, camera, frame }: CounterpartSearch, bounds: Bounds): void {
    const workspace = this.#workspace;
    const like = workspace.camerasWith(trackId)[0]?.document.peek().core;
    const { interpolate } = workspace.settings.settings.peek().trackSettings.newTrackSettings.modeSettings.Track;
    workspace.transact(
      { kind: "track", change: "acceptCounterpart" },
      frame,
      (tx) => {
        if (camera.document.peek().core.hasTrack(trackId)) return tx.detections.setBounds(trackId, frame, bounds);
        const pairs = like?.track(trackId).pairs ?? [];
        tx.tracks.add({ id: trackId, pairs, frame, bounds, interpolate });
      },
      camera,
    );
  }

  /** Whether the track exists here, and not yet on the other camera. */
  #isWanted({ trackId, camera, frame }: CounterpartSearch): boolean {
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
    const wantedBounds: Bounds = [bounds[0], bounds[1], bounds[2], bounds[3]];
    const [pixels, otherPixels] = await Promise.all([
      this.#readPixels(from, ownFrame),
      this.#readPixels(camera, frame),
    ]);
    if (search !== this.#search || pixels === undefined || otherPixels === undefined) return;
    const counterpart = this.#stereo.findCounterpart(from, wantedBounds, pixels, otherPixels);
    if (counterpart === undefined || counterpart.score < minScore) return;
    const wanted = { trackId, camera, frame };
    const { bounds: shown, score } = counterpart;
    this.#offer = {
      suggestions: [{ ...wanted, source: "counterpart", shape: { kind: "rectangle", bounds: shown }, score }],
      isWanted: () => {
        void this.#workspace.tracksVersion.value;
        return camera.shown.value === frame && this.#isWanted(wanted);
      },
      accept: () => this.#accept(wanted, shown),
    };
    this.#suggestions.put(this.#offer);
  }
}

function placesBox(action: EditAction): boolean {
  return drawsShape(action) || (action.kind === "track" && action.change === "add");
}
