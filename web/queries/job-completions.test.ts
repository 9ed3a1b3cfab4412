import { beforeEach, expect, test } from "vitest";
import { hasEnded, JobStatus } from "#schemas/job-status";
import { type DatasetJob, jobCompletions, recordJob, removeCompletion } from "./job-completions.ts";

const job = (status: JobStatus, type = "pipelines"): DatasetJob => ({
  _id: "j",
  status,
  dataset_id: "d",
  type,
  title: "Running detector on reef",
});
beforeEach(() => removeCompletion("d"));

test("[V-LOAD-05] running, queued and inactive are unfinished; canceled, error and success are finished", () => {
  const { running, queued, inactive, canceled, error, success } = JobStatus;
  expect([running, queued, inactive].map((status) => hasEnded({ status }))).toEqual([false, false, false]);
  expect([canceled, error, success].map((status) => hasEnded({ status }))).toEqual([true, true, true]);
});

test("[V-LOAD-06, V-DATA-10] a finished pipelines or convert job is kept with type, title and success, by its dataset", () => {
  recordJob(job(JobStatus.running));
  expect(jobCompletions.value.get("d")).toBeUndefined();
  recordJob(job(JobStatus.success));
  const kept = { type: "pipelines", title: "Running detector on reef", success: true };
  expect(jobCompletions.value.get("d")).toEqual(kept);
  recordJob(job(JobStatus.error, "convert"));
  expect(jobCompletions.value.get("d")).toEqual({ ...kept, type: "convert", success: false });
  recordJob(job(JobStatus.success, "private"));
  expect(jobCompletions.value.get("d")).toEqual({ ...kept, type: "private" });
  removeCompletion("d");
  recordJob(job(JobStatus.success, "training"));
  const { dataset_id: _none, ...ofNoDataset } = job(JobStatus.success);
  recordJob(ofNoDataset);
  expect(jobCompletions.value.size).toBe(0);
});
