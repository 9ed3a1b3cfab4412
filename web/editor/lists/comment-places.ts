/** Links comments to the viewer: the subject of a new comment, and going to that of an existing one. */
import type { FrameNumber, TrackId } from "#core/types";
import { nextThread } from "../../session/comments/threads.ts";
import type { Editor } from "../editor.ts";
import type { Direction } from "./jumps.ts";

/** Mirrors the wire format without depending on its types. */
export interface CommentPlace {
  readonly set?: string;
  readonly camera?: string;
  readonly track?: number;
  readonly frame?: number;
  readonly x?: number;
  readonly y?: number;
}

/** The possible subjects of a comment now, most specific first: the track here, the track, the frame, the dataset. */
export function offeredPlaces(editor: Editor): readonly CommentPlace[] {
  const { workspace } = editor;
  const { setName } = workspace.document.address;
  const camera = workspace.cameras.length > 1 ? { camera: workspace.active.value.name } : {};
  const set = setName === undefined ? {} : { set: setName };
  const track = workspace.selectedTrack.value;
  const frame = editor.shownFrame.value;
  const places: CommentPlace[] = [];
  if (track !== undefined) {
    if (frame !== undefined && hasBox(editor, track, frame)) places.push({ ...set, ...camera, track, frame });
    places.push({ ...set, ...camera, track });
  }
  if (frame !== undefined) places.push({ ...camera, frame });
  return [...places, {}];
}

/** Shows the subject of a comment. @returns whether its track exists; true if it is about none */
export function goToPlace(editor: Editor, place: CommentPlace): boolean {
  const { workspace, player } = editor;
  const camera = workspace.cameras.find(({ name }) => name === place.camera);
  if (camera !== undefined && camera !== workspace.active.peek()) workspace.activate(camera);
  if (place.frame !== undefined) {
    player.pause();
    player.seek(place.frame);
  }
  if (place.track === undefined) return true;
  const track = place.track as TrackId;
  if (!isOfShownSet(editor, place) || !workspace.core.hasTrack(track)) return false;
  editor.dispatch({ type: "select", trackId: track });
  if (place.frame === undefined && !hasBox(editor, track, player.frame.peek())) {
    player.pause();
    player.seek(workspace.core.track(track).begin);
  }
  return true;
}

/** Goes to the next open comment. @returns whether there is one */
export function goToNextComment(editor: Editor, direction: Direction): boolean {
  const { comments, player } = editor;
  const from = { last: comments.shown.peek(), frame: player.frame.peek(), direction };
  const next = nextThread(comments.open.peek(), from);
  if (next === undefined) return false;
  comments.show(next);
  goToPlace(editor, next.anchor);
  return true;
}

/** Whether it belongs to the annotation set that is shown. */
export function isOfShownSet({ workspace }: Editor, { set }: CommentPlace): boolean {
  return workspace.document.address.setName === set;
}

function hasBox({ workspace: { core } }: Editor, track: TrackId, frame: FrameNumber): boolean {
  return core.hasTrack(track) && core.detectionAt(track, frame) !== undefined;
}
