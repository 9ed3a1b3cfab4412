/** The context panel "Attribute Track Filters". */

import { IconFilter } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import type { Panel } from "../../docks/panel.ts";
import { TrackFilters } from "./TrackFilters.tsx";

export const trackFiltersPanel: Panel = {
  id: "track-filters",
  title: () => t("filters.trackFilters"),
  icon: IconFilter,
  dock: "right",
  group: "see",
  order: 5,
  component: TrackFilters,
};
