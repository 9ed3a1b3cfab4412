/** Uploads and downloads in the encodings that real clients use: api-v1 2.2 and 9. */
import { randomBytes } from "node:crypto";
import { request } from "node:http";
import { connect } from "node:net";

import { afterAll, beforeAll, expect, test } from "vitest";

import type { FileDocument } from "#schemas";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let folderId: string;
beforeAll(async () => {
  server = await startTestServer();
  folderId = await createFolder("uploads");
});
afterAll(async () => {
  await server.close();
});

async function createFolder(name: string): Promise<string> {
  const [top] = await server.client.call("folder.list", {
    parentType: "user",
    parentId: server.userId,
    name: "Private",
  });
  const folder = await server.client.call("folder.create", { parentId: top?._id ?? "", name });
  return folder._id;
}

const start = (name: string, size: number, more = ""): string =>
  `/api/v1/file?parentType=folder&parentId=${folderId}&name=${encodeURIComponent(name)}&size=${size}${more}`;

interface Document {
  _id: string;
  _modelType?: string;
  itemId?: string;
  received?: number;
  size: number;
  name: string;
  message?: string;
  offset?: number;
  linkUrl?: string;
}
const post = async (path: string, init: RequestInit = {}): Promise<{ status: number; body: Document }> => {
  const response = await server.fetch(path, { method: "POST", ...init });
  return { status: response.status, body: (await response.json()) as Document };
};
const bytesOf = async (path: string, headers: Record<string, string> = {}): Promise<Buffer> =>
  Buffer.from(await (await server.fetch(path, { headers })).arrayBuffer());

test("[S-API-28, S-API-29] a form starts an upload, chunks follow, the last one answers with the file", async () => {
  const content = randomBytes(100_000);
  const form = new URLSearchParams({
    parentType: "folder",
    parentId: folderId,
    name: "a.png",
    size: "100000",
    mimeType: "image/png",
  });
  const started = await post("/api/v1/file", { body: form });
  expect(started.body).toMatchObject({ received: 0, size: 100_000, name: "a.png" });
  expect(started.body).not.toHaveProperty("behavior");

  const chunk = (offset: number, end: number) =>
    post(`/api/v1/file/chunk?uploadId=${started.body._id}&offset=${offset}`, {
      body: content.subarray(offset, end),
      headers: { "Content-Type": "application/octet-stream" },
    });
  expect((await chunk(0, 60_000)).body).toMatchObject({ received: 60_000 });
  expect((await chunk(10_000, 100_000)).body.message).toBe(
    "Server has received 60000 bytes, but client sent offset 10000.",
  );
  const offset = await server.fetch(`/api/v1/file/offset?uploadId=${started.body._id}`);
  expect(await offset.json()).toEqual({ offset: 60_000 });
  const done = await chunk(60_000, 100_000);
  expect(done.body).toMatchObject({
    _modelType: "file",
    name: "a.png",
    exts: ["png"],
    mimeType: "image/png",
    size: 100_000,
  });

  expect(await bytesOf(`/api/v1/file/${done.body._id}/download`)).toEqual(content);
  const folder = await server.client.call("folder.get", { id: folderId });
  expect(folder.size).toBe(100_000);
});

test("a body without content type is the file", async () => {
  const content = randomBytes(5000);
  const { status, body } = await post(start("whole.bin", 5000), { body: content });
  expect(status).toBe(200);
  expect(body).toMatchObject({ _modelType: "file", size: 5000 });
  expect(await bytesOf(`/api/v1/item/${body.itemId}/download`)).toEqual(content);
});

