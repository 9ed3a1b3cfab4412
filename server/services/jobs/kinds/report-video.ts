/**
 * Notifies the owner, once, that a video can be opened, if no worker decodes its pictures: clients wait for this job.
 */
import { JobStatus } from "#schemas";

import { type Checked, object, text } from "../../../domain/body-check.ts";
import { conversionTitle } from "../conversion-title.ts";
import type { LocalJob } from "../job-definition.ts";

const parameters = object({ folderId: text, itemId: text }, "drop");
type ReportVideoTask = Checked<typeof parameters>;

export const reportVideo: LocalJob<ReportVideoTask, object> = {
  kind: "report-video",
  parameters,
  title: conversionTitle,
  wireType: "convert",
  key: ({ itemId }) => itemId,
  dedupeStatuses: [JobStatus.inactive, JobStatus.running, JobStatus.success],
  run: async () => undefined,
};
