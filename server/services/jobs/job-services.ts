/** Jobs: starting them, running them, and what clients see of them. */
import type { Ports } from "../../ports/index.ts";
import type { AccessService } from "../access/access.service.ts";
import type { TokenService } from "../accounts/token.service.ts";
import type { NotificationService } from "../site/notification.service.ts";
import { jobKinds } from "./job-kinds.ts";
import { JobRetryService } from "./job-retry.service.ts";
import { JobService } from "./job.service.ts";
import { LocalJobs } from "./local-jobs.ts";
import { JobRegistry } from "./registry.ts";
import { RunningJobs } from "./running-jobs.ts";
import { removeWorkerToken, renewWorkerToken } from "./worker-admission.ts";
import { JobWorker, type WorkerOptions } from "./worker.ts";

export interface JobServices {
  readonly jobRegistry: JobRegistry;
  readonly jobRetries: JobRetryService;
  readonly jobs: JobService;
  /** Jobs that run in this process. */
  readonly localJobs: LocalJobs;
  readonly runningJobs: RunningJobs;
  /** The site's worker token, for its operator. */
  readonly workerTokens: { renew(): Promise<string>; remove(): Promise<void> };
  /** Not started: the caller decides where jobs run. */
  createWorker(options: WorkerOptions): JobWorker;
}

interface Uses {
  readonly access: AccessService;
  readonly notifications: NotificationService;
  readonly tokens: TokenService;
}

type KindUses = Parameters<(typeof jobKinds)[number]["run"]>[1];
/** The services that all kinds of jobs use together. */
export type JobUses = (KindUses extends unknown ? (uses: KindUses) => void : never) extends (uses: infer All) => void
  ? All
  : never;

/** @param usesOfKinds what the kinds of jobs may use: available only after the services that start jobs */
export function createJobServices(ports: Ports, uses: Uses, usesOfKinds: () => JobUses): JobServices {
  const jobs = new JobService(ports, uses);
  const runningJobs = new RunningJobs(ports, jobs);
  const localJobs = new LocalJobs(jobs, runningJobs);
  const registry: JobRegistry = new JobRegistry(jobKinds, ports, { jobs, localJobs }, usesOfKinds);
  return {
    jobRegistry: registry,
    jobRetries: new JobRetryService(jobs, registry),
    jobs,
    localJobs,
    runningJobs,
    workerTokens: {
      renew: () => ports.database.transaction("site", renewWorkerToken),
      remove: () => ports.database.transaction("site", removeWorkerToken),
    },
    createWorker: (options) =>
      new JobWorker(ports, jobs, (job) => registry.taskOf(job), {
        findRemains: (job, db) => registry.findRemains(job, db),
        ...options,
      }),
  };
}
