/** Edits of several selected objects on the shown frame, moving and stretching them together in one step. */

import type { TrackId } from "#core/types";
import { imagePoint } from "../../base/brand.ts";
import { boundsOfShape, mapPoints, type BoxBounds } from "../../base/shape.ts";
import type { Editing } from "./editing.ts";
import { neighborsOf, softEdit, softenChange, softenMove } from "./soft-edit.ts";
import type { Offset } from "../tools/tool.ts";
import { readGeometry } from "../tools/read-shapes.ts";
import { materialize, moveDetection, writeGeometry } from "../tools/write-shape.ts";

export function moveSelected(editor: Editing, ids: readonly TrackId[], offset: Offset): void {
  const { core } = editor.workspace;
  const neighbors = neighborsOfAll(editor, ids);
  editor.transact(isSoft(neighbors) ? softEdit : { kind: "shape", shape: "detection", change: "move" }, (tx) => {
    for (const [n, track] of ids.entries()) {
      softenMove({ tx, core }, track, neighbors[n]!, offset);
      moveDetection({ tx, core, track, frame: editor.frame }, offset);
    }
  });
}

/** Maps everything in one box to the other, geometry included. */
export function stretchSelected(editor: Editing, ids: readonly TrackId[], from: BoxBounds, to: BoxBounds): void {
  const { core } = editor.workspace;
  const { frame } = editor;
  const [sx, sy] = [factor(from[2] - from[0], to[2] - to[0]), factor(from[3] - from[1], to[3] - to[1])];
  const map = (x: number, y: number) => imagePoint(to[0] + (x - from[0]) * sx, to[1] + (y - from[1]) * sy);
  const neighbors = neighborsOfAll(editor, ids);
  editor.transact(isSoft(neighbors) ? softEdit : { kind: "shape", shape: "box", change: "resize" }, (tx) => {
    for (const [n, track] of ids.entries()) {
      const place = { tx, core, track, frame };
      materialize(place);
      const bounds = core.detectionAt(track, frame)?.bounds;
      if (bounds === undefined) continue;
      const shapes = readGeometry(core, track, frame);
      const [low, high] = [map(bounds[0], bounds[1]), map(bounds[2], bounds[3])];
      const stretchedTo = { kind: "rectangle", bounds: [low.x, low.y, high.x, high.y] } as const;
      softenChange({ tx, core }, track, neighbors[n]!, { kind: "rectangle", bounds: [...bounds] }, stretchedTo);
      tx.detections.setBounds(track, frame, [low.x, low.y, high.x, high.y]);
      for (const shape of shapes) {
        const stretched = mapPoints(shape, ({ x, y }) => map(x, y));
        writeGeometry(place, stretched);
        // A rotated box keeps its rotation, so its bounds are not simply the stretched bounds.
        if (stretched.kind === "rectangle") tx.detections.setBounds(track, frame, boundsOfShape(stretched));
      }
    }
  });
}

type Neighbors = ReturnType<typeof neighborsOf>;

function neighborsOfAll({ workspace, frame, softEditFrames }: Editing, ids: readonly TrackId[]): readonly Neighbors[] {
  return ids.map((track) => neighborsOf(workspace.core, track, frame, softEditFrames.peek()));
}

const isSoft = (neighbors: readonly Neighbors[]): boolean => neighbors.some((each) => each.length > 0);

/** An object without extent keeps none: it moves with the dragged side. */
const factor = (from: number, to: number): number => (from === 0 ? 1 : to / from);
