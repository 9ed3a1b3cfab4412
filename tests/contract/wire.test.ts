/** Behavior of every route: mounts, errors, headers, verbs, hosts. api-v1 2. */
import { request as httpRequest } from "node:http";

import { afterAll, beforeAll, expect, test } from "vitest";

import { fillPath, pathParameters, type RouteId, routeIds, routeOf } from "#schemas";

import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ limits: { maxFormBytes: 1000, maxJsonBytes: 2000 } });
});
afterAll(async () => {
  await server.close();
});

async function answer(path: string, init: Parameters<TestServer["fetch"]>[1] = {}): Promise<[number, unknown]> {
  const response = await server.fetch(path, init);
  return [response.status, await response.json()];
}

test("[S-API-01] both mounts, a trailing slash, and the headers of every answer", async () => {
  for (const path of ["/api/v1/system/version", "/girder/api/v1/system/version", "/api/v1/system/version/"]) {
    const response = await server.fetch(path, { token: null });
    expect([path, response.status]).toEqual([path, 200]);
    expect(await response.json()).toMatchObject({ release: "5.0.14" });
    expect(response.headers.get("girder-request-uid")).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    expect(response.headers.get("cache-control")).toBe("no-cache, must-revalidate");
    expect(response.headers.get("content-type")).toMatch(/^application\/json/);
  }
});

test("unknown paths under the api are JSON errors, all others the web app", async () => {
  expect(await answer("/api/v1/planet/x?y=1")).toEqual([
    400,
    { message: 'No matching route for "GET planet/x"', type: "rest" },
  ]);
  expect(await answer("/girder/api/v1/user/a/b/c", { method: "PUT" })).toEqual([
    400,
    { message: 'No matching route for "PUT user/a/b/c"', type: "rest" },
  ]);
  for (const path of ["/", "/viewer/65f0c0ffee0c0ffee0c0ffe1", "/login?user=1"]) {
    const response = await server.fetch(path);
    expect(response.headers.get("content-type")).toMatch(/^text\/(html|plain)/);
    expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  }
  for (const path of [
    "/assets/none.js",
    "/assets/../../package.json",
    "/..%2f..%2fpackage.json",
    "/%2e%2e/%2e%2e/package.json",
    "//etc/passwd",
  ]) {
    const response = await server.fetch(path);
    expect([path, (await response.text()).includes('wakeline"')]).toEqual([path, false]);
  }
});

test("malformed and missing ids", async () => {
  expect(await answer("/api/v1/folder/nonsense")).toEqual([
    400,
    { code: "missing", message: "Invalid ObjectId: nonsense", type: "validation", field: "id" },
  ]);
  const missing = "65f0c0ffee0c0ffee0c0ffe1";
  for (const model of ["folder", "item", "file", "user", "collection"]) {
    expect(await answer(`/api/v1/${model}/${missing}`)).toEqual([
      400,
      { code: "missing", message: `Invalid ${model} id (${missing}).`, type: "rest" },
    ]);
  }
  expect((await answer(`/api/v1/item/${server.userId}`))[0]).toBe(400);
  expect((await answer("/api/v1/folder/%00"))[0]).toBe(400);
  expect((await answer("/api/v1/folder/%E0%A4%A"))[0]).toBe(400);
});

test("refusals that programs tell apart have codes", async () => {
  const basic = (text: string) => ({ Authorization: `Basic ${btoa(text)}` });
  expect(await answer("/api/v1/user/authentication", { token: null, headers: basic("admin:wrong") })).toMatchObject([
    401,
    { code: "login-failed", type: "access" },
  ]);
  const folder = await server.client.call("folder.create", {
    parentType: "user",
    parentId: server.userId,
    name: "for codes",
  });
  const path = `/api/v1/file?parentType=folder&name=x&size=5&parentId=${folder._id}`;
  const [, upload] = await answer(path, { method: "POST" });
  const { _id: uploadId } = upload as { _id: string };
  expect(
    await answer(`/api/v1/file/chunk?uploadId=${uploadId}&offset=3`, { method: "POST", body: "abc" }),
  ).toMatchObject([400, { code: "upload-offset" }]);
});

test("parameters that are missing, doubled or of the wrong kind", async () => {
  expect(await answer("/api/v1/resource/search?q=x")).toEqual([
    400,
    { message: 'Parameter "types" is required.', type: "rest" },
  ]);
  expect(await answer("/api/v1/folder?text=x&limit=1&limit=2")).toEqual([
    400,
    { message: 'Parameter "limit" must not be specified multiple times.', type: "rest" },
  ]);
  expect(await answer("/api/v1/folder?text=x&limit=ten")).toEqual([
    400,
    { message: "Invalid value for integer parameter limit: ten.", type: "rest" },
  ]);
  expect((await answer("/api/v1/user?sort[$ne]=1&sort=password"))[0]).toBe(400);
  expect((await answer("/api/v1/user?sort=passwordHash"))[0]).toBe(200);
});

