/** The context panel "Problems". */

import { IconAlertCircle } from "@tabler/icons-react";
import { t } from "../../base/texts/index.ts";
import type { Panel } from "../docks/panel.ts";
import { Problems } from "./Problems.tsx";

export const problemsPanel: Panel = {
  id: "problems",
  title: () => t("problems.title"),
  icon: IconAlertCircle,
  dock: "right",
  order: 22,
  component: Problems,
};
