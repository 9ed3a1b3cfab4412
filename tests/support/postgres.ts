/**
 * A real PostgreSQL server for tests: its own data in a temporary folder, a free port, removed afterwards. PostgreSQL
 * refuses to run as root; then it runs as the user created by its package.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Client } from "pg";

import { ensurePostgres } from "../tools/install-postgres.ts";
import { freePort } from "./free-port.ts";

export interface PostgresServer {
  /** `postgres://…/postgres` of the server's superuser. */
  readonly url: string;
  /** Ends it like a crash, keeping its data; `start` starts it again at the same URL. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops it properly, as for an upgrade, and restarts it immediately. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

const startTimeoutMs = 60_000;

export async function startPostgres(): Promise<PostgresServer> {
  const bin = ensurePostgres();
  const folder = mkdtempSync(join(tmpdir(), "wakeline-pg-"));
  const identity = unprivilegedUser();
  if (identity !== undefined) chownSync(folder, identity.uid, identity.gid);
  const data = join(folder, "data");
  const as = { ...identity, cwd: folder, env: { PATH: process.env["PATH"] ?? "", LC_ALL: "C.UTF-8" } };
  execFileSync(
    join(bin, "initdb"),
    ["-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"],
    { ...as, stdio: ["ignore", "ignore", "inherit"] },
  );
  const port = await freePort();
  // Losing data in a crash of the machine does not matter here; losing data in a crash of our server does.
  const settings = { port, listen_addresses: "127.0.0.1", unix_socket_directories: folder, fsync: "off" };
  const flags = Object.entries({ ...settings, max_connections: 300, log_min_messages: "fatal" });
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  let server: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const args = ["-D", data, ...flags.flatMap(([key, value]) => ["-c", `${key}=${value}`])];
    server = spawn(join(bin, "postgres"), args, { ...as, stdio: ["ignore", "ignore", "ignore"] });
    await untilItAnswers(url, server);
  };
  const end = async (signal: "SIGQUIT" | "SIGINT"): Promise<void> => {
    if (server === undefined || server.exitCode !== null) return;
    const gone = new Promise((resolve) => server?.once("exit", resolve));
    server.kill(signal);
    await gone;
  };
  // Immediate: it does not wait for clients.
  const stop = (): Promise<void> => end("SIGQUIT");
  // Fast: it informs its clients of the shutdown.
  const restart = async (): Promise<void> => {
    await end("SIGINT");
    await start();
  };
  try {
    await start();
  } catch (error) {
    server?.kill("SIGKILL");
    remove();
    throw error;
  }
  return {
    url,
    start,
    stop,
    restart,
    close: async () => {
      await stop();
      remove();
    },
  };
}

/** An empty schema, as the URL of a database. Cheaper than a separate database. */
export async function createSchema(serverUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await runSql(serverUrl, `CREATE SCHEMA ${name}`);
  return {
    url: `${serverUrl}?options=${encodeURIComponent(`-c search_path=${name}`)}`,
    drop: () => runSql(serverUrl, `DROP SCHEMA ${name} CASCADE`),
  };
}

async function runSql(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

async function untilItAnswers(url: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  while (true) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended at once with exit code ${server.exitCode}.`);
    try {
      await runSql(url, "SELECT 1");
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string): number => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}
