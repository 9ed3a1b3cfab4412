/** A finished shape becomes part of a detection: a rectangle is its box, everything else its geometry, with a box around. */

import type { EditTransaction, FrameNumber, Point, TrackId } from "#core/types";
import type { ImagePoint } from "../../base/brand.ts";
import { boundsOfShape, type Shape } from "../../base/shape.ts";

const pointOf = ({ x, y }: ImagePoint): Point => [x, y];

export function writeShape(tx: EditTransaction, track: TrackId, frame: FrameNumber, shape: Shape): void {
  tx.setBounds(track, frame, boundsOfShape(shape));
  writeGeometry(tx, track, frame, shape);
}

/** All but the box. */
export function writeGeometry(tx: EditTransaction, track: TrackId, frame: FrameNumber, shape: Shape): void {
  switch (shape.kind) {
    case "rectangle":
      return;
    case "polygon":
      return tx.setPolygon(
        track,
        frame,
        shape.rings.map((ring) => ring.map(pointOf)),
        shape.key,
      );
    case "polyline":
      return tx.setLine(track, frame, shape.points.map(pointOf), shape.key);
    case "point":
      return tx.setPoint(track, frame, pointOf(shape.at), shape.key ?? "");
  }
}
