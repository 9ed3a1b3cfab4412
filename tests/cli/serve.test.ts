/**
 * `wakeline serve` and `wakeline admin link`, as processes: first start, one-time links, two servers, Ctrl-C. All tests
 * share an installation, and those that need a server share one until a test stops it.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { type Workspace, createWorkspace } from "./transcript.ts";

/** Many processes, each of which takes a while on a busy machine. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const bin = fileURLToPath(new URL("../../cli/bin.js", import.meta.url));

interface Started {
  readonly url: string;
  readonly firstStart?: { readonly login: string; readonly password: string; readonly signInUrl: string };
}

let workspace: Workspace;
let server: ChildProcess | undefined;
let first: Started;
/** The server's error output, without the note that a clone without a built web app prints. */
let errors: string;
beforeAll(async () => {
  workspace = createWorkspace();
  first = await start();
});
afterAll(async () => {
  await stop("SIGKILL");
  workspace.remove();
});

async function start(): Promise<Started> {
  const flags = ["--port", "0", "--data", join(workspace.folder, "data"), "--no-sample-data", "--log-level", "error"];
  server = spawn(process.execPath, [bin, "serve", "--json", ...flags], { stdio: ["ignore", "pipe", "pipe"] });
  errors = "";
  server.stderr?.on(
    "data",
    (chunk: Buffer) => (errors += chunk.toString().replace(/^warning: there is no web app.*\n/m, "")),
  );
  const lines = createInterface({ input: server.stdout! });
  const [line] = (await once(lines, "line")) as [string];
  return JSON.parse(line) as Started;
}

async function stop(signal: NodeJS.Signals): Promise<number | null> {
  if (server === undefined || server.exitCode !== null || server.signalCode !== null) return null;
  const exited = once(server, "exit") as Promise<[number | null]>;
  server.kill(signal);
  return (await exited)[0];
}

test("the first start hands out a link that signs in once, and a password that stays", async () => {
  const { url, firstStart } = first;
  expect(firstStart?.signInUrl).toMatch(`${url}/login?user=`);

  expect(await workspace.runHere(`wakeline login "${firstStart?.signInUrl}"`)).toMatchObject({
    exitCode: 0,
    stdout: "",
  });
  expect((await workspace.runHere("wakeline whoami")).stdout).toBe(
    `admin (Site Administrator, administrator) at ${url}\n`,
  );
  expect(await workspace.runHere(`wakeline login "${firstStart?.signInUrl}"`)).toMatchObject({
    exitCode: 4,
    stderr: `error: ${url}: this link was used already or has expired; \`npx wakeline admin link\` makes another.\n`,
  });
  const password = `echo ${firstStart?.password} | wakeline login ${url} --user admin --password-stdin`;
  expect(await workspace.run(password)).toMatchObject({ exitCode: 0 });
  expect(errors).toBe("");
});

test("makes another link next to a running server", async () => {
  const { url } = first;
  const link = await workspace.runHere("wakeline admin link --data data");
  expect(link).toMatchObject({ exitCode: 0, stderr: "" });
  expect(link.stdout).toContain(`${url}/login?user=`);
  expect(await workspace.runHere(`wakeline login "${link.stdout.trim()}"`)).toMatchObject({ exitCode: 0 });
  expect(await workspace.runHere("wakeline admin link --data nothing")).toMatchObject({
    exitCode: 2,
    stderr: `error: There is no installation in ${join(workspace.folder, "nothing")}. Name its folder with --data or WAKELINE_DATA.\n`,
  });
  expect(await workspace.runHere("wakeline admin link unknown --data data")).toMatchObject({
    exitCode: 2,
    stderr: `error: there is no user unknown in ${join(workspace.folder, "data")}.\n`,
  });
  const elsewhere = "https://annotate.example.org/";
  const named = await workspace.runHere(`wakeline admin link --data data --url ${elsewhere}`);
  expect(named.stdout).toContain(`${elsewhere}login?user=`);
});

test("the doctor names what contradicts itself in the database, and repairs it", async () => {
  expect(await workspace.runHere("wakeline admin doctor --data data")).toMatchObject({
    exitCode: 0,
    stdout: "",
    stderr: "Nothing is wrong.\n",
  });
  const db = new DatabaseSync(join(workspace.folder, "data", "wakeline.db"));
  db.exec("UPDATE folders SET size = -5 WHERE name = 'Private'");
  db.close();
  const found = await workspace.runHere("wakeline admin doctor --data data");
  expect(found.exitCode).toBe(1);
  expect(found.stdout).toMatch(
    /^folders of another size than their items \(1\): \{"id":"[0-9a-f]{24}","name":"Private"\}\n$/,
  );
  expect(found.stderr).toBe("`wakeline admin doctor --repair` repairs what can be repaired.\n");
  const repaired = await workspace.runHere("wakeline admin doctor --data data --repair --json");
  expect(repaired.exitCode).toBe(0);
  expect(JSON.parse(repaired.stdout)).toMatchObject({ found: [{ count: 1, repairable: true }], left: [] });
  expect(await workspace.runHere("wakeline admin doctor --data data")).toMatchObject({ exitCode: 0, stdout: "" });
});

test("two servers cannot share a data folder, and the second says so", async () => {
  const second = await workspace.runHere("wakeline serve --port 0 --data data");
  expect(second.exitCode).toBe(2);
  expect(second.stderr).toMatch(/^error: The data folder .* is in use by another Wakeline server \(process \d+\)\./);
});

test("Ctrl-C ends it well, and the next start is not the first one", async () => {
  expect(await stop("SIGINT")).toBe(0);
  expect(errors).toBe("");
  expect((await start()).firstStart).toBeUndefined();
});

test("makes a link for the address in its settings while no server runs", async () => {
  await stop("SIGTERM");
  const later = await workspace.run("WAKELINE_HOST=0.0.0.0 WAKELINE_PORT=8123 wakeline admin link --data data");
  expect(later.stdout).toContain("http://localhost:8123/login?user=");
});

test("under npx it ends with npx, whose shell forwards nothing", async () => {
  await stop("SIGTERM");
  const command = `"${process.execPath}" "${bin}" serve --json --port 0 --data data --no-sample-data --log-level error; true`;
  const shell = spawn("sh", ["-c", command], {
    cwd: workspace.folder,
    env: { ...process.env, npm_command: "exec" },
    stdio: ["ignore", "pipe", "ignore"],
    // A separate process group, so that a server that keeps running can be killed.
    detached: true,
  });
  onTestFinished(() => {
    try {
      process.kill(-shell.pid!, "SIGKILL");
    } catch {
      // No process of the group is left.
    }
  });
  const [line] = (await once(createInterface({ input: shell.stdout }), "line")) as [string];
  const { url } = JSON.parse(line) as Started;
  expect((await fetch(`${url}/api/v1`)).status).toBeLessThan(500);
  shell.kill("SIGKILL");
  const isAnswering = (): Promise<boolean> =>
    fetch(url).then(
      () => true,
      () => false,
    );
  await vi.waitFor(async () => expect(await isAnswering()).toBe(false), { timeout: 20_000, interval: 100 });
  // It has released its data: the shutdown was orderly.
  await start();
});
