/** Which thread goes first when there is more work than processors. */
import { getPriority, setPriority } from "node:os";

/** Unix nice steps: a third of the processor time, compared with a thread of unchanged priority. */
const lower = 5;
const last = 19;

/**
 * Call it in a thread that does heavy work, so that the thread that answers requests goes first. Only Linux has
 * priorities per thread; elsewhere it would change the whole process.
 */
export function lowerThreadPriority(): void {
  if (process.platform === "linux") setPriority(0, Math.min(getPriority(0) + lower, last));
}
