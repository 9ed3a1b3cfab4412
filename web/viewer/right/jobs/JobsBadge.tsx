/** The number of jobs running on the open dataset. */

import { t } from "../../../base/texts/index.ts";
import { useRunningJobs } from "../../../features/running-jobs.ts";
import { PanelBadge } from "../../docks/PanelBadge.tsx";
import { useViewer } from "../../viewer-context.ts";

export function JobsBadge() {
  const { id, cameras } = useViewer().workspace.dataset;
  const here = new Set<string | undefined>([id, ...cameras.map(({ datasetId }) => datasetId)]);
  const count = useRunningJobs().filter(({ dataset_id: on }) => here.has(on)).length;
  return <PanelBadge count={count} label={t("shell.runningJobs", { count })} />;
}
