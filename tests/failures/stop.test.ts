/** A server that must stop in the middle of work: it completes what it has started and leaves nothing unfinished. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, expect, test } from "vitest";

import { auditDatabaseFile, auditFiles } from "../crash/audit.ts";
import { signIn } from "../crash/crash-rounds.ts";
import { createImageDataset } from "../support/dataset.ts";
import { startServerProcess } from "../support/server-process.ts";
import { clientOf, startTestServer } from "../support/test-server.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "wakeline-stop-"));
  folders.push(folder);
  return folder;
}

/** Processes whose command line contains the folder. */
function processesOf(folder: string): string[] {
  const all = execFileSync("ps", ["-eo", "pid,args"], { encoding: "utf8" }).split("\n");
  return all.filter((line) => line.includes(folder) && !line.includes("ps -eo"));
}

const tracksOf = (type: string, count: number): Record<string, unknown>[] =>
  Array.from({ length: count }, (_, id) => ({
    id,
    begin: 0,
    end: 0,
    confidencePairs: [[type, 1]],
    attributes: { note: "x".repeat(200) },
    features: [{ frame: 0, bounds: [0, 0, 1, 1] }],
  }));

async function requestsInFlight(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^wakeline_http_requests_in_flight (\d+)$/m.exec(metrics)?.[1]);
}

test("SIGTERM during an upload, a save, an import and an export: all are answered, the process ends with 0", async () => {
  const dataFolder = temporaryFolder();
  // A busy machine needs more for the answers than the ten seconds that a server waits by default.
  const server = await startServerProcess({ dataFolder, env: { WAKELINE_STOP_TIMEOUT_MS: "60000" } });
  const token = await signIn(server);
  const client = clientOf(server.url, token);
  const [exported, saved, imported] = [
    await createImageDataset(client, "exported"),
    await createImageDataset(client, "saved"),
    await createImageDataset(client, "imported"),
  ];
  await client.call("annotation.save", {
    folderId: exported,
    body: { tracks: { upsert: tracksOf("old", 5000), delete: [] } },
  });
  const csv = Array.from({ length: 5000 }, (_, id) => `${id},image-0.png,0,1,1,9,9,1,-1,import,1`).join("\n");
  const body = new TextEncoder().encode(csv);
  await client.call("file.create", {
    parentType: "folder",
    parentId: imported,
    name: "a.csv",
    size: body.length,
    body,
  });

  const size = 8 * 1024 * 1024;
  const target = { parentType: "folder", parentId: saved, name: "a.bin", size } as const;
  const calls = [
    client.call("file.create", { ...target, body: new Uint8Array(size) }),
    client.call("annotation.save", {
      folderId: saved,
      body: { tracks: { upsert: tracksOf("new", 5000), delete: [] } },
    }),
    client.call("rpc.postprocess", { id: imported }),
    client.fetch("annotation.export", { folderId: exported, format: "dive_json" }).then((answer) => answer.json()),
  ];
  let ended = 0;
  for (const call of calls) void call.catch(() => undefined).then(() => (ended += 1));
  const work = Promise.allSettled(calls);
  // All have arrived at the server, which also counts the metrics request itself.
  await expect.poll(async () => ended + (await requestsInFlight(server.url)) - 1).toBeGreaterThanOrEqual(calls.length);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await server.stop()).toBe(0);
  expect((await work).map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => "fulfilled"));
  expect(processesOf(dataFolder)).toEqual([]);
  // Closed, not abandoned: the write-ahead log has been merged into the database.
  expect(existsSync(join(dataFolder, "wakeline.db-wal"))).toBe(false);
  expect(await auditDatabaseFile(dataFolder)).toEqual([]);

  const again = await startServerProcess({ dataFolder });
  const later = clientOf(again.url, token);
  const typesOf = async (folderId: string): Promise<string[]> => {
    const tracks = await later.call("annotation.tracks", { folderId });
    return [...new Set(tracks.map(({ confidencePairs }) => `${tracks.length} ${confidencePairs[0]?.[0]}`))];
  };
  expect(await typesOf(saved)).toEqual(["5000 new"]);
  expect(await typesOf(imported)).toEqual(["5000 import"]);
  expect((await later.call("item.list", { folderId: saved, name: "a.bin" }))[0]?.size).toBe(size);
  expect(await auditFiles(dataFolder)).toEqual([]);
  await again.stop();
});

test("a server that is being stopped answers in the shape of every other refusal", async () => {
  const server = await startTestServer();
  const folderId = await createImageDataset(server.client, "stopping", 0);
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  let answers = "";
  socket.setEncoding("utf8").on("data", (piece: string) => (answers += piece));
  const head = (first: string, length: number): string =>
    `${first} HTTP/1.1\r\nhost: 127.0.0.1\r\ngirder-token: ${server.token}\r\ncontent-length: ${length}\r\n\r\n`;
  const target = `parentType=folder&parentId=${folderId}&name=a.bin&size=4`;
  socket.write(`${head(`POST /api/v1/file?${target}`, 4)}ab`);
  // It has arrived; the request for the metrics is counted too.
  await expect.poll(() => requestsInFlight(server.url)).toBe(2);
  const closing = server.close();
  const isServing = async () => (await fetch(`${server.url}/healthz`).catch(() => undefined))?.ok ?? false;
  await expect.poll(isServing).toBe(false);
  // The upload in progress completes; what follows on the same connection comes too late.
  socket.write(`cd${head("GET /api/v1/user/me", 0)}`);
  await once(socket, "close");
  await closing;
  const [upload, refused] = answers.split(/(?=HTTP\/1\.1 )/);
  expect(upload).toContain("200 OK");
  expect(refused).toContain("503 Service Unavailable");
  expect(refused).toMatch(/retry-after: 2/i);
  expect(JSON.parse(refused?.slice(refused.indexOf("{")) ?? "")).toMatchObject({ code: "stopping", type: "rest" });
});

test("a second server on the same folder names the first one; the folder is free when that one is killed", async () => {
  const dataFolder = temporaryFolder();
  const first = await startServerProcess({ dataFolder });
  const refused = startServerProcess({ dataFolder });
  await expect(refused).rejects.toThrow(
    `is in use by another Wakeline server (process ${first.pid}). Stop that one, or`,
  );
  await first.kill();
  const second = await startServerProcess({ dataFolder });
  expect(await second.stop()).toBe(0);
});
