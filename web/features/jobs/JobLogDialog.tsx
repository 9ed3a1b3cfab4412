/** The log of one job in a dialog. */
import { Modal } from "@mantine/core";
import type { Job } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";
import { JobLog } from "./JobLog.tsx";

interface JobLogDialogProps {
  /** `undefined`: closed. */
  readonly job: Job | undefined;
  onClose(): void;
}

export function JobLogDialog({ job, onClose }: JobLogDialogProps) {
  return (
    <Modal
      opened={job !== undefined}
      onClose={onClose}
      title={t("jobs.log.of", { title: job?.title ?? "" })}
      size="xl"
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      {job !== undefined && <JobLog job={job} />}
    </Modal>
  );
}
