/** The annotation sets of a dataset that are shown: those of its history, without the removed ones. */
import { RequestError } from "../../base/errors.ts";
import type { Repositories } from "../../ports/database.ts";

/** The description of the revision that removes a set. Saved descriptions are never the user's own words. */
export const removedSetText = "Removed the set";

/** `""` is the default set. */
export async function shownSets(
  { annotations }: Pick<Repositories, "annotations">,
  datasetId: string,
): Promise<string[]> {
  const shown: string[] = [];
  for (const setName of await annotations.listSets(datasetId)) {
    const last = { setName, descending: true, limit: 1, offset: 0 };
    const [revision] = (await annotations.listRevisions(datasetId, last)).rows;
    if (revision?.description !== removedSetText) shown.push(setName);
  }
  return shown;
}

export const noSuchSet = (dataset: string, set: string): RequestError =>
  new RequestError(`${dataset} has no annotation set ${set.slice(0, 200)}.`);
