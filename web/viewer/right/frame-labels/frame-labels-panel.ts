/** The panel "Frame Labels" of the right dock. */

import { IconBookmark } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import { lazyPart } from "../../../ui/page/lazy-part.tsx";
import type { Panel } from "../../docks/panel.ts";

export const frameLabelsPanel: Panel = {
  id: "frame-labels",
  title: () => t("frameLabels.title"),
  short: () => t("viewer.short.labels"),
  icon: IconBookmark,
  dock: "right",
  group: "data",
  order: 8.5,
  component: lazyPart(async () => (await import("./FrameLabelsPanel.tsx")).FrameLabelsPanel),
};
