/** Shared by the crash tests: a server on one data folder that is killed in each round. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createClient, type ApiClient } from "#schemas";
import { seededRandom } from "../support/random.ts";
import { startServerProcess, type ServerProcess } from "../support/server-process.ts";
import { auditDatabaseFile } from "./audit.ts";
import type { KillPoint } from "./told-steps.ts";

export interface CrashWorld {
  /** Calls the current server as the administrator. */
  readonly client: ApiClient;
  /** Runs `work` while the server is killed after `afterMs`; then starts it again. */
  interrupted<T>(work: Promise<T>, afterMs: number): Promise<Interrupted<T>>;
  /** The steps that the server writes for `work`. */
  stepsOf(work: () => Promise<unknown>): Promise<readonly string[]>;
  /** Runs `work` with a server that dies after one of its steps, checks what remains, and restarts the server. */
  killedAt<T>(
    point: KillPoint,
    work: () => Promise<T>,
  ): Promise<Interrupted<T> & { readonly findings: readonly string[] }>;
  close(): Promise<void>;
}

/** `acknowledged` is false if the server died before it responded. */
export type Interrupted<T> = { readonly acknowledged: true; readonly reply: T } | { readonly acknowledged: false };

export async function openCrashWorld(env: Record<string, string> = {}): Promise<CrashWorld> {
  const dataFolder = await mkdtemp(join(tmpdir(), "wakeline-crash-"));
  const steps = new StepsFolder(await mkdtemp(join(tmpdir(), "wakeline-steps-")));
  const start = (): Promise<ServerProcess> => startServerProcess({ dataFolder, env: { ...env, ...steps.env } });
  let server = await start();
  const token = await signIn(server);
  // The port changes with each start; the client follows.
  const client = createClient({
    baseUrl: "http://server/api/v1/",
    token: () => token,
    fetch: (input, init) => fetch(String(input).replace("http://server", server.url), init),
  });
  /** The outcome of `work` if the server was killed, after `when`. */
  const interrupted = async <T>(work: Promise<T>, when: (outcome: Promise<unknown>) => Promise<unknown>) => {
    const outcome = work.then(
      (reply) => ({ acknowledged: true, reply }) as const,
      () => ({ acknowledged: false }) as const,
    );
    await when(outcome);
    await server.kill();
    return await outcome;
  };
  return {
    client,
    interrupted: async (work, afterMs) => {
      const result = await interrupted(work, () => sleep(afterMs));
      server = await start();
      return result;
    },
    stepsOf: async (work) => {
      await steps.watch();
      await work();
      return await steps.end();
    },
    killedAt: async (point, work) => {
      await steps.watch(point);
      const result = await interrupted(work(), (outcome) => outcome);
      await steps.end();
      const findings = await auditDatabaseFile(dataFolder);
      server = await start();
      return { ...result, findings };
    },
    close: async () => {
      await server.kill();
      await rm(dataFolder, { recursive: true, force: true });
      await rm(steps.path, { recursive: true, force: true });
    },
  };
}

/** The test's side of `told-steps.ts`. */
class StepsFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  get env(): Record<string, string> {
    const program = fileURLToPath(new URL("./told-steps.ts", import.meta.url));
    return { WAKELINE_TEST_STEPS: this.path, NODE_OPTIONS: `--import=${program}` };
  }

  /** @param point absent: report all steps */
  async watch(point?: KillPoint): Promise<void> {
    await writeFile(join(this.path, "steps"), "");
    await writeFile(join(this.path, "watch"), point === undefined ? "" : JSON.stringify(point));
  }

  async end(): Promise<readonly string[]> {
    await rm(join(this.path, "watch"));
    return (await readFile(join(this.path, "steps"), "utf8")).trimEnd().split("\n");
  }
}

/**
 * One point per kind of step that follows another, at a random position if there are many: whatever a write does in two
 * halves, one of the points is in between. Not after the beginning of a transaction, which has done nothing.
 *
 * @returns in the order of the steps
 */
export function killPointsOf(steps: readonly string[], seed: number): KillPoint[] {
  const random = seededRandom(seed);
  const told = new Map<string, number>();
  const points: KillPoint[] = [];
  for (let begin = 0, end = 0; begin < steps.length; begin = end) {
    const step = steps[begin] ?? "";
    while (steps[end] === step) end++;
    const before = told.get(step) ?? 0;
    told.set(step, before + end - begin);
    if (!/^begin/i.test(step)) points.push({ step, nth: before + 1 + Math.floor(random() * (end - begin) * 0.8) });
  }
  return points;
}

export async function signIn({ url, firstStart }: ServerProcess): Promise<string> {
  if (firstStart === undefined) throw new Error("The first start did not tell the administrator's password.");
  const authorization = `Basic ${btoa(`${firstStart.login}:${firstStart.password}`)}`;
  const response = await fetch(`${url}/api/v1/user/authentication`, { headers: { Authorization: authorization } });
  const reply = (await response.json()) as { authToken: { token: string } };
  return reply.authToken.token;
}
