/**
 * The pictures of all cameras: side by side in equal sizes, or with the active one enlarged. A camera keeps its canvas
 * element when the layout changes. A single camera fills the room, without a frame.
 */

import { useElementSize } from "@mantine/hooks";
import { computed } from "@preact/signals-core";
import { useSignals } from "@preact/signals-react/runtime";
import { useMemo } from "react";
import { t } from "../../../base/texts/index.ts";
import { camerasInOrder } from "../../../editor/cameras/camera-order.ts";
import { keyOf } from "../../../commands/keymap.ts";
import type { Camera } from "../../../session/cameras/camera.ts";
import { CanvasHost } from "../canvas/CanvasHost.tsx";
import { CanvasMenu } from "../canvas/CanvasMenu.tsx";
import { useViewer } from "../../viewer-context.ts";
import { placesAround, placesInGrid } from "./camera-places.ts";
import classes from "./cameras.module.css";
import { stateOfCamera } from "./camera-state.ts";
import { differenceText } from "./difference-text.ts";
import { statusProps } from "../../../ui/page/announce.ts";

/** Assumed for a camera whose pictures are not open yet. */
const usualPicture = { width: 16, height: 9 };

export function CameraGrid() {
  useSignals();
  const { editor, workspace } = useViewer();
  const mode = editor.mode.value;
  const { ref, width, height } = useElementSize<HTMLDivElement>();
  const { cameras } = workspace;
  const isGrid = workspace.settings.settings.value.layout.cameras === "grid" || cameras.length === 1;
  const active = workspace.active.value;
  const inOrder = camerasInOrder(workspace);
  const room = { width, height };
  // Media are open before anything is shown, so nothing moves when pictures arrive.
  const pictures = inOrder.map(({ source }) => source.value ?? usualPicture);
  const places = isGrid ? placesInGrid(pictures, room) : placesAround(inOrder.indexOf(active), pictures, room);
  return (
    <div
      ref={ref}
      className={classes.grid}
      style={{ gridTemplateColumns: places.columns, gridTemplateRows: places.rows }}
    >
      {cameras.map((camera, index) => (
        <section
          key={camera.name}
          className={classes.pane}
          style={{ gridArea: places.areas[inOrder.indexOf(camera)] }}
          data-camera={camera.name}
          data-linking={(mode.kind === "linking" && mode.camera === camera.name) || undefined}
          data-active={(cameras.length > 1 && camera === active) || undefined}
          {...(cameras.length > 1 && { "aria-label": t("cameras.camera", { name: camera.name }) })}
        >
          <CanvasHost camera={camera} />
          {cameras.length > 1 && <Caption camera={camera} index={index} />}
        </section>
      ))}
      <CanvasMenu />
    </div>
  );
}

/** How to accept or reject a box that is suggested on this camera. */
function Proposed({ camera }: { readonly camera: Camera }) {
  useSignals();
  const { editor } = useViewer();
  const counterpart = editor.suggestions.on(camera).find(({ source }) => source === "counterpart");
  if (counterpart === undefined) return null;
  const accept = keyOf("suggestion.accept") ?? "";
  return (
    <span className={classes.proposed} {...statusProps} data-testid="proposal">
      {t("cameras.proposed", { accept })} · {t("cameras.proposedScore", { share: Math.round(counterpart.score * 100) })}
    </span>
  );
}

/** The camera's name and the file it shows; with cameras aligned by time, also how far its picture is off. */
function Caption({ camera, index }: { readonly camera: Camera; readonly index: number }) {
  useSignals();
  const viewer = useViewer();
  // Strings, so that pictures with equal texts do not re-render.
  const [filename, difference] = useMemo(() => {
    const nameOfFile = computed(() => stateOfCamera(viewer, camera).filename);
    const { alignment, playback } = viewer;
    const off = computed(() => {
      // A video drawn by its own element may be one picture off.
      const shown = playback.playing.value ? camera.shown.value : undefined;
      const seconds = alignment.differenceAt(index, playback.frame.value, shown);
      return seconds === undefined ? undefined : differenceText(seconds);
    });
    return [nameOfFile, off] as const;
  }, [camera, index, viewer]);
  return (
    <div className={classes.caption} data-testid="camera-caption">
      <span className={classes.name}>{camera.name}</span>
      <span className={classes.file}>{filename.value}</span>
      <Proposed camera={camera} />
      {difference.value !== undefined && <span className={classes.difference}>{difference.value}</span>}
    </div>
  );
}
