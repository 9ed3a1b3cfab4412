/**
 * Background model of a fixed camera: each pixel is a mixture of few colors, as many as it needs. After Z. Zivkovic,
 * "Improved adaptive Gaussian mixture model for background subtraction", ICPR 2004, with the number of colors of a
 * pixel chosen as there, and shadows after A. Prati et al., "Detecting moving shadows", PAMI 2003: darker, of the same
 * color.
 */

/** Maximum number of colors per pixel. */
const modesPerPixel = 4;
/** Fraction of the time that a color must be present to be background. */
const backgroundShare = 0.9;
/**
 * Squared distance in variances within which a pixel matches a color; to count as background it may be further away.
 */
const nearVariances = 9;
const initialVariance = 15;
const [minVariance, maxVariance] = [4, 75];
/** Evidence that another color needs, in pictures, as a fraction of the history. */
const complexity = 0.05;
/** A shadow keeps at least this fraction of the light. */
const minShadowLight = 0.5;

export const Pixel = { background: 0, shadow: 1, foreground: 2 } as const;

export interface BackgroundOptions {
  /** How many past pictures count. */
  readonly history: number;
  /** Squared distance in variances beyond which a pixel is foreground. */
  readonly threshold: number;
}

export class BackgroundModel {
  readonly #options: BackgroundOptions;
  readonly #pixels: number;
  /** Number of modes in use; for each of them weight and variance, then its color; the heaviest first. */
  readonly #counts: Uint8Array;
  readonly #weights: Float32Array;
  readonly #variances: Float32Array;
  readonly #means: Float32Array;
  #frameCount = 0;

  /**
   * @param first what is known about the background, three bytes per pixel; absent: all of the first picture is
   *   background
   */
  constructor(width: number, height: number, options: BackgroundOptions, first?: Uint8Array) {
    this.#options = options;
    this.#pixels = width * height;
    const modes = this.#pixels * modesPerPixel;
    this.#counts = new Uint8Array(this.#pixels);
    this.#weights = new Float32Array(modes);
    this.#variances = new Float32Array(modes);
    this.#means = new Float32Array(modes * 3);
    if (first === undefined) return;
    this.#counts.fill(1);
    // A background taken from the whole dataset counts as a full history.
    this.#frameCount = options.history;
    for (let pixel = 0; pixel < this.#pixels; pixel++) {
      const mode = pixel * modesPerPixel;
      this.#weights[mode] = 1;
      this.#variances[mode] = initialVariance;
      for (let channel = 0; channel < 3; channel++)
        this.#means[mode * 3 + channel] = first[pixel * 3 + channel] as number;
    }
  }

