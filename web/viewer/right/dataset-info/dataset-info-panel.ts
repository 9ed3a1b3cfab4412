/** The panel "Dataset Info" of the right dock. */

import { IconInfoCircle } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import type { Panel } from "../../docks/panel.ts";
import { DatasetInfoPanel } from "./DatasetInfoPanel.tsx";
import { MediaLedgerBadge } from "./MediaLedger.tsx";

export const datasetInfoPanel: Panel = {
  id: "datasetInfo",
  title: () => t("datasetInfo.title"),
  icon: IconInfoCircle,
  dock: "right",
  group: "data",
  order: 8.8,
  component: DatasetInfoPanel,
  badge: MediaLedgerBadge,
};
