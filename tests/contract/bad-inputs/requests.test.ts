/**
 * Requests that are broken as HTTP: bodies shorter, longer or different from what was announced, endless heads, paths
 * that no router expects. Each is answered with 4xx or disconnected; the next request on a new connection works, and an
 * interrupted upload has exactly the bytes that it reports.
 */
import { connect } from "node:net";
import { gzipSync } from "node:zlib";

import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { startTestServer, type TestServer } from "../../support/test-server.ts";

const maxFormBytes = 2_000_000;

let server: TestServer;
let folderId: string;
beforeAll(async () => {
  const limits = { bodyTimeoutMs: 500, idleTimeoutMs: 2000, maxFormBytes: maxFormBytes, minChunkBytes: 0 };
  server = await startTestServer({ limits });
  const place = { parentType: "user", parentId: server.userId, name: "requests" } as const;
  folderId = (await server.client.call("folder.create", place))._id;
});
afterAll(() => server.close());
afterEach(async () => {
  const { status } = await server.fetch("/api/v1/system/version");
  if (status !== 200) throw new Error(`Afterwards the server answers ${status}.`);
});

/**
 * Sends these bytes verbatim, then waits until the server closes the connection or stops responding.
 * @returns the statuses of all responses, and everything received; no status: disconnected without a response
 */
function send(
  parts: readonly (string | Uint8Array)[],
  options: { hangUp?: boolean } = {},
): Promise<{ statuses: number[]; text: string }> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(Number(port), hostname, () => {
      for (const part of parts) socket.write(part);
      if (options.hangUp === true) socket.end(() => socket.resetAndDestroy());
    });
    socket.setTimeout(3000, () => socket.destroy());
    socket.setEncoding("latin1").on("data", (part: string) => (text += part));
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (!["ECONNRESET", "EPIPE"].includes(error.code ?? "")) reject(error);
    });
    socket.on("close", () => {
      resolve({ statuses: [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status)), text });
    });
  });
}

const head = (line: string, ...headers: string[]): string =>
  [
    `${line} HTTP/1.1`,
    "Host: localhost",
    `Girder-Token: ${server.token}`,
    "Connection: close",
    ...headers,
    "",
    "",
  ].join("\r\n");

const upload = async (size: number): Promise<string> => {
  const query = new URLSearchParams({ parentType: "folder", parentId: folderId, name: "a.bin", size: String(size) });
  const response = await server.fetch(`/api/v1/file?${query}`, { method: "POST" });
  return ((await response.json()) as { _id: string })._id;
};
const offsetOf = async (id: string): Promise<number> =>
  ((await (await server.fetch(`/api/v1/file/offset?uploadId=${id}`)).json()) as { offset: number }).offset;

test("an upload with a broken connection keeps the received bytes and continues from there", async () => {
  for (const [framing, body] of [
    ["Content-Length: 10", "0123"],
    ["Transfer-Encoding: chunked", "4\r\n0123\r\n"],
    ["Transfer-Encoding: chunked", "a\r\n0123"],
  ] as const) {
    const id = await upload(10);
    await send([head(`POST /api/v1/file/chunk?uploadId=${id}&offset=0`, framing), body], { hangUp: true });
    let offset = await offsetOf(id);
    for (let tries = 0; tries < 100 && offset !== 4 && offset !== 0; tries++) offset = await offsetOf(id);
    const rest = await server.fetch(`/api/v1/file/chunk?uploadId=${id}&offset=${offset}`, {
      method: "POST",
      body: "0123456789".slice(offset),
    });
    const { _id } = (await rest.json()) as { _id: string };
    expect([framing, body, rest.status]).toEqual([framing, body, 200]);
    expect(await (await server.fetch(`/api/v1/file/${_id}/download`)).text()).toBe("0123456789");
  }
});

