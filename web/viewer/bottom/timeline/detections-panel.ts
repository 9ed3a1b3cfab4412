/** The bottom dock's "Detections" timeline. */

import { IconChartAreaLine } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import type { Panel } from "../../docks/panel.ts";
import { minTimelinePx } from "./cameras-lane.ts";
import { DetectionsTimeline } from "./DetectionsTimeline.tsx";
import { CountTools } from "./TimelineTools.tsx";

export const detectionsPanel: Panel = {
  id: "detections",
  title: () => t("viewer.detections"),
  icon: IconChartAreaLine,
  dock: "bottom",
  order: 1,
  component: DetectionsTimeline,
  minPx: ({ workspace }) => minTimelinePx(workspace.cameras.length),
  tools: CountTools,
};