test("an empty body of unknown length starts an upload, whatever it announces", async () => {
  const { port } = new URL(server.url);
  const reply = await new Promise<string>((resolve, reject) => {
    const headers = { "Girder-Token": server.token, "Transfer-Encoding": "chunked" };
    const call = request(
      { port, host: "127.0.0.1", method: "POST", path: start("python.bin", 3), headers },
      (response) => {
        response.setEncoding("utf8");
        let text = "";
        response.on("data", (part: string) => (text += part)).on("end", () => resolve(text));
      },
    );
    call.on("error", reject);
    call.end();
  });
  const upload = JSON.parse(reply) as Document;
  expect(upload).toMatchObject({ received: 0, size: 3 });
  const done = await post(`/api/v1/file/chunk?uploadId=${upload._id}&offset=0`, { body: Buffer.from("abc") });
  expect(done.body).toMatchObject({ _modelType: "file", size: 3 });
});

test("a file of 0 bytes is complete at once", async () => {
  const { body } = await post(start("empty.txt", 0));
  expect(body).toMatchObject({ _modelType: "file", size: 0 });
  const response = await server.fetch(`/api/v1/file/${body._id}/download`);
  expect(response.status).toBe(200);
  expect((await response.arrayBuffer()).byteLength).toBe(0);
});

test("the same name again becomes another item", async () => {
  const first = await post(start("twin.txt", 1), { body: "a" });
  const second = await post(start("twin.txt", 1), { body: "b" });
  const names = await server.client.call("item.list", { folderId, text: "twin" });
  expect(names.map((item) => item.name)).toEqual(["twin.txt", "twin.txt (1)"]);
  expect(second.body.name).toBe("twin.txt");
  expect(second.body.itemId).not.toBe(first.body.itemId);
});

test("more bytes than announced are refused, and the upload can go on", async () => {
  const started = await post(start("short.bin", 4));
  const tooMany = await post(`/api/v1/file/chunk?uploadId=${started.body._id}&offset=0`, { body: "12345" });
  expect(tooMany).toMatchObject({ status: 400, body: { message: "Received too many bytes." } });
  const right = await post(`/api/v1/file/chunk?uploadId=${started.body._id}&offset=0`, { body: "1234" });
  expect(right.body).toMatchObject({ _modelType: "file", size: 4 });
});

test("an upload belongs to who started it", async () => {
  const other = await server.createUser("mallory");
  const started = await post(start("mine.bin", 4));
  const response = await server.fetch(`/api/v1/file/chunk?uploadId=${started.body._id}&offset=0`, {
    method: "POST",
    body: "1234",
    token: other.token,
  });
  expect(response.status).toBe(403);
  expect(await response.json()).toEqual({ message: "You did not initiate this upload.", type: "access" });
});

test("an upload is given up by who started it or by an administrator of the site, by no one else", async () => {
  const [user, other] = [await server.createUser("trudy"), await server.createUser("peggy")];
  const [top] = await user.client.call("folder.list", { parentType: "user", parentId: user.id });
  const begin = async (name: string): Promise<string> => {
    const target = { parentType: "folder", parentId: top?._id ?? "", name, size: 4 } as const;
    return (await user.client.call("file.create", target))._id;
  };
  const [own, foreign] = [await begin("by the owner"), await begin("by the administrator")];
  const cancel = async (id: string, token: string): Promise<unknown[]> => {
    const response = await server.fetch(`/api/v1/file/upload/${id}`, { method: "DELETE", token });
    return [response.status, await response.json()];
  };
  const refusal = { message: "You did not initiate this upload.", type: "access" };
  expect(await cancel(own, other.token)).toEqual([403, refusal]);
  expect(await cancel(own, user.token)).toEqual([200, { message: "Upload canceled." }]);
  expect(await cancel(foreign, server.token)).toEqual([200, { message: "Upload canceled." }]);
  const asked = await server.fetch(`/api/v1/file/offset?uploadId=${foreign}`, { token: user.token });
  expect([asked.status, await asked.json()]).toEqual([
    400,
    { code: "missing", message: `Invalid upload id (${foreign}).`, type: "rest" },
  ]);
});

