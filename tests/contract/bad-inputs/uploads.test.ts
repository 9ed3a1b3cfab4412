/**
 * Uploads that lie, repeat themselves or belong to others, names that try to be paths, and files that try to be pages.
 */
import { afterAll, beforeAll, expect, test } from "vitest";

import { uploadFile } from "#schemas";

import { startTestServer, type TestServer, type TestUser } from "../../support/test-server.ts";

let server: TestServer;
let ada: TestUser;
let eve: TestUser;
let folderId: string;
beforeAll(async () => {
  server = await startTestServer({ limits: { maxUploadBytes: 1_000_000, minChunkBytes: 0 } });
  ada = await server.createUser("ada1");
  eve = await server.createUser("eve1");
  folderId = (await ada.client.call("folder.create", { parentType: "user", parentId: ada.id, name: "files" }))._id;
});
afterAll(() => server.close());

async function post(
  path: string,
  body: BodyInit | null = null,
  token = ada.token,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await server.fetch(`/api/v1/${path}`, { method: "POST", token, body });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const start = async (size: number, name = "a.bin"): Promise<string> => {
  const query = new URLSearchParams({ parentType: "folder", parentId: folderId, name, size: String(size) });
  return String((await post(`file?${query}`)).body["_id"]);
};
const chunk = (id: string, offset: number | string, body: BodyInit | null, token = ada.token) =>
  post(`file/chunk?uploadId=${id}&offset=${offset}`, body, token);

test("offsets too low, too high, negative, repeated, out of order: refused, and the upload goes on", async () => {
  const id = await start(10);
  expect((await chunk(id, 5, "56789")).status).toBe(400);
  expect((await chunk(id, -1, "x")).status).toBe(400);
  expect((await chunk(id, "1e3", "x")).status).toBe(400);
  expect((await chunk(id, 0, "01234")).body).toMatchObject({ received: 5 });
  expect((await chunk(id, 0, "01234")).status).toBe(400);
  expect((await chunk(id, 3, "34567")).status).toBe(400);
  expect((await chunk(id, 5, "56789x")).status).toBe(400);
  const { body } = await chunk(id, 5, "56789");
  const file = await server.fetch(`/api/v1/file/${String(body["_id"])}/download`, { token: ada.token });
  expect(await file.text()).toBe("0123456789");
});

test("bytes declared as a form, as curl does by itself, are refused and not lost", async () => {
  const id = await start(5);
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const path = `/api/v1/file/chunk?uploadId=${id}&offset=0`;
  const refused = await server.fetch(path, { method: "POST", token: ada.token, headers, body: "01=34" });
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining("application/octet-stream")]);
  expect((await chunk(id, 0, "01=34")).body).toMatchObject({ size: 5 });
});

test("sizes that are negative, no numbers, too large, or a lie", async () => {
  for (const size of ["-1", "x", "1.5", "1000001", "9007199254740993", ""]) {
    const query = new URLSearchParams({ parentType: "folder", parentId: folderId, name: "a", size });
    expect([size, (await post(`file?${query}`)).status]).toEqual([size, 400]);
  }
  // More than announced, at once or in total.
  const query = new URLSearchParams({ parentType: "folder", parentId: folderId, name: "lied", size: "3" });
  expect((await post(`file?${query}`, "1234")).status).toBe(400);
  const id = await start(3);
  expect((await chunk(id, 0, "1234")).status).toBe(400);
  // Less than announced is not a file.
  const short = await start(5);
  await chunk(short, 0, "123");
  expect((await post(`file/completion?uploadId=${short}`)).status).toBe(400);
  const names = (await ada.client.call("item.list", { folderId })).map(({ name }) => name);
  expect(names).not.toContain("lied");
});

test("an upload of someone else can be neither seen, continued, finished nor given up", async () => {
  const id = await start(3);
  const get = await server.fetch(`/api/v1/file/offset?uploadId=${id}`, { token: eve.token });
  expect(get.status).toBe(403);
  expect((await chunk(id, 0, "abc", eve.token)).status).toBe(403);
  expect((await post(`file/completion?uploadId=${id}`, null, eve.token)).status).toBe(403);
  expect((await server.fetch(`/api/v1/file/upload/${id}`, { method: "DELETE", token: eve.token })).status).toBe(403);
  expect((await chunk(id, 0, "abc")).status).toBe(200);
});

