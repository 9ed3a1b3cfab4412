/**
 * Copies annotations from one camera to another that is registered with it: the same object gets the same shapes there,
 * moved by the transform. One undo step, however many tracks and frames.
 */

import type { Bounds, EditTransaction, FrameNumber, TrackId } from "#core/types";
import type { ImagePoint } from "../../base/brand.ts";
import { boundsOfPoints, boundsOfShape, cornersOf, type Shape } from "../../base/shape.ts";
import type { Camera } from "../../session/cameras/camera.ts";
import { throughTransform, type Transform } from "../../session/cameras/through-transform.ts";
import type { ProjectionResult } from "../ports.ts";
import type { Opened, Registered } from "./editing.ts";
import { readGeometry } from "../tools/read-shapes.ts";
import { writeGeometry } from "../tools/write-shape.ts";

/** One detection, mapped to the other camera. */
interface ProjectedDetection {
  readonly frame: FrameNumber;
  readonly bounds: Bounds;
  readonly shapes: readonly Shape[];
  /** Whether it interpolates towards the next keyframe; set only when whole tracks are copied. */
  readonly interpolates: boolean | undefined;
}

export interface ProjectionRequest {
  readonly from: Camera;
  readonly to: Camera;
  /** Copies every keyframe of the tracks instead of only the current picture. */
  readonly whole: boolean;
}

/** The tracks that would be copied: the selected ones, or all on the current picture. */
export function tracksToCarry({ workspace }: Opened, from: Camera): readonly TrackId[] {
  const { core } = from.document.peek();
  const selected = [...workspace.selection.peek().tracks].filter((id) => core.hasTrack(id));
  if (selected.length > 0) return selected;
  const frame = from.shown.peek();
  if (frame === undefined) return [];
  const list = core.shown.frameQuery(frame);
  return [...list.trackIds.subarray(0, list.count)] as TrackId[];
}

/** `undefined`: the cameras are not registered with each other, or the dataset is read only. */
export function carry(
  editor: Opened & Registered,
  { from, to, whole }: ProjectionRequest,
): ProjectionResult | undefined {
  const { workspace, registration } = editor;
  const transform = registration?.transformBetween(from, to);
  const shown = from.shown.peek();
  if (registration === undefined || transform === undefined || shown === undefined) return undefined;
  let left = 0;
  const projections = tracksToCarry(editor, from).map((id) => {
    const { core } = from.document.peek();
    const frames: readonly FrameNumber[] = whole
      ? ([...core.keyframes(id)] as FrameNumber[])
      : core.detectionAt(id, shown) === undefined
        ? []
        : [shown];
    const detections = frames.flatMap((frame) => {
      const there = registration.sameInstant(from, frame, to);
      const carried = there === undefined ? undefined : carriedOf(from, to, id, frame, there, transform);
      if (carried === undefined) left += 1;
      const interpolates = whole ? core.detectionAt(id, frame)?.interpolates : undefined;
      return carried === undefined ? [] : [{ ...carried, interpolates }];
    });
    // Two pictures of a fast camera may map to the same picture of a slow one: keep the first.
    const byFrame = new Map(detections.toReversed().map((each) => [each.frame, each]));
    return { id, pairs: core.track(id).pairs, detections: [...byFrame.values()].toReversed() };
  });
  const there = projections.filter(({ detections }) => detections.length > 0);
  const frame = to.shown.peek() ?? there[0]?.detections[0]?.frame;
  if (frame === undefined || there.length === 0) return { carried: 0, left };
  const summary = workspace.transact(
    { kind: "track", change: "project" },
    frame,
    (tx) => {
      for (const { id, pairs, detections } of there) {
        for (const detection of detections) {
          const { core } = to.document.peek();
          if (!core.hasTrack(id)) {
            tx.tracks.add({
              id,
              pairs,
              frame: detection.frame,
              bounds: detection.bounds,
              interpolate: detection.interpolates ?? false,
            });
          }
          put(tx, to, id, detection);
        }
      }
    },
    to,
  );
  if (summary === undefined) return undefined;
  return { carried: there.reduce((sum, { detections }) => sum + detections.length, 0), left };
}

