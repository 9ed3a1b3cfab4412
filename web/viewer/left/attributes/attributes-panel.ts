/** The left dock's "Attributes" tab: the details of the selection. */

import { IconTags } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import type { Panel } from "../../docks/panel.ts";
import { Details } from "./Details.tsx";

export const attributesPanel: Panel = {
  id: "attributes",
  title: () => t("viewer.attributes"),
  icon: IconTags,
  dock: "left",
  order: 2,
  component: Details,
};
