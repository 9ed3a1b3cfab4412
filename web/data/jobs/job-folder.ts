/** Where the result of a job lies that exports a model: what it was started with says so. */
import { JobStatus } from "#schemas/job-status";
import type { Job } from "#schemas/wire";

/** Id of the folder; undefined for other jobs, and before there is a result. */
export function exportFolderOf({ type, status, params }: Job): string | undefined {
  if (type !== "export" || status !== JobStatus.success) return undefined;
  const folder = params?.["output_folder"] ?? params?.["input_folder"];
  return typeof folder === "string" ? folder : undefined;
}
