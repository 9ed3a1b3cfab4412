/** Who goes first when there is more to do than processors. */
import { setPriority } from "node:os";

/** Unix's nice value: a third of the processor's time, beside one that has the normal 0. */
const BEHIND = 5;

/**
 * For a thread that works on something large: the thread that answers requests goes first. Only Linux has priorities of
 * threads; elsewhere the call would be about the whole process.
 */
export function workBehindRequests(): void {
  if (process.platform === "linux") setPriority(0, BEHIND);
}
