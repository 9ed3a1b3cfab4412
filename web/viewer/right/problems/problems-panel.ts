/** The context panel "Problems". */

import { IconAlertCircle } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import type { Panel } from "../../docks/panel.ts";
import { Problems } from "./Problems.tsx";
import { ProblemsBadge } from "./ProblemsBadge.tsx";

export const problemsPanel: Panel = {
  id: "problems",
  title: () => t("problems.title"),
  icon: IconAlertCircle,
  dock: "right",
  group: "check",
  order: 22,
  component: Problems,
  badge: ProblemsBadge,
};
