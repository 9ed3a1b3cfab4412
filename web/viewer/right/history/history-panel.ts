/** The right dock's "Undo History" panel. */

import { IconHistoryToggle } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import type { Panel } from "../../docks/panel.ts";
import { lazyPart } from "../../../ui/page/lazy-part.tsx";

export const historyPanel: Panel = {
  id: "history",
  title: () => t("lists.history"),
  short: () => t("viewer.short.undo"),
  icon: IconHistoryToggle,
  dock: "right",
  group: "history",
  order: 9,
  component: lazyPart(async () => (await import("./HistorySteps.tsx")).HistorySteps),
};
