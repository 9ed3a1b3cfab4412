/** Says that the dataset is read-only, why, and what to do about it. */

import { Badge } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { t } from "../../../base/texts/index.ts";
import { jobWords } from "../../../features/jobs/job-words.ts";
import { useRunningJobs } from "../../../features/running-jobs.ts";
import type { ReadOnlyReason } from "../../../session/workspace.ts";
import { Tip } from "../../../ui/tips/Tip.tsx";
import { useViewer } from "../../viewer-context.ts";
import classes from "./EditorMenu.module.css";

export function ReadOnlyBadge() {
  useSignals();
  const reason = useViewer().workspace.readOnly.value;
  return reason === undefined ? null : <Reason reason={reason} />;
}

function Reason({ reason }: { readonly reason: ReadOnlyReason }) {
  const { id, cameras } = useViewer().workspace.dataset;
  const here = new Set<string | undefined>([id, ...cameras.map(({ datasetId }) => datasetId)]);
  const job = useRunningJobs().find(({ dataset_id: on }) => here.has(on))?.title ?? "";
  return (
    <Tip
      label={`${t("refusals.readOnly")} ${t(`viewer.readOnlyNext.${reason}`, { job: jobWords(job) })}`}
      multiline
      maw={360}
    >
      <span className={classes.readOnly}>
        <Badge color="yellow" variant="light" radius="sm">
          {t("viewer.readOnlyBadge")}
        </Badge>
        <span className={classes.readOnlyWhy}>{t(`viewer.readOnlyWhy.${reason}`)}</span>
      </span>
    </Tip>
  );
}
