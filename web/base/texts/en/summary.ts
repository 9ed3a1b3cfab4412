/** Label summaries, and colors of types over datasets. */
export const summary = {
  colorDiffers: "Datasets show this type in different colors",
  type: "Type",
  datasets: "Number of datasets",
  tracks: "Number of tracks",
  empty: "There are no labels yet",
  emptyText: "Counts the track types in your own, shared and published datasets.",
  more: "Show {count} more",
  frame: "Frame {frame}",
  openAt: "Open {name} at frame {frame}, the first with {type}",
  show: "Show the datasets with {type}",
  otherColor: "{name} shows {type} in another color",
} as const;
