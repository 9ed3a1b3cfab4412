/** Which of the selected tracks are edited together on a frame, and the box around them. */

import type { FrameNumber, TrackId } from "#core/types";
import { boundsOfShape, type BoxBounds } from "../../base/shape.ts";
import type { Workspace } from "../../session/workspace.ts";
import { readBox } from "../tools/read-shapes.ts";

/** Above this, drawing every box while they move would be slow. */
const maxTogether = 500;

/** The selected tracks with a box on this frame, if there are at least two; ghosts do not count. */
export function selectedTogether({ core, selection, display }: Workspace, frame: FrameNumber): readonly TrackId[] {
  const { tracks } = selection.value;
  if (tracks.size < 2 || tracks.size > maxTogether) return [];
  const hidden = display.hiddenTrackIds.value;
  const here = [...tracks].filter(
    (id) => core.hasTrack(id) && !hidden.has(id) && core.detectionAt(id, frame) !== undefined,
  );
  return here.length < 2 ? [] : here;
}

/** The box around all of them. */
export function boundsOfSelected(
  { core }: Workspace,
  ids: readonly TrackId[],
  frame: FrameNumber,
): BoxBounds | undefined {
  const boxes = ids.flatMap((id) => readBox(core, id, frame) ?? []).map(boundsOfShape);
  if (boxes.length === 0) return undefined;
  const [x1, y1, x2, y2] = [0, 1, 2, 3].map((side) =>
    Math[side < 2 ? "min" : "max"](...boxes.map((box) => box[side as 0])),
  ) as [number, number, number, number];
  return [x1, y1, x2, y2];
}
