/** The operator's view: metrics, health, log lines. */
import { readdir, rm } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";

import { afterEach, expect, test } from "vitest";

import { createImageDataset } from "../support/dataset.ts";
import { startServerProcess } from "../support/server-process.ts";
import { clientOf, startTestServer, type TestServer } from "../support/test-server.ts";

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function start(flags: Parameters<typeof startTestServer>[0] = {}): Promise<TestServer> {
  const server = await startTestServer(flags);
  cleanUps.push(() => server.close());
  return server;
}

/** With arbitrary headers: `fetch` does not send a foreign Host. */
function statusOf(url: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.on("error", reject).end();
  });
}

const valueOf = (text: string, line: string): number =>
  Number(
    text
      .split("\n")
      .find((one) => one.startsWith(`${line} `))
      ?.slice(line.length + 1) ?? NaN,
  );

test("metrics count requests by the template of their route, storage calls, uploads and saves", async () => {
  const server = await start();
  const folderId = await createImageDataset(server.client, "measured");
  const upsert = [1, 2].map((id) => ({ id, begin: 0, end: 0, features: [{ frame: 0, bounds: [0, 0, 1, 1] }] }));
  await server.client.call("annotation.save", { folderId, body: { tracks: { upsert, delete: [] } } });
  await server.fetch("/api/v1/nothing");
  let text = "";
  // A request is counted when its response has left, which may be after the client has read it.
  await expect
    .poll(async () => {
      const answer = await server.fetch("/metrics", { token: null });
      expect(answer.headers.get("content-type")).toMatch(/^text\/plain; version=0.0.4/);
      text = await answer.text();
      return valueOf(text, "wakeline_http_requests_in_flight");
    })
    .toBe(1);

  const saves = 'method="PATCH",route="/api/v1/dive_annotation",status="200"';
  expect(valueOf(text, `wakeline_http_request_duration_seconds_count{${saves}}`)).toBe(1);
  expect(valueOf(text, 'wakeline_revisions_total{kind="save"}')).toBe(1);
  expect(valueOf(text, 'wakeline_annotation_records_total{change="added"}')).toBe(2);
  expect(valueOf(text, "wakeline_files_total")).toBe(2);
  expect(valueOf(text, "wakeline_upload_bytes_total")).toBeGreaterThan(100);
  expect(valueOf(text, 'wakeline_database_seconds_count{operation="transaction"}')).toBeGreaterThan(3);
  expect(valueOf(text, 'wakeline_blob_seconds_count{operation="append"}')).toBe(2);
  expect(valueOf(text, "nodejs_eventloop_lag_max_seconds")).toBeGreaterThan(0);
  expect(valueOf(text, "process_resident_memory_bytes")).toBeGreaterThan(1e6);
  // Ids and names never become labels: there would be a line for each.
  expect(text).not.toContain(folderId);
  expect(text).not.toContain("nothing");
});

test("metrics answer programs on this machine only, or those that show the token", async () => {
  const open = await start();
  expect(await statusOf(`${open.url}/metrics`, {})).toBe(200);
  // A reverse proxy on this machine, and a page that a browser was led to under another host name.
  for (const headers of [{ "x-forwarded-for": "192.0.2.1" }, { forwarded: "for=192.0.2.1" }, { via: "1.1 proxy" }]) {
    expect(await statusOf(`${open.url}/metrics`, headers)).toBe(401);
  }
  expect(await statusOf(`${open.url}/metrics`, { host: "wakeline.example.org" })).toBe(403);

  const guarded = await start({ metricsToken: "collector" });
  expect(await statusOf(`${guarded.url}/metrics`, {})).toBe(401);
  expect(await statusOf(`${guarded.url}/metrics`, { authorization: "Bearer guess" })).toBe(401);
  expect(await statusOf(`${guarded.url}/metrics`, { authorization: "Bearer collector", via: "1.1 proxy" })).toBe(200);
});

test("health: alive, and ready while database and files answer", async () => {
  const server = await start();
  const alive = await server.fetch("/healthz", { token: null });
  expect([alive.status, await alive.json()]).toEqual([200, { status: "ok" }]);
  const ready = await server.fetch("/readyz", { token: null });
  expect([ready.status, await ready.json()]).toEqual([200, { status: "ok", database: true, files: true, space: true }]);
});

