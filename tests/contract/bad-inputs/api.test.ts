/**
 * Hostile and broken parameters: ids, paging, sorting, objects instead of texts, rights of others (CVE numbers refer to
 * incidents elsewhere).
 */
import { afterAll, beforeAll, expect, test } from "vitest";

import { type RouteId, routeIds, routeOf } from "#schemas";

import { createImageDataset } from "../../support/dataset.ts";
import { isSecondStorage } from "../../support/storage.ts";
import { startTestServer, type TestServer, testPassword, type TestUser } from "../../support/test-server.ts";

let server: TestServer;
let ada: TestUser;
let eve: TestUser;
let datasetId: string;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.createUser("ada1");
  eve = await server.createUser("eve1");
  datasetId = await createImageDataset(ada.client, "reef");
});
afterAll(() => server.close());

async function ask(
  path: string,
  init: Parameters<TestServer["fetch"]>[1] = {},
): Promise<{ status: number; text: string }> {
  const response = await server.fetch(`/api/v1/${path}`, { token: ada.token, ...init });
  return { status: response.status, text: await response.text() };
}

/** Those that have the form of an id reach the database. */
const unknownIds = ["0".repeat(24), "f".repeat(24)];
const malformedIds = [
  "x",
  "0".repeat(23),
  "..%2f..%2fetc%2fpasswd",
  "%00",
  "'%20OR%201=1--",
  '{"$gt":""}',
  "__proto__",
  "a".repeat(5000),
];
const hostileIds = isSecondStorage() ? [...unknownIds, "%00"] : [...unknownIds, ...malformedIds];

test("every route refuses ids that are wrong, foreign or made up: 4xx, and the body is JSON", async () => {
  const seen: string[] = [];
  for (const id of routeIds.filter((one) => routeOf(one).path.includes(":"))) {
    const route = routeOf(id);
    for (const hostile of hostileIds) {
      const path = route.path.replaceAll(/:\w+/g, encodeURIComponent(decodeURIComponent(hostile)));
      const body = route.body === "json" ? "{}" : null;
      const query = fillRequired(id);
      const response = await server.fetch(`/api/v1/${path}?${query}`, { method: route.method, body });
      const { message } = JSON.parse(await response.text()) as { message?: string };
      if (response.status < 400 || response.status >= 500 || !message) seen.push(`${id} ${hostile} ${response.status}`);
    }
  }
  expect(seen).toEqual([]);
});

/** A value for every required parameter. */
function fillRequired(id: RouteId): string {
  const { parameters, path } = routeOf(id);
  const query = new URLSearchParams();
  for (const [name, { required, type }] of Object.entries(parameters)) {
    if (!required || path.includes(`:${name}`)) continue;
    query.set(
      name,
      Array.isArray(type) ? String(type[0]) : ({ integer: "1", array: "[]", object: "{}" }[String(type)] ?? "x"),
    );
  }
  return query.toString();
}

test("an id of another type is not found", async () => {
  const [item] = await ada.client.call("item.list", { folderId: datasetId });
  for (const path of [
    `item/${datasetId}`,
    `folder/${item?._id}`,
    `file/${datasetId}`,
    `collection/${datasetId}`,
    `group/${ada.id}`,
  ]) {
    expect([path, (await ask(path)).status]).toEqual([path, 400]);
  }
  expect((await ask(`dive_annotation/track?folderId=${item?._id}`)).status).toBe(400);
});

test("a deleted folder is gone for every route that names it", async () => {
  const id = await createImageDataset(ada.client, "deleted");
  await ada.client.call("folder.delete", { id });
  for (const path of [
    `folder/${id}`,
    `dive_dataset/${id}`,
    `dive_annotation/track?folderId=${id}`,
    `dive_annotation/export?folderId=${id}`,
  ]) {
    expect([path, (await ask(path)).status]).toEqual([path, 400]);
  }
});

test("limit and offset: 0 is everything, huge is harmless, negative and other numbers are refused", async () => {
  const lists = [
    ...[
      "folder?text=reef",
      `item?folderId=${datasetId}`,
      "user",
      "group",
      "collection",
      "dive_dataset",
      "job",
      "job/all",
    ],
    ...["folder/shared-folders", "api_key", `dive_annotation/track?folderId=${datasetId}`],
    ...[`dive_annotation/revision?folderId=${datasetId}`, 'resource/search?q=reef&types=["folder"]'],
  ];
  for (const list of lists) {
    const join = list.includes("?") ? "&" : "?";
    for (const [query, status] of [
      ["limit=0", 200],
      ["limit=1000000000", 200],
      ["limit=9007199254740991&offset=9007199254740991", 200],
      ["limit=-1", 400],
      ["offset=-1", 400],
      ["limit=1.5", 400],
      ["limit=1e99", 400],
      ["limit=99999999999999999999", 400],
      ["limit=NaN", 400],
      // A different name than `limit`: it is ignored.
      ["limit[$gt]=0", 200],
    ] as const) {
      expect([list, query, (await ask(`${list}${join}${query}`)).status]).toEqual([list, query, status]);
    }
  }
});

