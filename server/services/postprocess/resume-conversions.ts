/**
 * Conversions of media that are not a dataset yet: of a folder restored from the trash, which ended them, and of the
 * copy of a folder, which has none.
 */
import { unfinishedKey } from "#schemas/unfinished-upload";
import { DomainError } from "../../base/errors.ts";
import { datasetOf } from "../../domain/dataset.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord } from "../../ports/records.ts";

/**
 * @param folderIds those of other kinds are passed over, and those that are still being uploaded
 * @param run postprocesses the folder with this id
 */
export async function resumeConversions(
  { database }: Pick<Ports, "database">,
  folderIds: readonly string[],
  run: (id: string) => Promise<unknown>,
): Promise<void> {
  const folders = await database.folders.findMany(folderIds);
  for (const { id } of folders.filter(isUnfinished)) {
    try {
      await run(id);
    } catch (error) {
      // Problems of its files were reported when they were uploaded.
      if (!(error instanceof DomainError)) throw error;
    }
  }
}

const isUnfinished = (folder: FolderRecord): boolean => {
  const { type, isDataset } = datasetOf(folder);
  const isUploading = folder.meta[unfinishedKey] != null;
  return !isDataset && !isUploading && folder.foreignMediaId === null && type !== undefined && type !== "multi";
};