  /** Adds a picture. @param mask receives the class of each pixel */
  update(rgb: Uint8Array, mask: Uint8Array): void {
    this.#frameCount++;
    const rate = 1 / Math.min(this.#frameCount, this.#options.history);
    for (let pixel = 0; pixel < this.#pixels; pixel++) {
      mask[pixel] = this.#matchesBackground(pixel, rgb, rate) ? Pixel.background : this.#updatePixel(pixel, rgb, rate);
    }
  }

  /** Fast path for the common case: the pixel has a single color, and matches it. */
  #matchesBackground(pixel: number, rgb: Uint8Array, rate: number): boolean {
    if (this.#counts[pixel] !== 1) return false;
    const mode = pixel * modesPerPixel;
    const mean = mode * 3;
    const means = this.#means;
    const dr = (means[mean] as number) - (rgb[pixel * 3] as number);
    const dg = (means[mean + 1] as number) - (rgb[pixel * 3 + 1] as number);
    const db = (means[mean + 2] as number) - (rgb[pixel * 3 + 2] as number);
    const distance = dr * dr + dg * dg + db * db;
    const variance = this.#variances[mode] as number;
    if (distance >= nearVariances * variance || distance >= this.#options.threshold * variance) return false;
    means[mean] = (means[mean] as number) - rate * dr;
    means[mean + 1] = (means[mean + 1] as number) - rate * dg;
    means[mean + 2] = (means[mean + 2] as number) - rate * db;
    const next = variance + rate * (distance - variance);
    this.#variances[mode] = next < minVariance ? minVariance : next > maxVariance ? maxVariance : next;
    return true;
  }

  /** The most frequent color of a pixel. */
  mean(pixel: number, channel: number): number {
    return this.#means[pixel * modesPerPixel * 3 + channel] as number;
  }

  #updatePixel(pixel: number, rgb: Uint8Array, rate: number): number {
    const counts = this.#counts;
    const weights = this.#weights;
    const variances = this.#variances;
    const means = this.#means;
    const { threshold } = this.#options;
    const base = pixel * modesPerPixel;
    const red = rgb[pixel * 3] as number;
    const green = rgb[pixel * 3 + 1] as number;
    const blue = rgb[pixel * 3 + 2] as number;
    const prune = -rate * complexity;
    let count = counts[pixel] as number;
    let isBackground = false;
    let isFitted = false;
    let total = 0;
    for (let index = 0; index < count; index++) {
      let mode = base + index;
      let weight = (1 - rate) * (weights[mode] as number) + prune;
      if (!isFitted) {
        const variance = variances[mode] as number;
        const dr = (means[mode * 3] as number) - red;
        const dg = (means[mode * 3 + 1] as number) - green;
        const db = (means[mode * 3 + 2] as number) - blue;
        const distance = dr * dr + dg * dg + db * db;
        if (total < backgroundShare && distance < threshold * variance) isBackground = true;
        if (distance < nearVariances * variance) {
          isFitted = true;
          weight += rate;
          const step = rate / weight;
          means[mode * 3] = (means[mode * 3] as number) - step * dr;
          means[mode * 3 + 1] = (means[mode * 3 + 1] as number) - step * dg;
          means[mode * 3 + 2] = (means[mode * 3 + 2] as number) - step * db;
          const next = variance + step * (distance - variance);
          variances[mode] = next < minVariance ? minVariance : next > maxVariance ? maxVariance : next;
          // Keeps heavier ones first.
          while (mode > base && weight > (weights[mode - 1] as number)) {
            this.#swap(mode, mode - 1);
            mode--;
          }
        }
      }
      if (weight < -prune) {
        weight = 0;
        count--;
      }
      weights[mode] = weight;
      total += weight;
    }
    for (let mode = base; mode < base + count; mode++) weights[mode] = (weights[mode] as number) / total;
    if (!isFitted) {
      if (count < modesPerPixel) count++;
      let mode = base + count - 1;
      if (count === 1) weights[mode] = 1;
      else {
        weights[mode] = rate;
        for (let other = base; other < mode; other++) weights[other] = (weights[other] as number) * (1 - rate);
      }
      variances[mode] = initialVariance;
      means[mode * 3] = red;
      means[mode * 3 + 1] = green;
      means[mode * 3 + 2] = blue;
      while (mode > base && (weights[mode] as number) > (weights[mode - 1] as number)) {
        this.#swap(mode, mode - 1);
        mode--;
      }
    }
    counts[pixel] = count;
    if (isBackground) return Pixel.background;
    return this.#isShadow(base, count, red, green, blue) ? Pixel.shadow : Pixel.foreground;
  }

  #isShadow(base: number, count: number, red: number, green: number, blue: number): boolean {
    let total = 0;
    for (let mode = base; mode < base + count; mode++) {
      const mr = this.#means[mode * 3] as number;
      const mg = this.#means[mode * 3 + 1] as number;
      const mb = this.#means[mode * 3 + 2] as number;
      const own = mr * mr + mg * mg + mb * mb;
      const light = own === 0 ? 0 : (red * mr + green * mg + blue * mb) / own;
      if (light <= 0.97 && light >= minShadowLight) {
        const dr = light * mr - red;
        const dg = light * mg - green;
        const db = light * mb - blue;
        const distance = dr * dr + dg * dg + db * db;
        if (distance < this.#options.threshold * (this.#variances[mode] as number) * light * light) return true;
      }
      total += this.#weights[mode] as number;
      if (total > backgroundShare) return false;
    }
    return false;
  }

  #swap(a: number, b: number): void {
    swap(this.#weights, a, b);
    swap(this.#variances, a, b);
    for (let channel = 0; channel < 3; channel++) swap(this.#means, a * 3 + channel, b * 3 + channel);
  }
}

function swap(values: Float32Array, a: number, b: number): void {
  const kept = values[a] as number;
  values[a] = values[b] as number;
  values[b] = kept;
}
