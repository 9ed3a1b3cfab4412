/** How the page calls a dataset of the review: by its name, or by its place in the list if the name is not known. */
import { t } from "../../base/texts/index.ts";
import type { Review } from "./review.ts";

/** For cameras, the name of the dataset that combines them. */
export function datasetName(
  { datasets, problems }: Pick<Review, "datasets" | "problems">,
  datasetIds: readonly string[],
  id: string,
): string {
  const camera = [...datasets.value.values()].find(({ rig }) => rig?.id === id);
  const leftOut = problems.value.find(({ datasetId }) => datasetId === id);
  const [ofCameras] = (camera ?? leftOut)?.name?.split(" / ") ?? [];
  return datasets.value.get(id)?.name ?? ofCameras ?? t("review.datasets.unnamed", { n: datasetIds.indexOf(id) + 1 });
}
