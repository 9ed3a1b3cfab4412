/** Jobs wait while storage is unavailable or busy, instead of failing: their work may have taken hours. */
import { BusyError, StorageGoneError } from "../../base/errors.ts";
import { sleep } from "../../base/sleep.ts";

const firstWaitMs = 1000;
const maxWaitMs = 60_000;
/** After this long it is no longer a passing problem. Time spent working does not count: that may be hours. */
const maxWaitedMs = 60 * 60 * 1000;

/** Whether the storage is unavailable or busy. */
export function isUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof BusyError || cause instanceof StorageGoneError) return true;
  }
  return false;
}

/**
 * Repeats `work` as long as storage is unavailable or busy.
 * @param onWait called with the reason before each wait
 * @throws what `work` throws otherwise, or the reason of the signal
 */
export async function retryWhileUnavailable<T>(
  signal: AbortSignal,
  work: () => Promise<T>,
  onWait: (error: unknown, waitMs: number) => unknown = () => undefined,
): Promise<T> {
  let waitedMs = 0;
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(maxWaitMs, waitMs * 2)) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (!isUnavailable(error) || waitedMs >= maxWaitedMs) throw error;
      await onWait(error, waitMs);
      await sleep(waitMs, signal);
      waitedMs += waitMs;
      signal.throwIfAborted();
    }
  }
}