test("a multipart chunk is refused with a hint", async () => {
  const started = await post(start("form.bin", 4));
  const form = new FormData();
  form.set("chunk", new Blob(["1234"]));
  const refused = await post(`/api/v1/file/chunk?uploadId=${started.body._id}&offset=0`, { body: form });
  expect(refused.status).toBe(400);
  expect(refused.body.message).toContain("raw request body");
});

test("a canceled upload is gone", async () => {
  const started = await post(start("gone.bin", 4));
  const canceled = await server.fetch(`/api/v1/file/upload/${started.body._id}`, { method: "DELETE" });
  expect(await canceled.json()).toEqual({ message: "Upload canceled." });
  const chunk = await post(`/api/v1/file/chunk?uploadId=${started.body._id}&offset=0`, { body: "1234" });
  expect(chunk).toMatchObject({ status: 400, body: { message: `Invalid upload id (${started.body._id}).` } });
});

test("new contents replace those of a file", async () => {
  const { body } = await post(start("replace.bin", 3), { body: "old" });
  const replaced = await server.fetch(`/api/v1/file/${body._id}/contents?size=6`, { method: "PUT", body: "newest" });
  expect(await replaced.json()).toMatchObject({ _id: body._id, size: 6 });
  expect((await bytesOf(`/api/v1/file/${body._id}/download`)).toString()).toBe("newest");
  expect((await server.client.call("item.get", { id: body.itemId ?? "" })).size).toBe(6);
});

test("the one who replaces contents is their creator, and `created` says when: clients keep files by it", async () => {
  const bob = await server.createUser("replacer");
  const { _id: parentId } = await server.client.call("folder.create", {
    parentType: "user",
    parentId: server.userId,
    name: "replaced",
  });
  await server.client.call("folder.setAccess", {
    id: parentId,
    access: JSON.stringify({ users: [{ id: bob.id, level: 1 }], groups: [] }),
  });
  const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
  const old = await server.client.call("file.create", {
    parentType: "folder",
    parentId,
    name: "a.txt",
    size: 3,
    body: bytes("old"),
  });
  const upload = await bob.client.call("file.replaceContents", { id: old._id, size: 5 });
  const between = await server.client.call("file.get", { id: old._id });
  expect(between).toEqual(old);
  await bob.client.call("file.chunk", { uploadId: upload._id, offset: 0, body: bytes("newer") });
  const after = await server.client.call("file.get", { id: old._id });
  expect(after).toMatchObject({ _id: old._id, size: 5, creatorId: bob.id });
  expect(Date.parse(after.created)).toBeGreaterThan(Date.parse(old.created));
});

