/** The bottom dock's "Attributes" timeline: offered while it is switched on and the dataset has one camera. */

import { IconTimeline } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import type { Panel } from "../../docks/panel.ts";
import { eventsPanel } from "../timeline/events-panel.ts";
import { TimelineTools } from "../timeline/TimelineTools.tsx";
import { AttributesTimeline } from "./AttributesTimeline.tsx";

export const attributesTimelinePanel: Panel = {
  id: "attributes-timeline",
  title: () => t("timeline.attributes"),
  icon: IconTimeline,
  dock: "bottom",
  order: 4,
  instead: eventsPanel.id,
  when: ({ attributeTimeline, workspace }) =>
    workspace.cameras.length === 1 && attributeTimeline.settings.value.enabled,
  component: AttributesTimeline,
  tools: TimelineTools,
};