test("who has lost the right to write cannot finish an upload", async () => {
  const shared = await ada.client.call("folder.create", { parentType: "user", parentId: ada.id, name: "shared" });
  const share = (level: number) =>
    ada.client.call("folder.setAccess", {
      id: shared._id,
      access: JSON.stringify({
        users: [
          { id: ada.id, level: 2 },
          { id: eve.id, level },
        ],
        groups: [],
      }),
    });
  await share(1);
  const query = new URLSearchParams({ parentType: "folder", parentId: shared._id, name: "late", size: "3" });
  const id = String((await post(`file?${query}`, null, eve.token)).body["_id"]);
  await share(0);
  expect((await chunk(id, 0, "abc", eve.token)).status).toBe(403);
  expect(await ada.client.call("item.list", { folderId: shared._id })).toEqual([]);
});

test("two who finish at once make one file", async () => {
  const id = await start(4, "once.bin");
  await chunk(id, 0, "ab");
  const finish = () => post(`file/completion?uploadId=${id}`);
  const ends = await Promise.allSettled([chunk(id, 2, "cd"), chunk(id, 2, "cd"), finish(), finish()]);
  // One of two requests that send the same bytes may be disconnected.
  expect(ends.filter((end) => end.status === "fulfilled" && end.value.status >= 500)).toEqual([]);
  const end = await post(`file/completion?uploadId=${id}`);
  expect(end.status).toBe(200);
  const found = await ada.client.call("item.list", { folderId, name: "once.bin" });
  expect(found.length).toBe(1);
});

test("an upload into a folder that is gone, or that is none", async () => {
  const gone = await ada.client.call("folder.create", { parentType: "user", parentId: ada.id, name: "gone" });
  const query = new URLSearchParams({ parentType: "folder", parentId: gone._id, name: "a", size: "3" });
  const id = String((await post(`file?${query}`)).body["_id"]);
  await ada.client.call("folder.delete", { id: gone._id });
  const end = await chunk(id, 0, "abc");
  expect([end.status >= 400 && end.status < 500, end.body["message"]]).toEqual([true, expect.stringMatching(/./)]);
  expect(
    (await post(`file?${new URLSearchParams({ parentType: "planet", parentId: folderId, name: "a", size: "1" })}`))
      .status,
  ).toBe(400);
});

const hostileNames = [
  "../../../etc/passwd",
  "/etc/passwd",
  "C:\\Windows\\x.csv",
  "..\\..\\x",
  "a/../../x",
  "..",
  ".",
  "a\u0000b.png",
  "a\nb.png",
  "-rf *",
  "con.png",
  "x".repeat(255),
  "é.png",
  "e\u0301.png",
  "A.PNG",
  "a.png",
  '"; filename="evil.html',
  "<img src=x onerror=alert(1)>.png",
  "‮gnp.html",
];

test("CVE-2026-47682, CVE-2025-25295: names that would like to be paths are names, in downloads and in archives", async () => {
  const hostile = await ada.client.call("folder.create", {
    parentType: "user",
    parentId: ada.id,
    name: "../../hostile",
  });
  for (const name of hostileNames) {
    const target = { parentType: "folder", parentId: hostile._id, name } as const;
    const file = await uploadFile(ada.client, target, new Blob(["x"]));
    const response = await server.fetch(`/api/v1/file/${file._id}/download`, { token: ada.token });
    const disposition = response.headers.get("content-disposition") ?? "";
    expect([name, response.status, await response.text()]).toEqual([name, 200, "x"]);
    expect([
      name,
      /^attachment; filename="(?:[^"\\]|\\.)*"(?:; filename\*=UTF-8''[\w!#$&+.^`|~%-]*)?$/.test(disposition),
    ]).toEqual([name, true]);
  }
  const resources = JSON.stringify({ folder: [hostile._id] });
  for (const path of [
    `folder/${hostile._id}/download`,
    `resource/download?resources=${encodeURIComponent(resources)}`,
  ]) {
    const zip = Buffer.from(await (await server.fetch(`/api/v1/${path}`, { token: ada.token })).arrayBuffer());
    const names = entryNames(zip);
    expect(names.length).toBeGreaterThanOrEqual(hostileNames.length - 1);
    expect(names.filter((name) => !isSafe(name))).toEqual([]);
    expect(names.filter((name, n) => names.indexOf(name) !== n)).toEqual([]);
  }
});