test("bytes for a folder whose metadata others have changed are refused, and its files stay as they are", async () => {
  const metadata = { run: "one" };
  const target = { parentType: "user", parentId: server.userId, name: "overtaken", metadata } as const;
  const { _id: folderId } = await server.client.call("folder.create", target);
  const body = new TextEncoder().encode("bytes");
  const begin = async (name: string): Promise<string> => {
    const file = { parentType: "folder", parentId: folderId, name, size: 5 } as const;
    return (await server.client.call("file.create", file))._id;
  };
  const send = (uploadId: string, run: string) =>
    server.client.call("file.chunk", { uploadId, offset: 0, body, folderWas: { run } });
  const [first, second] = [await begin("a"), await begin("b")];
  const file = await send(first, "one");
  await server.client.call("folder.setMetadata", { id: folderId, body: { run: "two" } });
  await expect(send(second, "one")).rejects.toMatchObject({ status: 409 });
  const completion = { uploadId: second, folderWas: { run: "one" } };
  const conflict = { status: 409, message: "run has been changed by another request meanwhile." };
  await expect(server.client.call("file.completion", completion)).rejects.toMatchObject(conflict);
  // Nor whole files, files of an item, or new bytes of a file.
  const folderWas = { run: "one" };
  const [{ _id: itemId } = { _id: "" }] = await server.client.call("item.list", { folderId });
  const whole = { parentType: "folder", parentId: folderId, name: "whole", size: 5, body, folderWas } as const;
  await expect(server.client.call("file.create", whole)).rejects.toMatchObject(conflict);
  const ofItem = { ...whole, parentType: "item", parentId: itemId } as const;
  await expect(server.client.call("file.create", ofItem)).rejects.toMatchObject(conflict);
  const fileId = (file as FileDocument)._id;
  const replacing = { id: fileId, size: 5, folderWas };
  await expect(server.client.call("file.replaceContents", { ...replacing, body })).rejects.toMatchObject(conflict);
  const { _id: replacement } = await server.client.call("file.replaceContents", { id: fileId, size: 5 });
  await expect(send(replacement, "one")).rejects.toMatchObject(conflict);
  await server.client.call("file.cancelUpload", { id: replacement });
  // An answer was lost: the file was made by then.
  expect(await send(first, "one")).toEqual(file);
  await send(second, "two");
  const names = (await server.client.call("item.list", { folderId })).map(({ name }) => name);
  expect(names.toSorted()).toEqual(["a", "b"]);
  // Of a folder that is deleted, that is the answer.
  const third = await begin("c");
  await server.client.call("folder.delete", { id: folderId });
  await expect(send(third, "one")).rejects.toMatchObject({ status: 400, code: "missing" });
});

test("[S-API-44] items: ranges, names and protective headers of a download", async () => {
  const { body } = await post(start('größe "三".html', 10, "&mimeType=text/html"), { body: "0123456789" });
  const path = `/api/v1/item/${body.itemId}/download`;
  const whole = await server.fetch(path);
  expect(whole.headers.get("content-disposition")).toBe(
    `attachment; filename="große \\"\\".html"; filename*=UTF-8''gr%C3%B6%C3%9Fe%20%22%E4%B8%89%22.html`,
  );
  expect(whole.headers.get("x-content-type-options")).toBe("nosniff");
  expect(whole.headers.get("content-security-policy")).toMatch(/^sandbox;/);
  expect(whole.headers.get("accept-ranges")).toBe("bytes");
  expect(await whole.text()).toBe("0123456789");

  const ranges: [string, number, string, string | null][] = [
    ["bytes=2-4", 206, "234", "bytes 2-4/10"],
    ["bytes=7-", 206, "789", "bytes 7-9/10"],
    ["bytes=-2", 206, "89", "bytes 8-9/10"],
    ["bytes=0-99", 206, "0123456789", "bytes 0-9/10"],
    ["bytes=1-2,5-6", 206, "12", "bytes 1-2/10"],
    ["lines=1-2", 200, "0123456789", null],
  ];
  for (const [range, status, text, contentRange] of ranges) {
    const response = await server.fetch(path, { headers: { Range: range } });
    expect([range, response.status, await response.text(), response.headers.get("content-range")]).toEqual([
      range,
      status,
      text,
      contentRange,
    ]);
  }
  const beyond = await server.fetch(path, { headers: { Range: "bytes=10-" } });
  expect(beyond.status).toBe(416);
  expect(beyond.headers.get("content-range")).toBe("bytes */10");

  const cut = await server.fetch(`/api/v1/file/${body._id}/download?offset=3&endByte=5`);
  expect([cut.status, await cut.text()]).toEqual([206, "34"]);

  const head = await server.fetch(path, { method: "HEAD" });
  expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "10", ""]);

  const etag = whole.headers.get("etag") ?? "";
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
    const same = await server.fetch(path, { headers: { "If-None-Match": known } });
    expect([known, same.status, await same.text()]).toEqual([known, 304, ""]);
  }
  expect((await server.fetch(path, { headers: { "If-None-Match": '"other"' } })).status).toBe(200);
  expect(whole.headers.get("cache-control")).toBe("private, no-cache");
  expect(whole.headers.get("vary")).toBe("Cookie, Girder-Token");
  const old = { Range: "bytes=2-4", "If-Range": '"other"' };
  expect(await (await server.fetch(path, { headers: old })).text()).toBe("0123456789");
});

