/** Averages bytes per second over the last few seconds. */
const windowMs = 4000;

export class RateMeter {
  #samples: { readonly atMs: number; readonly bytes: number }[] = [];

  /** `bytes` is the running total. */
  add(bytes: number, atMs: number): void {
    this.#samples.push({ atMs, bytes });
    while (this.#samples.length > 2 && (this.#samples[1]?.atMs ?? atMs) < atMs - windowMs) this.#samples.shift();
  }

  /** 0 until there is enough data. */
  bytesPerSecond(): number {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined || last.atMs - first.atMs < 250) return 0;
    return Math.max(0, (last.bytes - first.bytes) / ((last.atMs - first.atMs) / 1000));
  }

  /** Call after a pause, which makes the old samples useless. */
  reset(): void {
    this.#samples = [];
  }
}
