import { expect, test } from "vitest";

import type { PresentWorker } from "../../ports/job-queue.ts";
import type { JobRecord, UserRecord } from "../../ports/records.ts";
import { type JobHandler, JobHandlers, privateQueue } from "./job-handlers.ts";

const batch = { kind: "batch-postprocess", run: async () => undefined } as const;
const video = { kind: "convert-video", queue: "convert", task: async () => undefined } as const;
const look = { ...video, kind: "check-video" } as const;
const images = { ...video, kind: "convert-images" } as const;
const pipeline = { kind: "pipeline", queue: "pipelines", task: async () => undefined } as const;
const tiles = { ...video, kind: "convert-large-image" } as const;
const archive = { ...video, kind: "extract-archive" } as const;
const joining = { ...video, kind: "join-cameras" } as const;
const exporting = { ...pipeline, kind: "export-model" } as const;
const training = { kind: "training", queue: "training", task: pipeline.task, isInstalled: async () => false } as const;
const addons = { ...pipeline, kind: "upgrade-pipelines" } as const;
const others: readonly JobHandler[] = [addons, exporting, look, training];
const all: readonly JobHandler[] = [...others, batch, video, images, pipeline, tiles, archive, joining];
const worker = (queues: readonly string[], ...pipes: string[]): PresentWorker => ({
  ...{ name: queues.join(), queues },
  offer: {
    pipelines: pipes.map((pipe) => ({ pipe, description: null, parameters: [] })),
    ...{ configurations: [], has: pipes.map((pipe) => `pipeline ${pipe}`) },
  },
});
const handlersWith = (...queues: string[]): JobHandlers => new JobHandlers(all, async () => [worker(queues)]);

test("a kind of job without a handler, or with two, keeps the server from starting", () => {
  const none = async () => [];
  expect(() => new JobHandlers([...others, video, images, pipeline, tiles, archive, joining], none)).toThrow(
    "jobs without a handler: batch-postprocess",
  );
  expect(() => new JobHandlers([...all, pipeline], none)).toThrow("jobs with more than one handler: pipeline");
});

test("what needs a worker is refused with 503 while there is none, and what none can do always", async () => {
  const without = handlersWith();
  expect(await without.canRun("batch-postprocess")).toBe(true);
  await without.requireRunnable("batch-postprocess");
  expect(await without.canRun("convert-video")).toBe(false);
  expect(await handlersWith("convert").canRun("convert-video")).toBe(true);
  await expect(handlersWith("convert", "training").requireRunnable("training")).rejects.toThrow(
    "Training is unavailable because no training workers are connected.",
  );
});

test("a job says where it waits and what is to be done; those of users with workers of their own wait for these", () => {
  const handlers = handlersWith("convert");
  const ada = { login: "ada1", privateQueueEnabled: false } as UserRecord;
  const shared = handlers.queued("convert-video", "convert", ada, { itemId: "i" });
  expect(shared).toEqual({
    queue: "convert",
    type: "convert",
    kwargs: { kind: "convert-video", task: { itemId: "i" } },
  });
  expect(handlers.taskOf(shared as unknown as JobRecord)).toBe(video.task);
  expect(handlers.taskOf({ kwargs: { kind: "of a later version" } } as unknown as JobRecord)).toBeUndefined();
  expect(handlers.queued("convert-video", "convert", { ...ada, privateQueueEnabled: true }, {})).toMatchObject({
    queue: privateQueue("ada1"),
    type: "private",
  });
});

test("what there is to run is what the workers together have that would take the job", async () => {
  const workers = [
    worker(["pipelines"], "filter_a.pipe", "filter_b.pipe"),
    worker(["pipelines", "convert"], "filter_b.pipe", "filter_c.pipe"),
    worker(["convert"], "filter_d.pipe"),
    worker(["ada1@private"], "filter_e.pipe"),
  ];
  const handlers = new JobHandlers(all, async () => workers);
  const namesFor = async (login: string, privateQueueEnabled: boolean): Promise<string[]> => {
    const offer = await handlers.offersFor("pipeline", { login, privateQueueEnabled } as UserRecord);
    return offer.pipelines.map(({ pipe }) => pipe).sort();
  };
  const shared = ["filter_a.pipe", "filter_b.pipe", "filter_c.pipe"];
  expect(await namesFor("ada1", false)).toEqual(shared);
  expect(await namesFor("ada1", true)).toEqual(["filter_e.pipe"]);
  // Whose own worker is not there chooses among what the site has.
  expect(await namesFor("bob1", true)).toEqual(shared);
});
