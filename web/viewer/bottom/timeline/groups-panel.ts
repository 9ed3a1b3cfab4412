/** The bottom dock's "Groups" timeline: offered while there are groups and only one camera. */

import { IconUsersGroup } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import type { Panel } from "../../docks/panel.ts";
import { GroupsTimeline } from "./GroupsTimeline.tsx";
import { TimelineTools } from "./TimelineTools.tsx";

export const groupsTimelinePanel: Panel = {
  id: "groups-timeline",
  title: () => t("timeline.groups"),
  icon: IconUsersGroup,
  dock: "bottom",
  order: 3,
  when: ({ workspace }) => workspace.cameras.length === 1 && workspace.groups.value.length > 0,
  component: GroupsTimeline,
  tools: TimelineTools,
};
