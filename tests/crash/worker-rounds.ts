/**
 * Workers of a site that are killed while they convert: every job ends once in effect. A server takes the uploads and runs no
 * jobs; workers are processes of their own, any of which may die at any moment. Used by the test and by `npm run crash`.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, openAsBlob, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { createClient, JobStatus, uploadFile } from "#schemas";

import { makeBarCodeVideo } from "../support/bar-code-video.ts";
import { seededRandom } from "../support/random.ts";
import { startServerProcess } from "../support/server-process.ts";
import { signIn } from "./crash-rounds.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const compileCache = fileURLToPath(new URL("../../.cache/compile", import.meta.url));

export interface WorkerRounds {
  /** Kills. */
  readonly rounds: number;
  readonly seed: number;
  readonly workers: number;
  /** DATABASE_URL, BLOB_URL and what belongs to them. */
  readonly env: Readonly<Record<string, string>>;
  readonly onRound?: (round: number, findings: readonly string[], sum: object) => void;
}

/** @returns what was wrong, and how often a job was begun again */
export async function runWorkerRounds({ rounds, seed, workers, env: given, onRound }: WorkerRounds): Promise<{
  findings: readonly string[];
  begunAgain: number;
}> {
  const folder = mkdtempSync(join(tmpdir(), "wakeline-workers-"));
  const random = seededRandom(seed);
  const env = { ...given, TMPDIR: folder, WAKELINE_WORKER_LEASE_MS: "1500", NODE_COMPILE_CACHE: compileCache };
  const running: ChildProcess[] = [];
  const startWorker = (): void => {
    const args = ["cli/wakeline.ts", "worker", "--queues", "convert"];
    const options = { cwd: repository, stdio: "ignore", env: { ...process.env, npm_command: "", ...env } } as const;
    running.push(spawn(process.execPath, args, options));
  };
  const findings: string[] = [];
  const server = await startServerProcess({
    dataFolder: join(folder, "data"),
    env: { ...env, WAKELINE_WORKER_QUEUES: "," },
  });
  try {
    const token = await signIn(server);
    const client = createClient({ baseUrl: `${server.url}/api/v1/`, token: () => token, fetch });
    const me = await client.call("user.me", {});
    const video = join(folder, "long.mkv");
    makeBarCodeVideo(video, { args: ["-c:v", "mpeg4", "-q:v", "3"], filters: ["scale=640:256"], frames: 150 });
    const jobs: { job: string; folder: string }[] = [];
    for (let n = 0; n <= rounds; n++) {
      const metadata = { fps: -1, type: "video" };
      const place = { parentType: "user", parentId: me?._id ?? "", name: `video ${n}`, metadata } as const;
      const { _id: id } = await client.call("folder.create", place);
      await uploadFile(client, { parentType: "folder", parentId: id, name: "long.mkv" }, await openAsBlob(video));
      const [job = ""] = (await client.call("rpc.postprocess", { id })).job_ids;
      jobs.push({ job, folder: id });
    }
    for (let n = 0; n < workers; n++) startWorker();
    for (let round = 1; round <= rounds; round++) {
      // A job runs: then somebody dies, at any moment of it.
      await untilStatus(async () => (await client.call("job.list", { statuses: [JobStatus.running] })).length > 0);
      await sleep(random() * 1500);
      const [victim] = running.splice(Math.floor(random() * running.length), 1);
      victim?.kill("SIGKILL");
      if (victim !== undefined && victim.exitCode === null && victim.signalCode === null) await once(victim, "exit");
      startWorker();
      onRound?.(round, findings, { alive: running.length });
    }
    let begunAgain = 0;
    for (const { job, folder: id } of jobs) {
      await untilStatus(async () => (await client.call("job.get", { id: job })).status >= JobStatus.success);
      const { status, log = [], timestamps } = await client.call("job.get", { id: job });
      begunAgain += log.filter((line) => line.includes("begins again")).length;
      // Three deaths in one job are its end: that is an end too, and has no effect.
      const isGivenUp = status === JobStatus.error && log.some((line) => line.includes("3 times"));
      const items = (await client.call("item.list", { folderId: id })).map(({ name }) => name);
      const expected = isGivenUp ? ["long.mkv"] : ["long.mkv", "long.transcoded.mp4"];
      if (!isGivenUp && status !== JobStatus.success) findings.push(`job ${job} ended as ${status}: ${log.join("")}`);
      if (items.join() !== expected.join()) findings.push(`job ${job} left ${items.join(", ")}`);
      const ends = timestamps.filter(({ status: one }) => one === status).length;
      if (ends !== 1) findings.push(`job ${job} ended ${ends} times`);
    }
    return { findings, begunAgain };
  } finally {
    for (const worker of running) worker.kill("SIGKILL");
    await server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function untilStatus(isSo: () => Promise<boolean>): Promise<void> {
  const untilMs = performance.now() + 120_000;
  while (!(await isSo())) {
    if (performance.now() > untilMs) throw new Error("no job got there within two minutes");
    await sleep(50);
  }
}