test("a POST may stand for another verb; parameters may come as a form or in the address", async () => {
  const headers = { "X-HTTP-Method-Override": "PUT" };
  const body = new URLSearchParams({ privateQueueEnabled: "True" });
  const path = `/api/v1/user/${server.userId}/use_private_queue`;
  expect(await answer(path, { method: "POST", headers, body })).toEqual([200, { user_private_queue_enabled: true }]);
  expect(await answer(`${path}?privateQueueEnabled=false`, { method: "PUT" })).toEqual([
    200,
    { user_private_queue_enabled: false },
  ]);
});

test("a token counts as a parameter too, in the address and in a form", async () => {
  expect((await answer(`/api/v1/user/me?token=${server.token}`, { token: null }))[1]).toMatchObject({ login: "admin" });
  const body = new URLSearchParams({ token: server.token, name: "by form" });
  expect((await answer("/api/v1/collection", { method: "POST", token: null, body }))[1]).toMatchObject({
    name: "by form",
  });
});

test("every route that needs a user refuses anonymous callers, and every route for administrators refuses others", async () => {
  const user = await server.createUser("someone");
  const missing = "65f0c0ffee0c0ffee0c0ffe1";
  const call = async (id: RouteId, token: string | null): Promise<[RouteId, number]> => {
    const { method, path } = routeOf(id);
    const address = fillPath(path, Object.fromEntries(pathParameters(path).map((name) => [name, missing])));
    const response = await server.fetch(`/api/v1/${address}`, { method, token });
    await response.body?.cancel();
    return [id, response.status];
  };
  const closed = routeIds.filter((id) => routeOf(id).auth !== "public");
  expect(closed.length).toBeGreaterThan(50);
  const answers = [];
  for (const id of closed) answers.push(await call(id, null));
  expect(answers).toEqual(closed.map((id) => [id, 401]));

  const forAdministrators = routeIds.filter((id) => routeOf(id).auth === "admin");
  const refusals = [];
  for (const id of forAdministrators) refusals.push(await call(id, user.token));
  expect(refusals).toEqual(forAdministrators.map((id) => [id, 403]));
});

test("no route but downloads, streams and the address of a download takes the cookie", () => {
  // Workers that read media have no token; other sites cannot read the answer.
  const withCookie = routeIds.filter((id) => routeOf(id).cookie && id !== "dataset.mediaAddress");
  expect(withCookie.every((id) => routeOf(id).method === "GET" && routeOf(id).reply === "raw")).toBe(true);
});

test("bodies that are too large are refused before they are read", async () => {
  const [status, reply] = await answer("/api/v1/folder", {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: `x=${"y".repeat(2000)}`,
  });
  expect([status, reply]).toEqual([413, expect.objectContaining({ type: "rest" })]);
  const [folder] = await server.client.call("folder.list", { parentType: "user", parentId: server.userId });
  const json = { method: "PUT", body: JSON.stringify({ x: "y".repeat(3000) }) };
  expect((await answer(`/api/v1/folder/${folder?._id}/metadata`, json))[0]).toBe(413);
});

test("only a save of annotations may be longer than a form: other documents are read alongside other requests", async () => {
  const [folder] = await server.client.call("folder.list", { parentType: "user", parentId: server.userId });
  const body = JSON.stringify({ x: "y".repeat(1500) });
  expect((await answer(`/api/v1/folder/${folder?._id}/metadata`, { method: "PUT", body }))[0]).toBe(413);
  expect((await answer(`/api/v1/dive_annotation?folderId=${folder?._id}`, { method: "PATCH", body }))[0]).toBe(200);
});

test("JSON bodies that are not what they should be", async () => {
  const [folder] = await server.client.call("folder.list", { parentType: "user", parentId: server.userId });
  const put = (body: string | undefined) =>
    answer(`/api/v1/folder/${folder?._id}/metadata`, { method: "PUT", ...(body === undefined ? {} : { body }) });
  expect(await put(undefined)).toEqual([
    400,
    { message: "JSON parameter metadata must be passed in request body.", type: "rest" },
  ]);
  expect(await put("[1]")).toEqual([400, { message: "Parameter metadata must be a JSON object.", type: "rest" }]);
  expect(await put('{"a":1,}')).toEqual([
    400,
    { message: expect.stringContaining("Invalid JSON passed in request body."), type: "rest" },
  ]);
  expect((await put(`${"[".repeat(900)}`))[0]).toBe(400);
  expect((await put('\ufeff{"bom":1}'))[0]).toBe(200);
  await put('{"__proto__":{"polluted":true}}');
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
});

test("another name than this machine's is not answered: pages of other sites cannot reach in", async () => {
  const get = (host: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const { port } = new URL(server.url);
      const call = httpRequest(
        { port, host: "127.0.0.1", path: "/api/v1/user/me", headers: { Host: host } },
        (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        },
      );
      call.on("error", reject);
      call.end();
    });
  expect(await get("localhost:8010")).toBe(200);
  expect(await get("evil.example")).toBe(403);
  expect(await get("127.0.0.1.evil.example")).toBe(403);
});

test("no other origin is let in", async () => {
  const response = await server.fetch("/api/v1/user/me", { headers: { Origin: "https://evil.example" } });
  expect(response.headers.get("access-control-allow-origin")).toBeNull();
});
