/** Pending requests for pictures: resolves or rejects them when a picture arrives, fails or is no longer wanted. */
import type { Picture } from "../base/picture.ts";

interface FrameRequest {
  readonly key: number;
  readonly frame: number;
  resolve(picture: Picture): void;
  reject(reason: unknown): void;
}

export class FrameRequests {
  /** Oldest first. */
  readonly #waiting = new Set<FrameRequest>();

  /** @param key the stored picture (or image) of the frame */
  add(key: number, frame: number, signal: AbortSignal | undefined): Promise<Picture> {
    const { promise, resolve, reject } = Promise.withResolvers<Picture>();
    const request: FrameRequest = { key, frame, resolve, reject };
    this.#waiting.add(request);
    if (signal === undefined) return promise;
    const abort = (): void => {
      this.#waiting.delete(request);
      reject(signal.reason);
    };
    signal.addEventListener("abort", abort, { once: true });
    return promise.finally(() => signal.removeEventListener("abort", abort));
  }

  /** Requested keys, the newest request first. */
  newestFirst(): number[] {
    return Array.from(this.#waiting, (request) => request.key).toReversed();
  }

  has(key: number): boolean {
    for (const request of this.#waiting) if (request.key === key) return true;
    return false;
  }

  /** Resolves every request for `key`; `take` creates one reference each. */
  resolve(key: number, take: (frame: number) => Picture | undefined): void {
    for (const request of this.#remove(key)) {
      const picture = take(request.frame);
      if (picture !== undefined) request.resolve(picture);
    }
  }

  reject(key: number, reason: (frame: number) => unknown): void {
    for (const request of this.#remove(key)) request.reject(reason(request.frame));
  }

  rejectAll(reason: unknown): void {
    for (const request of this.#waiting) request.reject(reason);
    this.#waiting.clear();
  }

  #remove(key: number): FrameRequest[] {
    const removed = Array.from(this.#waiting).filter((request) => request.key === key);
    for (const request of removed) this.#waiting.delete(request);
    return removed;
  }
}
