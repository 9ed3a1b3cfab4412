/**
 * A worker on the embedded database: what runs concurrently, what waits, and what is returned to the queue when it
 * stops.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { openSqliteDatabase } from "../../server/adapters/sqlite/database.ts";
import { memoryEventBus } from "../../server/adapters/memory/event-bus.ts";
import { newObjectId } from "../../server/base/object-id.ts";
import { parseQueue } from "../../server/domain/queues.ts";
import { jobRecord, userRecord } from "../../server/ports/contract/example-records.ts";
import type { Database } from "../../server/ports/database.ts";
import type { Ports } from "../../server/ports/index.ts";
import type { UserRecord } from "../../server/ports/records.ts";
import { AccessService } from "../../server/services/access/access.service.ts";
import { JobService } from "../../server/services/jobs/job.service.ts";
import type { NotificationService } from "../../server/services/site/notification.service.ts";
import type { TokenService } from "../../server/services/accounts/token.service.ts";
import type { WorkerTask } from "../../server/services/jobs/job-run.ts";
import { JobWorker } from "../../server/services/jobs/worker.ts";

let folder: string;
let database: Database;
let jobs: JobService;
let ports: Ports;
let ada: UserRecord;
const faults: unknown[] = [];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "wakeline-worker-"));
  database = await openSqliteDatabase(join(folder, "wakeline.db"));
  ada = userRecord("ada1");
  await database.users.insert(ada);
  const clock = { nowMs: () => Date.now(), steadyMs: () => performance.now() };
  ports = {
    database,
    clock,
    events: memoryEventBus(() => undefined),
    ids: { next: () => newObjectId() },
    pipelineEngines: [],
    trainingEngines: [],
  } as unknown as Ports;
  const notifications = { publish: async () => undefined } as unknown as NotificationService;
  jobs = new JobService(ports, { access: new AccessService(ports), notifications, tokens: {} as TokenService });
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

async function offer(title: string, queue: string): Promise<string> {
  const job = jobRecord(title, ada, { kwargs: { kind: title } });
  await database.transaction("site", async (tx) => {
    await tx.jobs.insert(job);
    await tx.jobQueue.offer(job.id, queue);
  });
  return job.id;
}
const workerOf = (task: WorkerTask, ...queues: string[]): JobWorker =>
  new JobWorker(ports, jobs, () => task, {
    name: "w1",
    queues: queues.map(parseQueue),
    pollMs: 20,
    onFault: (error) => faults.push(error),
  });

test("jobs of different queues run at once, and of one queue as many as it has slots", async () => {
  for (const title of ["c1", "c2", "c3"]) await offer(title, "convert");
  const training = await offer("t1", "training");
  await offer("t2", "training");
  const running = new Set<string>();
  const seen: string[] = [];
  const gates = new Map<string, () => void>();
  const worker = workerOf(
    async ({ job: { title }, succeed }) => {
      running.add(title);
      seen.push([...running].toSorted().join(" "));
      await new Promise<void>((resolve) => gates.set(title, resolve));
      running.delete(title);
      await succeed([], async () => undefined);
    },
    "convert:2",
    "training",
  );
  await worker.start();
  await expect.poll(() => [...running].toSorted()).toEqual(["c1", "c2", "t1"]);
  // The long one keeps running while others come and go.
  gates.get("c1")?.();
  await expect.poll(() => [...running].toSorted()).toEqual(["c2", "c3", "t1"]);
  gates.get("c2")?.();
  gates.get("c3")?.();
  await expect.poll(() => [...running]).toEqual(["t1"]);
  expect((await database.jobs.find(training))?.status).toBe(2);
  gates.get("t1")?.();
  await expect.poll(() => [...running]).toEqual(["t2"]);
  gates.get("t2")?.();
  await expect.poll(() => [...running]).toEqual([]);
  await worker.close();
  expect(faults).toEqual([]);
  expect(Math.max(...seen.map((titles) => titles.split(" ").length))).toBe(3);
});

test("a job that is cancelled ends alone; a worker that stops gives all others back", async () => {
  const ids = [await offer("a", "convert"), await offer("b", "convert"), await offer("c", "pipelines")];
  let begun = 0;
  const worker = workerOf(
    async ({ signal }) => {
      begun++;
      await new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));
    },
    "convert:2",
    "pipelines",
  );
  await worker.start();
  await expect.poll(() => begun).toBe(3);
  await jobs.cancel({ user: { ...ada, admin: true } }, ids[1] ?? "");
  await expect.poll(async () => (await database.jobs.find(ids[1] ?? ""))?.status).toBe(5);
  await worker.close();
  expect(faults).toEqual([]);
  expect(begun).toBe(3);
  const waiting = await database.jobQueue.waiting(ids);
  expect(waiting.map(({ jobId }) => jobId).toSorted()).toEqual([ids[0], ids[2]].toSorted());
});
