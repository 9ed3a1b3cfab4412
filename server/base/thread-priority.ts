/** Who goes first when there is more to do than processors. */
import { getPriority, setPriority } from "node:os";

/** Steps of Unix's nice value: a third of the processor's time, against a thread of unchanged priority. */
const lower = 5;
const last = 19;

/**
 * For a thread that works on something large: the thread that answers requests goes first. Only Linux has priorities of
 * threads; elsewhere the call would be about the whole process.
 */
export function workBehindRequests(): void {
  if (process.platform === "linux") setPriority(0, Math.min(getPriority(0) + lower, last));
}
