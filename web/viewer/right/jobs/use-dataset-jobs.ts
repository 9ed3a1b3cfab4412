/** Editing is blocked while a pipeline runs on the dataset, so that its results do not collide with edits. */

import { useEffect } from "react";
import type { Job } from "#schemas/wire";
import { useRunningJobs } from "../../../features/running-jobs.ts";
import { removeCompletion } from "../../../queries/job-completions.ts";
import type { Workspace } from "../../../session/workspace.ts";
import { useViewer } from "../../viewer-context.ts";

/** Jobs for the user's own workers are all `private`; other kinds of them end before there is a dataset to edit. */
const pipelineTypes: ReadonlySet<string> = new Set(["pipelines", "private"]);

export function useBlockingJob({ dataset: { id, cameras } }: Workspace): Job | undefined {
  return useRunningJobs().find(
    ({ type, dataset_id: on }) =>
      pipelineTypes.has(type) && (on === id || cameras.some(({ datasetId }) => datasetId === on)),
  );
}

export function useDatasetJobs(): void {
  const { workspace } = useViewer();
  const { id } = workspace.dataset;
  const isRunning = useBlockingJob(workspace) !== undefined;
  // Results of jobs that ended before the dataset was loaded are already in the loaded data.
  useEffect(() => removeCompletion(id), [id]);
  useEffect(() => {
    if (isRunning && workspace.readOnly.peek() === undefined) workspace.setReadOnly("pipeline");
    if (!isRunning && workspace.readOnly.peek() === "pipeline") workspace.setReadOnly(undefined);
  }, [isRunning, workspace]);
}
