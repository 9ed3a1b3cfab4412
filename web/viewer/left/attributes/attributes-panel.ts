/** The tab "Attributes" of the left dock: the details of what is selected. */

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
