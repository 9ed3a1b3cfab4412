/** The context menu of the canvas: commands for the selected track, or for the picture. */

import { useSignals } from "@preact/signals-react/runtime";
import { t } from "../../../base/texts/index.ts";
import { CommandMenu, pictureMenu, trackMenu } from "../../parts/CommandMenu.tsx";
import { focusCanvas } from "../../parts/focus-canvas.ts";
import { useViewer, type OpenViewer } from "../../viewer-context.ts";

/** Without what the commands for the track have already. */
const onPicture = pictureMenu.map((group) => group.filter((id) => !trackMenu.flat().includes(id)));

export function CanvasMenu() {
  useSignals();
  const viewer = useViewer();
  const { canvasMenu, workspace } = viewer;
  const hasTrack = workspace.selectedTrack.value !== undefined;
  return (
    <CommandMenu
      at={canvasMenu.value}
      groups={hasTrack ? [...trackMenu.slice(0, 2), ...onPicture, ...trackMenu.slice(-1)] : pictureMenu}
      label={t("viewer.canvasMenu")}
      onClose={() => close(viewer)}
    />
  );
}

function close({ canvasMenu }: OpenViewer): void {
  canvasMenu.value = undefined;
  focusCanvas();
}
