/**
 * Follows the selected tracks forwards or backwards from this frame, shows the result live, and writes it as thinned
 * keyframes in one undo step. Each track ends on its own, at the latest at a keyframe that a person has drawn
 * (`follow-state.ts`).
 */

import type { AnnotationCore, FrameNumber, TrackId } from "#core/types";
import { outlineOf } from "../../../base/motion.ts";
import type { BoxBounds } from "../../../base/shape.ts";
import { isUntouchedByPerson } from "../../../session/document/origin.ts";
import type { Camera } from "../../../session/cameras/camera.ts";
import type { Offer, Suggestion } from "../../../session/cameras/suggestions.ts";
import type { Editor } from "../../editor.ts";
import { readGeometry } from "../../tools/read-shapes.ts";
import { isRunning, pathOf, reduceFollow, type Followee, type FollowEvent } from "./follow-state.ts";
import type { FollowResult } from "./following.ts";
import { followedTrack, reportFollowed } from "./report-followed.ts";
import { boxOn, carriedTo, writeFollowed } from "./write-followed.ts";

/** An object lost within this distance of the picture's edge has left the picture. Image pixels. */
const nearEdgePx = 3;
/** For how many frames a found box stays suggested. */
const displayLagFrames = 60;

/** @param tracks only those of the active camera with a box on the shown frame are followed */
export async function followTracks(editor: Editor, tracks: readonly TrackId[], step: 1 | -1): Promise<void> {
  const { frame: from, workspace } = editor;
  const camera = workspace.active.peek();
  const last = step === 1 ? editor.player.maxFrame : 0;
  const followees = tracks.flatMap((track): Followee[] => {
    const start = boxOn(camera, track, from);
    if (start === undefined) return [];
    const drawn = nextDrawn(camera, track, from, step);
    const shapes = readGeometry(camera.document.peek().core, track, from);
    return [{ track, start, shapes, drawn, until: drawn ?? last, found: [], guesses: 0, end: undefined }];
  });
  if (editor.assistants === undefined || followees.length === 0) return;
  editor.player.pause();
  await new TrackSearch(editor, { camera, from, step }, followees).run(tracks.length - followees.length);
}

interface SearchStart {
  readonly camera: Camera;
  readonly from: FrameNumber;
  readonly step: 1 | -1;
}

class TrackSearch {
  readonly #editor: Editor;
  readonly #camera: Camera;
  readonly #step: 1 | -1;
  readonly #from: FrameNumber;
  readonly #tracker = new AbortController();
  #followees: readonly Followee[];
  #offer: Offer | undefined;
  /** The frame that the playhead was moved to. */
  #shown: number;

  constructor(editor: Editor, { camera, from, step }: SearchStart, followees: readonly Followee[]) {
    this.#editor = editor;
    this.#camera = camera;
    this.#from = from;
    this.#step = step;
    this.#followees = followees;
    this.#shown = from;
  }

  /** @param left how many selected tracks had no box on the first frame */
  async run(left: number): Promise<void> {
    const { following, suggestions, workspace } = this.#editor;
    const document = this.#camera.document.peek();
    const stopListening = workspace.onEdit(({ camera, summary: { trackIds }, newIds }) => {
      if (camera !== this.#camera) return;
      this.#apply({ type: "edited", trackIds, newIds });
      if (!this.#followees.some(isRunning)) this.#stop();
    });
    let message: string | undefined;
    this.#showProgress(this.#from);
    try {
      await this.#runTracker();
      this.#apply({ type: "searchEnded" });
    } catch (error) {
      // A stopped tracker fails by that.
      const isStopped = this.#tracker.signal.aborted;
      if (!isStopped) message = error instanceof Error ? error.message : String(error);
      this.#apply({ type: isStopped ? "stopped" : "searchFailed" });
    }
    stopListening();
    suggestions.withdraw(this.#offer);
    // The dataset was closed meanwhile.
    if (following.peek() === undefined) return;
    following.value = undefined;
    this.#write(this.#camera.document.peek() === document ? document.core : undefined, { left, message });
  }

  #apply(event: FollowEvent): void {
    this.#followees = reduceFollow(this.#followees, event, (bounds) => hasLeftPicture(this.#camera, bounds));
  }

  #stop = (): void => this.#tracker.abort();

  async #runTracker(): Promise<void> {
    const request = {
      camera: this.#camera,
      frame: this.#from,
      step: this.#step,
      objects: this.#followees.map(({ start: bounds, until, shapes }) => {
        return { bounds, until, isCarrying: shapes.length > 0, outline: outlineOf(shapes) };
      }),
      isWanted: (index: number) => isRunning(this.#followees[index]!),
    };
    for await (const searched of this.#editor.assistants?.follow(request, this.#tracker.signal) ?? []) {
      this.#apply({ type: "searched", ...searched });
      this.#showProgress(searched.frame);
      this.#offerBoxes(searched.frame);
      this.#moveTo(searched.frame);
    }
  }

