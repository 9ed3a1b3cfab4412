/** Ctrl-C in the middle of an upload: nothing half-made stays, and the same command can be run again. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";
import { startTestServer } from "../support/test-server.ts";
import { createWorkspace } from "./transcript.ts";

/** Many processes, each of which takes a while on a busy machine. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const bin = fileURLToPath(new URL("../../cli/bin.js", import.meta.url));
/** More than any machine sends before the test interrupts it; the file has no blocks on the disk. */
const endlessBytes = 64 * 2 ** 30;

test("Ctrl-C takes an upload back", async () => {
  const server = await startTestServer();
  const workspace = createWorkspace();
  try {
    const film = join(workspace.folder, "film.mp4");
    writeFileSync(film, "");
    truncateSync(film, endlessBytes);
    const upload = spawn(process.execPath, [bin, "upload", film, "--to", "/user/admin/Private"], {
      env: { ...process.env, WAKELINE_SERVER: server.url, WAKELINE_TOKEN: server.token },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const exited = once(upload, "exit") as Promise<[number | null]>;
    const stderr = text(upload.stderr);
    const uploads = (): string[] => readdirSync(join(server.dataFolder, "uploads"));
    while (uploads().length === 0 && upload.exitCode === null) await sleep(20);

    upload.kill("SIGINT");
    expect(await exited).toEqual([130, null]);
    expect(await stderr).toBe("Stopped.\n");
    expect(uploads()).toEqual([]);
    const path = "/user/admin/Private/film";
    expect(await server.client.call("resource.lookup", { path, test: true })).toBeNull();
  } finally {
    await server.close();
    workspace.remove();
  }
});
