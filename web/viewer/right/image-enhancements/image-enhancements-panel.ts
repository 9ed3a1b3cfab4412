/** The context panel "Image enhancements". */

import { IconPhotoCog } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import type { Panel } from "../../docks/panel.ts";
import { ImageEnhancements } from "./ImageEnhancements.tsx";

export const imageEnhancementsPanel: Panel = {
  id: "image-enhancements",
  title: () => t("picture.enhancements"),
  short: () => t("viewer.short.image"),
  icon: IconPhotoCog,
  dock: "right",
  group: "see",
  order: 2,
  component: ImageEnhancements,
};
