/** The context panel "Revision History". */

import { IconHistory } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import type { Panel } from "../../docks/panel.ts";
import { RevisionHistory } from "./RevisionHistory.tsx";

export const revisionsPanel: Panel = {
  id: "revision-history",
  title: () => t("history.revisions"),
  icon: IconHistory,
  dock: "right",
  group: "history",
  order: 6,
  component: RevisionHistory,
};
