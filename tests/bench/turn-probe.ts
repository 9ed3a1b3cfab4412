/**
 * Preloaded into the server that is measured: how much of the processor its main thread takes from one turn of a timer to
 * the next. That is what one turn of the event loop costs at most, without the time for which a busy machine lets the
 * thread wait. Whoever connects to the socket gets the longest since the last time, in milliseconds.
 */
import { createServer } from "node:net";
import { isMainThread } from "node:worker_threads";

/** As the histogram of the event loop. */
const RESOLUTION_MS = 10;

const path = process.env["WAKELINE_BENCH_SOCKET"];
if (isMainThread && path !== undefined) {
  let longest = 0;
  let before = process.threadCpuUsage();
  const turn = (): void => {
    const now = process.threadCpuUsage();
    longest = Math.max(longest, (now.user + now.system - before.user - before.system) / 1000);
    before = now;
  };
  setInterval(turn, RESOLUTION_MS).unref();
  createServer((connection) => {
    connection.on("error", () => undefined);
    connection.end(String(longest));
    longest = 0;
  })
    .listen(path)
    .unref();
}
