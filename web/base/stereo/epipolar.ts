/**
 * Where on the other picture a pixel's counterpart can be: the picture of its ray, from infinity to the other camera's own place.
 * Straight without distortion (Hartley and Zisserman, "Multiple View Geometry", 2nd edition, 9.1), a curve with it.
 */

import {
  lengthOf,
  otherSide,
  project,
  rayThrough,
  scaled,
  add,
  toOther,
  type Point2,
  type Rig,
  type Side,
} from "./rig.ts";

interface Size {
  readonly width: number;
  readonly height: number;
}

/** So dense that chords are no further than a hundredth of a pixel from a usual curve. */
const samples = 512;

/** Points of the line on the other camera's picture, from far to near; empty where the ray is not on it. */
export function epipolarLine(rig: Rig, from: Side, point: Point2, { width, height }: Size): readonly Point2[] {
  const ray = rayThrough(rig[from], point);
  const far = toOther(rig, from, ray, true);
  // The nearest point of the ray is the camera itself, which the other one sees here.
  const near = toOther(rig, from, [0, 0, 0]);
  const [farUnit, nearUnit] = [scaled(far, 1 / lengthOf(far)), scaled(near, 1 / lengthOf(near))];
  const line: Point2[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    const angle = (sample / samples) * (Math.PI / 2);
    const direction = add(scaled(farUnit, Math.cos(angle)), scaled(nearUnit, Math.sin(angle)));
    const seen = direction[2] > 1e-6 ? project(rig[otherSide(from)], direction) : undefined;
    const isOn = seen !== undefined && seen[0] >= 0 && seen[1] >= 0 && seen[0] <= width && seen[1] <= height;
    if (isOn) line.push(seen);
    // It leaves the picture once. What a lens model says of rays far outside of it is no part of the line.
    else if (line.length > 0) break;
  }
  return line;
}
