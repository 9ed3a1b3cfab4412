/**
 * Setup file: for `npm test -- --times`, writes down the processor time of each file of unit tests, in seconds, with
 * that of the programs that it started and that have ended. On Linux only; elsewhere programs are left out.
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { afterAll, expect } from "vitest";

/** The clock of `/proc`, in ticks per second. */
const ticks = 100;

function secondsSoFar(): number {
  const { user, system } = process.cpuUsage();
  const stat = existsSync("/proc/self/stat") ? readFileSync("/proc/self/stat", "utf8") : "";
  // After the name of the program, which may contain blanks: `cutime` and `cstime` are the 14th and the 15th.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ended = Number(fields[13] ?? 0) + Number(fields[14] ?? 0);
  return (user + system) / 1e6 + ended / ticks;
}

const report = process.env["WAKELINE_TEST_TIMES"];
if (report !== undefined) {
  const before = secondsSoFar();
  afterAll(() => {
    const line = { file: expect.getState().testPath, seconds: secondsSoFar() - before };
    appendFileSync(report, `${JSON.stringify(line)}\n`);
  });
}