/** Whether it stays below where it is extracted, on every system. */
function isSafe(name: string): boolean {
  const parts = name.replace(/\/$/, "").split("/");
  return (
    !name.includes("\\") &&
    !/[\u0000-\u001f]/.test(name) &&
    !/^[A-Za-z]:/.test(name) &&
    parts.every((part) => part !== "" && part !== "." && part !== "..")
  );
}

/** Names in the central directory. */
function entryNames(zip: Buffer): string[] {
  const names: string[] = [];
  for (
    let at = zip.indexOf("PK\u0001\u0002", 0, "latin1");
    at >= 0;
    at = zip.indexOf("PK\u0001\u0002", at + 4, "latin1")
  ) {
    names.push(zip.toString("utf8", at + 46, at + 46 + zip.readUInt16LE(at + 28)));
  }
  return names;
}

test("CVE-2026-65986, CVE-2023-47115: uploads are attachments of the server's choice, and never run", async () => {
  const html = "<script>alert(document.cookie)</script>";
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`;
  const dataset = await ada.client.call("folder.create", {
    parentType: "user",
    parentId: ada.id,
    name: "pages",
    metadata: { type: "image-sequence", fps: 1, annotate: true },
  });
  for (const [name, content, mimeType] of [
    ["page.html", html, "text/html"],
    ["picture.png", html, "text/html"],
    ["drawing.svg", svg, "image/svg+xml"],
    ["picture2.png", svg, "image/svg+xml"],
    ["script.js", "alert(1)", "text/javascript"],
    ["header.png", html, "text/html\r\nX-Evil: 1"],
  ] as const) {
    const target = { parentType: "folder", parentId: dataset._id, name } as const;
    const file = await uploadFile(ada.client, target, new Blob([content], { type: mimeType }));
    await ada.client.call("file.update", { id: file._id, mimeType });
    const { itemId = "" } = file as { itemId?: string };
    for (const path of [
      `file/${file._id}/download`,
      `file/${file._id}/download?contentDisposition=inline`,
      `file/${file._id}/download/other.html`,
      `item/${itemId}/download?contentDisposition=inline`,
      `dive_dataset/${dataset._id}/media/${itemId}/download`,
    ]) {
      const { headers } = await server.fetch(`/api/v1/${path}`, { token: ada.token });
      expect([path, headers.get("x-content-type-options")]).toEqual([path, "nosniff"]);
      expect([path, headers.get("content-security-policy")]).toEqual([
        path,
        expect.stringMatching(/^sandbox; default-src 'none'/),
      ]);
      expect([path, headers.get("x-evil")]).toEqual([path, null]);
      const isInline = headers.get("content-disposition")?.startsWith("inline") === true;
      const type = headers.get("content-type") ?? "";
      // Anything that a browser displays itself is a picture or video that cannot contain scripts.
      expect([path, isInline && !/^(image\/(?!svg)|video\/)/.test(type) ? `${name} inline as ${type}` : ""]).toEqual([
        path,
        "",
      ]);
    }
  }
});

test("a link file leads to the web only, and the server never goes there itself", async () => {
  for (const linkUrl of [
    "javascript:alert(1)",
    "file:///etc/passwd",
    "gopher://a",
    "data:text/html,x",
    "//evil.example",
    "http://",
  ]) {
    const query = new URLSearchParams({ parentType: "folder", parentId: folderId, name: "link", linkUrl });
    expect([linkUrl, (await post(`file?${query}`)).status]).toEqual([linkUrl, 400]);
  }
  const query = new URLSearchParams({
    parentType: "folder",
    parentId: folderId,
    name: "link",
    linkUrl: `${server.url}/healthz\r\nX-Evil: 1`,
  });
  const made = await post(`file?${query}`);
  if (made.status === 200) {
    const response = await server.fetch(`/api/v1/file/${String(made.body["_id"])}/download`, {
      token: ada.token,
      redirect: "manual",
    });
    expect([response.status, response.headers.get("x-evil")]).toEqual([303, null]);
  }
});
