/**
 * Open comments as pins on the picture: at their point, or at the corner of their box. While the user is choosing a
 * place, the next click sets it.
 */

import { useSignals } from "@preact/signals-react/runtime";
import { IconMessageCircleFilled } from "@tabler/icons-react";
import { useEffect } from "react";
import { screenPoint } from "../../../base/brand.ts";
import { t } from "../../../base/texts/index.ts";
import type { Camera } from "../../../session/cameras/camera.ts";
import { useViewer } from "../../viewer-context.ts";
import classes from "./CommentPins.module.css";
import { pinsOn } from "./pin-places.ts";

interface CameraProps {
  readonly camera: Camera;
}

export function CommentPins({ camera }: CameraProps) {
  useSignals();
  const { editor, workspace } = useViewer();
  const { comments } = editor;
  if (comments.isPlacing.value && workspace.active.value === camera) return <ChoosePlace camera={camera} />;
  const pins = pinsOn(editor, camera);
  if (pins.length === 0) return null;
  return (
    <div className={classes.pins} data-testid="comment-pins">
      {pins.map(({ thread, at: { x, y } }) => {
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
