/** The tracks of a document that are objects in the pictures. */

import type { AnnotationCore, TrackBoxes } from "#core/types";

/** The viewer's mark of a label of frames, whose box says nothing. */
const frameLabelAttribute = "frameLabel";

export function objectsOf(core: AnnotationCore): readonly TrackBoxes[] {
  return core.trackBoxes().filter(({ id }) => core.trackAttributes(id)[frameLabelAttribute] !== true);
}
