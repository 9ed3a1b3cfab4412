/** Why a job ends before its work is done, and whether it starts again. */
import { isUnavailable } from "./retry-while-unavailable.ts";

/** Why a job cannot be done, in words for users. Any other error is a bug. */
export class JobError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "JobError";
  }
}

/** Another worker has the job, or it was deleted. */
export class LeaseLostError extends Error {}
/** The job was cancelled. */
export class JobCancelledError extends Error {}

/** Why a run must end early. */
export type Stop = "cancelled" | "lost" | "closing";

/** The reason of a run's signal. */
export class Stopped extends Error {
  readonly stop: Stop;
  constructor(stop: Stop) {
    super(`stopped: ${stop}`);
    this.stop = stop;
  }
}

/** @returns `undefined`: the error has another cause */
export function stopOf(error: unknown): Stop | undefined {
  if (error instanceof Stopped) return error.stop;
  if (error instanceof JobCancelledError) return "cancelled";
  if (error instanceof LeaseLostError) return "lost";
  return undefined;
}

/** Whether no worker starts a job again that ends with this error. */
export function endsForGood(error: unknown): boolean {
  const stop = stopOf(error);
  return stop === "cancelled" || (stop === undefined && !isUnavailable(error));
}
