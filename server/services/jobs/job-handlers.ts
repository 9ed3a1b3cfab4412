/**
 * Every kind of job and who runs it: this server itself, or the workers of a queue. Each kind has exactly one handler, or
 * the server does not start: a job that nobody takes would wait for ever.
 */
import { RequestError } from "../../base/errors.ts";
import type { LocalJob } from "./local-jobs.ts";

const jobKinds = [
  "batch-postprocess",
  "convert-calibration",
  "convert-images",
  "convert-large-image",
  "convert-video",
  "export-model",
  "extract-archive",
  "pipeline",
  "training",
  "upgrade-pipelines",
] as const;
export type JobKind = (typeof jobKinds)[number];

export type WorkerQueue = "conversion" | "pipelines" | "training";

export type JobHandler = { readonly kind: JobKind } & (
  | { readonly run: LocalJob }
  /** Workers take it from this queue. */
  | { readonly queue: WorkerQueue }
);

/** What is said while no worker of a queue is connected (api-v1 16.6). */
const missingWorker: Readonly<Record<WorkerQueue, string>> = {
  conversion: "Conversion is unavailable because no conversion workers are connected.",
  pipelines: "Pipeline execution is unavailable because no pipeline workers are connected.",
  training: "Training is unavailable because no training workers are connected.",
};

/** Kinds of jobs that other machines run. */
export const workerHandlers: readonly JobHandler[] = [
  { kind: "convert-calibration", queue: "conversion" },
  { kind: "convert-images", queue: "conversion" },
  { kind: "convert-large-image", queue: "conversion" },
  { kind: "convert-video", queue: "conversion" },
  { kind: "extract-archive", queue: "conversion" },
  { kind: "export-model", queue: "pipelines" },
  { kind: "pipeline", queue: "pipelines" },
  { kind: "upgrade-pipelines", queue: "pipelines" },
  { kind: "training", queue: "training" },
];

export class JobHandlers {
  readonly #handlers: ReadonlyMap<JobKind, JobHandler>;

  /** @throws Error that names the kinds without a handler, or with more than one */
  constructor(handlers: readonly JobHandler[]) {
    this.#handlers = new Map(handlers.map((handler) => [handler.kind, handler]));
    const missing = jobKinds.filter((kind) => !this.#handlers.has(kind));
    const doubled = jobKinds.filter((kind) => handlers.filter((handler) => handler.kind === kind).length > 1);
    if (missing.length > 0) throw new Error(`jobs without a handler: ${missing.join(", ")}`);
    if (doubled.length > 0) throw new Error(`jobs with more than one handler: ${doubled.join(", ")}`);
  }

  /** Whether a job of this kind would be run. No worker can connect yet. */
  canRun(kind: JobKind): boolean {
    return "run" in this.#require(kind);
  }

  /** @throws RequestError 503 while nobody can run it */
  requireRunnable(kind: JobKind): void {
    const handler = this.#require(kind);
    if ("queue" in handler) throw new RequestError(missingWorker[handler.queue], 503);
  }

  /** @throws Error for kinds that workers run */
  local(kind: JobKind): LocalJob {
    const handler = this.#require(kind);
    if ("queue" in handler) throw new Error(`${kind} is run by workers`);
    return handler.run;
  }

  #require(kind: JobKind): JobHandler {
    const handler = this.#handlers.get(kind);
    if (handler === undefined) throw new Error(`no handler for ${kind}`);
    return handler;
  }
}
