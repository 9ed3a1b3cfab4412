/** Where the row of a job leads: to the viewer where its dataset can be opened, to the folder where its result is. */
import { JobStatus } from "#schemas/job-status";
import type { Job } from "#schemas/wire";

/** They make the dataset: until one has succeeded there is nothing to open. */
const makesDataset: ReadonlySet<string> = new Set(["convert", "large_image_tiff"]);
/** The folder of a trained model is no dataset. */
const hasNoDataset: ReadonlySet<string> = new Set(["export", "celery"]);

/** Id of the dataset that the viewer can open; undefined for a job without one. */
export function openableDatasetOf({ type, status, dataset_id: id }: Job): string | undefined {
  if (hasNoDataset.has(type)) return undefined;
  return makesDataset.has(type) && status !== JobStatus.success ? undefined : id;
}

/** Id of the folder that a finished export has filled; undefined for other jobs, and before there is a result. */
export function exportFolderOf({ type, status, params }: Job): string | undefined {
  if (type !== "export" || status !== JobStatus.success) return undefined;
  const folder = params?.["output_folder"] ?? params?.["input_folder"];
  return typeof folder === "string" ? folder : undefined;
}
