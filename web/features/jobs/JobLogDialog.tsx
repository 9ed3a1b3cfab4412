/** The log of one job in a dialog. */
import type { Job } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";
import { jobWords } from "./job-words.ts";
import { MountedModal } from "../../ui/dialogs/MountedModal.tsx";
import { JobLog } from "./JobLog.tsx";

interface JobLogDialogProps {
  readonly job: Job;
  onClose(): void;
}

export default function JobLogDialog({ job, onClose }: JobLogDialogProps) {
  return (
    <MountedModal
      onClose={onClose}
      title={t("jobs.log.of", { title: jobWords(job.title) })}
      size="xl"
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <JobLog job={job} />
    </MountedModal>
  );
}
