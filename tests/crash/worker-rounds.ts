/**
 * Servers and workers of a site are killed at any moment while there is work: every job takes effect once, acknowledged
 * clones and exports are complete, everything stored has an owner. Servers run no jobs; workers are separate processes.
 * Used by the test and by `npm run crash`.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { type ApiClient, ApiError, createClient, JobStatus } from "#schemas";

import { seededRandom } from "../support/random.ts";
import { type ServerProcess, startServerProcess } from "../support/server-process.ts";
import { auditPostgres } from "./audit.ts";
import { signIn } from "./crash-rounds.ts";
import { hasEnded, lookAt, makeMaterial, type RoundJob, startJob } from "./round-jobs.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const compileCache = fileURLToPath(new URL("../../.cache/compile", import.meta.url));
const keepCompiled = new URL("../support/keep-compiled.js", import.meta.url).href;

/** Jobs in the queue at a time. */
const waitingJobs = 6;

export interface WorkerRounds {
  /** Kills. */
  readonly rounds: number;
  /** Total; a few of them at a time. */
  readonly jobs: number;
  readonly seed: number;
  readonly servers: number;
  readonly workers: number;
  /** DATABASE_URL, BLOB_URL and related variables. */
  readonly env: Readonly<Record<string, string>>;
  readonly onRound?: (round: number, findings: readonly string[], counts: WorkerRoundCounts) => void;
}

/** Counts of events, so that a test can check that there were some. */
export interface WorkerRoundCounts {
  serversKilled: number;
  workersKilled: number;
  jobs: number;
  begunAgain: number;
  givenUp: number;
  clones: number;
  exports: number;
}