function put(
  tx: EditTransaction,
  to: Camera,
  id: TrackId,
  { frame, bounds, shapes, interpolates }: ProjectedDetection,
): void {
  const { core } = to.document.peek();
  tx.detections.setBounds(id, frame, bounds);
  for (const kind of new Set(core.shapes(id, frame).map((shape) => shape.kind)))
    tx.detections.removeGeometry(id, frame, kind);
  for (const shape of shapes) writeGeometry({ tx, core, track: id, frame }, shape);
  if (interpolates !== undefined) tx.detections.setInterpolate(id, frame, interpolates);
}

/** `undefined` if it falls outside the other picture. */
function carriedOf(
  from: Camera,
  to: Camera,
  id: TrackId,
  frame: FrameNumber,
  there: FrameNumber,
  transform: Transform,
): Omit<ProjectedDetection, "interpolates"> | undefined {
  const { core } = from.document.peek();
  const ownBounds = core.detectionAt(id, frame)?.bounds;
  if (ownBounds === undefined) return undefined;
  const geometry = readGeometry(core, id, frame).map((shape) => moved(shape, transform));
  const shapes = geometry.filter((shape) => shape !== undefined);
  const corners = throughTransform(transform, cornersOf(ownBounds));
  if (corners === undefined || shapes.length < geometry.length) return undefined;
  const box = shapes.find(({ kind }) => kind === "rectangle");
  const outlines = shapes.filter(({ kind }) => kind === "polygon").map(boundsOfShape);
  // The box encloses the polygons if there are any: tighter than the mapped corners of the old box.
  const bounds =
    box?.kind === "rectangle" ? box.bounds : outlines.length > 0 ? around(outlines) : boundsOfPoints(corners);
  const { width, height } = to.view.picture;
  const isOn = bounds[0] < width && bounds[1] < height && bounds[2] > 0 && bounds[3] > 0;
  return isOn ? { frame: there, bounds, shapes } : undefined;
}

function moved(shape: Shape, transform: Transform): Shape | undefined {
  switch (shape.kind) {
    case "rectangle": {
      const corners = throughTransform(transform, cornersOf(shape.bounds, shape.rotation));
      return corners && { ...boxOf(corners), ...(shape.key !== undefined && { key: shape.key }) };
    }
    case "polygon": {
      const rings = shape.rings.map((ring) => throughTransform(transform, ring));
      return rings.every((ring) => ring !== undefined) ? { ...shape, rings } : undefined;
    }
    case "polyline": {
      const points = throughTransform(transform, shape.points);
      return points && { ...shape, points };
    }
    case "point": {
      const [at] = throughTransform(transform, [shape.at]) ?? [];
      return at && { ...shape, at };
    }
  }
}

/** The rotated box with the side lengths of four corners that may no longer be at right angles. */
function boxOf(corners: readonly ImagePoint[]): Shape & { readonly kind: "rectangle" } {
  const [a, b, c, d] = corners as readonly [ImagePoint, ImagePoint, ImagePoint, ImagePoint];
  const [x, y] = [(a.x + b.x + c.x + d.x) / 4, (a.y + b.y + c.y + d.y) / 4];
  const length = (p: ImagePoint, q: ImagePoint): number => Math.hypot(q.x - p.x, q.y - p.y);
  const [halfX, halfY] = [(length(a, b) + length(d, c)) / 4, (length(b, c) + length(a, d)) / 4];
  const rotation = Math.atan2(b.y - a.y + (c.y - d.y), b.x - a.x + (c.x - d.x));
  return { kind: "rectangle", bounds: [x - halfX, y - halfY, x + halfX, y + halfY], rotation };
}

function around(boxes: readonly Bounds[]): Bounds {
  const [xs, ys] = [boxes.flatMap(([x1, , x2]) => [x1, x2]), boxes.flatMap(([, y1, , y2]) => [y1, y2])];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
