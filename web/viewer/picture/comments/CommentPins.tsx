/**
 * Open comments as pins on the picture: at their point, or at the corner of their box. While the user is choosing a
 * place, the next click sets it.
 */

import { useSignals } from "@preact/signals-react/runtime";
import { IconMessageCircleFilled } from "@tabler/icons-react";
import { useEffect } from "react";
import type { FrameNumber, TrackId } from "#core/types";
import { imagePoint, screenPoint, type ImagePoint } from "../../../base/brand.ts";
import { t } from "../../../base/texts/index.ts";
import { isOfShownSet } from "../../../editor/lists/comment-places.ts";
import type { Editor } from "../../../editor/editor.ts";
import type { Camera } from "../../../session/cameras/camera.ts";
import type { Thread } from "../../../session/comments/threads.ts";
import { useViewer } from "../../viewer-context.ts";
import classes from "./CommentPins.module.css";

interface CameraProps {
  readonly camera: Camera;
}

export function CommentPins({ camera }: CameraProps) {
  useSignals();
  const { editor, workspace } = useViewer();
  const { comments } = editor;
  const frame = camera.shown.value;
  const open = comments.open.value;
  if (comments.isPlacing.value && workspace.active.value === camera) return <ChoosePlace camera={camera} />;
  if (frame === undefined || open.length === 0) return null;
  void camera.view.viewport.value;
  void workspace.display.version.value;
  return (
    <div className={classes.pins} data-testid="comment-pins">
      {open.map((thread) => {
        const at = placeOf(editor, camera, frame, thread);
        if (at === undefined) return null;
        const { x, y } = camera.view.toScreen(at);
        const { authorLogin: login, text } = thread.first;
        return (
          <button
            key={thread.id}
            type="button"
            // Keyboard users reach them in the panel.
            tabIndex={-1}
            className={classes.pin}
            style={{ transform: `translate(${x}px, ${y}px)` }}
            aria-label={t("comments.pin", { login, text })}
            title={`${login}: ${text}`}
            aria-current={comments.shown.value === thread.id || undefined}
            onClick={() => {
              comments.show(thread);
              workspace.settings.change({ layout: { right: { panel: "comments", isOpen: true } } });
            }}
          >
            <IconMessageCircleFilled size={18} aria-hidden />
          </button>
        );
      })}
    </div>
  );
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

function ChoosePlace({ camera }: CameraProps) {
  const { editor, workspace } = useViewer();
  const { comments } = editor;
  useEffect(() => () => comments.choosePlace(false), [comments]);
  return (
    <div
      className={classes.choose}
      data-testid="choose-place"
      onClick={({ nativeEvent: { offsetX, offsetY } }) => {
        const { x, y } = camera.view.toImage(screenPoint(offsetX, offsetY));
        const frame = camera.shown.peek();
        if (frame === undefined) return;
        const name = workspace.cameras.length > 1 ? { camera: camera.name } : {};
        const place = { ...name, frame, x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 };
        comments.writeAbout(place);
        comments.choosePlace(false);
      }}
    />
  );
}
