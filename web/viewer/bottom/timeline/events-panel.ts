/** The bottom dock's "Events" timeline. */

import { IconTimelineEvent } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import type { Panel } from "../../docks/panel.ts";
import { EventsTimeline } from "./EventsTimeline.tsx";
import { TimelineTools } from "./TimelineTools.tsx";

export const eventsPanel: Panel = {
  id: "events",
  title: () => t("timeline.events"),
  icon: IconTimelineEvent,
  dock: "bottom",
  order: 2,
  component: EventsTimeline,
  tools: TimelineTools,
};
