/** The camera selector of the top bar: picks the camera that keys and panels apply to. Hidden with a single camera. */

import { Select } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { IconVideo } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import { camerasInOrder } from "../../../editor/cameras/camera-order.ts";
import { focusCanvas } from "../../parts/focus-canvas.ts";
import { useViewer } from "../../viewer-context.ts";
import classes from "./cameras.module.css";

export function CameraSelect() {
  useSignals();
  const { editor, workspace } = useViewer();
  if (workspace.cameras.length === 1) return null;
  return (
    <Select
      className={classes.select ?? ""}
      size="xs"
      aria-label={t("cameras.select")}
      leftSection={<IconVideo size={15} stroke={1.6} />}
      allowDeselect={false}
      value={workspace.active.value.name}
      data={camerasInOrder(workspace).map(({ name }) => name)}
      onChange={(name) => {
        if (name !== null) editor.activate(workspace.requireCamera(name));
        focusCanvas();
      }}
    />
  );
}
