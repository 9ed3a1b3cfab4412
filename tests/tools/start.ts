/** `npm start`: builds what is missing or stale, then runs the server. Arguments are passed to `wakeline serve`. */
import { spawn } from "node:child_process";
import { buildStale } from "./build.ts";
import { repository } from "./files.ts";

try {
  buildStale();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
const server = spawn(process.execPath, ["cli/wakeline.ts", "serve", ...process.argv.slice(2)], {
  cwd: repository,
  stdio: "inherit",
});
// Ctrl+C reaches the server directly (same terminal); it then stops in its own way and we follow.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => server.kill(signal));
server.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" || signal === "SIGTERM" ? 0 : 1)));