test("CVE-2023-47117, ORM leak: nothing sorts or filters by what a list does not show", async () => {
  await server.createUser("zoe1");
  const order = async (sort: string): Promise<string> => {
    const { status, text } = await ask(`user?sort=${sort}`);
    return status === 200 ? text : String(status);
  };
  const usual = await order("lastName");
  for (const sort of [
    "password",
    "passwordHash",
    "password_hash",
    "salt",
    "created_by__password",
    "hash",
    "1;DROP TABLE users",
    "__proto__",
  ]) {
    expect([sort, await order(encodeURIComponent(sort))]).toEqual([sort, usual]);
  }
  for (const query of ["sort[$ne]=1", 'filters={"$where":"sleep(1000)"}', "passwordHash=x", "where[password]=x"]) {
    const { status, text } = await ask(`user?${query}`);
    expect([query, status < 500, text.includes("argon2"), text.includes("hash")]).toEqual([query, true, false, false]);
  }
  expect(await ask("user?sortdir=2")).toMatchObject({ status: 400 });
});

test("no answer anywhere has a password hash or a token of a person", async () => {
  for (const path of [
    "user",
    `user/${ada.id}`,
    "user/me",
    "token/current",
    "api_key",
    "group",
    "system/public_settings",
  ]) {
    const { text } = await ask(path);
    expect([path, /argon2|passwordHash|"hash"|"salt"/.test(text)]).toEqual([path, false]);
  }
});

test("objects where texts belong sign no one in", async () => {
  const basic = (name: string, password: string) => ({ authorization: `Basic ${btoa(`${name}:${password}`)}` });
  for (const [name, password] of [
    ['{"$gt":""}', '{"$gt":""}'],
    ["admin", '{"$gt":""}'],
    ["admin' --", "x"],
    ["admin", ""],
    ["", ""],
    ["%", "%"],
    ["admin\u0000", "x"],
  ] as const) {
    const { status } = await ask("user/authentication", { token: null, headers: basic(name, password) });
    expect([name, status]).toEqual([name, 401]);
  }
  for (const query of ["login[$gt]=&password[$gt]=", "token[$gt]="]) {
    expect([query, (await ask(`user/me?${query}`, { token: null })).text]).toEqual([query, "null"]);
  }
  expect((await ask("api_key/token?key[$gt]=", { method: "POST", token: null })).status).toBe(400);
  expect((await ask(`user/password/temporary/${ada.id}?token[$gt]=`, { token: null })).status).toBe(401);
});

test("CVE-2026-23526, mass assignment: no one raises their own rights", async () => {
  const names = { firstName: "E", lastName: "E", email: "eve1@example.org" };
  const more = {
    admin: "true",
    status: "enabled",
    _id: ada.id,
    login: "admin",
    passwordHash: "x",
    _accessLevel: "2",
    public: "true",
  };
  expect(
    (await ask(`user/${eve.id}?${new URLSearchParams({ ...names, ...more })}`, { method: "PUT", token: eve.token }))
      .status,
  ).toBe(403);
  const { admin: _, ...others } = more;
  await ask(`user/${eve.id}?${new URLSearchParams({ ...names, ...others })}`, { method: "PUT", token: eve.token });
  expect(await eve.client.call("user.me", {})).toMatchObject({ _id: eve.id, login: "eve1", admin: false });
  const form = new URLSearchParams({
    ...names,
    email: "new1@example.org",
    login: "new1",
    password: testPassword,
    admin: "true",
  });
  expect(JSON.parse((await ask("user", { method: "POST", token: null, body: form })).text)).toMatchObject({
    admin: false,
  });
  // A folder's own fields cannot be set through its metadata.
  const folder = await eve.client.call("folder.create", { parentType: "user", parentId: eve.id, name: "mine" });
  const body = { creatorId: ada.id, public: true, access: {}, foreign_media_id: datasetId, parentId: datasetId };
  await eve.client.call("folder.setMetadata", { id: folder._id, body });
  const after = await eve.client.call("folder.get", { id: folder._id });
  expect(after).toMatchObject({ creatorId: eve.id, public: folder.public, parentId: eve.id });
  expect(after).not.toHaveProperty("foreign_media_id");
});

