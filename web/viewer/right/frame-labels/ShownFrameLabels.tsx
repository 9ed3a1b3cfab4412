/** The labels of the shown frame, in the upper left corner of the picture. */

import { computed } from "@preact/signals-core";
import { useSignals } from "@preact/signals-react/runtime";
import { useMemo } from "react";
import { t } from "../../../base/texts/index.ts";
import { frameLabelNamesAt } from "../../../session/display/frame-labels.ts";
import type { Camera } from "../../../session/cameras/camera.ts";
import { useViewer } from "../../viewer-context.ts";
import classes from "./frame-labels.module.css";

export function ShownFrameLabels({ camera }: { readonly camera: Camera }) {
  useSignals();
  const { workspace } = useViewer();
  // A string, so that frames with the same labels do not re-render.
  const names = useMemo(
    () =>
      computed(() => {
        const frame = camera.shown.value;
        if (workspace.active.value !== camera || frame === undefined) return "";
        return frameLabelNamesAt(workspace.display.frameLabels.value, frame).join("\n");
      }),
    [camera, workspace],
  );
  if (names.value === "") return null;
  void workspace.configuration.styleVersion.value;
  return (
    <ul className={classes.shown} aria-label={t("frameLabels.shown")} data-testid="shown-labels">
      {names.value.split("\n").map((name) => (
        <li key={name} className={classes.chip}>
          <span className={classes.swatch} style={{ background: workspace.display.typeStyles.of(name).color }} />
          {name}
        </li>
      ))}
    </ul>
  );
}
