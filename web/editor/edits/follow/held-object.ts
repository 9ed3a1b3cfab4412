/** The object that a pointer takes hold of. */

import type { FrameNumber, TrackId } from "#core/types";
import type { ImagePoint } from "../../../base/brand.ts";
import type { BoxBounds } from "../../../base/shape.ts";
import type { Camera } from "../../../session/cameras/camera.ts";
import type { Editor } from "../../editor.ts";
import { nextDrawn } from "./follow-tracks.ts";
import { boxOn } from "./write-followed.ts";

export interface HeldObject {
  readonly camera: Camera;
  readonly track: TrackId;
  readonly from: FrameNumber;
  readonly start: BoxBounds;
  /** The next keyframe drawn by a person. */
  readonly drawn: number | undefined;
  readonly until: number;
}

/** The object at a place of the shown frame: the selected one before others. */
export function findHeldObject(editor: Editor, at: ImagePoint): HeldObject | undefined {
  const camera = editor.workspace.active.peek();
  const from = editor.shownFrame.peek();
  if (from === undefined || from >= editor.player.maxFrame) return undefined;
  const isAt = (track: TrackId | undefined): track is TrackId => {
    const box = track === undefined ? undefined : boxOn(camera, track, from);
    return box !== undefined && at.x >= box[0] && at.x <= box[2] && at.y >= box[1] && at.y <= box[3];
  };
  const track = [editor.selected, editor.pointer.trackAt(at)].find(isAt);
  if (track === undefined) return undefined;
  const drawn = nextDrawn(camera, track, from, 1);
  return { camera, track, from, start: boxOn(camera, track, from)!, drawn, until: drawn ?? editor.player.maxFrame };
}
