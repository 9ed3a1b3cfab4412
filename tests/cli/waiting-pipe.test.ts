/** A command waiting for a pipe that has no writer is stopped by the first Ctrl-C. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const bin = fileURLToPath(new URL("../../cli/bin.js", import.meta.url));

/** Opening it for writing fails until a reader exists. */
async function untilItIsRead(pipe: string): Promise<number> {
  while (true) {
    try {
      return openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch {
      await sleep(20);
    }
  }
}

test.for([1, 2])("Ctrl-C stops %i thread(s) that wait for a pipe", async (threads) => {
  const folder = mkdtempSync(join(tmpdir(), "wakeline-cli-"));
  const pipes = Array.from({ length: threads }, (_, n) => join(folder, `rows${n}.csv`));
  execFileSync("mkfifo", pipes);
  const child = spawn(process.execPath, [bin, "validate", ...pipes, "--jobs", String(threads)], { stdio: "ignore" });
  try {
    const exited = once(child, "exit");
    const writers = await Promise.all(pipes.map(untilItIsRead));
    child.kill("SIGINT");
    expect(await exited).toEqual([null, "SIGINT"]);
    for (const writer of writers) closeSync(writer);
  } finally {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true });
  }
});

test("Ctrl-C stops a command that waits for more on standard input", async () => {
  const child = spawn(process.execPath, [bin, "validate", "-"], { stdio: ["pipe", "ignore", "pipe"] });
  try {
    const exited = once(child, "exit");
    const told = text(child.stderr);
    // More than the system buffers: it has been written when the command reads.
    await new Promise((resolve) => child.stdin.write(Buffer.alloc(1_000_000, "# \n"), resolve));
    child.kill("SIGINT");
    expect([await exited, await told]).toEqual([[null, "SIGINT"], "Stopped.\n"]);
  } finally {
    child.kill("SIGKILL");
  }
});
