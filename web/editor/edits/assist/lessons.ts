/**
 * Training data for suggestions: the boxes a person drew or confirmed on a few frames, and the background around them.
 */

import type { FrameNumber, TrackId } from "#core/types";
import type { LessonFrame } from "../../../base/prompt.ts";
import type { Camera } from "../../../session/cameras/camera.ts";
import { isUntouchedByPerson } from "../../../session/document/origin.ts";
import { isFrameLabel } from "../../../session/display/frame-labels.ts";
import { pairToShow } from "../../../session/display/shown-pair.ts";

/** More pictures take longer and add little. */
const maxFrames = 12;
/** How many of them are the nearest to the shown frame. */
const nearestFrames = 6;
/** Maximum number of keyframes examined to choose frames. */
const maxScanned = 20_000;

/** @param frame nearby frames are preferred */
export function lessonsOf(camera: Camera, frame: number): readonly LessonFrame[] {
  const { core } = camera.document.peek();
  const drawn = new Set<number>();
  let left = maxScanned;
  for (const id of core.shown.trackSpans().trackIds) {
    const track = id as TrackId;
    if (isFrameLabel(core, track)) continue;
    for (const at of core.keyframes(track)) {
      if (left-- <= 0) break;
      if (!drawn.has(at) && !isUntouchedByPerson(core, track, at as FrameNumber)) drawn.add(at);
    }
  }
  const byDistance = [...drawn].toSorted((a, b) => Math.abs(a - frame) - Math.abs(b - frame));
  const nearest = byDistance.slice(0, nearestFrames);
  const others = byDistance.slice(nearestFrames).toSorted((a, b) => a - b);
  const room = maxFrames - nearest.length;
  const spread =
    others.length <= room
      ? others
      : Array.from({ length: room }, (_, n) => others[Math.floor((n * others.length) / room)]!);
  return [...nearest, ...spread].toSorted((a, b) => a - b).map((at) => lessonOn(camera, at as FrameNumber));
}

/** Interpolated and tracked boxes may be off: they count neither as objects nor as background. */
function lessonOn(camera: Camera, frame: FrameNumber): LessonFrame {
  const { core } = camera.document.peek();
  const list = core.shown.frameQuery(frame);
  const ids = [...list.trackIds.subarray(0, list.count)] as TrackId[];
  const boxes = ids.flatMap((id) => {
    const detection = core.detectionAt(id, frame);
    if (detection === undefined || isFrameLabel(core, id)) return [];
    const [x1, y1, x2, y2] = detection.bounds;
    const isDrawn = detection.isKeyframe && !isUntouchedByPerson(core, id, frame);
    const type = isDrawn ? pairToShow(core.track(id))?.type : undefined;
    return [{ bounds: [x1, y1, x2, y2] as const, type }];
  });
  return { frame, boxes };
}
