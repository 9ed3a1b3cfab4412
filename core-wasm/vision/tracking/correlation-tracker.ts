/**
 * Tracks one object by its appearance: a correlation filter updated on every picture, after D. Bolme et al., "Visual
 * object tracking using adaptive correlation filters", CVPR 2010, over several channels and sizes as in M. Danelljan et
 * al., "Accurate scale estimation for robust visual tracking", BMVC 2014. It reports the loss of the object: the
 * response is then much lower than before.
 */
import type { Bounds } from "../bounds.ts";
import type { Pixels } from "../pixels.ts";
import { Fourier, type Spectrum } from "./fourier.ts";

/** Side of the search window, in samples. */
const side = 64;
/** Size of the search window, relative to the object. */
const padding = 2.2;
/** Relative sizes to try on the next picture. */
const growths = [1, 0.97, 1.03] as const;
/** How fast the filter follows changes of appearance. */
const learningRate = 0.06;
const regularisation = 0.01;
/** How fast the usual response follows the current one. */
const usualRate = 0.2;
/** The first response is trusted above this height, which is also the required share of the usual response later. */
const minFirst = 0.05;
const usualShare = 0.35;
/** Width of the desired response, in samples. */
const responseWidth = 2.2;
const channelCount = 5;

const fourier = new Fourier(side);
/** Falls to zero at the border, since the transform treats opposite borders as neighbors. */
const fade = Float64Array.from({ length: side }, (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (n + 0.5)) / side));
const wanted: Spectrum = fourier.forward(
  Float64Array.from({ length: side * side }, (_, at) => {
    const [x, y] = [wrapped(at % side), wrapped(Math.floor(at / side))];
    return Math.exp(-(x * x + y * y) / (2 * responseWidth * responseWidth));
  }),
);

export interface Found {
  readonly bounds: Bounds;
  /** Height of the response, relative to its recent height: about a tenth when the object is gone. */
  readonly clearness: number;
}

export class CorrelationTracker {
  #centerX: number;
  #centerY: number;
  #width: number;
  #height: number;
  readonly #numerators: Spectrum[] = Array.from({ length: channelCount }, emptySpectrum);
  readonly #denominator = new Float64Array(side * side);
  #hasLearned = false;
  /** Height of the last response, and the usual height. */
  #lastPeak = 0;
  #usual: number | undefined;

  /** @param bounds of the object on the picture, in pixels of that picture */
  constructor(picture: Pixels, bounds: Bounds) {
    this.#centerX = (bounds.x1 + bounds.x2) / 2;
    this.#centerY = (bounds.y1 + bounds.y2) / 2;
    this.#width = Math.max(2, bounds.x2 - bounds.x1);
    this.#height = Math.max(2, bounds.y2 - bounds.y1);
    this.learn(picture);
  }

