/**
 * Whose workers run whose jobs, as processes: a user's own worker, started with an API key, takes that user's jobs and
 * no others; workers of the site need its worker token once it has one; both stop when their admission is revoked.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { afterAll, beforeAll, expect, test } from "vitest";

import { type ApiClient, type Job, JobStatus } from "#schemas";

import { readConfig } from "../../server/config.ts";
import { startWorkerOf } from "../../server/main.ts";
import { createImageDataset } from "../support/dataset.ts";
import { createSchema, type PostgresServer, startPostgres } from "../support/postgres.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));

let folder: string;
let postgres: PostgresServer;
let databaseUrl: string;
let server: TestServer;
const children: ChildProcess[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "wakeline-queues-"));
  postgres = await startPostgres();
  databaseUrl = (await createSchema(postgres.url)).url;
  server = await startTestServer({ dataFolder: folder, databaseUrl, workerQueues: [] });
});
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await server.close();
  await postgres.close();
  rmSync(folder, { recursive: true, force: true });
});

interface WorkerProcess {
  readonly queues: readonly string[];
  /** Its exit code and output. */
  readonly ended: Promise<[number | null, string]>;
}

async function startWorker(args: readonly string[], env: Record<string, string>): Promise<WorkerProcess> {
  const own = { DATABASE_URL: databaseUrl, WAKELINE_DATA: folder, WAKELINE_WORKER_LEASE_MS: "1500", npm_command: "" };
  const compileCache = join(repository, ".cache/compile");
  const child = spawn(process.execPath, ["cli/wakeline.ts", "worker", "--json", ...args], {
    cwd: repository,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache, WAKELINE_LOG_LEVEL: "silent", ...own, ...env },
  });
  children.push(child);
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  const ended = once(child, "close").then(([code]): [number | null, string] => [code as number | null, said]);
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), "line"),
    ended.then(() => ['{"queues":[]}']),
  ])) as [string];
  return { queues: (JSON.parse(line) as { queues: string[] }).queues, ended };
}

const run = async (client: ApiClient, folderId: string): Promise<Job> => {
  const { pipes = [] } = (await client.call("configuration.pipelines", {}))["utility"] ?? {};
  return await client.call("rpc.pipeline", { folderId, pipeline: pipes.find(({ name }) => name === "nms") ?? {} });
};
const enabled = async (client: ApiClient) => (await client.call("configuration.get", {})).pipelinesEnabled;
const statusOf = async (client: ApiClient, { _id: id }: Job) => (await client.call("job.get", { id })).status;
const noPipelines = "Pipeline execution is unavailable because no pipeline workers are connected.";
const noTraining = "Training is unavailable because no training workers are connected.";

test("[S-JOBS-09] jobs of a private queue wait for a worker of their owner's; a site's workers need its token", async () => {
  const [ada, bob] = [await server.createUser("ada1"), await server.createUser("bob1")];
  const [adas, bobs] = [
    await createImageDataset(ada.client, "hers", 1),
    await createImageDataset(bob.client, "his", 1),
  ];
  const setPrivate = (user: typeof ada, privateQueueEnabled: boolean) =>
    user.client.call("user.usePrivateQueue", { id: user.id, privateQueueEnabled });
  const failure = (message: string) => ({ status: 503, message });
  const train = { pipelineName: "x", config: "channel features", body: { folderIds: [adas] } };
  await expect(run(ada.client, adas)).rejects.toMatchObject(failure(noPipelines));
  await expect(ada.client.call("rpc.train", train)).rejects.toMatchObject(failure(noTraining));

  // Her own worker: it takes no other user's jobs, and hers only after she has enabled it.
  const { _id: keyId, key } = await ada.client.call("apiKey.create", { name: "my worker" });
  const own = await startWorker(["--private"], { WAKELINE_API_KEY: key ?? "" });
  expect(own.queues).toEqual(["ada1@private"]);
  expect(await ada.client.call("configuration.get", {})).toMatchObject({
    distributedWorker: "private",
    pipelinesEnabled: false,
    trainingEnabled: false,
  });
  await setPrivate(ada, true);
  await setPrivate(bob, true);
  expect([await enabled(ada.client), await enabled(bob.client)]).toEqual([true, false]);
  await expect(run(bob.client, bobs)).rejects.toMatchObject(failure(noPipelines));
  const first = await run(ada.client, adas);
  expect(first.type).toBe("private");
  await expect.poll(() => statusOf(ada.client, first), { timeout: 60_000 }).toBe(JobStatus.success);

  // No worker serves another user's queue, nor the site's without its token.
  const config = readConfig(
    { dataFolder: folder, databaseUrl, workerQueues: ["bob1@private"], logLevel: "silent" } as never,
    {},
  );
  const refused = (queues: string[], apiKey: string, token = "", isPrivate = false) =>
    startWorkerOf({ ...config, workerQueues: queues }, { apiKey, token, isPrivate }).then(
      () => "let in",
      (error) => error.message,
    );
  expect(await refused(["bob1@private"], key ?? "")).toBe(
    "bob1@private is not the queue of the account of WAKELINE_API_KEY.",
  );
  expect(await refused([], "", "", true)).toMatch(/^Your own worker needs WAKELINE_API_KEY/);
  expect(await refused([], "wrong", "", true)).toMatch(/^WAKELINE_API_KEY is not a valid key/);
  const { key: limited = "" } = await ada.client.call("apiKey.create", {
    name: "reads",
    scope: ["core.data.read"],
  });
  expect(await refused([], limited, "", true)).toMatch(/^The key in WAKELINE_API_KEY has limited permissions/);
  const token = await server.server.services.workerTokens.renew();
  expect(await refused(["pipelines"], "", "wrong")).toMatch(/^WAKELINE_WORKER_TOKEN is not the worker token/);
  expect(await (await startWorker(["--queues", "pipelines"], {})).ended).toEqual([
    2,
    "error: The workers of this site need its worker token: set WAKELINE_WORKER_TOKEN.\n",
  ]);

  // His jobs wait for his own worker, even if the site has one; without the switch the site's worker takes them.
  const shared = await startWorker(["--queues", "pipelines"], { WAKELINE_WORKER_TOKEN: token });
  const waiting = await run(bob.client, bobs);
  await setPrivate(bob, false);
  const other = await createImageDataset(bob.client, "another", 1);
  const second = await run(bob.client, other);
  expect([waiting.type, second.type]).toEqual(["private", "pipelines"]);
  await expect.poll(() => statusOf(bob.client, second), { timeout: 60_000 }).toBe(JobStatus.success);
  expect(await statusOf(bob.client, waiting)).toBe(JobStatus.inactive);

  // A worker whose token is no longer valid stops.
  await server.server.services.workerTokens.renew();
  expect(await shared.ended).toEqual([2, expect.stringContaining("WAKELINE_WORKER_TOKEN is not the worker token")]);
  await ada.client.call("apiKey.delete", { id: keyId });
  expect(await own.ended).toEqual([2, expect.stringContaining("WAKELINE_API_KEY is not a valid key")]);
  expect(await enabled(ada.client)).toBe(false);
  await server.server.services.workerTokens.remove();
  const open = await startWorkerOf({ ...config, workerQueues: ["pipelines"] });
  expect([open.queues, await enabled(bob.client)]).toEqual([["pipelines"], true]);
  await open.close();
});
