/**
 * Where a client fetches the media of a dataset.
 */

/** The dataset is the one that was asked for, also when the item lives in the folder it was cloned from. */
export function mediaUrl(datasetId: string, itemId: string): string {
  return `/api/v1/dive_dataset/${datasetId}/media/${itemId}/download`;
}

/** Large images have no download: clients take the item id out of this address. It is relative on purpose. */
export function largeImageUrl(itemId: string): string {
  return `api/v1/item/${itemId}/tiles/internal_metadata`;
}
