/** The panel with what is known of the dataset. */
export const datasetInfo = {
  title: "Dataset Info",
  media: "Media",
  name: "Name",
  frames: "Frames",
  rate: "Frames per second",
  size: "Size",
  facts: "Facts",
  ofFrame: "Frame {frame}",
  noMetadata: "No file of frame metadata is attached.",
  nothingOfFrame: "The file of frame metadata says nothing of frame {frame}.",
  unreadable: "{name} cannot be read as frame metadata.",
} as const;