test("bracket and JSON parameters cannot reach a prototype", async () => {
  const folder = await ada.client.call("folder.create", { parentType: "user", parentId: ada.id, name: "proto" });
  const bodies = [
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    '{"a":{"__proto__":{"polluted":1}}}',
  ];
  for (const body of bodies) {
    expect((await ask(`folder/${folder._id}/metadata`, { method: "PUT", body })).status).toBeLessThan(500);
  }
  expect((await ask(`folder/${folder._id}?metadata[__proto__][polluted]=1`, { method: "PUT" })).status).toBeLessThan(
    500,
  );
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  expect((await ask(`folder/${folder._id}`)).status).toBe(200);
});

test("CVE-2024-47172, CVE-2026-2109: changing, going back, deleting and cloning need rights on what is named", async () => {
  const path = (text: string, method: string, body: string | null = null) =>
    ask(text, { method, body, token: eve.token });
  const own = await eve.client.call("folder.create", { parentType: "user", parentId: eve.id, name: "target" });
  for (const [text, method, body] of [
    [`dive_annotation/rollback?folderId=${datasetId}&revision=0`, "POST"],
    [`dive_annotation?folderId=${datasetId}`, "PATCH", '{"tracks":{"delete":[0]},"set":"theirs"}'],
    [`dive_dataset?cloneId=${datasetId}&parentFolderId=${own._id}&name=stolen`, "POST"],
    [`folder/${own._id}?parentType=folder&parentId=${datasetId}`, "PUT"],
    [`folder/${datasetId}?parentType=folder&parentId=${own._id}`, "PUT"],
    [`folder/${datasetId}/copy?parentType=folder&parentId=${own._id}`, "POST"],
    [`resource?resources=${encodeURIComponent(JSON.stringify({ folder: [own._id, datasetId] }))}`, "DELETE"],
    [`dive_dataset/export?folderIds=${encodeURIComponent(JSON.stringify([datasetId]))}`, "GET"],
  ] as const) {
    expect([text, (await path(text, method, body ?? null)).status]).toEqual([text, 403]);
  }
  // One document that may not be deleted keeps the others from being deleted as well.
  expect((await eve.client.call("folder.get", { id: own._id })).name).toBe("target");
});

test("a folder cannot be moved or copied into itself", async () => {
  const outer = await ada.client.call("folder.create", { parentType: "user", parentId: ada.id, name: "outer" });
  const inner = await ada.client.call("folder.create", { parentId: outer._id, name: "inner" });
  for (const parentId of [outer._id, inner._id]) {
    const { status } = await ask(`folder/${outer._id}?parentType=folder&parentId=${parentId}`, { method: "PUT" });
    expect(status).toBe(400);
  }
});

test("10,000 folder ids, lists of other things, and nothing at all", async () => {
  const many = JSON.stringify(Array.from({ length: 10_000 }, (_, n) => n.toString(16).padStart(24, "0")));
  for (const [value, status] of [
    ["[]", 400],
    ["{}", 400],
    ["[1]", 400],
    ["[null]", 400],
    ['[{"$gt":""}]', 400],
    ["[[]]", 400],
    ["nonsense", 400],
  ] as const) {
    expect([value, (await ask(`dive_dataset/export?folderIds=${encodeURIComponent(value)}`)).status]).toEqual([
      value,
      status,
    ]);
  }
  const sent = await ask(`dive_dataset/export?folderIds=${encodeURIComponent(many)}`);
  expect([400, 414, 431]).toContain(sent.status);
  const body = new URLSearchParams({ resources: `{"folder":${many}}` });
  expect((await ask("resource", { method: "DELETE", body })).status).toBe(400);
});

test("a number that would be rounded or lost is refused where it would be kept, and what can be kept is", async () => {
  const before = (await ada.client.call("folder.get", { id: datasetId })).meta;
  const headers = { "content-type": "application/json" };
  const path = `folder/${datasetId}/metadata`;
  for (const number of ["1e400", "-1e400", "9007199254740993", `1${"0".repeat(400)}`]) {
    const body = `{"tag":{"deep":[${number}]}}`;
    const inQuery = `folder/${datasetId}?metadata=${encodeURIComponent(body)}`;
    for (const answer of [
      await ask(path, { method: "PUT", body, headers }),
      await ask(inQuery, { method: "PUT" }),
      await ask(`dive_dataset/${datasetId}`, { method: "PATCH", body: `{"datasetInfo":${body}}`, headers }),
    ]) {
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining("too large to be stored exactly")]);
    }
  }
  expect((await ada.client.call("folder.get", { id: datasetId })).meta).toEqual(before);
  const kept = [2 ** 53, 2 ** 60, 1e21, 1e300, 5e-324, 0.1234567890123456];
  expect((await ask(path, { method: "PUT", body: JSON.stringify({ kept }), headers })).status).toBe(200);
  expect((await ada.client.call("folder.get", { id: datasetId })).meta["kept"]).toEqual(kept);
  await ada.client.call("folder.setMetadata", { id: datasetId, body: { kept: null } });
});

