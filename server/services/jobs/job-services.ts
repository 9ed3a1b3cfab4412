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
  readonly jobRegistry: JobRegistry<JobDeps>;
  readonly jobRetries: JobRetryService;
  readonly jobs: JobService;
  /** Jobs that run in this process. */
  readonly localJobs: LocalJobs;
  /** Before the first job starts. */
  registerKinds(deps: JobDeps): void;
  readonly runningJobs: RunningJobs;
  /** The site's worker token, for its operator. */
  readonly workerTokens: { renew(): Promise<string>; remove(): Promise<void> };
  /** Not started: the caller decides where jobs run. */
  createWorker(options: WorkerOptions): JobWorker;
}

interface Deps {
  readonly access: AccessService;
  readonly notifications: NotificationService;
  readonly tokens: TokenService;
}

type KindDeps = Parameters<(typeof jobKinds)[number]["run"]>[1];
/** The services that all kinds of jobs use together. */
export type JobDeps = (KindDeps extends unknown ? (deps: KindDeps) => void : never) extends (deps: infer All) => void
  ? All
  : never;

export function createJobServices(ports: Ports, deps: Deps): JobServices {
  const jobs = new JobService(ports, deps);
  const runningJobs = new RunningJobs(ports, jobs);
  const localJobs = new LocalJobs(jobs, runningJobs);
  const registry = new JobRegistry<JobDeps>(ports, { jobs, localJobs });
  return {
    jobRegistry: registry,
    jobRetries: new JobRetryService(jobs, registry),
    jobs,
    localJobs,
    registerKinds: (deps) => registry.registerKinds(jobKinds, deps),
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
