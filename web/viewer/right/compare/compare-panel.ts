/** The context panel "Compare". */

import { IconArrowsDiff } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import type { Panel } from "../../docks/panel.ts";
import { Compare } from "./Compare.tsx";

export const comparePanel: Panel = {
  id: "compare",
  title: () => t("compare.title"),
  icon: IconArrowsDiff,
  dock: "right",
  group: "check",
  order: 8,
  component: Compare,
};