test("JSON bodies that are none, that are too deep, or of another shape", async () => {
  const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
  const deepObject = `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`;
  const bodies = [
    "",
    "x",
    "{",
    "null",
    "1",
    '"text"',
    "[]",
    "{}",
    deep,
    deepObject,
    '{"a":NaN}',
    '{"a":1e400}',
    "\ufeff{}",
    '{"a":"\\ud800"}',
    '{"a":"\\u0000"}',
  ];
  const targets = [
    ["PUT", `folder/${datasetId}/metadata`],
    ["PATCH", `dive_dataset/${datasetId}`],
    ["PATCH", `dive_dataset/${datasetId}/attributes`],
    ["PATCH", `dive_dataset/${datasetId}/attribute_track_filters`],
    ["PATCH", `dive_annotation?folderId=${datasetId}`],
    ["POST", "dive_dataset/validate_files"],
    ["DELETE", `folder/${datasetId}/metadata`],
  ] as const;
  for (const [method, path] of targets) {
    for (const body of bodies) {
      const { status, text } = await ask(path, { method, body });
      expect([path, body.slice(0, 20), status < 500 ? "" : `${status} ${text}`]).toEqual([path, body.slice(0, 20), ""]);
    }
  }
  for (const path of [
    `folder/${datasetId}`,
    `dive_dataset/${datasetId}`,
    `dive_annotation/track?folderId=${datasetId}`,
  ]) {
    expect([path, (await ask(path)).status]).toEqual([path, 200]);
  }
});

test("texts that databases do not like: NUL, lone surrogates, unicode twins, a megabyte", async () => {
  const place = { parentType: "user", parentId: ada.id } as const;
  for (const name of [
    "a\u0000b",
    "\ud800",
    "é",
    "e\u0301",
    "x".repeat(1_000_000),
    "'; DROP TABLE folders; --",
    "‮gnp.exe",
    "\n\r\t",
  ]) {
    const body = new URLSearchParams({ ...place, name });
    const { status } = await ask("folder", { method: "POST", body });
    expect([name.slice(0, 20), status === 200 || status === 400]).toEqual([name.slice(0, 20), true]);
    const found = await ask(
      `folder?parentType=user&parentId=${ada.id}&name=${encodeURIComponent(name.toWellFormed().slice(0, 2000))}`,
    );
    expect([name.slice(0, 20), found.status]).toEqual([name.slice(0, 20), 200]);
    for (const path of [
      "resource/search?types=[%22folder%22,%22user%22]&q=",
      "resource/lookup?test=true&path=",
      "user?text=",
    ]) {
      const { status: answer } = await ask(path + encodeURIComponent(name.toWellFormed().slice(0, 2000)));
      expect([path, name.slice(0, 20), answer < 500]).toEqual([path, name.slice(0, 20), true]);
    }
  }
});

test("revisions, sets and filters that do not exist", async () => {
  const save = { tracks: { upsert: [] }, groups: {} };
  await ask(`dive_annotation?folderId=${datasetId}`, { method: "PATCH", body: JSON.stringify(save) });
  const queries = [
    "revision=-1",
    "revision=999999999999",
    "set=none",
    `set=${"x".repeat(5000)}`,
    "set=..%2f..%2f",
    "sort=$where",
    "set[$ne]=x",
  ];
  for (const query of queries) {
    const { status } = await ask(`dive_annotation/track?folderId=${datasetId}&${query}`);
    expect([query, status < 500]).toEqual([query, true]);
  }
  for (const revision of ["-1", "99999999999999999999", "x"]) {
    const { status } = await ask(`dive_annotation/rollback?folderId=${datasetId}&revision=${revision}`, {
      method: "POST",
    });
    expect([revision, status]).toEqual([revision, 400]);
  }
  for (const query of [
    "typeFilter=1",
    "typeFilter=[1]",
    "typeFilter=[{}]",
    "typeFilter=x",
    "format=../../x",
    "revisionId=x",
  ]) {
    const { status } = await ask(`dive_annotation/export?folderId=${datasetId}&${query}`);
    expect([query, status]).toEqual([query, 400]);
  }
});

test("checks of the server's health that cost something are for administrators", async () => {
  expect((await ask("system/check?mode=basic", { token: null })).status).toBe(200);
  for (const mode of ["quick", "slow"]) {
    expect([mode, (await ask(`system/check?mode=${mode}`, { token: null })).status]).toEqual([mode, 401]);
    expect([mode, (await ask(`system/check?mode=${mode}`)).status]).toEqual([mode, 403]);
    expect([mode, (await ask(`system/check?mode=${mode}`, { token: server.token })).status]).toEqual([mode, 200]);
  }
});
