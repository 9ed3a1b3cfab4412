/** The context panel "Attribute Details". */

import { IconListDetails } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import type { Panel } from "../../docks/panel.ts";
import { AttributeDetails } from "./AttributeDetails.tsx";

export const attributeDetailsPanel: Panel = {
  id: "attribute-details",
  title: () => t("filters.details"),
  icon: IconListDetails,
  dock: "right",
  group: "see",
  order: 4,
  component: AttributeDetails,
};
