/**
 * Rounds of an upload by the command line that is interrupted at random moments, by `kill -9` or a hang-up of the
 * command or by `kill -9` of the server, and continued by the same command until it is complete. Then every file exists
 * once, with its bytes, and nothing unfinished remains. Every other round sends a tree of several datasets at a time, by two
 * commands at once.
 * Used by the test and by `npm run crash`.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { encode } from "fast-png";
import { createClient, type ApiClient } from "#schemas";

import { seededRandom } from "../support/random.ts";
import { startServerProcess } from "../support/server-process.ts";
import { auditDatabaseFile, auditFiles } from "./audit.ts";
import { signIn } from "./crash-rounds.ts";

const bin = fileURLToPath(new URL("../../cli/bin.js", import.meta.url));
/** Half of a start is compiling the sources. */
const compileCache = fileURLToPath(new URL("../../.cache/compile", import.meta.url));
/** More than one chunk of an upload. */
const largeBytes = 40 * 1024 * 1024;

export interface CliUploadOptions {
  readonly rounds: number;
  readonly seed: number;
  readonly onRound?: (round: number, findings: readonly string[], counts: CliUploadCounts) => void;
}

/** Counts of attacks on the uploads, so that a test can check that there were some. */
export interface CliUploadCounts {
  killed: number;
  hungUp: number;
  serverKilled: number;
  /** Interrupted after the upload had started, so that it was continued. */
  continued: number;
}

export async function runCliUploadRounds(
  options: CliUploadOptions,
): Promise<{ readonly counts: CliUploadCounts; readonly findings: readonly string[] }> {
  const root = await mkdtemp(join(tmpdir(), "wakeline-crash-cli-"));
  const dataFolder = join(root, "data");
  const random = seededRandom(options.seed);
  const counts: CliUploadCounts = { killed: 0, hungUp: 0, serverKilled: 0, continued: 0 };
  const findings: string[] = [];
  let server = await startServerProcess({ dataFolder });
  const port = Number(new URL(server.url).port);
  try {
    const token = await signIn(server);
    const client = createClient({ baseUrl: `${server.url}/api/v1/`, token: () => token });
    const env = {
      ...process.env,
      NODE_COMPILE_CACHE: compileCache,
      WAKELINE_SERVER: server.url,
      WAKELINE_TOKEN: token,
    };
    for (let round = 1; round <= options.rounds; round++) {
      const folder = join(root, `round-${round}`);
      const isTree = round % 2 === 1;
      const datasets = isTree ? ["/a", "/b", "/c"] : [""];
      for (const dataset of datasets) await putFiles(join(folder, dataset), random, !isTree);
      const path = `/user/admin/Private/round-${round}`;
      // Somewhere between the first and the last file of a dataset, however fast the machine is.
      const begun = async (): Promise<void> => {
        const dataset = datasets.at(-1) ?? "";
        const files = await readdir(join(folder, dataset));
        const enough = Math.floor(random() * files.length);
        const count = async (): Promise<number> => {
          const there = await client.call("resource.lookup", { path: `${path}${dataset}`, test: true });
          if (there?._modelType !== "folder") return -1;
          return (await client.call("item.list", { folderId: there._id, limit: 0 })).length;
        };
        for (const stop = performance.now() + 20_000; performance.now() < stop; await sleep(10)) {
          if ((await count().catch(() => -1)) >= enough) return;
        }
      };
      const args = [folder, ...(isTree ? ["--recursive", "--skip-existing"] : [])];
      const found = await breakOff(args, env, random, counts, begun, async () => {
        await server.kill();
        server = await startServerProcess({ dataFolder, port });
      });
      for (const dataset of found.length === 0 ? datasets : [])
        found.push(...(await compare(client, join(folder, dataset), `${path}${dataset}`)));
      found.push(...(await auditDatabaseFile(dataFolder)), ...(await auditFiles(dataFolder)));
      findings.push(...found.map((finding) => `round ${round}: ${finding}`));
      options.onRound?.(round, found, { ...counts });
      await rm(folder, { recursive: true });
    }
    return { counts, findings };
  } finally {
    await server.kill();
    await rm(root, { recursive: true, force: true });
  }
}

