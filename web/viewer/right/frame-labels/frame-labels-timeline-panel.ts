/** The bottom dock's "Labels" timeline: offered while there are frame labels. */

import { IconBookmark } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import type { Panel } from "../../docks/panel.ts";
import { TimelineTools } from "../../bottom/timeline/TimelineTools.tsx";
import { FrameLabelsTimeline } from "./FrameLabelsTimeline.tsx";

export const frameLabelsTimelinePanel: Panel = {
  id: "frame-labels-timeline",
  title: () => t("frameLabels.timeline"),
  icon: IconBookmark,
  dock: "bottom",
  order: 5,
  when: ({ editor }) => editor.frameLabels.names.value.length > 0,
  component: FrameLabelsTimeline,
  tools: TimelineTools,
};
