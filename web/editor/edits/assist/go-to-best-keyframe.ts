/**
 * Goes to the frame of the selected track where one more keyframe helps most, and suggests the box that a tracker sees
 * there. The tracker searches the pictures between keyframes once, longest gaps first; Escape stops it.
 */

import type { FrameNumber, TrackId } from "#core/types";
import type { BoxBounds } from "../../../base/shape.ts";
import type { AnnotationDocument } from "../../../session/document/annotation-document.ts";
import { markMadeByTracker } from "../../../session/document/origin.ts";
import type { Camera } from "../../../session/cameras/camera.ts";
import type { Editor } from "../../editor.ts";
import { bestKeyframe, gapsOf, interpolateTracked, type Gap, type TimedKeyframe } from "./best-keyframe.ts";
import { boxOn } from "../follow/write-followed.ts";

/** How many pictures one key press may search. */
const maxScanned = 300;
/** Below this gain (overlap summed over frames), no further keyframe is suggested. */
const minGain = 0.5;

interface Knowledge {
  readonly seen: Map<number, BoxBounds>;
  /** Frames that were searched, whether or not the object was found. */
  readonly searched: Set<number>;
}

const known = new WeakMap<AnnotationDocument, Map<TrackId, Knowledge>>();

export async function goToBestKeyframe(editor: Editor, track: TrackId): Promise<void> {
  const camera = editor.workspace.active.peek();
  const document = camera.document.peek();
  editor.player.pause();
  const knowledge = knowledgeOf(document, track);
  const isWhole = await searchGap(editor, camera, track, knowledge);
  // Closed, replaced or deleted meanwhile.
  if (!isWhole || camera.document.peek() !== document || !document.core.hasTrack(track)) return;
  const best = bestKeyframe(keyframesOf(camera, track), knowledge.seen);
  if (best === undefined || best.gain < minGain) return editor.refuse("keyframesSuffice", track);
  if (!editor.activate(camera)) return;
  editor.dispatch({ type: "select", trackId: track });
  editor.player.seek(best.frame);
  if (best.bounds !== undefined) suggest(editor, camera, track, best.frame as FrameNumber, best.bounds);
}

/** The keyframes of a track, with copies of their boxes. */
export function keyframesOf(camera: Camera, track: TrackId): readonly TimedKeyframe[] {
  const { core } = camera.document.peek();
  return [...core.keyframes(track)].map((frame) => ({
    frame,
    bounds: boxOn(camera, track, frame)!,
    interpolates: core.detectionAt(track, frame as FrameNumber)!.interpolates,
  }));
}

function knowledgeOf(document: AnnotationDocument, track: TrackId): Knowledge {
  const tracks = known.get(document) ?? new Map<TrackId, Knowledge>();
  known.set(document, tracks);
  const knowledge = tracks.get(track) ?? { seen: new Map(), searched: new Set() };
  tracks.set(track, knowledge);
  return knowledge;
}

/** Returns false if the dataset was closed meanwhile. */
async function searchGap(editor: Editor, camera: Camera, track: TrackId, knowledge: Knowledge): Promise<boolean> {
  if (editor.assistants === undefined) return true;
  const stop = new AbortController();
  const length = ({ first, last }: Gap): number => last.frame - first.frame;
  const gaps = gapsOf(keyframesOf(camera, track)).map(([, gap]) => gap);
  let isOpen = true;
  let left = maxScanned;
  try {
    for (const gap of gaps.toSorted((a, b) => length(b) - length(a))) {
      if (isSearched(gap, knowledge)) continue;
      // Always search the first gap, however long it is.
      if (left < maxScanned && length(gap) > left) continue;
      left -= length(gap);
      const look = async (step: 1 | -1, until: number) => {
        const seen = new Map<number, BoxBounds>();
        const from = step === 1 ? gap.first : gap.last;
        const request = { camera, frame: from.frame, step, objects: [{ bounds: from.bounds, until }] };
        editor.following.value = {
          phase: "searching",
          tracks: [track],
          running: 1,
          step,
          frame: from.frame,
          stop: () => stop.abort(),
        };
        for await (const { frame, boxes } of editor.assistants!.follow(request, stop.signal)) {
          isOpen = editor.following.peek() !== undefined;
          const box = boxes.get(0);
          if (box !== undefined && !box.isGuess) seen.set(frame, box.bounds);
          if (isOpen) editor.following.value = { ...editor.following.peek()!, frame };
        }
        return seen;
      };
      const forwards = await look(1, gap.last.frame);
      const lostOn = Math.max(gap.first.frame, ...forwards.keys()) + 1;
      const backwards = forwards.has(gap.last.frame) ? new Map() : await look(-1, lostOn);
      for (const [frame, box] of interpolateTracked(gap, forwards, backwards)) knowledge.seen.set(frame, box);
      for (let frame = gap.first.frame; frame <= gap.last.frame; frame++) knowledge.searched.add(frame);
    }
  } catch (error) {
    // On Escape, decide with the results so far.
    if (!stop.signal.aborted) editor.ui.reportFailure(error);
  }
  isOpen &&= editor.following.peek() !== undefined || left === maxScanned;
  editor.following.value = undefined;
  return isOpen;
}

function isSearched({ first, last }: Gap, { searched }: Knowledge): boolean {
  for (let frame = first.frame + 1; frame < last.frame; frame++) if (!searched.has(frame)) return false;
  return true;
}

function suggest(editor: Editor, camera: Camera, track: TrackId, frame: FrameNumber, bounds: BoxBounds): void {
  editor.suggestions.put({
    suggestions: [{ source: "tracker", camera, frame, trackId: track, shape: { kind: "rectangle", bounds }, score: 1 }],
    isWanted: () => camera.shown.value === frame,
    accept() {
      editor.transact(
        { kind: "track", change: "follow" },
        (tx) => {
          tx.detections.setBounds(track, frame, bounds);
          markMadeByTracker(tx, track, frame);
        },
        camera,
      );
    },
  });
}