export async function runWorkerRounds({
  rounds,
  jobs: maxJobs,
  seed,
  servers,
  workers,
  env: given,
  onRound,
}: WorkerRounds): Promise<{
  readonly findings: readonly string[];
  readonly counts: WorkerRoundCounts;
}> {
  const folder = mkdtempSync(join(tmpdir(), "wakeline-workers-"));
  const random = seededRandom(seed);
  const env = { ...given, TMPDIR: folder, WAKELINE_WORKER_LEASE_MS: "1500", NODE_COMPILE_CACHE: compileCache };
  const running: ChildProcess[] = [];
  const startWorker = (): void => {
    const args = [`--import=${keepCompiled}`, "cli/wakeline.ts", "worker", "--queues", "convert,training"];
    const options = { cwd: repository, stdio: "ignore", env: { ...process.env, npm_command: "", ...env } } as const;
    running.push(spawn(process.execPath, args, options));
  };
  const findings: string[] = [];
  const counts: WorkerRoundCounts = {
    serversKilled: 0,
    workersKilled: 0,
    jobs: 0,
    begunAgain: 0,
    givenUp: 0,
    clones: 0,
    exports: 0,
  };
  const site: ServerProcess[] = [];
  const startServer = async (n: number): Promise<void> => {
    const dataFolder = join(folder, `data-${n}`);
    site[n] = await startServerProcess({ dataFolder, env: { ...env, WAKELINE_WORKER_QUEUES: "," } });
  };
  try {
    for (let n = 0; n < servers; n++) await startServer(n);
    const token = await signIn(site[0] as ServerProcess);
    const clientOf = (server: ServerProcess): ApiClient =>
      createClient({ baseUrl: `${server.url}/api/v1/`, token: () => token, fetch });
    const anyClient = (): ApiClient => clientOf(site[Math.floor(random() * site.length)] as ServerProcess);
    for (let n = 0; n < workers; n++) startWorker();
    const material = await makeMaterial(anyClient(), folder);
    await until("workers", async () => (await anyClient().call("configuration.get", {})).trainingEnabled === true);

    const jobs: RoundJob[] = [];
    let asked = 0;
    for (let round = 1; round <= rounds; round++) {
      const found: string[] = [];
      while (asked < maxJobs && jobs.length < waitingJobs) jobs.push(await startJob(anyClient(), material, asked++));
      const isRunning = async (): Promise<boolean> =>
        (await anyClient().call("job.list", { statuses: [JobStatus.running] })).length > 0 ||
        (await anyClient().call("job.queued", {})).outstanding === 0;
      // Without a running job, an idle process would be killed.
      if (jobs.length > 0) await until("a job that runs", isRunning);
      // Clones and exports meanwhile; then kills a process at a random moment.
      const answers = Promise.all([
        cloneAndLook(anyClient(), material, `clone ${round}`, counts),
        exportAndLook(anyClient(), material, counts),
      ]);
      await sleep(random() * 1500);
      if (round % 3 === 0 && servers > 1) {
        const n = Math.floor(random() * servers);
        await site[n]?.kill();
        counts.serversKilled++;
        found.push(...(await answers)[1]);
        await startServer(n);
      } else {
        const [victim] = running.splice(Math.floor(random() * running.length), 1);
        victim?.kill("SIGKILL");
        if (victim !== undefined && victim.exitCode === null && victim.signalCode === null) await once(victim, "exit");
        counts.workersKilled++;
        startWorker();
        found.push(...(await answers)[1]);
      }
      for (const job of [...jobs]) {
        if (!hasEnded(await anyClient().call("job.get", { id: job.job }))) continue;
        jobs.splice(jobs.indexOf(job), 1);
        found.push(...(await endOf(anyClient, job, counts)));
      }
      findings.push(...found.map((text) => `round ${round}: ${text}`));
      onRound?.(round, found, counts);
    }
    for (const job of jobs) findings.push(...(await endOf(anyClient, job, counts)));
    findings.push(...(await lookAtClones(anyClient(), material, counts)));
    findings.push(...(await auditPostgres(given["DATABASE_URL"] ?? "")));
    return { findings, counts };
  } finally {
    for (const worker of running) worker.kill("SIGKILL");
    for (const server of site) await server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function endOf(anyClient: () => ApiClient, job: RoundJob, counts: WorkerRoundCounts): Promise<string[]> {
  await until(`the end of ${job.name}`, async () => hasEnded(await anyClient().call("job.get", { id: job.job })));
  const { status, log = [] } = await anyClient().call("job.get", { id: job.job });
  counts.jobs++;
  counts.begunAgain += log.filter((line) => line.includes("starts again")).length;
  if (status === JobStatus.error) counts.givenUp++;
  return await lookAt(anyClient(), job);
}

type Material = Awaited<ReturnType<typeof makeMaterial>>;

/** Acknowledged clones must be complete; if the server died, it is all or nothing, which is checked at the end. */
async function cloneAndLook(
  client: ApiClient,
  { dataset, clones }: Material,
  name: string,
  counts: WorkerRoundCounts,
): Promise<void> {
  const asked = { cloneId: dataset, parentFolderId: clones, name };
  if ((await orDied(client.call("dataset.clone", asked))) !== undefined) counts.clones++;
}

async function exportAndLook(client: ApiClient, { dataset }: Material, counts: WorkerRoundCounts): Promise<string[]> {
  const bytes = await orDied(
    client.fetch("dataset.export", { folderIds: [dataset] }).then(async (reply) => await reply.arrayBuffer()),
  );
  if (bytes === undefined) return [];
  counts.exports++;
  const end = Buffer.from(bytes).subarray(-22, -18).toString("latin1");
  return end === "PK\u0005\u0006" ? [] : ["an archive that was sent whole has no end"];
}

/** Each has the content of the dataset, once. */
async function lookAtClones(
  client: ApiClient,
  { dataset, clones }: Material,
  { clones: answered }: WorkerRoundCounts,
): Promise<string[]> {
  const all = await client.call("folder.list", { parentType: "folder", parentId: clones, limit: 0 });
  const contentOf = async (id: string): Promise<string> => {
    const { imageData } = await client.call("dataset.media", { id });
    const tracks = await client.call("annotation.tracks", { folderId: id });
    return JSON.stringify([imageData.map(({ filename }) => filename), tracks]);
  };
  const expected = await contentOf(dataset);
  const found: string[] = all.length < answered ? [`${answered} clones were answered, ${all.length} are there`] : [];
  for (const { _id: id, name } of all) {
    if ((await contentOf(id)) !== expected) found.push(`${name} is not what was cloned`);
  }
  return found;
}

/** `undefined`: the server died meanwhile. */
async function orDied<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    const isAnswer = error instanceof ApiError && error.status > 0;
    if (isAnswer) throw error;
    return undefined;
  }
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const untilMs = performance.now() + 180_000;
  while (!(await isSo())) {
    if (performance.now() > untilMs) throw new Error(`${what}: not within three minutes`);
    await sleep(100);
  }
}