test("the cookie counts for downloads and for nothing else", async () => {
  const { body } = await post(start("cookie.txt", 2), { body: "hi" });
  const headers = { Cookie: `girderToken=${server.token}` };
  expect((await server.fetch(`/api/v1/file/${body._id}/download`, { token: null, headers })).status).toBe(200);
  expect((await server.fetch(`/api/v1/file/${body._id}/download`, { token: null })).status).toBe(401);
  expect((await server.fetch(`/api/v1/file/${body._id}`, { token: null, headers })).status).toBe(401);
});

test("a body that is refused half-way does not cost the connection", async () => {
  const started = await post(start("again.bin", 4));
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  let received = "";
  socket.setEncoding("latin1").on("data", (text: string) => (received += text));
  const head = [
    `POST /api/v1/file/chunk?uploadId=${started.body._id}&offset=0 HTTP/1.1`,
    "Host: localhost",
    `Girder-Token: ${server.token}`,
    "Transfer-Encoding: chunked",
  ].join("\r\n");
  const piece = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;
  try {
    socket.write(`${head}\r\n\r\n${piece("too many")}`);
    await expect.poll(() => received).toMatch(/^HTTP\/1\.1 400 /);
    socket.write(`${piece("x".repeat(300_000))}${piece("")}`);
    socket.write(`${head}\r\n\r\n${piece("1234")}${piece("")}`);
    await expect.poll(() => received).toContain("HTTP/1.1 200 ");
  } finally {
    socket.destroy();
  }
});

test("a request that continues an upload takes over from one that hangs", async () => {
  const started = await post(start("hang.bin", 6));
  const path = `/api/v1/file/chunk?uploadId=${started.body._id}&offset=0`;
  const { promise: never } = Promise.withResolvers<never>();
  const hanging = new ReadableStream({
    async pull(controller) {
      controller.enqueue(new TextEncoder().encode("abc"));
      await never;
    },
  });
  const init = { method: "POST", body: hanging, duplex: "half" } as RequestInit;
  const first = server.fetch(path, init).then(
    (response) => response.status,
    () => "broken off",
  );
  await new Promise((resolve) => setTimeout(resolve, 100));
  const { body } = await post(path, { body: "abcdef" });
  expect(body).toMatchObject({ _modelType: "file", size: 6 });
  expect(await first).not.toBe(200);
  expect((await bytesOf(`/api/v1/file/${body._id}/download`)).toString()).toBe("abcdef");
});

test("a request that is slow to begin and whose connection has broken meanwhile does not break off the next one", async () => {
  const started = await post(start("late.bin", 6));
  const id = started.body._id;
  const { uploads, tokens } = server.server.services;
  const actor = await tokens.authenticate(server.token);
  const { promise: rest, resolve: sendRest } = Promise.withResolvers<void>();
  let isBrokenOff = false;
  async function* bytes() {
    yield new TextEncoder().encode("abc");
    await rest;
    yield new TextEncoder().encode("def");
  }
  const live = uploads.receive(actor, id, 0, { source: bytes(), length: 6, abort: () => (isBrokenOff = true) });
  await new Promise((resolve) => setTimeout(resolve, 50));
  const dead = uploads.receive(actor, id, 0, { source: bytes(), length: 6, isGone: () => true });
  await expect(dead).rejects.toThrow("The connection was lost.");
  sendRest();
  expect(await live).toMatchObject({ file: { size: 6 } });
  expect(isBrokenOff).toBe(false);
});

