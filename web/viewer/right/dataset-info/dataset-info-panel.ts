/** The panel "Dataset Info" of the right dock. */

import { IconInfoCircle } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import { lazyPart } from "../../../ui/page/lazy-part.tsx";
import type { Panel } from "../../docks/panel.ts";
import { MediaLedgerBadge } from "./MediaLedger.tsx";

export const datasetInfoPanel: Panel = {
  id: "datasetInfo",
  title: () => t("datasetInfo.title"),
  short: () => t("viewer.short.info"),
  icon: IconInfoCircle,
  dock: "right",
  group: "data",
  order: 8.8,
  component: lazyPart(async () => (await import("./DatasetInfoPanel.tsx")).DatasetInfoPanel),
  badge: MediaLedgerBadge,
};
