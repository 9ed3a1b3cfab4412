/** Why a job ends before its work is done, and whether it starts again. */
import { AccessLevel } from "../../base/access-level.ts";
import { DeniedError, MissingError } from "../../base/errors.ts";
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

/** The reason for the log of a job: answers to requests name ids, which its readers do not know. */
export function reasonOf(error: unknown): string {
  if (error instanceof MissingError && error.model === "folder") {
    return "The dataset or folder that it works with has been deleted. If it is in the trash, restore it, and run the job again.";
  }
  if (error instanceof MissingError && ["item", "file"].includes(error.model)) {
    return "A file that it needs has been deleted. If it is in the trash, restore it, and run the job again.";
  }
  if (error instanceof DeniedError && ["folder", "item", "file"].includes(error.model)) {
    const verb = error.level === AccessLevel.read ? "see" : "change";
    return `The account that started it may no longer ${verb} the dataset or folder that it works with. Ask the owner for the right, and run the job again.`;
  }
  return error instanceof Error ? error.message : String(error);
}
