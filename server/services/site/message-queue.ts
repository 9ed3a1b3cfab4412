/** Messages queued for one slow reader. A reader that lags too far is disconnected: writers never wait for it. */

export class MessageQueue<T> {
  readonly #capacity: number;
  readonly #waiting: T[] = [];
  #hasEnded = false;
  #wake: () => void = () => undefined;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  push(message: T): void {
    if (this.#hasEnded) return;
    if (this.#waiting.push(message) > this.#capacity) this.#hasEnded = true;
    this.#wake();
  }

  end(): void {
    this.#hasEnded = true;
    this.#wake();
  }

  /** The next message; `nothing` if none arrived within `waitMs`. */
  async next(waitMs: number): Promise<T | "nothing" | "ended"> {
    if (!this.#hasEnded && this.#waiting.length === 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, waitMs);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.#wake = () => undefined;
    }
    if (this.#hasEnded) return "ended";
    return this.#waiting.shift() ?? "nothing";
  }
}
