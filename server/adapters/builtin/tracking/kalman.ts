/**
 * Predicts where a box moves: a Kalman filter with constant velocity for each of center x, center y, width and height,
 * independent of each other. R. E. Kalman, 1960; noise proportional to the size as in N. Wojke et al., "Simple online
 * and realtime tracking with a deep association metric", ICIP 2017.
 */
import type { Bounds } from "#vision/bounds";

/** Standard deviations as fractions of the height: of a measured position, and of the change of speed per frame. */
const placeNoise = 1 / 20;
const speedNoise = 1 / 80;

/** One value and its speed; the covariance is [[a, b], [b, c]]. */
interface Axis {
  value: number;
  speed: number;
  a: number;
  b: number;
  c: number;
}

export class BoxMotion {
  readonly #axes: readonly Axis[];

  constructor(bounds: Bounds) {
    const size = sizeOf(bounds);
    const [place, speed] = [(2 * placeNoise * size) ** 2, (10 * speedNoise * size) ** 2];
    this.#axes = valuesOf(bounds).map((value) => ({ value, speed: 0, a: place, b: 0, c: speed }));
  }

  /** Advances by one frame. */
  predict(): void {
    const size = sizeOf(this.bounds);
    const [place, speed] = [(placeNoise * size) ** 2, (speedNoise * size) ** 2];
    for (const axis of this.#axes) {
      axis.value += axis.speed;
      axis.a += 2 * axis.b + axis.c + place;
      axis.b += axis.c;
      axis.c += speed;
    }
    // A hidden box must not shrink to nothing.
    for (const axis of this.#axes.slice(2)) axis.value = Math.max(1, axis.value);
  }

  /** Updates it with a measured box. */
  correct(bounds: Bounds): void {
    const noise = (placeNoise * sizeOf(bounds)) ** 2;
    valuesOf(bounds).forEach((measured, n) => {
      const axis = this.#axes[n] as Axis;
      const total = axis.a + noise;
      const [gain, speedGain] = [axis.a / total, axis.b / total];
      const off = measured - axis.value;
      axis.value += gain * off;
      axis.speed += speedGain * off;
      axis.c -= speedGain * axis.b;
      axis.b *= 1 - gain;
      axis.a *= 1 - gain;
    });
  }

  /** Squared distance of the center in variances: below 9.2 in 99 of 100 cases if it is this box. */
  distanceTo(bounds: Bounds): number {
    const noise = (placeNoise * sizeOf(bounds)) ** 2;
    return valuesOf(bounds)
      .slice(0, 2)
      .reduce((sum, measured, n) => {
        const axis = this.#axes[n] as Axis;
        return sum + (measured - axis.value) ** 2 / (axis.a + noise);
      }, 0);
  }

  get bounds(): Bounds {
    const [x, y, width, height] = this.#axes.map(({ value }) => value) as [number, number, number, number];
    return { x1: x - width / 2, y1: y - height / 2, x2: x + width / 2, y2: y + height / 2 };
  }
}

const valuesOf = ({ x1, y1, x2, y2 }: Bounds): number[] => [(x1 + x2) / 2, (y1 + y2) / 2, x2 - x1, y2 - y1];
const sizeOf = ({ x1, y1, x2, y2 }: Bounds): number => Math.max(1, (x2 - x1 + (y2 - y1)) / 2);
