/**
 * Clients that send or read slowly, or not at all, cannot block the server: each limit is a setting
 * (docs/operation/settings.md).
 */
import { connect, type Socket } from "node:net";

import { afterAll, beforeAll, expect, test } from "vitest";

import { readConfig } from "../../../server/config.ts";
import { createImageDataset } from "../../support/dataset.ts";
import { startTestServer, type TestServer } from "../../support/test-server.ts";

const headersMs = 400;
const bodyMs = 600;
const idleMs = 2000;
const requestMs = 1500;

let server: TestServer;
let folderId: string;
beforeAll(async () => {
  server = await startTestServer({
    limits: {
      headersTimeoutMs: headersMs,
      bodyTimeoutMs: bodyMs,
      idleTimeoutMs: idleMs,
    },
  });
  const place = { parentType: "user", parentId: server.userId, name: "slow" } as const;
  folderId = (await server.client.call("folder.create", place))._id;
});
afterAll(() => server.close());

interface Connection {
  readonly socket: Socket;
  /** The received bytes, and how long the connection lasted, in milliseconds. */
  readonly ended: Promise<{ text: string; ms: number }>;
}

function open(at = server): Promise<Connection> {
  const { hostname, port } = new URL(at.url);
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const parts: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => resolve({ socket, ended }));
    const ended = new Promise<{ text: string; ms: number }>((end) => {
      socket.on("data", (part) => parts.push(part));
      socket.on("close", () => end({ text: Buffer.concat(parts).toString("latin1"), ms: performance.now() - start }));
    });
    socket.on("error", reject);
  });
}

/** Sends a byte now and then until the connection is closed. */
function trickle(socket: Socket, everyMs = 50): void {
  const timer = setInterval(() => (socket.writable ? socket.write("x") : clearInterval(timer)), everyMs);
  socket.on("close", () => clearInterval(timer)).on("error", () => clearInterval(timer));
}

const isAlive = async (): Promise<boolean> => (await server.fetch("/api/v1/system/version")).status === 200;

test("slowloris: a head that never ends is cut off, however busily it comes", async () => {
  const connections = await Promise.all(Array.from({ length: 50 }, () => open()));
  for (const { socket } of connections) {
    socket.write("GET /api/v1/user/me HTTP/1.1\r\nHost: localhost\r\nX-A: ");
    trickle(socket);
  }
  expect(await isAlive()).toBe(true);
  for (const { ended } of connections) {
    const { text, ms } = await ended;
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(ms).toBeLessThan(headersMs * 5);
  }
});

test("a form or JSON document that trickles in is refused with 408", async () => {
  for (const [method, path, type] of [
    ["POST", "user", "application/x-www-form-urlencoded"],
    ["PUT", `folder/${folderId}/metadata`, "application/json"],
    ["PATCH", `dive_annotation?folderId=${folderId}`, "application/json"],
  ]) {
    const { socket, ended } = await open();
    const head = `${method} /api/v1/${path} HTTP/1.1\r\nHost: localhost\r\nGirder-Token: ${server.token}\r\nContent-Type: ${type}\r\nContent-Length: 900\r\n\r\n`;
    socket.write(head);
    trickle(socket);
    const { text, ms } = await ended;
    expect([path, text.split("\r\n", 1)[0]]).toEqual([path, "HTTP/1.1 408 Request Timeout"]);
    expect(text).toContain("did not arrive within");
    expect(ms).toBeLessThan(bodyMs * 5);
  }
  expect(await isAlive()).toBe(true);
});

