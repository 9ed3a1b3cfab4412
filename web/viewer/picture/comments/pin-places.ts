/** Where the pins of open comments are on the picture of a camera. Reads signals. */

import type { FrameNumber, TrackId } from "#core/types";
import { imagePoint, type ImagePoint, type ScreenPoint } from "../../../base/brand.ts";
import type { Editor } from "../../../editor/editor.ts";
import { isOfShownSet } from "../../../editor/lists/comment-places.ts";
import type { Camera } from "../../../session/cameras/camera.ts";
import type { Thread } from "../../../session/comments/threads.ts";

interface Pin {
  readonly thread: Thread;
  /** Its tip. */
  readonly at: ScreenPoint;
}

export function pinsOn(editor: Editor, camera: Camera): readonly Pin[] {
  const frame = camera.shown.value;
  const open = editor.comments.open.value;
  if (frame === undefined || open.length === 0) return [];
  void camera.view.viewport.value;
  void editor.workspace.display.version.value;
  return open.flatMap((thread) => {
    const at = placeOf(editor, camera, frame, thread);
    return at === undefined ? [] : { thread, at: camera.view.toScreen(at) };
  });
}

/** Position of a thread's pin on this frame of this camera; `undefined` if it has none here. */
function placeOf(editor: Editor, camera: Camera, frame: FrameNumber, { anchor }: Thread): ImagePoint | undefined {
  const { cameras } = editor.workspace;
  if (anchor.camera === undefined ? cameras[0] !== camera : anchor.camera !== camera.name) return undefined;
  if (anchor.frame !== undefined && anchor.frame !== frame) return undefined;
  if (anchor.x !== undefined && anchor.y !== undefined) return imagePoint(anchor.x, anchor.y);
  if (anchor.track === undefined || !isOfShownSet(editor, anchor)) return undefined;
  const { core } = camera.document.value;
  const track = anchor.track as TrackId;
  const bounds = core.hasTrack(track) ? core.detectionAt(track, frame)?.bounds : undefined;
  return bounds && imagePoint(bounds[2], bounds[1]);
}
