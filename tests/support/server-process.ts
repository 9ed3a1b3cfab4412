/**
 * The server as a separate process, started as users start it: for tests that kill it, and for browser tests that must
 * not be disturbed by the test's own process. `test-server.ts` is faster if neither matters.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../../", import.meta.url));
/** Half of a start is compiling the sources. */
const compileCache = fileURLToPath(new URL("../../.cache/compile", import.meta.url));
const keepCompiled = new URL("keep-compiled.js", import.meta.url).href;
/** Long low-priority runs (`nice`) wait longer. */
const startTimeoutMs = Number(process.env["WAKELINE_TEST_START_TIMEOUT_MS"] ?? 150_000);

export interface ServerProcess {
  /** `http://127.0.0.1:port`, without a trailing slash. */
  readonly url: string;
  /** As in its first line of output. */
  readonly storage: Record<string, unknown>;
  /** On the first start in a data folder: the administrator. */
  readonly firstStart: { readonly login: string; readonly password: string; readonly signInUrl: string } | undefined;
  readonly pid: number;
  /** Its output to stderr and stdout so far: its log. */
  printed(): string;
  /** `kill -9`: no handler runs, nothing is flushed. Resolves when the process is gone. */
  kill(): Promise<void>;
  /** Asks it to stop and waits. Resolves with its exit code. */
  stop(): Promise<number | null>;
}

export interface ServerProcessOptions {
  readonly dataFolder: string;
  /** Another `wakeline` than that of the sources. */
  readonly script?: string;
  /** Default: a free one. */
  readonly port?: number;
  /** Create the sample datasets on the first start. Default false. */
  readonly sampleData?: boolean;
  /** In addition to this process's own. */
  readonly env?: Readonly<Record<string, string>>;
  /** A command that runs the server's command, such as `prlimit --fsize=...`. */
  readonly through?: readonly string[];
  /** Default `warn`. */
  readonly logLevel?: "warn" | "info" | "debug";
}

/** @throws Error with the output of the process, if it ends or does not start in time */
export async function startServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  const args = [
    `--import=${keepCompiled}`,
    options.script ?? "cli/wakeline.ts",
    "serve",
    "--json",
    "--port",
    String(options.port ?? 0),
    "--data",
    options.dataFolder,
  ];
  args.push("--log-level", options.logLevel ?? "warn", ...(options.sampleData === true ? [] : ["--no-sample-data"]));
  const [command = "", ...rest] = [...(options.through ?? []), process.execPath, ...args];
  // A server under `npx` ends with its parent; this one must not depend on how the tests were started.
  const env = { ...process.env, NODE_COMPILE_CACHE: compileCache, npm_command: "", ...options.env };
  const child = spawn(command, rest, { cwd: repository, stdio: ["ignore", "pipe", "pipe"], env });
  const exited = once(child, "exit");
  const printed: string[] = [];
  child.stderr.setEncoding("utf8").on("data", (text: string) => printed.push(text));

  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    await exited;
    return child.exitCode;
  };
  const ready = new Promise<{ url: string; firstStart?: ServerProcess["firstStart"] } & ServerProcess["storage"]>(
    (resolve, reject) => {
      const timer = setTimeout(() => fail("did not start in time"), startTimeoutMs);
      const fail = (what: string): void => {
        clearTimeout(timer);
        child.kill("SIGKILL");
        reject(new Error(`The server ${what}. It printed:\n${printed.join("")}`));
      };
      child.on("error", (error) => fail(`could not be started (${error.message})`));
      child.on("exit", (code, signal) => fail(`ended with ${code ?? signal}`));
      createInterface(child.stdout).on("line", (line) => {
        printed.push(`${line}\n`);
        if (!line.startsWith("{") || !line.includes('"dataFolder"')) return;
        clearTimeout(timer);
        resolve(JSON.parse(line));
      });
    },
  );
  const { url, firstStart, ...storage } = await ready;
  return {
    url,
    storage,
    firstStart,
    pid: child.pid ?? 0,
    printed: () => printed.join(""),
    kill: async () => void (await end("SIGKILL")),
    stop: () => end("SIGTERM"),
  };
}