test("lengths that are a lie: too short is another request, too long is waited for, both or broken is refused", async () => {
  const id = await upload(4);
  // Bytes after the announced length are parsed as the next request, which is invalid.
  const short = await send([
    head(`POST /api/v1/file/chunk?uploadId=${id}&offset=0`, "Content-Length: 2").replace("close", "keep-alive"),
    "01234567\r\n\r\n",
  ]);
  expect(short.statuses.at(-1)).toBe(400);
  const offset = await offsetOf(id);
  expect([0, 2]).toContain(offset);
  const long = await send([
    head(`PUT /api/v1/folder/${folderId}/metadata`, "Content-Type: application/json", "Content-Length: 100"),
    "{}",
  ]);
  expect(long.statuses).toEqual([408]);
  for (const headers of [
    ["Content-Length: 2", "Content-Length: 3"],
    ["Content-Length: 2", "Transfer-Encoding: chunked"],
    ["Content-Length: -2"],
    ["Content-Length: 2, 2"],
    ["Content-Length: 0x2"],
    ["Content-Length: 99999999999999999999999"],
    ["Transfer-Encoding: chunked, identity"],
    ["Transfer-Encoding: gzip"],
    ["Transfer-Encoding: xchunked"],
  ]) {
    const { statuses } = await send([
      head(`POST /api/v1/file/chunk?uploadId=${id}&offset=${offset}`, ...headers),
      "{}",
    ]);
    expect([headers, statuses.every((status) => status >= 400 && status < 500) && statuses.length <= 1]).toEqual([
      headers,
      true,
    ]);
    expect([headers, await offsetOf(id)]).toEqual([headers, offset]);
  }
  for (const body of ["zz\r\n{}\r\n", "-2\r\n{}\r\n0\r\n\r\n", "2\r\n{}x", "ffffffffffffffffff\r\n"]) {
    const { statuses } = await send([
      head(`PUT /api/v1/folder/${folderId}/metadata`, "Transfer-Encoding: chunked"),
      body,
    ]);
    expect([body, statuses.every((status) => status >= 400 && status < 500)]).toEqual([body, true]);
  }
});

