/**
 * A real file system that is full or read-only: a small one in memory, which only root may mount. Refused work leaves
 * no traces, and the server works again once there is space.
 */
import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync, statfsSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { ApiError, type ApiClient } from "#schemas";

import { auditDatabaseFile, auditFiles } from "../crash/audit.ts";
import { signIn } from "../crash/crash-rounds.ts";
import { createImageDataset } from "../support/dataset.ts";
import { startServerProcess, type ServerProcess } from "../support/server-process.ts";
import { clientOf } from "../support/test-server.ts";

const kib = 1024;
const mib = 1024 * kib;

const canMount = ((): boolean => {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), "wakeline-mount-"));
  try {
    mount(folder, 1);
    unmount(folder);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
})();
if (!canMount) console.info("Left out: full and read-only disks, because this user may not mount file systems.");

function mount(folder: string, mebibytes: number): void {
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${mebibytes}m`, "tmpfs", folder], { stdio: "ignore" });
}
function unmount(folder: string): void {
  execFileSync("umount", ["--lazy", folder], { stdio: "ignore" });
}

let disk = "";
let server: ServerProcess;
let client: ApiClient;
let folderId = "";
const dataFolder = (): string => join(disk, "data");
beforeEach(async () => {
  if (!canMount) return;
  disk = mkdtempSync(join(tmpdir(), "wakeline-disk-"));
  mount(disk, 24);
  server = await startServerProcess({ dataFolder: dataFolder() });
  client = clientOf(server.url, await signIn(server));
  folderId = await createImageDataset(client, "small disk");
});
afterEach(async () => {
  if (!canMount) return;
  await server.kill();
  unmount(disk);
  rmSync(disk, { recursive: true, force: true });
});

/** Fills the disk up to this many free bytes. */
function fillUpTo(leftBytes: number): void {
  const file = openSync(join(disk, "ballast"), "a");
  const page = Buffer.alloc(4 * kib);
  const free = (): number => statfsSync(disk).bavail * statfsSync(disk).bsize;
  while (free() > leftBytes) writeSync(file, page);
  closeSync(file);
}
const makeSpace = (): void => rmSync(join(disk, "ballast"));

const save = (type: string, trackCount: number): Promise<unknown> => {
  const upsert = Array.from({ length: trackCount }, (_, id) => ({
    id,
    begin: 0,
    end: 0,
    confidencePairs: [[type, 1]],
    attributes: { note: "x".repeat(300) },
    features: [{ frame: 0, bounds: [0, 0, 1, 1] }],
  }));
  return client.call("annotation.save", { folderId, body: { tracks: { upsert, delete: [] } } });
};
const upload = (name: string, size: number): Promise<unknown> => {
  const target = { parentType: "folder", parentId: folderId, name, size } as const;
  return client.call("file.create", { ...target, body: new Uint8Array(size).fill(name.length) });
};
const statusOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 200,
    (error: unknown) => (error instanceof ApiError ? error.status : error),
  );
const typesNow = async (): Promise<string[]> => {
  const tracks = await client.call("annotation.tracks", { folderId });
  return [...new Set(tracks.map(({ confidencePairs }) => `${tracks.length} ${confidencePairs[0]?.[0]}`))];
};

test.skipIf(!canMount)(
  "a full disk refuses uploads, saves and imports with 507 and keeps what it has",
  async () => {
    await save("first", 100);
    await upload("first.bin", 100 * kib);
    const ready = async (): Promise<unknown> => {
      const answer = await fetch(`${server.url}/readyz`);
      return [answer.status, await answer.json()];
    };
    expect(await ready()).toEqual([200, { status: "ok", database: true, files: true, space: true }]);
    const csv = Array.from({ length: 5000 }, (_, id) => `${id},image-0.png,0,1,1,9,9,1,-1,import,1`).join("\n");
    const body = new TextEncoder().encode(csv);
    await client.call("file.create", {
      parentType: "folder",
      parentId: folderId,
      name: "a.csv",
      size: body.length,
      body,
    });
    // Down to nothing, step by step: each leaves too little space at a different point.
    for (const left of [400 * kib, 100 * kib, 20 * kib, 0]) {
      fillUpTo(left);
      expect(await statusOf(upload("second.bin", 2 * mib))).toBe(507);
      expect(await statusOf(save("second", 5000))).toBe(507);
      expect(await statusOf(client.call("rpc.postprocess", { id: folderId }))).toBe(507);
      expect(await typesNow()).toEqual(["100 first"]);
      expect(readdirSync(join(dataFolder(), "uploads"))).toEqual([]);
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    }
    const full = [503, { status: "not ready", database: true, files: true, space: false }];
    await expect.poll(ready, { timeout: 10_000 }).toEqual(full);
    expect((await client.call("item.list", { folderId, name: "second.bin" })).length).toBe(0);

    makeSpace();
    await upload("second.bin", 2 * mib);
    await client.call("rpc.postprocess", { id: folderId });
    expect(await typesNow()).toEqual(["5000 import"]);
    await save("second", 50);
    await server.kill();
    expect(await auditDatabaseFile(dataFolder())).toEqual([]);
    server = await startServerProcess({ dataFolder: dataFolder() });
    client = clientOf(server.url, undefined);
    expect(await auditFiles(dataFolder())).toEqual([]);
  },
  120_000,
);

test.skipIf(!canMount)(
  "an upload that a full disk stopped goes on when there is space",
  async () => {
    const size = 3 * mib;
    const target = { parentType: "folder", parentId: folderId, name: "long.bin", size } as const;
    const { _id: uploadId } = await client.call("file.create", target);
    const chunk = (offset: number): Promise<unknown> =>
      client.call("file.chunk", { uploadId, offset, body: new Uint8Array(mib).fill(offset / mib) });
    await chunk(0);
    fillUpTo(300 * kib);
    expect(await statusOf(chunk(mib))).toBe(507);
    makeSpace();
    expect(await client.call("file.offset", { uploadId })).toEqual({ offset: mib });
    await chunk(mib);
    expect(await chunk(2 * mib)).toMatchObject({ name: "long.bin", size });
  },
  60_000,
);

test.skipIf(!canMount)(
  "folders that cannot be written: uploads are refused with 503, annotations go on",
  async () => {
    const uploads = join(dataFolder(), "uploads");
    execFileSync("mount", ["-t", "tmpfs", "-o", "ro", "tmpfs", uploads]);
    try {
      expect(await statusOf(upload("a.bin", 10))).toBe(503);
      await save("meanwhile", 3);
    } finally {
      unmount(uploads);
    }
    await upload("a.bin", 10);
    expect(await typesNow()).toEqual(["3 meanwhile"]);
  },
  60_000,
);

test.skipIf(!canMount)(
  "a server does not start on a disk that cannot be written, and says why",
  async () => {
    const other = join(disk, "other");
    mkdirSync(other);
    execFileSync("mount", ["-t", "tmpfs", "-o", "ro", "tmpfs", other]);
    try {
      await expect(startServerProcess({ dataFolder: other })).rejects.toThrow(
        `The data folder ${other} cannot be written`,
      );
    } finally {
      unmount(other);
    }
  },
  60_000,
);
