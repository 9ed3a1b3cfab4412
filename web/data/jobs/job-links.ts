/** Where a job's row links to: the viewer if its dataset can be opened, else the folder with its result. */
import { JobStatus } from "#schemas/job-status";
import type { Job } from "#schemas/wire";

/** Job types that create the dataset: before success there is nothing to open. */
const makesDataset: ReadonlySet<string> = new Set(["convert", "large_image_tiff"]);
/** Job types without a dataset: the folder of a trained model, for example, is none. */
const hasNoDataset: ReadonlySet<string> = new Set(["export", "celery"]);

/** Id of the dataset that the viewer can open; undefined for a job without one. */
export function openableDatasetOf({ type, status, dataset_id: id }: Job): string | undefined {
  if (hasNoDataset.has(type)) return undefined;
  return makesDataset.has(type) && status !== JobStatus.success ? undefined : id;
}

/** Id of the folder with the result of a finished export; undefined for other jobs, and while there is no result. */
export function exportFolderOf({ type, status, params }: Job): string | undefined {
  if (type !== "export" || status !== JobStatus.success) return undefined;
  const folder = params?.["output_folder"] ?? params?.["input_folder"];
  return typeof folder === "string" ? folder : undefined;
}
