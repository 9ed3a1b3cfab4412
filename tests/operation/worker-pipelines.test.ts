/**
 * Workers with different pipelines: the menu shows those of all present workers, a job goes to a worker that has its
 * pipeline, and when the last one leaves, the menu loses it and waiting jobs say so.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { type ApiClient, type Job, JobStatus, type Pipe } from "#schemas";

import { readConfig } from "../../server/config.ts";
import { type RunningWorker, startWorkerOf } from "../../server/main.ts";
import { createImageDataset } from "../support/dataset.ts";
import { createSchema, type PostgresServer, startPostgres } from "../support/postgres.ts";
import { startTestServer } from "../support/test-server.ts";

let folder: string;
let postgres: PostgresServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "wakeline-several-"));
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A folder with one pipeline, whose program reports where it ran; it takes `seconds`. */
function installPipeline(name: string, seconds = 0): string {
  const programs = join(folder, name);
  mkdirSync(programs);
  const row = `0,image-0.png,0,1,2,30,40,0.5,-1,${name},0.5\n`;
  writeFileSync(
    join(programs, "run.mjs"),
    `#!${process.execPath}\nimport fs from "node:fs"; setTimeout(() => fs.writeFileSync("out.csv", ${JSON.stringify(row)}), ${seconds * 1000});\n`,
  );
  chmodSync(join(programs, "run.mjs"), 0o755);
  writeFileSync(join(programs, `detector_${name}.pipe`), "");
  writeFileSync(join(programs, "runner.json"), JSON.stringify({ command: ["./run.mjs"], results: ["out.csv"] }));
  return programs;
}

const pipesOf = async (client: ApiClient): Promise<readonly Pipe[]> =>
  (await client.call("configuration.pipelines", {}))["detector"]?.pipes ?? [];
/** Without the built-in ones, which every worker has. */
const namesOf = async (client: ApiClient): Promise<string[]> =>
  (await pipesOf(client)).map(({ name }) => name).filter((name) => name !== "motion");
async function run(client: ApiClient, folderId: string, name: string): Promise<Job> {
  const pipeline = (await pipesOf(client)).find((pipe) => pipe.name === name);
  return await client.call("rpc.pipeline", { folderId, pipeline: pipeline ?? {} });
}
const jobOf = async (client: ApiClient, { _id: id }: Job): Promise<Job> => await client.call("job.get", { id });
async function untilDone(client: ApiClient, job: Job): Promise<void> {
  await expect
    .poll(async () => (await jobOf(client, job)).status, { timeout: 60_000, interval: 100 })
    .toBe(JobStatus.success);
}
const typesOf = async (client: ApiClient, folderId: string): Promise<string[]> =>
  (await client.call("annotation.tracks", { folderId })).map(({ confidencePairs }) => confidencePairs[0]?.[0] ?? "");
const waits = (name: string): string => `Waits for a worker that has detector_${name}.pipe: none is connected.`;

test("on PostgreSQL, workers of a site come and go with their pipelines", async () => {
  const databaseUrl = (await createSchema(postgres.url)).url;
  const dataFolder = join(folder, "site");
  const server = await startTestServer({ dataFolder, databaseUrl, workerQueues: [] });
  const { client } = server;
  const startWorker = async (name: string, seconds = 0): Promise<RunningWorker> =>
    await startWorkerOf(
      readConfig({ dataFolder, databaseUrl, logLevel: "silent", workerQueues: ["pipelines"] } as never, {
        WAKELINE_PIPELINES: installPipeline(name, seconds),
        WAKELINE_WORKER_LEASE_MS: "3000",
      }),
    );
  const workers: RunningWorker[] = [];
  try {
    expect(await client.call("configuration.pipelines", {})).toEqual({});
    workers.push(await startWorker("north"), await startWorker("south"));
    expect(await namesOf(client)).toEqual(["north", "south"]);
    // More than one of each, so that a worker that took the first job would take a wrong one.
    const asked: { id: string; job: Job; name: string }[] = [];
    for (const name of ["south", "north", "south", "north"]) {
      const id = await createImageDataset(client, `${name} ${asked.length}`, 1);
      asked.push({ id, name, job: await run(client, id, name) });
    }
    for (const { id, job, name } of asked) {
      await untilDone(client, job);
      expect([name, await typesOf(client, id)]).toEqual([name, [name]]);
    }

    // Its last worker leaves while a job for it waits.
    const slow = await startWorker("slow", 60);
    const [first, second] = [
      await createImageDataset(client, "first", 1),
      await createImageDataset(client, "second", 1),
    ];
    const [running, waiting] = [await run(client, first, "slow"), await run(client, second, "slow")];
    await expect.poll(async () => (await jobOf(client, running)).status).toBe(JobStatus.running);
    expect((await jobOf(client, waiting)).progress?.message).toBe("Waiting for 1 job ahead in pipelines.");
    await slow.close();
    expect(await namesOf(client)).toEqual(["north", "south"]);
    const third = await createImageDataset(client, "third", 1);
    await expect(run(client, third, "slow")).rejects.toThrow("No such pipeline exists");
    expect((await jobOf(client, waiting)).progress?.message).toBe(waits("slow"));
    const listed = await client.call("job.list", { statuses: [JobStatus.inactive] });
    expect(listed.map(({ progress }) => progress?.message)).toEqual([waits("slow")]);
    // The other workers are idle, and leave it alone.
    await untilDone(client, await run(client, third, "north"));
    expect((await jobOf(client, waiting)).status).toBe(JobStatus.inactive);

    rmSync(join(folder, "slow"), { recursive: true });
    workers.push(await startWorker("slow"));
    expect(await namesOf(client)).toEqual(["north", "slow", "south"]);
    for (const [id, job] of [
      [first, running],
      [second, waiting],
    ] as const) {
      await untilDone(client, job);
      expect(await typesOf(client, id)).toEqual(["slow"]);
    }
  } finally {
    for (const worker of workers) await worker.close();
    await server.close();
  }
});

test("a server with its embedded database says what it lost with a restart, and goes on when it is back", async () => {
  const dataFolder = join(folder, "one machine");
  const pipelinesFolder = installPipeline("lone", 60);
  let server = await startTestServer({ dataFolder, databaseUrl: "", pipelinesFolder });
  const [first, second] = [
    await createImageDataset(server.client, "first", 1),
    await createImageDataset(server.client, "second", 1),
  ];
  const [running, waiting] = [await run(server.client, first, "lone"), await run(server.client, second, "lone")];
  await expect.poll(async () => (await jobOf(server.client, running)).status).toBe(JobStatus.running);
  await server.close();
  server = await startTestServer({ dataFolder, databaseUrl: "", blobUrl: "" });
  expect(await namesOf(server.client)).toEqual([]);
  expect((await jobOf(server.client, waiting)).progress?.message).toBe(waits("lone"));
  await server.close();
  rmSync(pipelinesFolder, { recursive: true });
  server = await startTestServer({ dataFolder, databaseUrl: "", pipelinesFolder: installPipeline("lone") });
  for (const job of [running, waiting]) await untilDone(server.client, job);
  expect([await typesOf(server.client, first), await typesOf(server.client, second)]).toEqual([["lone"], ["lone"]]);
  await server.close();
});
