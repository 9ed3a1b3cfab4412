/** Reports what following has written, with ways to continue it and to take it back. */

import type { TrackId } from "#core/types";
import type { Camera } from "../../../session/cameras/camera.ts";
import { selectTracks } from "../../../session/display/selection.ts";
import type { Editor } from "../../editor.ts";
import type { FollowedTrack, FollowEnd, FollowResult } from "./following.ts";
import { revertFollowed, type Written } from "./write-followed.ts";

/** @param from the frame where it started */
export function followedTrack(
  written: ReadonlyMap<TrackId, Written>,
  track: TrackId,
  end: FollowEnd,
  from: number,
): FollowedTrack {
  const frames = written.get(track)?.frames ?? [];
  return { track, end, keyframes: frames.length, to: frames.at(-1) ?? from };
}

/** @param resume continues the selected tracks from the shown frame */
export function reportFollowed(
  editor: Editor,
  camera: Camera,
  result: Omit<FollowResult, "resume" | "goBack">,
  written: ReadonlyMap<TrackId, Written>,
  resume: (tracks: readonly TrackId[]) => void,
): void {
  const whenShown = (tracks: readonly TrackId[], frame: number, action: () => void): void => {
    goTo(editor, camera, tracks, frame);
    editor.pictures.whenShown(action);
  };
  editor.ui.reportFollowed({
    ...result,
    resume: (tracks, frame) => whenShown(tracks, frame, () => resume(tracks)),
    goBack: () => whenShown([...written.keys()], result.from, () => revertFollowed(editor, camera, written)),
  });
}

function goTo(editor: Editor, camera: Camera, tracks: readonly TrackId[], frame: number): void {
  editor.activate(camera);
  editor.player.seek(frame);
  const { core } = editor.workspace;
  const existing = tracks.filter((track) => core.hasTrack(track));
  if (existing[0] === undefined) return;
  editor.dispatch({ type: "select", trackId: existing[0] });
  if (existing.length > 1) editor.workspace.setSelection(selectTracks(existing));
}
