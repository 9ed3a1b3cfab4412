/** The status of a job and its progress; status and type in words. */
import { Badge, Group, Text } from "@mantine/core";
import { JobStatus } from "#schemas/job-status";
import type { Job } from "#schemas/wire";
import { t } from "../../base/texts/index.ts";
import { CutText } from "../../ui/text/CutText.tsx";
import { jobWords } from "./job-words.ts";

export function JobStatusBadge({ job }: { readonly job: Job }) {
  return (
    <Group gap={8} wrap="nowrap">
      <Badge size="sm" variant="light" color={statusColor(job.status)} tt="none" style={{ flex: "none" }}>
        {jobStatusText(job.status)}
      </Badge>
      <Text component="span" size="xs" c="dimmed" miw={0}>
        <CutText>{progressText(job)}</CutText>
      </Text>
    </Group>
  );
}

export function jobStatusText(status: JobStatus): string {
  switch (status) {
    case JobStatus.inactive:
    case JobStatus.queued:
    case JobStatus.running:
    case JobStatus.success:
    case JobStatus.error:
    case JobStatus.canceled:
    case JobStatus.canceling:
      return t(`jobs.status.${status}`);
    default:
      return t("jobs.status.other");
  }
}

function statusColor(status: JobStatus): string {
  if (status === JobStatus.success) return "green";
  if (status === JobStatus.error) return "red";
  if (status === JobStatus.canceled || status === JobStatus.canceling) return "gray";
  return status === JobStatus.inactive || status === JobStatus.queued ? "yellow" : "blue";
}

function progressText({ progress, status }: Job): string {
  if (progress === null || status === JobStatus.success) return "";
  // The message of a waiting job says why no worker takes it.
  const isWaiting = status === JobStatus.inactive || status === JobStatus.queued;
  if (progress.total <= 0) return isWaiting ? jobWords(progress.message) : "";
  return t("jobs.progress", {
    percent: Math.round((progress.current / progress.total) * 100),
    message: jobWords(progress.message),
  });
}

/** Types that the application knows. */
const namedTypes = [
  "convert",
  "import",
  "pipelines",
  "training",
  "export",
  "scoring",
  "consensus",
  "render",
  "large_image_tiff",
] as const;

/** A type that the application does not know, as older data and other programs store them, stays as it is. */
export function jobTypeText(type: string): string {
  const known = namedTypes.find((one) => one === type);
  return known === undefined ? type : t(`jobs.type.${known}`);
}
