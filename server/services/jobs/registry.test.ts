import { expect, test } from "vitest";

import { object, text } from "../../domain/body-check.ts";
import type { Repositories } from "../../ports/database.ts";
import type { ConnectedWorker } from "../../ports/job-queue.ts";
import type { JobRecord, UserRecord } from "../../ports/records.ts";
import type { JobService } from "./job.service.ts";
import type { NewJob } from "./new-job.ts";
import type { JobDefinition, QueuedJob } from "./job-definition.ts";
import type { LocalJobs } from "./local-jobs.ts";
import { privateQueue, smallJobsOf } from "../../domain/queues.ts";
import { JobRegistry } from "./registry.ts";
import type { WorkerRun } from "./job-run.ts";

const ran: string[] = [];
const convert: QueuedJob<{ itemId: string }, unknown> = {
  kind: "convert",
  queue: "convert",
  parameters: object({ itemId: text }, "drop"),
  title: (_task, { item = "" }) => `Converting ${item}`,
  wireType: "convert",
  key: ({ itemId }) => itemId,
  run: async ({ task }) => void ran.push(task.itemId),
};
const training: QueuedJob<object, unknown> = {
  kind: "training",
  queue: "training",
  parameters: object({}, "drop"),
  wireType: "training",
  title: () => "",
  run: async () => undefined,
};
const batch: JobDefinition = {
  kind: "batch",
  parameters: object({}, "drop"),
  title: () => "",
  wireType: "batch",
  run: async () => undefined,
};

const worker = (queues: readonly string[], ...pipes: string[]): ConnectedWorker => ({
  name: queues.join(),
  queues,
  offer: {
    pipelines: pipes.map((pipe) => ({ pipe, description: null, parameters: [] })),
    configurations: [],
    has: pipes.map((pipe) => `pipeline ${pipe}`),
  },
});
function registryWith(...workers: ConnectedWorker[]): JobRegistry {
  const database = { jobQueue: { workers: async () => workers } };
  const registry = new JobRegistry({ database } as never, {
    jobs: { createWithin: async (_tx: unknown, given: NewJob) => given } as unknown as JobService,
    localJobs: {} as LocalJobs,
  });
  registry.registerKinds([convert, training, batch], undefined);
  return registry;
}
const ada = { id: "a", login: "ada1", privateQueueEnabled: false } as UserRecord;
const empty = { jobs: { list: async () => [] } } as unknown as Repositories;

test("a kind of job that is defined twice keeps the server from starting", () => {
  const services = { jobs: {} as JobService, localJobs: {} as LocalJobs };
  const registry = new JobRegistry({} as never, services);
  expect(() => registry.registerKinds([convert, batch, { ...convert }], undefined)).toThrow(
    "kinds of jobs that are defined twice: convert",
  );
  expect(() => registry.taskOf({ kwargs: {} } as JobRecord)).toThrow("the kinds of jobs are not registered yet");
});

test("jobs are refused with 503 while there is no worker for them", async () => {
  const without = registryWith(worker([]));
  expect(await without.canRun(batch)).toBe(true);
  await without.requireRunnable(batch);
  expect(await without.canRun(convert)).toBe(false);
  expect(await registryWith(worker(["convert"])).canRun(convert)).toBe(true);
  await expect(registryWith(worker(["convert", "pipelines"])).requireRunnable(training)).rejects.toThrow(
    "Training is unavailable because no training workers are connected.",
  );
});

test("a job says where it waits and what is to be done; those of users with workers of their own wait for these", async () => {
  const registry = registryWith(worker(["convert"]));
  const start = (user: UserRecord) =>
    registry.startWithin(empty, convert, { user }, { itemId: "i" }, { subject: { item: "a.avi" }, params: { n: 1 } });
  const { record, isNew } = await start(ada);
  expect([isNew, record]).toEqual([
    true,
    expect.objectContaining({
      title: "Converting a.avi",
      queue: "convert",
      type: "convert",
      userId: "a",
      dedupeKey: "convert i",
      kwargs: { kind: "convert", task: { itemId: "i" } },
      params: { user_id: "a", user_login: "ada1", n: 1 },
    }),
  ]);
  await registry.taskOf(record)?.({ job: record } as WorkerRun);
  expect(ran).toEqual(["i"]);
  expect((await start({ ...ada, privateQueueEnabled: true })).record).toMatchObject({
    queue: privateQueue("ada1"),
    type: "private",
  });
});

test("small jobs have a queue next to that of long ones, on the site's workers and on a user's own", async () => {
  const registry = registryWith(worker(["convert"]));
  const small = { ...convert, isSmall: true } as const;
  const queueFor = async (user: UserRecord) =>
    (await registry.startWithin(empty, small, { user }, { itemId: "i" })).record as unknown as NewJob;
  expect((await queueFor(ada)).queue).toBe(smallJobsOf("convert"));
  expect((await queueFor({ ...ada, privateQueueEnabled: true })).queue).toBe(smallJobsOf(privateQueue("ada1")));
});

test("a stored job that this version does not know, or cannot read, ends with a sentence", async () => {
  const registry = registryWith();
  const stored = (kwargs: object) => registry.taskOf({ kwargs } as JobRecord);
  expect(stored({ kind: "of a later version" })).toBeUndefined();
  await expect(stored({ kind: "convert", task: { itemId: null } })?.({} as WorkerRun)).rejects.toThrow(
    "This version cannot read what the job was started with.",
  );
});

test("the available pipelines are those of all workers that would take the job", async () => {
  const registry = registryWith(
    worker(["convert"], "filter_a.pipe", "filter_b.pipe"),
    worker(["convert", "training"], "filter_b.pipe", "filter_c.pipe"),
    worker(["training"], "filter_d.pipe"),
    worker(["ada1@private"], "filter_e.pipe"),
  );
  const namesFor = async (login: string, privateQueueEnabled: boolean): Promise<string[]> => {
    const offer = await registry.offersFor(convert, { login, privateQueueEnabled } as UserRecord);
    return offer.pipelines.map(({ pipe }) => pipe).sort();
  };
  const shared = ["filter_a.pipe", "filter_b.pipe", "filter_c.pipe"];
  expect(await namesFor("ada1", false)).toEqual(shared);
  expect(await namesFor("ada1", true)).toEqual(["filter_e.pipe"]);
  // A user whose own worker is not connected can choose what the site offers.
  expect(await namesFor("bob1", true)).toEqual(shared);
});
