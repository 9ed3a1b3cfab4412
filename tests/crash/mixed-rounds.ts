/**
 * Rounds of a mixed load on a server that is killed at a random moment of each: afterwards the ledger of every worker
 * is compared with what the server shows, and the storage is checked directly. Used by the test and by `npm run crash`.
 */
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { createClient, type ApiClient } from "#schemas";

import { mixedWorkers, runWorkers, type Counts } from "../support/load/index.ts";
import { seededRandom } from "../support/random.ts";
import { startServerProcess, type ServerProcess } from "../support/server-process.ts";
import { auditDatabaseFile, auditFiles, auditPostgres } from "./audit.ts";
import { signIn } from "./crash-rounds.ts";

export interface MixedOptions {
  readonly rounds: number;
  readonly seed: number;
  /** The latest moment of a kill, after the start of the load. */
  readonly maxMs: number;
  /** Environment variables of the server, for PostgreSQL and S3 instead of the data folder. */
  readonly env?: Readonly<Record<string, string>>;
  readonly onRound?: (round: number, findings: readonly string[], counts: Counts) => void;
}

/** How long the first save may take. */
const firstSaveMs = 60_000;

export interface MixedResult {
  readonly rounds: number;
  /** Acknowledged steps, by kind. */
  readonly counts: Counts;
  readonly findings: readonly string[];
}

export async function runMixedRounds(options: MixedOptions): Promise<MixedResult> {
  const dataFolder = await mkdtemp(join(tmpdir(), "wakeline-crash-"));
  const temporary = await mkdtemp(join(tmpdir(), "wakeline-crash-tmp-"));
  const env = { ...options.env, TMPDIR: temporary };
  const start = (): Promise<ServerProcess> => startServerProcess({ dataFolder, env });
  const databaseUrl = options.env?.["DATABASE_URL"];
  const random = seededRandom(options.seed);
  const counts: Counts = {};
  const findings: string[] = [];
  let server = await start();
  try {
    const token = await signIn(server);
    // The port changes with each start; the client follows.
    const client: ApiClient = createClient({
      baseUrl: "http://server/api/v1/",
      token: () => token,
      fetch: (input, init) => fetch(String(input).replace("http://server", server.url), init),
    });
    const workers = mixedWorkers(options.seed);
    for (const worker of workers) await worker.prepare(client);
    for (let round = 1; round <= options.rounds; round++) {
      const found: string[] = [];
      const stop = new AbortController();
      const running = runWorkers(workers, client, stop.signal, counts);
      await sleep(random() * options.maxMs);
      // On a busy machine nothing may have been saved by then, and the round would prove nothing.
      for (let waitedMs = 0; counts["saves"] === undefined && waitedMs < firstSaveMs; waitedMs += 50) await sleep(50);
      await server.kill();
      stop.abort();
      for (const failure of await running) found.push(String(failure));
      if (databaseUrl === undefined) found.push(...(await auditDatabaseFile(dataFolder)));
      server = await start();
      for (const worker of workers) {
        try {
          await worker.settle(client);
        } catch (error) {
          found.push(`${worker.name}: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
      found.push(...(databaseUrl === undefined ? await auditFiles(dataFolder) : await auditPostgres(databaseUrl)));
      found.push(...(await leftoversOf(server.printed(), temporary)));
      findings.push(...found.map((finding) => `round ${round}: ${finding}`));
      options.onRound?.(round, found, counts);
    }
    return { rounds: options.rounds, counts, findings };
  } finally {
    await server.kill();
    for (const folder of [dataFolder, temporary]) await rm(folder, { recursive: true, force: true });
  }
}

/** Errors logged by the server, and temporary files of dead servers. */
async function leftoversOf(log: string, temporary: string): Promise<string[]> {
  const errors = log.split("\n").filter((line) => /"level":(50|60)/.test(line));
  return [
    ...errors.slice(0, 3).map((line) => `the log says ${line.slice(0, 500)}`),
    ...(await readdir(temporary)).map((name) => `${name} is left in the folder for temporary files`),
  ];
}