/** Pictures, occasionally a large one, and annotations that must be imported once. */
async function putFiles(folder: string, random: () => number, hasLarge: boolean): Promise<void> {
  await mkdir(folder, { recursive: true });
  const data = new Uint8Array(16 * 12 * 3);
  const count = 10 + Math.floor(random() * 30);
  for (let index = 0; index < count; index++) {
    const png = encode({ width: 16, height: 12, data: data.fill(index), channels: 3 });
    // PNG readers stop at its end; trailing bytes make it large.
    const rest = hasLarge && index === 3 ? Buffer.alloc(largeBytes, String(random())) : Buffer.from(String(random()));
    await writeFile(join(folder, `${index}.png`), Buffer.concat([png, rest]));
  }
  await writeFile(join(folder, "tracks.csv"), "0,0.png,0,1,2,3,4,0.9,-1,fish,0.9\n1,1.png,1,1,2,3,4,0.9,-1,crab,0.9\n");
}

/** Runs the same command repeatedly: first it is interrupted, finally it may finish. */
async function breakOff(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  random: () => number,
  counts: CliUploadCounts,
  begun: () => Promise<void>,
  killServer: () => Promise<void>,
): Promise<string[]> {
  const breaks = 1 + Math.floor(random() * 3);
  for (let turn = 0; ; turn++) {
    let said = "";
    const start = (): ChildProcess => {
      const all = [bin, "upload", ...args, "--to", "/user/admin/Private"];
      const child = spawn(process.execPath, all, { env, stdio: ["ignore", "ignore", "pipe"] });
      child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
      return child;
    };
    const upload = start();
    // Not interrupted: it also meets what the killed one leaves.
    const other = args.includes("--recursive") ? start() : undefined;
    const otherExited = other && once(other, "exit");
    const exited = once(upload, "exit");
    if (turn < breaks) {
      // Usually after some files; sometimes at any moment.
      if (random() < 0.8) await Promise.race([exited, begun()]);
      else await Promise.race([exited, sleep(random() * 900)]);
      const how = upload.exitCode === null ? Math.floor(random() * 3) : -1;
      if (how === 0) counts.killed += Number(upload.kill("SIGKILL"));
      if (how === 1) counts.hungUp += Number(upload.kill("SIGHUP"));
      if (how === 2) {
        counts.serverKilled += 1;
        await killServer();
      }
    }
    await Promise.all([exited, otherExited]);
    if (said.includes("Going on with")) counts.continued += 1;
    if (upload.exitCode === 0 && (other?.exitCode ?? 0) === 0) return [];
    // It was complete when it was killed: the last response was lost, not the dataset.
    if (turn > 0 && said.includes("already exists here")) return [];
    if (turn >= breaks + 3) return [`the upload was not finished: ${said}`];
  }
}

async function compare(client: ApiClient, folder: string, path: string): Promise<string[]> {
  const found: string[] = [];
  const dataset = await client.call("resource.lookup", { path, test: true });
  if (dataset === null || dataset._modelType !== "folder") return [`${path} is not there`];
  const id = dataset._id;
  const { meta } = await client.call("folder.get", { id });
  if (meta.annotate !== true) found.push("the dataset is not ready");
  if ("unfinishedUpload" in meta) found.push("the note of the unfinished upload is still there");
  const sent = (await readdir(folder)).filter((file) => file.endsWith(".png")).toSorted();
  const items = await client.call("item.list", { folderId: id, limit: 0 });
  const names = items.map((item) => item.name).toSorted();
  if (names.join() !== sent.join()) found.push(`the files are ${names.join()}, and not ${sent.join()}`);
  for (const item of items) {
    const [file] = await client.call("item.files", { id: item._id });
    const response = await client.fetch("file.download", { id: file?._id ?? "" });
    const there = hashOf(new Uint8Array(await response.arrayBuffer()));
    if (there !== hashOf(await readFile(join(folder, item.name)))) found.push(`${item.name} has other bytes`);
  }
  const tracks = await client.call("annotation.tracks", { folderId: id });
  const revisions = await client.call("annotation.revisions", { folderId: id });
  if (tracks.length !== 2 || revisions.length !== 1)
    found.push(`there are ${tracks.length} tracks in ${revisions.length} revisions, and not 2 in 1`);
  return found;
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
