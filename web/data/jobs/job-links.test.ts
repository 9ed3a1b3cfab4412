import { expect, test } from "vitest";
import { JobStatus } from "#schemas/job-status";
import type { Job } from "#schemas/wire";
import { exportFolderOf, openableDatasetOf } from "./job-links.ts";

const job = (type: string, status: JobStatus) =>
  ({ type, status, dataset_id: "set", params: { output_folder: "folder" } }) as unknown as Job;

test("[S-JOBS-03] a job leads to the viewer where the viewer can open something", () => {
  for (const type of ["convert", "large_image_tiff"]) {
    for (const status of [JobStatus.inactive, JobStatus.running, JobStatus.error, JobStatus.canceled])
      expect(openableDatasetOf(job(type, status))).toBeUndefined();
    expect(openableDatasetOf(job(type, JobStatus.success))).toBe("set");
  }
  for (const type of ["pipelines", "training", "private", "DIVE Batch Postprocess"])
    for (const status of [JobStatus.running, JobStatus.error]) expect(openableDatasetOf(job(type, status))).toBe("set");
});

test("[S-JOBS-04] an export has one link, to its folder, once it has succeeded", () => {
  const links = (status: JobStatus) => [
    openableDatasetOf(job("export", status)),
    exportFolderOf(job("export", status)),
  ];
  expect(links(JobStatus.success)).toEqual([undefined, "folder"]);
  for (const status of [JobStatus.running, JobStatus.error]) expect(links(status)).toEqual([undefined, undefined]);
});
