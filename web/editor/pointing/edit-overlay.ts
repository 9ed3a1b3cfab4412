/** The overlay of the tool on top of the annotations: the unfinished shape, or the one with handles. */

import type { FrameNumber, TrackId } from "#core/types";
import type { ImagePoint } from "../../base/brand.ts";
import type { Overlay, Replaced } from "../../base/overlay.ts";
import { boundsOfShape } from "../../base/shape.ts";
import type { Workspace } from "../../session/workspace.ts";
import { moveShape } from "../tools/drag-tool.ts";
import { readBox } from "../tools/read-shapes.ts";
import { shapeOf, type ToolState } from "../tools/tool.ts";

export interface EditOverlay extends Overlay {
  /** Drawn instead of this track, or of part of it. */
  readonly trackId: TrackId | undefined;
  readonly replaces: Replaced;
  /** It follows the pointer; the annotation has not changed yet. */
  readonly isInProgress: boolean;
}

/** Drawn while it follows the pointer, in place of no particular track. */
export function inProgress(overlay: Overlay): EditOverlay {
  return { ...overlay, trackId: undefined, replaces: "box", isInProgress: true };
}

export interface EditedTrack {
  readonly id: TrackId | undefined;
  /** Whether its box here is a ghost. */
  isGhost(): boolean;
}

/** @returns `undefined` if there is nothing to draw */
export function editOverlay(
  overlay: Overlay,
  state: ToolState,
  edited: EditedTrack,
  crosshair: ImagePoint | undefined,
): EditOverlay | undefined {
  const isEmpty = (overlay.shapes ?? []).length === 0 && (overlay.handles ?? []).length === 0;
  if (isEmpty && crosshair === undefined) return undefined;
  const isInProgress = shapeOf(state) !== undefined;
  return {
    ...overlay,
    crosshair,
    trackId: edited.id,
    replaces: overlay.replaces ?? "box",
    isInProgress,
    isDashed: !isInProgress && edited.isGhost(),
  };
}

/** Everything that moves with the dragged shape. */
export function movingTogether(
  { original, shape }: ToolState & { readonly state: "translating" },
  ids: readonly TrackId[],
  { core }: Pick<Workspace, "core">,
  frame: FrameNumber | undefined,
): EditOverlay {
  const [from, to] = [boundsOfShape(original), boundsOfShape(shape)];
  const offset = { dx: to[0] - from[0], dy: to[1] - from[1] };
  const boxes = frame === undefined ? [] : ids.flatMap((id) => readBox(core, id, frame) ?? []);
  return inProgress({ shapes: boxes.map((box) => moveShape(box, offset)) });
}
