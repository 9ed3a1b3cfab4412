/**
 * `npm run dev`: everything for working on the product, in one process that also stops everything. The core is rebuilt
 * when its sources change, the server (with its own data folder and the sample datasets) restarts when its sources or
 * the core change, and Vite serves the web app with hot reload and proxies the API.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { watch } from "node:fs";
import { join } from "node:path";
import { createServer } from "vite";
import { buildStale } from "./build.ts";
import { repository } from "./files.ts";

const serverAddress = new URL(process.env["WAKELINE_SERVER"] ?? "http://127.0.0.1:8010");
const watched = [
  "server",
  "cli",
  "schemas",
  "core-wasm/threads",
  "core-wasm/programs",
  "core-wasm/zip",
  "core-wasm/host",
  "core-wasm/vision",
  "core-wasm/build",
];

function startServer(): ChildProcess {
  const args = [
    "--watch",
    "--watch-preserve-output",
    ...watched.map((folder) => `--watch-path=${join(repository, folder)}`),
    join(repository, "cli/wakeline.ts"),
    "serve",
    "--port",
    serverAddress.port,
    ...process.argv.slice(2),
  ];
  return spawn(process.execPath, args, { cwd: repository, stdio: "inherit" });
}

/** Editors write a file in several steps: wait until they are done. */
function onQuiet(ms: number, action: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, ms);
  };
}

function rebuildCore(): void {
  try {
    buildStale("core");
  } catch (error) {
    // The compiler has said why; the next save tries again, and the old core keeps running.
    console.error(error instanceof Error ? error.message : error);
  }
}

rebuildCore();
const server = startServer();
const sources = watch(join(repository, "core-wasm/assembly"), { recursive: true }, onQuiet(150, rebuildCore));
const web = await createServer({ configFile: join(repository, "vite.config.ts") });
await web.listen();
console.log(
  `\nThe web app with hot reload: ${web.resolvedUrls?.local[0] ?? ""} (its server: ${serverAddress.origin})\n`,
);

let ending = false;
async function end(code: number): Promise<void> {
  if (ending) return;
  ending = true;
  sources.close();
  server.kill("SIGTERM");
  await web.close();
  process.exit(code);
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void end(0));
server.on("exit", (code) => void end(code ?? 1));