test("an upload that stalls is cut off, and can be continued", async () => {
  const started = await server.fetch(`/api/v1/file?parentType=folder&parentId=${folderId}&name=a&size=10`, {
    method: "POST",
  });
  const { _id } = (await started.json()) as { _id: string };
  const { socket, ended } = await open();
  const path = `/api/v1/file/chunk?uploadId=${_id}&offset=0`;
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nGirder-Token: ${server.token}\r\nContent-Type: application/octet-stream\r\nContent-Length: 10\r\n\r\n01`,
  );
  expect((await ended).ms).toBeLessThan(idleMs * 4);
  const again = await server.fetch(path, { method: "POST", body: "0123456789" });
  expect([again.status, ((await again.json()) as { size: number }).size]).toEqual([200, 10]);
});

test("an upload that trickles in for longer than any request may take is cut off, and can be continued", async () => {
  const strict = await startTestServer({ limits: { headersTimeoutMs: headersMs, requestTimeoutMs: requestMs } });
  try {
    const place = { parentType: "user", parentId: strict.userId, name: "trickle" } as const;
    const { _id: parentId } = await strict.client.call("folder.create", place);
    const size = 1000;
    const upload = await strict.client.call("file.create", { parentType: "folder", parentId, name: "a", size });
    const path = `/api/v1/file/chunk?uploadId=${upload._id}&offset=0`;
    const { socket, ended } = await open(strict);
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nGirder-Token: ${strict.token}\r\nContent-Type: application/octet-stream\r\nContent-Length: ${size}\r\n\r\n`,
    );
    trickle(socket);
    const { text, ms } = await ended;
    expect(text).toMatch(/^(HTTP\/1\.1 408 |$)/);
    expect(ms).toBeGreaterThan(requestMs);
    expect(ms).toBeLessThan(requestMs * 4);
    const again = await strict.fetch(path, { method: "POST", body: new Uint8Array(size) });
    expect([again.status, ((await again.json()) as { size: number }).size]).toEqual([200, size]);
  } finally {
    await strict.close();
  }
});

test(
  "100 slow saves of one account and 100 slow readers leave others at twice their time at most",
  { timeout: 240_000 },
  async () => {
    const busy = await startTestServer();
    const sockets: Socket[] = [];
    try {
      const [mallory, ada] = [await busy.createUser("mallory"), await busy.createUser("ada1")];
      const [theirs, own] = [
        await createImageDataset(mallory.client, "theirs", 1),
        await createImageDataset(ada.client, "own", 1),
      ];
      const track = (id: number) => ({
        id,
        begin: 0,
        end: 0,
        confidencePairs: [["fish", 1]],
        attributes: {},
        features: [{ frame: 0, bounds: [1, 2, 3, 4], keyframe: true }],
      });
      const many = Array.from({ length: 5000 }, (_, id) => track(id));
      await mallory.client.call("annotation.save", {
        folderId: theirs,
        body: { tracks: { upsert: many, delete: [] } },
      });
      let next = 0;
      const medianMs = async (): Promise<number> => {
        const times: number[] = [];
        for (let n = 0; n < 30; n++) {
          const start = performance.now();
          const body = { tracks: { upsert: [track(next++)], delete: [] } };
          await ada.client.call("annotation.save", { folderId: own, body });
          await (await ada.client.fetch("annotation.export", { folderId: own })).arrayBuffer();
          times.push(performance.now() - start);
        }
        return times.sort((a, b) => a - b)[15] ?? 0;
      };
      await medianMs();
      const alone = await medianMs();
      const head = (line: string, more = ""): string =>
        `${line} HTTP/1.1\r\nHost: localhost\r\nGirder-Token: ${mallory.token}\r\n${more}\r\n`;
      for (let n = 0; n < 100; n++) {
        const [save, read] = [await open(busy), await open(busy)];
        sockets.push(save.socket, read.socket);
        const announced = "Content-Type: application/json\r\nContent-Length: 400000000\r\n";
        save.socket.write(`${head(`PATCH /api/v1/dive_annotation?folderId=${theirs}`, announced)}{"tracks":`);
        trickle(save.socket, 1000);
        read.socket.pause();
        read.socket.write(head(`GET /api/v1/dive_annotation/export?folderId=${theirs}`));
      }
      await medianMs();
      const among = Math.min(await medianMs(), await medianMs());
      // Again without them: the machine may have become busier meanwhile.
      for (const socket of sockets) socket.destroy();
      await medianMs();
      expect(among / Math.max(alone, await medianMs())).toBeLessThan(2);
    } finally {
      for (const socket of sockets) socket.destroy();
      await busy.close();
    }
  },
);

test("a client that does not read a download or an export is cut off; others are served meanwhile", async () => {
  const size = 40_000_000;
  const path = `/api/v1/file?parentType=folder&parentId=${folderId}&name=large&size=${size}`;
  const file = await server.fetch(path, { method: "POST", body: new Uint8Array(size) });
  const { _id } = (await file.json()) as { _id: string };
  for (const target of [`file/${_id}/download`, `folder/${folderId}/download`]) {
    const { socket, ended } = await open();
    socket.pause();
    socket.write(
      `GET /api/v1/${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nGirder-Token: ${server.token}\r\n\r\n`,
    );
    expect(await isAlive()).toBe(true);
    // Data passed to the system just before counts as activity once.
    await new Promise((resolve) => setTimeout(resolve, idleMs * 2.5));
    socket.resume();
    const { text } = await ended;
    expect([target, text.length < size]).toEqual([target, true]);
  }
});

