/**
 * Where on the other picture a pixel's counterpart can be: the picture of its ray, from infinity to the other camera's own
 * place. Straight without distortion (Hartley and Zisserman, "Multiple View Geometry", 2nd edition, 9.1), a curve with it.
 */
import { outX, outY, projectRay, rayOf } from "./lens";
import { lensOf, placeForOther, turnToOther } from "./rig";

/** So dense that chords are no further than a hundredth of a pixel from a usual curve. */
const SAMPLES: i32 = 512;
const POINTS: usize = memory.data(8192, 16);
const FAR: usize = memory.data(24, 16);
const NEAR: usize = memory.data(24, 16);

/** Address of the points of the last line, x and y as f64 each. */
export function linePoints(): usize {
  return POINTS;
}

/**
 * The line on the other picture, which is so large, from far to near; answers how many points it has, 0 where it is not
 * on it.
 */
export function epipolarLine(from: u32, pixelX: f64, pixelY: f64, width: f64, height: f64): i32 {
  rayOf(lensOf(from), pixelX, pixelY);
  turnToOther(from, outX, outY, 1, FAR);
  // The nearest point of the ray is the camera itself, which the other one sees here.
  placeForOther(from, NEAR);
  normalize(FAR);
  normalize(NEAR);
  const lens = lensOf(1 - from);
  let count = 0;
  for (let sample = 0; sample < SAMPLES; sample++) {
    // A quarter of a circle from one direction to the other, without sines.
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
      // It leaves the picture once. What a lens model says of rays far outside of it is no part of the line.
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
