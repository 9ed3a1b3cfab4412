/**
 * Where the counterpart of a pixel can be on the other picture: the projection of its ray, from infinity to the other
 * camera's own position. A straight line without distortion (Hartley and Zisserman, "Multiple View Geometry", 2nd
 * edition, 9.1), a curve with it.
 */
import { outX, outY, projectRay, rayOf } from "./lens";
import { lensOf, placeForOther, turnToOther } from "./rig";

/** Dense enough that chords are within a hundredth of a pixel of a typical curve. */
const SAMPLES: i32 = 512;
const POINTS: usize = memory.data(8192, 16);
const FAR: usize = memory.data(24, 16);
const NEAR: usize = memory.data(24, 16);

/** Address of the points of the last line, x and y as f64 each. */
export function linePoints(): usize {
  return POINTS;
}

/**
 * Computes the line on the other picture, whose size is given, from far to near. Returns its number of points, 0 when
 * it does not cross the picture.
 */
export function epipolarLine(from: u32, pixelX: f64, pixelY: f64, width: f64, height: f64): i32 {
  rayOf(lensOf(from), pixelX, pixelY);
  turnToOther(from, outX, outY, 1, FAR);
  // The nearest point of the ray is this camera itself, seen from the other one.
  placeForOther(from, NEAR);
  normalize(FAR);
  normalize(NEAR);
  const lens = lensOf(1 - from);
  let count = 0;
  for (let sample = 0; sample < SAMPLES; sample++) {
    // A quarter circle from one direction to the other, without sines.
    const t = <f64>sample / SAMPLES;
    const far = (1 - t * t) / (1 + t * t);
    const near = (2 * t) / (1 + t * t);
    const z = load<f64>(FAR, 16) * far + load<f64>(NEAR, 16) * near;
    let isOn = false;
    if (z > 1e-6) {
      const x = load<f64>(FAR) * far + load<f64>(NEAR) * near;
      const y = load<f64>(FAR, 8) * far + load<f64>(NEAR, 8) * near;
      projectRay(lens, x / z, y / z);
      isOn = outX >= 0 && outY >= 0 && outX <= width && outY <= height;
    }
    if (isOn) {
      store<f64>(POINTS + (count << 4), outX);
      store<f64>(POINTS + (count << 4), outY, 8);
      count++;
    } else if (count > 0) {
      // The line leaves the picture only once. Rays far outside are beyond the range of the lens model and are not part
      // of it.
      break;
    }
  }
  return count;
}

function normalize(vector: usize): void {
  const x = load<f64>(vector);
  const y = load<f64>(vector, 8);
  const z = load<f64>(vector, 16);
  const length = sqrt(x * x + y * y + z * z);
  if (length == 0) return;
  store<f64>(vector, x / length);
  store<f64>(vector, y / length, 8);
  store<f64>(vector, z / length, 16);
}
