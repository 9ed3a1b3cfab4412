/** The context panel "Annotation Sets". */

import { IconStack2 } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import { lazyPart } from "../../../ui/page/lazy-part.tsx";
import type { Panel } from "../../docks/panel.ts";

export const setsPanel: Panel = {
  id: "annotation-sets",
  title: () => t("history.sets"),
  short: () => t("viewer.short.sets"),
  icon: IconStack2,
  dock: "right",
  group: "history",
  order: 7,
  component: lazyPart(async () => (await import("./AnnotationSets.tsx")).AnnotationSets),
};
