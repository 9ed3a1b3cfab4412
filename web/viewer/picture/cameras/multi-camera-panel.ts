/** The right dock's "Multi-camera tools" panel; with a single camera the Group manager takes its place. */

import { IconVideo } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import { lazyPart } from "../../../ui/page/lazy-part.tsx";
import type { Panel } from "../../docks/panel.ts";
import { multiCameraToolsId } from "./multi-camera-tools-id.ts";

export const multiCameraPanel: Panel = {
  id: multiCameraToolsId,
  title: () => t("cameras.tools"),
  short: () => t("viewer.short.cameras"),
  icon: IconVideo,
  dock: "right",
  group: "see",
  order: 3,
  when: ({ workspace }) => workspace.cameras.length > 1,
  component: lazyPart(async () => (await import("./MultiCameraTools.tsx")).MultiCameraTools),
};
