/** The left dock's "Tracks" tab. */

import { IconListDetails } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import type { Panel } from "../../docks/panel.ts";
import { TracksPanel } from "./TracksPanel.tsx";

export const tracksPanel: Panel = {
  id: "tracks",
  title: () => t("viewer.tracks"),
  icon: IconListDetails,
  dock: "left",
  order: 1,
  component: TracksPanel,
};
