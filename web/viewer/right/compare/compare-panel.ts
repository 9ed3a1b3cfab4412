/** The context panel "Compare". */

import { IconArrowsDiff } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import { lazyPart } from "../../../ui/page/lazy-part.tsx";
import type { Panel } from "../../docks/panel.ts";

export const comparePanel: Panel = {
  id: "compare",
  title: () => t("compare.title"),
  icon: IconArrowsDiff,
  dock: "right",
  group: "check",
  order: 8,
  component: lazyPart(async () => (await import("./Compare.tsx")).Compare),
};