  /** Where it is on the next picture. The caller decides whether to trust the result, and then calls `learn`. */
  find(picture: Pixels): Found {
    let best: { peak: Peak; growth: number } | undefined;
    for (const growth of growths) {
      const peak = peakOf(this.#response(picture, growth));
      if (best === undefined || peak.value > best.peak.value) best = { peak, growth };
    }
    const { peak, growth } = best as NonNullable<typeof best>;
    const stepX = (this.#width * growth * padding) / side;
    const stepY = (this.#height * growth * padding) / side;
    this.#centerX += peak.x * stepX;
    this.#centerY += peak.y * stepY;
    this.#width *= growth;
    this.#height *= growth;
    this.#lastPeak = peak.value;
    return { bounds: this.bounds, clearness: peak.value / (this.#usual ?? minFirst / usualShare) };
  }

  get bounds(): Bounds {
    const [x, y, w, h] = [this.#centerX, this.#centerY, this.#width / 2, this.#height / 2];
    return { x1: x - w, y1: y - h, x2: x + w, y2: y + h };
  }

  /** Looks there for the object next, at the size of these bounds. */
  moveTo({ x1, y1, x2, y2 }: Bounds): void {
    [this.#centerX, this.#centerY] = [(x1 + x2) / 2, (y1 + y2) / 2];
    [this.#width, this.#height] = [x2 - x1, y2 - y1];
  }

  /** Updates the filter with the appearance on this picture. */
  learn(picture: Pixels): void {
    const rate = this.#hasLearned ? learningRate : 1;
    const spectra = this.#spectra(picture, 1);
    for (let n = 0; n < side * side; n++) {
      let power = 0;
      for (let channel = 0; channel < channelCount; channel++) {
        const { re, im } = spectra[channel] as Spectrum;
        const numerator = this.#numerators[channel] as Spectrum;
        const [a, b] = [re[n] as number, im[n] as number];
        const [c, d] = [wanted.re[n] as number, wanted.im[n] as number];
        // The desired response times the conjugate of the input.
        numerator.re[n] = (1 - rate) * (numerator.re[n] as number) + rate * (c * a + d * b);
        numerator.im[n] = (1 - rate) * (numerator.im[n] as number) + rate * (d * a - c * b);
        power += a * a + b * b;
      }
      this.#denominator[n] = (1 - rate) * (this.#denominator[n] as number) + rate * power;
    }
    if (this.#hasLearned) this.#usual = this.#lastPeak * usualRate + (this.#usual ?? this.#lastPeak) * (1 - usualRate);
    this.#hasLearned = true;
  }

  #response(picture: Pixels, growth: number): Float64Array {
    const spectra = this.#spectra(picture, growth);
    const response = emptySpectrum();
    for (let n = 0; n < side * side; n++) {
      let [real, imaginary] = [0, 0];
      for (let channel = 0; channel < channelCount; channel++) {
        const { re, im } = spectra[channel] as Spectrum;
        const numerator = this.#numerators[channel] as Spectrum;
        const [a, b] = [re[n] as number, im[n] as number];
        const [c, d] = [numerator.re[n] as number, numerator.im[n] as number];
        real += a * c - b * d;
        imaginary += a * d + b * c;
      }
      const scale = 1 / ((this.#denominator[n] as number) + regularisation * side * side);
      response.re[n] = real * scale;
      response.im[n] = imaginary * scale;
    }
    return fourier.inverse(response);
  }

  /**
   * Brightness, its horizontal and vertical derivatives, and two color differences; each without its mean, faded at
   * the border.
   */
  #spectra(picture: Pixels, growth: number): Spectrum[] {
    const patch = this.#patch(picture, growth);
    const channels = Array.from({ length: channelCount }, () => new Float64Array(side * side));
    const [light, across, down, warm, green] = channels as [
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    for (let at = 0; at < side * side; at++) {
      const [r, g, b] = [patch[at * 3] as number, patch[at * 3 + 1] as number, patch[at * 3 + 2] as number];
      light[at] = (r + g + b) / 765;
      warm[at] = (r - b) / 255;
      green[at] = (2 * g - r - b) / 510;
    }
    for (let y = 0; y < side; y++) {
      for (let x = 0; x < side; x++) {
        const at = y * side + x;
        across[at] =
          (light[y * side + Math.min(side - 1, x + 1)] as number) - (light[y * side + Math.max(0, x - 1)] as number);
        down[at] =
          (light[Math.min(side - 1, y + 1) * side + x] as number) - (light[Math.max(0, y - 1) * side + x] as number);
      }
    }
    return channels.map((channel) => {
      const mean = channel.reduce((sum, value) => sum + value, 0) / channel.length;
      for (let y = 0; y < side; y++) {
        for (let x = 0; x < side; x++) {
          const at = y * side + x;
          channel[at] = ((channel[at] as number) - mean) * (fade[x] as number) * (fade[y] as number);
        }
      }
      return fourier.forward(channel);
    });
  }

  /** The surroundings at the working size; outside the picture, its border is repeated. */
  #patch({ rgb, width, height }: Pixels, growth: number): Float64Array {
    const patch = new Float64Array(side * side * 3);
    const [spanX, spanY] = [this.#width * growth * padding, this.#height * growth * padding];
    for (let y = 0; y < side; y++) {
      const fromY = clamp(this.#centerY + ((y + 0.5) / side - 0.5) * spanY - 0.5, height - 1);
      const top = Math.floor(fromY);
      const below = Math.min(height - 1, top + 1);
      const shareY = fromY - top;
      for (let x = 0; x < side; x++) {
        const fromX = clamp(this.#centerX + ((x + 0.5) / side - 0.5) * spanX - 0.5, width - 1);
        const left = Math.floor(fromX);
        const right = Math.min(width - 1, left + 1);
        const shareX = fromX - left;
        for (let channel = 0; channel < 3; channel++) {
          const value = (row: number, column: number): number => rgb[(row * width + column) * 3 + channel] as number;
          const above = value(top, left) * (1 - shareX) + value(top, right) * shareX;
          const under = value(below, left) * (1 - shareX) + value(below, right) * shareX;
          patch[(y * side + x) * 3 + channel] = above * (1 - shareY) + under * shareY;
        }
      }
    }
    return patch;
  }
}

interface Peak {
  /** From the center, in samples. */
  readonly x: number;
  readonly y: number;
  readonly value: number;
}

function peakOf(response: Float64Array): Peak {
  let at = 0;
  for (let n = 1; n < response.length; n++) if ((response[n] as number) > (response[at] as number)) at = n;
  const [column, row] = [at % side, Math.floor(at / side)];
  const value = response[at] as number;
  const near = (dx: number, dy: number): number =>
    response[((row + dy + side) % side) * side + ((column + dx + side) % side)] as number;
  return {
    x: wrapped(column) + between(near(-1, 0), value, near(1, 0)),
    y: wrapped(row) + between(near(0, -1), value, near(0, 1)),
    value,
  };
}

/** The position of the maximum between samples: that of a parabola through three of them. */
function between(before: number, top: number, after: number): number {
  const bend = before - 2 * top + after;
  return bend === 0 ? 0 : Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend)));
}

/** Indices past the middle are negative offsets. */
function wrapped(place: number): number {
  const positive = (place + side) % side;
  return positive >= side / 2 ? positive - side : positive;
}

const clamp = (value: number, max: number): number => Math.max(0, Math.min(max, value));
function emptySpectrum(): Spectrum {
  return { re: new Float64Array(side * side), im: new Float64Array(side * side) };
}
