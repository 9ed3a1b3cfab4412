/** The context panel "Attribute details". */

import { IconListDetails } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import { lazyPart } from "../../../ui/page/lazy-part.tsx";
import type { Panel } from "../../docks/panel.ts";

export const attributeDetailsPanel: Panel = {
  id: "attribute-details",
  title: () => t("filters.details"),
  short: () => t("viewer.short.details"),
  icon: IconListDetails,
  dock: "right",
  group: "see",
  order: 4,
  component: lazyPart(async () => (await import("./AttributeDetails.tsx")).AttributeDetails),
};
