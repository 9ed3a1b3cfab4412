/**
 * Workers: what runs concurrently, what waits, and what is returned to the queue when one stops.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { openPostgresDatabase } from "../../server/adapters/postgres/database.ts";
import { openSqliteDatabase } from "../../server/adapters/sqlite/database.ts";
import { memoryEventBus } from "../../server/adapters/memory/event-bus.ts";
import { newObjectId } from "../../server/base/object-id.ts";
import { parseQueue, smallJobsOf } from "../../server/domain/queues.ts";
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
import { storageOf } from "../support/storage.ts";

let folder: string;
let database: Database;
let jobs: JobService;
let ports: Ports;
let ada: UserRecord;
const faults: unknown[] = [];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "wakeline-worker-"));
  const stored = await storageOf(folder);
  database = await (stored === undefined
    ? openSqliteDatabase(join(folder, "wakeline.db"))
    : openPostgresDatabase(stored.databaseUrl, { warn: () => undefined }));
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
const workerOf = (task: WorkerTask, ...queues: string[]): JobWorker => namedWorkerOf("w1", task, ...queues);
const namedWorkerOf = (name: string, task: WorkerTask, ...queues: string[]): JobWorker =>
  new JobWorker(ports, jobs, () => task, {
    name,
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

test("small jobs start at once while conversions of the same person hold every slot of two workers; no more long ones do", async () => {
  const running = new Set<string>();
  const gates = new Map<string, () => void>();
  const task: WorkerTask = async ({ job: { title }, signal, succeed }) => {
    running.add(title);
    await new Promise<void>((resolve, reject) => {
      gates.set(title, resolve);
      signal.addEventListener("abort", () => reject(signal.reason as Error));
    });
    running.delete(title);
    await succeed([], async () => undefined);
  };
  const longs = Array.from({ length: 8 }, (_, n) => `long ${n}`);
  for (const title of longs) await offer(title, "convert");
  const workers = [namedWorkerOf("w1", task, "convert:2"), namedWorkerOf("w2", task, "convert:2")];
  for (const worker of workers) await worker.start();
  const shown = () => [...running].toSorted();
  await expect.poll(shown).toEqual(longs.slice(0, 4));
  for (const title of ["small 1", "small 2", "small 3"]) await offer(title, smallJobsOf("convert"));
  await expect.poll(shown).toEqual([...longs.slice(0, 4), "small 1", "small 2"]);
  gates.get("small 1")?.();
  await expect.poll(shown).toEqual([...longs.slice(0, 4), "small 2", "small 3"]);
  // Slots of conversions that are done go to other conversions first.
  gates.get("long 0")?.();
  await expect.poll(shown).toEqual([...longs.slice(1, 5), "small 2", "small 3"]);
  for (const worker of workers) await worker.close();
  expect(faults).toEqual([]);
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
