/**
 * The canvas of a camera: gives the renderer its element and passes pointer events to the editor. React renders the
 * overlays around it (cursor label, spinner, error) but never draws on it.
 */

import { Loader, Text } from "@mantine/core";
import { computed } from "@preact/signals-core";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useMemo, useRef, type RefObject } from "react";
import { placeOnGlobe } from "../../../base/globe.ts";
import { t } from "../../../base/texts/index.ts";
import { MediaError } from "../../../media/media-error.ts";
import { attachPointer } from "./canvas-pointer.ts";
import { startCanvasLoop } from "./canvas-loop.ts";
import { Minimap } from "./Minimap.tsx";
import { ShownFrameLabels } from "../../right/frame-labels/ShownFrameLabels.tsx";
import { canvasMark } from "../../parts/focus-canvas.ts";
import { People } from "../../presence/People.tsx";
import { CommentPins } from "../comments/CommentPins.tsx";
import { RegistrationMarks } from "../registration/RegistrationMarks.tsx";
import classes from "./CanvasHost.module.css";
import type { Camera } from "../../../session/cameras/camera.ts";
import { useViewer } from "../../viewer-context.ts";
import { pairToShow, shortConfidence } from "../../../session/display/shown-pair.ts";
import { statusProps } from "../../../ui/page/announce.ts";

interface CameraProps {
  readonly camera: Camera;
}

export function CanvasHost({ camera }: CameraProps) {
  const viewer = useViewer();
  const place = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    if (place.current === null || canvas.current === null) return undefined;
    const stopLoop = startCanvasLoop(viewer, camera, place.current, canvas.current);
    const stopPointer = attachPointer(viewer.editor, camera, place.current);
    return () => {
      stopPointer();
      stopLoop();
    };
  }, [viewer, camera]);

  return (
    <div ref={place} className={classes.place} data-testid="canvas">
      <Canvas camera={camera} canvas={canvas} />
      <ShownFrameLabels camera={camera} />
      <RegistrationMarks camera={camera} />
      <CommentPins camera={camera} />
      <People camera={camera} />
      <Minimap camera={camera} />
      <HiddenLabelNotice camera={camera} />
      <CursorLabel camera={camera} />
      <MediaState camera={camera} />
    </div>
  );
}

function Canvas({ camera, canvas }: CameraProps & { readonly canvas: RefObject<HTMLCanvasElement | null> }) {
  useSignals();
  const { workspace } = useViewer();
  const isActive = workspace.active.value === camera;
  return (
    <canvas
      ref={canvas}
      className={classes.canvas}
      // A single tab stop for any number of cameras.
      tabIndex={isActive ? 0 : -1}
      role="img"
      aria-label={t("viewer.canvasLabel")}
      {...canvasMark(isActive)}
    />
  );
}

function HiddenLabelNotice({ camera }: CameraProps) {
  useSignals();
  const count = camera.hiddenLabelCount.value;
  if (count === 0) return null;
  return <div className={classes.hiddenLabelCount}>{t("viewer.hiddenLabelCount", { count })}</div>;
}

/**
 * Follows the mouse: shows its position on the picture and the track under it. In a corner while a shape is drawn or
 * dragged, since it would hide the part of the picture that matters.
 */
function CursorLabel({ camera }: CameraProps) {
  useSignals();
  const { editor, workspace } = useViewer();
  const isActive = workspace.active.value === camera;
  const point = isActive ? editor.pointer.at.value : camera.pointed.value;
  if (point === undefined) return null;
  void camera.view.viewport.value;
  // Annotations may change under a resting pointer.
  void workspace.display.version.value;
  const { x, y } = camera.view.toScreen(point);
  const hovered = isActive ? editor.pointer.hovered.value : undefined;
  const { tooltip } = workspace.settings.settings.value.annotatorPreferences.visible;
  const track =
    tooltip && hovered !== undefined && workspace.core.hasTrack(hovered) ? workspace.core.track(hovered) : undefined;
  const pair = track && pairToShow(track);
  const globe = camera.largeImage.value?.globe;
  const place = globe && placeOnGlobe(globe, point);
  const isDrawing = isActive && (editor.mode.value.kind === "creating" || editor.pointer.isShaping.value);
  return (
    <div
      className={classes.cursorLabel}
      data-parked={isDrawing || undefined}
      style={
        isDrawing
          ? undefined
          : { transform: `translate(min(${x + 14}px, 100cqw - 100%), min(${y + 16}px, 100cqh - 100%))` }
      }
      data-testid="cursor-label"
    >
      {Math.round(point.x)}, {Math.round(point.y)}
      {place !== undefined && (
        <span className={classes.cursorPlace}>
          {t("viewer.placeOnGlobe", {
            latitude: place.latitude.toFixed(6),
            longitude: place.longitude.toFixed(6),
          })}
        </span>
      )}
      {track !== undefined && (
        <span className={classes.cursorTrack}>
          {`· ${[track.id, pair?.type ?? "", shortConfidence(pair)].filter((part) => part !== "").join(" ")}`}
        </span>
      )}
    </div>
  );
}

/** A spinner while a frame is loading; hatching and a message if it cannot be loaded. */
function MediaState({ camera }: CameraProps) {
  useSignals();
  const { playback } = useViewer();
  // A few words, so that the frames of a playing video do not re-render this.
  const state = useMemo(
    () =>
      computed(() => {
        const wanted = camera.wanted.value;
        if (wanted === undefined) return "none";
        if (camera.mediaError.value !== undefined) return "failed";
        if (playback.buffering.value) return "waiting";
        // A video drawn by its own element, in sync with others, may be one picture off.
        const showsItself = playback.playing.value && camera.source.value?.player?.shown.value !== undefined;
        return showsItself || camera.shown.value === wanted ? "shown" : "waiting";
      }),
    [camera, playback],
  ).value;
  if (state === "shown") return null;
  const wanted = camera.wanted.value;
  if (wanted === undefined) {
    return (
      <div className={classes.unshown}>
        <div className={classes.state} {...statusProps}>
          <Text>{t("cameras.noPicture")}</Text>
        </div>
      </div>
    );
  }
  const error = camera.mediaError.value;
  if (error !== undefined) {
    return (
      <div className={classes.unshown}>
        <div className={classes.state} role="alert">
          <Text>{describe(error, wanted)}</Text>
        </div>
      </div>
    );
  }
  return (
    <div className={`${classes.state} ${classes.waiting}`} {...statusProps}>
      <Loader size={18} aria-label={t("viewer.buffering")} />
      <Text>{t("viewer.loadingFrame", { frame: wanted })}</Text>
    </div>
  );
}

/** The error of a picture already names its frame. */
function describe(error: Error, frame: number): string {
  const namesFrame = error instanceof MediaError && error.code === "picture";
  return namesFrame ? error.message : t("viewer.frameFailed", { frame, message: error.message });
}
