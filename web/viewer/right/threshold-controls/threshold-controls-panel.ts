/** The context panel "Threshold Controls". */

import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import type { Panel } from "../../docks/panel.ts";
import { ThresholdControls } from "./ThresholdControls.tsx";

export const thresholdControlsPanel: Panel = {
  id: "threshold-controls",
  title: () => t("viewer.thresholdControls"),
  short: () => t("viewer.short.thresholds"),
  icon: IconAdjustmentsHorizontal,
  dock: "right",
  group: "see",
  order: 1,
  component: ThresholdControls,
};
