/** The context panel "Jobs". */

import { IconBriefcase } from "@tabler/icons-react";
import { t } from "../../../base/texts/index.ts";
import type { Panel } from "../../docks/panel.ts";
import { DatasetJobs } from "./DatasetJobs.tsx";
import { JobsBadge } from "./JobsBadge.tsx";

export const jobsPanel: Panel = {
  id: "jobs",
  title: () => t("jobs.title"),
  icon: IconBriefcase,
  dock: "right",
  group: "data",
  order: 20,
  component: DatasetJobs,
  badge: JobsBadge,
};