test("requests are not smuggled: one head with two lengths never becomes two requests", async () => {
  const hidden = `GET /api/v1/user/me HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  const { statuses } = await send([
    head(
      `PUT /api/v1/folder/${folderId}/metadata`,
      `Content-Length: ${hidden.length + 5}`,
      "Transfer-Encoding: chunked",
    ),
    `0\r\n\r\n${hidden}`,
  ]);
  expect(statuses).toEqual([400]);
});

test("heads without measure: 431 for their size, and many small ones do no harm", async () => {
  expect((await send([head("GET /api/v1/user/me", `X-Long: ${"x".repeat(100_000)}`)])).statuses).toEqual([431]);
  expect((await send([head(`GET /api/v1/user/me?x=${"x".repeat(100_000)}`)])).statuses).toEqual([431]);
  expect((await send([head("GET /api/v1/user/me", `Cookie: girderToken=${"x".repeat(60_000)}`)])).statuses).toEqual([
    200,
  ]);
  const many = Array.from({ length: 500 }, (_, n) => `X${n}: 1`);
  expect((await send([head("GET /api/v1/user/me", ...many)])).statuses).toEqual([200]);
  const cookies = `Cookie: ${Array.from({ length: 5000 }, (_, n) => `c${n}=1`).join("; ")}`;
  expect((await send([head("GET /api/v1/user/me", cookies)])).statuses).toEqual([200]);
  for (const header of ["X Y: 1", "X\u0000: 1", ": 1", "X: a\u0000b", "Girder-Token"]) {
    expect([header, (await send([head("GET /api/v1/user/me", header)])).statuses]).toEqual([header, [400]]);
  }
});

test("addresses and methods that no router expects", async () => {
  for (const [target, expected] of [
    ["/api/v1/folder/%", 400],
    ["/api/v1/folder/%zz", 400],
    ["/api/v1/folder/%ff%fe", 400],
    ["/api/v1/folder/%c0%ae%c0%ae", 400],
    ["/api/v1//folder", 404],
    ["/api/v1/./folder/../user/me", 404],
    ["/API/V1/user/me", 200],
    ["/api/v1/user/me;x=1", 404],
    ["/api/v1/user/me?%", 200],
    ["/api/v1/user/me?%zz=%ff", 200],
    ["/api/v1/user/me?=&&", 200],
    ["/api/v1/user/me?=&&==&", 400],
    ["http://localhost/api/v1/user/me", 200],
    ["*", 200],
  ] as const) {
    const { statuses } = await send([head(`GET ${target}`)]);
    expect([target, statuses.map((status) => (status >= 400 && status < 500 ? "refused" : status))]).toEqual([
      target,
      [expected === 200 ? 200 : "refused"],
    ]);
  }
  for (const method of ["TRACE", "PROPFIND", "LOCK", "OPTIONS"]) {
    const { statuses, text } = await send([head(`${method} /api/v1/user/me`)]);
    expect([method, statuses.every((status) => status < 500), text.includes(server.token)]).toEqual([
      method,
      true,
      false,
    ]);
  }
  for (const method of ["BREW", "get", "GET\t"]) {
    expect([method, (await send([head(`${method} /api/v1/user/me`)])).statuses]).toEqual([method, [400]]);
  }
  expect((await send(["\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001"])).statuses).toEqual([400]);
  expect((await send(["GET /api/v1/user/me HTTP/9.9\r\n\r\n"])).statuses).toEqual([400]);
  expect((await send(["GET /api/v1/user/me HTTP/1.1\r\nConnection: close\r\n\r\n"])).statuses).toEqual([400]);
});

test("parameters without measure: many, nested, given twice", async () => {
  const ask = async (query: string | URLSearchParams, method = "GET", path = "folder") => {
    const init = method === "GET" ? {} : { method, body: query };
    const response = await server.fetch(`/api/v1/${path}${method === "GET" ? `?${String(query)}` : ""}`, init);
    return { status: response.status, message: ((await response.json()) as { message?: string }).message };
  };
  const place = `parentType=folder&parentId=${folderId}`;
  expect((await ask(`${place}&${Array.from({ length: 3000 }, (_, n) => `p${n}=1`).join("&")}`)).status).toBe(200);
  for (const [query, name] of [
    [`${place}&limit=1&limit=2`, "limit"],
    [`${place}&%6cimit=1&limit=1`, "limit"],
    [`${place}&parentId=${"0".repeat(24)}`, "parentId"],
    [`${place}&unknown=1&unknown=1`, "unknown"],
  ] as const) {
    expect([query, await ask(query)]).toEqual([
      query,
      { status: 400, message: `Parameter "${name}" must not be specified multiple times.` },
    ]);
  }
  // In both the URL and the form.
  const form = new URLSearchParams({ parentType: "folder", parentId: folderId, name: "twice" });
  expect(await ask(form, "POST", "folder?name=twice")).toMatchObject({ status: 400 });

  const deepName = `name${"[a]".repeat(15_000)}`;
  expect((await ask(`${place}&${deepName}=1`)).status).toBeLessThan(500);
  const depth = Math.floor(maxFormBytes / 4);
  for (const form of [
    new URLSearchParams({ parentType: "folder", parentId: folderId, name: "deep", metadata: "[".repeat(depth / 4) }),
    new URLSearchParams({
      parentType: "folder",
      parentId: folderId,
      name: "deep",
      metadata: `${'{"a":'.repeat(depth / 20)}1${"}".repeat(depth / 20)}`,
    }),
    `parentType=folder&parentId=${folderId}&name=deep&metadata${"[a]".repeat(depth)}=1`,
    `parentType=folder&parentId=${folderId}&name${"[a]".repeat(depth)}=1`,
    `parentType=folder&parentId=${folderId}&name=deep&metadata${"[]".repeat(depth)}=1`,
  ]) {
    const { status } = await ask(form as never, "POST");
    expect([String(form).slice(0, 120), status]).toEqual([String(form).slice(0, 120), 400]);
  }
});

test("forms that never end, have no borders, or pretend to be packed", async () => {
  const bodies: readonly (readonly [string, string | Uint8Array])[] = [
    ["multipart/form-data", "--x\r\n\r\n"],
    ["multipart/form-data; boundary=", "--\r\n"],
    ["multipart/form-data; boundary=x", '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nnever'],
    ["multipart/form-data; boundary=x", `--x\r\n${"X-A: 1\r\n".repeat(5000)}\r\n\r\n--x--`],
    [
      "multipart/form-data; boundary=x",
      `--x\r\nContent-Disposition: form-data; name="${"x".repeat(100_000)}"\r\n\r\n1\r\n--x--`,
    ],
    [
      "multipart/form-data; boundary=x",
      Array.from({ length: 20_000 }, (_, n) => `--x\r\nContent-Disposition: form-data; name="p${n}"\r\n\r\n1\r\n`).join(
        "",
      ) + "--x--",
    ],
    [
      "multipart/form-data; boundary=x",
      '--x\r\nContent-Disposition: form-data; name="__proto__"; filename="../../x"\r\n\r\n1\r\n--x--',
    ],
    ["application/json; charset=utf-16", '{"name":"x"}'],
    ["application/x-www-form-urlencoded; charset=\u00ff", "name=x"],
    ["text/html", "<form>"],
    ["x".repeat(5000), "x"],
    ["", "x"],
  ];
  for (const [type, body] of bodies) {
    for (const target of [
      "POST /api/v1/folder",
      `PUT /api/v1/folder/${folderId}/metadata`,
      "DELETE /api/v1/resource",
    ]) {
      const { statuses } = await send([
        head(target, `Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(body as string)}`),
        body,
      ]);
      expect([
        target,
        type.slice(0, 60),
        body.slice(0, 60),
        statuses.every((status) => status < 500) && statuses.length <= 1,
      ]).toEqual([target, type.slice(0, 60), body.slice(0, 60), true]);
    }
  }
  // Request bodies are not decompressed: a megabyte that would be a gigabyte stays a megabyte.
  const packed = gzipSync(Buffer.alloc(50_000_000, " "));
  const response = await server.fetch(`/api/v1/folder/${folderId}/metadata`, {
    method: "PUT",
    body: packed,
    headers: { "content-encoding": "gzip", "content-type": "application/json" },
  });
  expect(response.status).toBe(400);
});

test("ranges that make no sense give the whole file or 416, and never more than the file", async () => {
  const query = new URLSearchParams({ parentType: "folder", parentId: folderId, name: "range.bin", size: "10" });
  const made = await server.fetch(`/api/v1/file?${query}`, { method: "POST", body: "0123456789" });
  const { _id } = (await made.json()) as { _id: string };
  for (const range of [
    ...[
      "bytes=-1",
      "bytes=5-",
      "bytes=0-99999999999999999999",
      "bytes=-99999999999999999999",
      "bytes=9-0",
      "bytes=10-",
    ],
    ...[
      "bytes=x-y",
      "bytes=",
      "bytes=--1",
      "lines=0-1",
      "bytes=0-0,2-2",
      `bytes=${"0-0,".repeat(5000)}0-0`,
      "bytes=1.5-2",
      "bytes=0x1-",
    ],
  ]) {
    const response = await server.fetch(`/api/v1/file/${_id}/download`, { headers: { range } });
    const text = await response.text();
    expect([range.slice(0, 40), [200, 206, 416].includes(response.status)]).toEqual([range.slice(0, 40), true]);
    expect([range.slice(0, 40), response.status === 416 || "0123456789".includes(text)]).toEqual([
      range.slice(0, 40),
      true,
    ]);
  }
});