test("a server whose file folder is gone is alive and not ready", async () => {
  const server = await start({ databaseUrl: "", blobUrl: "" });
  await rm(join(server.dataFolder, "blobs"), { recursive: true });
  const ready = await server.fetch("/readyz", { token: null });
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { status: "not ready", database: true, files: false, space: true },
  ]);
  expect((await server.fetch("/healthz", { token: null })).status).toBe(200);
});

test("every log line of a request carries its id, an error its stack, and no line a secret", async () => {
  const helper = await start({ databaseUrl: "", blobUrl: "" });
  const { dataFolder, token } = helper;
  const [folder] = await helper.client.call("folder.list", { parentType: "user", parentId: helper.userId });
  const body = new TextEncoder().encode("hello");
  const target = { parentType: "folder", parentId: folder?._id ?? "", name: "a.txt", size: 5 } as const;
  const file = await helper.client.call("file.create", { ...target, body });
  await helper.server.close();
  for (const name of await readdir(join(dataFolder, "blobs")))
    await rm(join(dataFolder, "blobs", name), { recursive: true });

  const server = await startServerProcess({ dataFolder, logLevel: "debug", env: { WAKELINE_LOG_FORMAT: "json" } });
  cleanUps.push(() => server.kill());
  const ids: string[] = [];
  const ask = async (path: string, init: RequestInit = {}): Promise<void> => {
    const answer = await fetch(`${server.url}/api/v1/${path}`, init);
    ids.push(answer.headers.get("girder-request-uid") ?? "none");
    await answer.text().catch(() => "broken off");
  };
  await ask("user/me", { headers: { "Girder-Token": token } });
  await ask(`user/me?token=${token}`);
  await ask(`user/me?%74oken=${token}`);
  await ask(`file/${file._id}/download`, { headers: { Cookie: `girderToken=${token}` } });
  await ask("user/authentication", { headers: { Authorization: `Basic ${btoa("admin:not my password")}` } });
  await ask("user/password?old=not%20my%20password&new=another%20secret", {
    method: "PUT",
    headers: { "Girder-Token": token },
  });
  await ask("folder/nothing");
  await clientOf(server.url, token).call("user.me", {});
  await server.stop();

  const log = server.printed();
  const lines = log
    .split("\n")
    .filter((line) => line.startsWith('{"level"'))
    .map((line) => JSON.parse(line) as { reqId?: string; msg: string; err?: { stack: string } });
  for (const id of ids) expect(lines.filter(({ reqId }) => reqId === id).map(({ msg }) => msg)).toContain("request");
  const failed = lines.filter(({ err }) => err !== undefined);
  expect(new Set(failed.map(({ reqId }) => reqId))).toEqual(new Set([ids[3]]));
  expect(failed[0]?.err?.stack).toContain("ENOENT");
  for (const secret of [token, "not my password", "not%20my", "another", btoa("admin:not my password")]) {
    expect(log.includes(secret)).toBe(false);
  }
});

test("a file is sent once, and a refusal with 503 is a line without a stack", async () => {
  const helper = await start({ databaseUrl: "", blobUrl: "" });
  const { dataFolder, token } = helper;
  const datasetId = await createImageDataset(helper.client, "logged");
  const [item] = await helper.client.call("item.list", { folderId: datasetId });
  await helper.server.close();
  const server = await startServerProcess({ dataFolder, logLevel: "debug", env: { WAKELINE_LOG_FORMAT: "json" } });
  cleanUps.push(() => server.kill());
  const headers = { "Girder-Token": token };
  for (const path of [
    `item/${item?._id}/download`,
    `item/${item?._id}/download?offset=1`,
    `folder/${datasetId}/download`,
    `dive_dataset/${datasetId}/media/${item?._id}/download`,
  ]) {
    const answer = await fetch(`${server.url}/api/v1/${path}`, { headers });
    expect([path, answer.ok, (await answer.arrayBuffer()).byteLength > 0]).toEqual([path, true, true]);
  }
  const refused = await fetch(`${server.url}/api/v1/rabbit_user_queues/ping`, { headers });
  expect(refused.status).toBe(503);
  const { message } = (await refused.json()) as { message: string };
  await server.stop();
  const lines = server
    .printed()
    .split("\n")
    .filter((line) => line.startsWith('{"level"'))
    .map((line) => JSON.parse(line) as { level: number; msg: string; err?: unknown });
  expect(lines.filter(({ level, err }) => level >= 40 || err !== undefined)).toEqual([
    expect.objectContaining({ level: 40, msg: message }),
  ]);
});