test("a reader of events who does not read holds nothing up: the others get theirs", async () => {
  const { socket } = await open();
  socket.pause();
  const stream = "/api/v1/notification/stream?timeout=300";
  socket.write(`GET ${stream} HTTP/1.1\r\nHost: localhost\r\nGirder-Token: ${server.token}\r\n\r\n`);
  const abort = new AbortController();
  const reader = (await server.fetch(stream, { signal: abort.signal })).body?.getReader();
  await reader?.read();
  const text = "x".repeat(100_000);
  const reading = (async () => {
    let received = "";
    while (!received.includes('"n":199')) {
      received = received.slice(-200) + Buffer.from((await reader?.read())?.value ?? []).toString();
    }
  })();
  for (let n = 0; n < 200; n++) {
    await server.server.services.notifications.publish(server.userId, "test", { n, text });
  }
  await reading;
  abort.abort();
  socket.destroy();
  expect(await isAlive()).toBe(true);
});

test("bodies and uploads beyond their limits are refused before they are read", async () => {
  // A server of its own: under the short time limits above, a busy machine would send the endless body too late.
  const strict = await startTestServer({
    limits: { maxFormBytes: 1000, maxJsonBytes: 2000, maxUploadBytes: 50_000_000 },
  });
  try {
    const place = { parentType: "user", parentId: strict.userId, name: "sizes" } as const;
    const { _id: parentId } = await strict.client.call("folder.create", place);
    const form = new URLSearchParams({ login: "x".repeat(2000) });
    expect((await strict.fetch("/api/v1/user", { method: "POST", body: form })).status).toBe(413);
    const metadata = `/api/v1/folder/${parentId}/metadata`;
    const body = JSON.stringify({ a: "x".repeat(3000) });
    expect((await strict.fetch(metadata, { method: "PUT", body })).status).toBe(413);
    const stream = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1000)),
    });
    const endless = { method: "PUT", body: stream, duplex: "half" } as RequestInit;
    const status = await strict.fetch(metadata, endless).then(
      (one) => one.status,
      () => 413,
    );
    expect(status).toBe(413);
    const path = `/api/v1/file?parentType=folder&parentId=${parentId}&name=a&size=50000001`;
    expect((await strict.fetch(path, { method: "POST" })).status).toBe(400);
    const head = await strict.fetch("/api/v1/user/me", { headers: { "x-long": "x".repeat(100_000) } });
    expect(head.status).toBe(431);
  } finally {
    await strict.close();
  }
});

test("every limit is a setting, and invalid values are refused", () => {
  const names = {
    WAKELINE_HEADERS_TIMEOUT_MS: "headersTimeoutMs",
    WAKELINE_BODY_TIMEOUT_MS: "bodyTimeoutMs",
    WAKELINE_MIN_BODY_RATE: "minBodyBytesPerS",
    WAKELINE_REQUEST_TIMEOUT_MS: "requestTimeoutMs",
    WAKELINE_IDLE_TIMEOUT_MS: "idleTimeoutMs",
    WAKELINE_STOP_TIMEOUT_MS: "stopTimeoutMs",
    WAKELINE_MAX_FORM_BYTES: "maxFormBytes",
    WAKELINE_MAX_JSON_BYTES: "maxJsonBytes",
    WAKELINE_MAX_UPLOAD_BYTES: "maxUploadBytes",
    WAKELINE_MAX_ARCHIVE_BYTES: "maxArchiveBytes",
    WAKELINE_UPLOAD_LIFETIME_MS: "uploadLifetimeMs",
  } as const;
  for (const [variable, name] of Object.entries(names)) {
    expect(readConfig({}, { [variable]: "12345" }).limits[name]).toBe(12345);
    expect(readConfig({}, {}).limits[name]).toBeGreaterThan(0);
    for (const wrong of ["-1", "x", "1e99", "1.5"])
      expect(() => readConfig({}, { [variable]: wrong })).toThrow(variable);
  }
});
