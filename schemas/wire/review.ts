/** The data of a track on the Review page. */
import {
  anyShape,
  documentShape,
  exactly,
  integerShape,
  listOf,
  numberShape,
  optional,
  type TypeOf,
} from "../json-shape.ts";
import { idShape } from "./basics.ts";

export const reviewEntryShape = documentShape("ReviewEntry", {
  datasetId: idShape,
  trackId: integerShape,
  /** The latest revision of the dataset when the track was read: the base of a save. */
  revision: integerShape,
  confidencePairs: listOf(listOf(anyShape)),
  begin: integerShape,
  end: integerShape,
  /** Frames on which the track has a box. */
  frameCount: integerShape,
  /** Up to eight, spread evenly. */
  boxes: listOf(exactly({ frame: integerShape, bounds: listOf(numberShape), geometry: optional(anyShape) })),
});
export type ReviewEntry = TypeOf<typeof reviewEntryShape>;