test("the last chunk again, or asking how it ended, gives the same file: an answer may get lost", async () => {
  const started = await post(start("lost.bin", 6));
  const chunk = (offset: number, text: string) =>
    post(`/api/v1/file/chunk?uploadId=${started.body._id}&offset=${offset}`, { body: text });
  const early = await post(`/api/v1/file/completion?uploadId=${started.body._id}`);
  expect(early.body.message).toBe("Server has only received 0 bytes, but the file should be 6 bytes.");
  await chunk(0, "abc");
  const [first, again] = [await chunk(3, "def"), await chunk(3, "def")];
  expect(again).toEqual(first);
  expect((await post(`/api/v1/file/completion?uploadId=${started.body._id}`)).body).toEqual(first.body);
  expect((await chunk(0, "abc")).body.message).toBe("Server has received 6 bytes, but client sent offset 0.");
  expect(await server.client.call("item.list", { folderId, text: "lost" })).toHaveLength(1);
});

test("the same chunk many times at once makes one file with the right bytes", async () => {
  const content = randomBytes(200_000);
  const started = await post(start("storm.bin", content.length));
  const path = `/api/v1/file/chunk?uploadId=${started.body._id}&offset=0`;
  const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => post(path, { body: content })));
  expect(attempts.some((one) => one.status === "fulfilled" && one.value.status === 200)).toBe(true);
  const items = await server.client.call("item.list", { folderId, text: "storm" });
  expect(items).toHaveLength(1);
  expect((await bytesOf(`/api/v1/item/${items[0]?._id}/download`)).equals(content)).toBe(true);
});

test("an administrator sets how small a chunk may be; the last one may be smaller", async () => {
  const key = "core.upload_minimum_chunk_size";
  await server.client.call("system.setSetting", { key, value: "4" });
  try {
    const tooSmall = await post(start("first.bin", 8), { body: "123" });
    expect(tooSmall).toMatchObject({ status: 400, body: { message: "Chunk is smaller than the minimum size." } });
    const { body } = await post(start("chunks.bin", 8), { body: "12345" });
    expect(body).toMatchObject({ received: 5, size: 8 });
    const done = await post(`/api/v1/file/chunk?uploadId=${body._id}&offset=5`, { body: "678" });
    expect(done.body).toMatchObject({ _modelType: "file", size: 8 });
  } finally {
    await server.client.call("system.deleteSetting", { key });
  }
});

test("a link file leads elsewhere and starts like a web address", async () => {
  const link = async (linkUrl: string) =>
    await post(`/api/v1/file?parentType=folder&parentId=${folderId}&name=link&linkUrl=${encodeURIComponent(linkUrl)}`);
  const { body } = await link("https://example.org/video.mp4");
  expect(body).toMatchObject({ _modelType: "file", linkUrl: "https://example.org/video.mp4", size: 0 });
  const response = await server.fetch(`/api/v1/file/${body._id}/download`, { redirect: "manual" });
  expect([response.status, response.headers.get("location")]).toEqual([303, "https://example.org/video.mp4"]);
  for (const wrong of ["ftp://example.org/x", "javascript:alert(1)", "https://"]) {
    expect(await link(wrong)).toMatchObject({ status: 400, body: { type: "validation", field: "linkUrl" } });
  }
});

test("only administrators name an assetstore; a reference changes nothing", async () => {
  const path = start("store.bin", 3, "&assetstoreId=000000000000000000000001&reference=%7B%22id%22%3A1%7D");
  expect((await post(path, { body: "abc" })).body).toMatchObject({ _modelType: "file", size: 3 });
  const other = await server.createUser("chooser");
  const [home] = await other.client.call("folder.list", { parentType: "user", parentId: other.id });
  const own = path.replace(folderId, home?._id ?? "");
  const refused = await server.fetch(own, { method: "POST", body: "abc", token: other.token });
  expect([refused.status, await refused.json()]).toEqual([
    403,
    { message: "You must be an admin to select a destination assetstore.", type: "access" },
  ]);
});
