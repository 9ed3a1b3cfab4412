/** The context panel "Revision History". */

import { IconHistory } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import { lazyPart } from "../../../ui/page/lazy-part.tsx";
import type { Panel } from "../../docks/panel.ts";

export const revisionsPanel: Panel = {
  id: "revision-history",
  title: () => t("history.revisions"),
  short: () => t("viewer.short.revisions"),
  icon: IconHistory,
  dock: "right",
  group: "history",
  order: 6,
  component: lazyPart(async () => (await import("./RevisionHistory.tsx")).RevisionHistory),
};
