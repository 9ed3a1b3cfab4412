/**
 * Preloaded into the server that is measured: how much of the processor its main thread takes from one turn of a timer
 * to the next. That is what one turn of the event loop costs at most, without the time for which a busy machine lets
 * the thread wait. A client that connects to the socket receives the longest turn since the last connection, in
 * milliseconds: of the program, and of the system in its calls (there, Linux tells by ticks which of the two it was).
 */
import { createServer } from "node:net";
import { isMainThread } from "node:worker_threads";

/** As the histogram of the event loop. */
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
