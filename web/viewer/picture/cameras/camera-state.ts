/** The playback state of one camera, in the terms of existing API clients. Reads signals. */

import { toFlicks } from "../../../media/flicks.ts";
import type { Camera } from "../../../session/cameras/camera.ts";
import type { OpenViewer } from "../../viewer-context.ts";

export interface CameraState {
  readonly cameraName: string;
  /** The requested picture is on the screen. */
  readonly ready: boolean;
  readonly playing: boolean;
  /** Frame number of this camera; `undefined` if it has no picture now. */
  readonly frame: number | undefined;
  /** Time of `frame` since the camera's first frame, in flicks. */
  readonly flick: number;
  /** Name of the image, or of the video file. */
  readonly filename: string;
  /** `flick` in seconds. */
  readonly currentTime: number;
  readonly duration: number;
  /** 0..1 */
  readonly volume: number;
  readonly speed: number;
  readonly maxFrame: number;
  /** The playhead position shared by all cameras. */
  readonly syncedFrame: number;
  /** CSS cursor over the picture. */
  readonly cursor: string;
  /** Geometry being drawn at the pointer; empty if none exists. */
  readonly imageCursor: string;
  /** Size of the picture, image pixels. */
  readonly originalBounds: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
}

export function stateOfCamera(
  { editor, playback, workspace }: Pick<OpenViewer, "editor" | "playback" | "workspace">,
  camera: Camera,
): CameraState {
  const source = camera.source.value;
  const frame = camera.wanted.value;
  const seconds = frame === undefined ? 0 : (source?.secondsAt(frame) ?? 0);
  const isActive = workspace.active.value === camera;
  const mode = editor.mode.value;
  const { media } = camera.info;
  const ofFile = media.kind === "video" ? media.filename : "";
  const { width: right, height: bottom } = camera.view.picture;
  return {
    cameraName: camera.name,
    ready: frame !== undefined && camera.shown.value === frame,
    playing: playback.playing.value,
    frame,
    flick: toFlicks(seconds),
    filename: (frame === undefined ? undefined : source?.fileNameAt(frame)) ?? ofFile,
    currentTime: seconds,
    duration: source?.durationSeconds ?? 0,
    volume: playback.volume.value,
    speed: playback.speed.value,
    maxFrame: (source?.frameCount ?? 1) - 1,
    syncedFrame: playback.frame.value,
    cursor: isActive ? editor.pointer.cursor.value : "default",
    imageCursor: isActive && mode.kind === "creating" ? mode.geometry : "",
    originalBounds: { left: 0, top: 0, right, bottom },
  };
}
