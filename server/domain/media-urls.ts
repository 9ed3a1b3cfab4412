/** URLs from which clients fetch the media of a dataset. */

/** Names the requested dataset, even if the item is in the folder it was cloned from. */
export function mediaUrl(datasetId: string, itemId: string): string {
  return `/api/v1/dive_dataset/${datasetId}/media/${itemId}/download`;
}

/** Large images have no download: clients extract the item id from this URL, so it is relative. */
export function largeImageUrl(itemId: string): string {
  return `api/v1/item/${itemId}/tiles/internal_metadata`;
}
