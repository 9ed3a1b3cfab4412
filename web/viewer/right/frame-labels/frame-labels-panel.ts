/** The panel "Frame Labels" of the right dock. */

import { IconBookmark } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import type { Panel } from "../../docks/panel.ts";
import { FrameLabelsPanel } from "./FrameLabelsPanel.tsx";

export const frameLabelsPanel: Panel = {
  id: "frame-labels",
  title: () => t("frameLabels.title"),
  icon: IconBookmark,
  dock: "right",
  group: "data",
  order: 8.5,
  component: FrameLabelsPanel,
};