  #showProgress(frame: number): void {
    this.#editor.following.value = {
      phase: "tracking",
      tracks: this.#followees.map(({ track }) => track),
      running: this.#followees.filter(isRunning).length,
      step: this.#step,
      frame,
      stop: this.#stop,
    };
  }

  /** Suggests the current boxes; accepting one ends the search with the boxes found so far. */
  #offerBoxes(frame: number): void {
    const { suggestions } = this.#editor;
    suggestions.withdraw(this.#offer);
    this.#offer = {
      suggestions: this.#followees.filter(isRunning).flatMap((each) => suggestionsOf(this.#camera, each, frame)),
      accept: this.#stop,
      refuse: this.#stop,
    };
    suggestions.put(this.#offer);
  }

  /** If the user went to other frames meanwhile, stays there. */
  #moveTo(frame: number): void {
    const { player, workspace } = this.#editor;
    if (workspace.active.peek() !== this.#camera || player.frame.peek() !== this.#shown) return;
    this.#shown = frame;
    player.seek(frame);
  }

  /** @param core of the document that was searched; `undefined` if another is open now */
  #write(core: AnnotationCore | undefined, outcome: Pick<FollowResult, "left" | "message">): void {
    const [editor, camera, from, step] = [this.#editor, this.#camera, this.#from, this.#step];
    const paths = this.#followees.filter(({ track }) => core?.hasTrack(track)).map(pathOf);
    const written = writeFollowed(editor, camera, from, step, paths);
    const tracks = this.#followees.map(({ track, end = "lost" }) => followedTrack(written, track, end, from));
    this.#moveTo(tracks.reduce((farthest, { to }) => ((to - farthest) * step > 0 ? to : farthest), from as number));
    const resume = (resumed: readonly TrackId[]): void => void followTracks(editor, resumed, step);
    reportFollowed(editor, camera, { ...outcome, step, from, tracks }, written, resume);
  }
}

/** Box and outlines on each of the last frames: the picture on screen lags. */
function suggestionsOf(camera: Camera, { track, found, shapes }: Followee, searchedTo: number): Suggestion[] {
  return found
    .slice(-displayLagFrames)
    .filter(({ frame }) => Math.abs(searchedTo - frame) < displayLagFrames)
    .map((each) => carriedTo(each, shapes))
    .flatMap((carried) =>
      [{ kind: "rectangle", bounds: carried.bounds } as const, ...carried.shapes].map((shape) => ({
        source: "tracker",
        camera,
        frame: carried.frame as FrameNumber,
        trackId: track,
        score: 1,
        shape,
      })),
    );
}

/** The next keyframe that does not come from the tracker alone. */
export function nextDrawn(camera: Camera, track: TrackId, from: number, step: 1 | -1): number | undefined {
  const { core } = camera.document.peek();
  const ahead = [...core.keyframes(track)].filter((frame) => (frame - from) * step > 0);
  const inOrder = step === 1 ? ahead : ahead.toReversed();
  return inOrder.find((frame) => !isUntouchedByPerson(core, track, frame as FrameNumber));
}

export function hasLeftPicture(camera: Camera, [x1, y1, x2, y2]: BoxBounds): boolean {
  const { width, height } = camera.view.picture;
  return x1 < nearEdgePx || y1 < nearEdgePx || x2 > width - nearEdgePx || y2 > height - nearEdgePx;
}
