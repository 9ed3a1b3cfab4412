/** The discrete Fourier transform of squares whose side is a power of two: J. Cooley and J. Tukey, 1965. */

/** Real and imaginary parts, row by row. */
export interface Spectrum {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

export class Fourier {
  readonly #side: number;
  readonly #cos: Float64Array;
  readonly #sin: Float64Array;
  readonly #order: Uint16Array;

  constructor(side: number) {
    this.#side = side;
    const bits = Math.log2(side);
    if (!Number.isInteger(bits)) throw new RangeError(`${side} is not a power of two`);
    this.#cos = Float64Array.from({ length: side / 2 }, (_, n) => Math.cos((2 * Math.PI * n) / side));
    this.#sin = Float64Array.from({ length: side / 2 }, (_, n) => Math.sin((2 * Math.PI * n) / side));
    this.#order = Uint16Array.from({ length: side }, (_, n) => {
      let turned = 0;
      for (let bit = 0; bit < bits; bit++) turned |= ((n >> bit) & 1) << (bits - 1 - bit);
      return turned;
    });
  }

  forward(values: ArrayLike<number>): Spectrum {
    const spectrum = { re: Float64Array.from(values), im: new Float64Array(values.length) };
    this.#square(spectrum, -1);
    return spectrum;
  }

  /** The real part; overwrites the spectrum. */
  inverse(spectrum: Spectrum): Float64Array {
    this.#square(spectrum, 1);
    const scale = 1 / spectrum.re.length;
    for (let n = 0; n < spectrum.re.length; n++) spectrum.re[n] = (spectrum.re[n] as number) * scale;
    return spectrum.re;
  }

  #square({ re, im }: Spectrum, sign: 1 | -1): void {
    const side = this.#side;
    for (let line = 0; line < side; line++) this.#line(re, im, line * side, 1, sign);
    for (let line = 0; line < side; line++) this.#line(re, im, line, side, sign);
  }

  #line(re: Float64Array, im: Float64Array, start: number, step: number, sign: 1 | -1): void {
    const side = this.#side;
    for (let n = 0; n < side; n++) {
      const other = this.#order[n] as number;
      if (other <= n) continue;
      swap(re, start + n * step, start + other * step);
      swap(im, start + n * step, start + other * step);
    }
    for (let length = 2; length <= side; length *= 2) {
      const half = length / 2;
      const turn = side / length;
      for (let from = 0; from < side; from += length) {
        for (let n = 0; n < half; n++) {
          const cos = this.#cos[n * turn] as number;
          const sin = sign * (this.#sin[n * turn] as number);
          const a = start + (from + n) * step;
          const b = a + half * step;
          const real = (re[b] as number) * cos - (im[b] as number) * sin;
          const imaginary = (re[b] as number) * sin + (im[b] as number) * cos;
          re[b] = (re[a] as number) - real;
          im[b] = (im[a] as number) - imaginary;
          re[a] = (re[a] as number) + real;
          im[a] = (im[a] as number) + imaginary;
        }
      }
    }
  }
}

function swap(values: Float64Array, a: number, b: number): void {
  const kept = values[a] as number;
  values[a] = values[b] as number;
  values[b] = kept;
}
