/**
 * Preloaded into the measured server: how much processor time its main thread uses between two ticks of a timer. That
 * is the maximum cost of one turn of the event loop, not counting the time for which a busy machine lets the thread
 * wait. A client that connects to the socket receives the longest turn since the last connection, in milliseconds: of
 * the program, and of the system in its calls (Linux counts ticks to distinguish the two).
 */
import { createServer } from "node:net";
import { isMainThread } from "node:worker_threads";

/** The resolution of the event loop histogram. */
const resolutionMs = 10;

const path = process.env["WAKELINE_BENCH_SOCKET"];
if (isMainThread && path !== undefined) {
  let longest = { user: 0, system: 0 };
  let before = process.threadCpuUsage();
  const turn = (): void => {
    const now = process.threadCpuUsage();
    longest.user = Math.max(longest.user, (now.user - before.user) / 1000);
    longest.system = Math.max(longest.system, (now.system - before.system) / 1000);
    before = now;
  };
  setInterval(turn, resolutionMs).unref();
  createServer((connection) => {
    connection.on("error", () => undefined);
    connection.end(JSON.stringify(longest));
    longest = { user: 0, system: 0 };
  })
    .listen(path)
    .unref();
}
