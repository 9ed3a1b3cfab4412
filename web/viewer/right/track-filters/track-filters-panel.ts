/** The context panel "Attribute Track Filters". */

import { IconFilter } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import { lazyPart } from "../../../ui/page/lazy-part.tsx";
import type { Panel } from "../../docks/panel.ts";

export const trackFiltersPanel: Panel = {
  id: "track-filters",
  title: () => t("filters.trackFilters"),
  short: () => t("viewer.short.filters"),
  icon: IconFilter,
  dock: "right",
  group: "see",
  order: 5,
  component: lazyPart(async () => (await import("./TrackFilters.tsx")).TrackFilters),
};
