/** A command that waits for a pipe to which nobody writes is stopped by a second Ctrl-C. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const bin = fileURLToPath(new URL("../../cli/bin.js", import.meta.url));

/** Opening it for writing fails until somebody reads. */
async function untilItIsRead(pipe: string): Promise<number> {
  while (true) {
    try {
      return openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch {
      await sleep(20);
    }
  }
}

test("a second Ctrl-C stops a command that waits for a pipe", { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "wakeline-cli-"));
  const pipe = join(folder, "rows.csv");
  execFileSync("mkfifo", [pipe]);
  const child = spawn(process.execPath, [bin, "validate", pipe], { stdio: "ignore" });
  try {
    const exited = once(child, "exit");
    const writer = await untilItIsRead(pipe);
    const stop = setInterval(() => child.kill("SIGINT"), 200);
    try {
      expect(await exited).toEqual([null, "SIGINT"]);
    } finally {
      clearInterval(stop);
      closeSync(writer);
    }
  } finally {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true });
  }
});
