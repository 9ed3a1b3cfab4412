/**
 * Concurrent requests. Every route that changes something runs twice at the same time, and against a delete of each
 * document it names: there is no server error, and afterwards the database is consistent, as checked by `wakeline admin
 * doctor`.
 */
import { afterAll, beforeAll, expect, test } from "vitest";

import type { ApiError } from "#schemas/client";
import { type RouteId, routeIds, routeOf } from "#schemas";

import { startTestServer, type TestServer } from "../support/test-server.ts";
import { type Ask, cases } from "./permissions/cases.ts";
import { png, createPeople, type People } from "./permissions/world.ts";
import { answersOf, type Role, roles } from "./permissions/table.ts";

let server: TestServer;
let people: People;
let adminToken: string;
beforeAll(async () => {
  server = await startTestServer();
  people = await createPeople(server);
  adminToken = (await people.token("site")) ?? "";
});
afterAll(() => server.close());

const mutating = routeIds.filter((id) => routeOf(id).method !== "GET" || id === "user.temporaryLogin");

test("every route that changes something, twice at once and against a delete of what it names", async () => {
  const failures: string[] = [];
  const raced = new Set<string>();
  for (const [n, id] of mutating.entries()) {
    const role = answersOf(id)[roles.indexOf("owner")] === "ok" ? "owner" : "site";
    const twice = await askOf(id);
    const kinds = await kindsNamedBy(twice);
    const found = await Promise.all([send(id, twice, role), send(id, twice, role)]);
    for (const { kind, at } of kinds) {
      const ask = await askOf(id);
      const target = { kind, id: idsOf(ask)[at] ?? "" };
      if (target.id === "") throw new Error(`${id} names other documents the second time`);
      raced.add(`${id} ${target.kind}`);
      const work = [() => remove(target), () => send(id, ask, role)];
      // Alternates which one arrives first.
      if (raced.size % 2 === 0) work.reverse();
      found.push(...(await Promise.all(work.map((start) => start()))));
    }
    failures.push(...found.filter((answer) => answer !== ""));
    // It reads the whole database.
    if (n % 10 > 0 && n < mutating.length - 1) continue;
    const problems = await server.server.services.consistency.findInconsistencies();
    failures.push(...problems.map((one) => `${id}, or one of the 9 before it: ${JSON.stringify(one)}`));
  }
  expect(failures).toEqual([]);
  // Moves, copies and clones have two ends.
  for (const both of ["folder.copy", "resource.move", "dataset.clone"]) expect(raced).toContain(`${both} folder`);
  expect(raced).toContain("file.create folder");
  expect(raced).toContain("group.invite user");
  expect(raced.size).toBeGreaterThan(60);
}, 600_000);

test("concurrent additions to one document are all kept", async () => {
  const { client } = server;
  const folder = await client.call("folder.create", { parentType: "user", parentId: server.userId, name: "together" });
  const item = await client.call("item.create", { folderId: folder._id, name: "together" });
  const keys = Array.from({ length: 10 }, (_, n) => `key${n}`);
  await Promise.all(
    keys.flatMap((key) => [
      client.call("folder.update", { id: folder._id, metadata: { [key]: 1 } }),
      client.call("item.update", { id: item._id, metadata: { [key]: 1 } }),
      client.call("folder.setMetadata", { id: folder._id, body: { [`${key} too`]: 1 } }),
      client.call("item.setMetadata", { id: item._id, body: { [`${key} too`]: 1 } }),
    ]),
  );
  const all = keys.flatMap((key) => [key, `${key} too`]).toSorted();
  const [metaOfFolder, metaOfItem] = [
    (await client.call("folder.get", { id: folder._id })).meta,
    (await client.call("item.get", { id: item._id })).meta,
  ];
  expect([Object.keys(metaOfFolder).toSorted(), Object.keys(metaOfItem).toSorted()]).toEqual([all, all]);
});

test("two concurrent changes to one access list are both kept: the second one must read it again", async () => {
  const { client } = server;
  const { _id: id } = await client.call("folder.create", {
    parentType: "user",
    parentId: server.userId,
    name: "shared",
  });
  const [ada, bob] = [await server.createUser("shared-ada"), await server.createUser("shared-bob")];
  const before = await client.call("folder.access", { id });
  const grant = (user: { id: string }) => {
    const users = [...before.users, { id: user.id, level: 1 }];
    return client.call("folder.setAccess", {
      id,
      access: JSON.stringify({ ...before, users }),
      was: JSON.stringify(before),
    });
  };
  const results = await Promise.allSettled([grant(ada), grant(bob)]);
  const refused = results.filter((one) => one.status === "rejected").map(({ reason }) => reason as ApiError);
  expect(refused.map(({ status, reply }) => [status, reply?.code])).toEqual([[409, "access-changed"]]);
  expect((await client.call("folder.access", { id })).users).toHaveLength(before.users.length + 1);
  const now = await client.call("folder.access", { id });
  const closed = { id, access: JSON.stringify(now), public: true };
  const stale = client.call("folder.setAccess", { ...closed, was: JSON.stringify({ ...now, public: true }) });
  await expect(stale).rejects.toMatchObject({ status: 409 });
  await client.call("folder.setAccess", { ...closed, was: JSON.stringify({ ...now, public: false }) });
  for (const was of ["[]", "null", "1", "{"]) {
    await expect(client.call("folder.setAccess", { ...closed, was })).rejects.toMatchObject({ status: 400 });
  }
});

test("one of four deletes of an item takes it away, and its size counts once", async () => {
  const { client } = server;
  const folder = await client.call("folder.create", { parentType: "user", parentId: server.userId, name: "once" });
  for (const name of ["stays.png", "goes.png"]) await upload(folder._id, name);
  const item = (await client.call("item.list", { folderId: folder._id, name: "goes.png" }))[0];
  if (item === undefined) throw new Error("the item is not there");
  const statuses = await Promise.all(
    [1, 2, 3, 4].map(async () => (await server.fetch(`/api/v1/item/${item._id}`, { method: "DELETE" })).status),
  );
  expect(statuses.toSorted()).toEqual([200, 400, 400, 400]);
  expect((await client.call("folder.get", { id: folder._id })).size).toBe(png.length);
});

test("of ten sign-ins with one one-time token one succeeds", async () => {
  const ada = await server.createUser("once-ada");
  const created = await server.server.services.signIns.createTemporaryToken(ada.login);
  const path = `/api/v1/user/password/temporary/${ada.id}?token=${created?.token.text}`;
  const answers = await Promise.all(Array.from({ length: 10 }, () => server.fetch(path, { token: null })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 401)]);
});

test("nothing is left of what is made in, moved into or uploaded to a folder that is being deleted", async () => {
  const { client } = server;
  const names = ["made", "moved", "uploaded", "copied", "deleted"] as const;
  for (let round = 0; round < 4; round++) {
    const make = async (name: string, parentId?: string): Promise<string> => {
      const parent = parentId === undefined ? { parentType: "user", parentId: server.userId } : { parentId };
      return (await client.call("folder.create", { ...parent, name: `${name}-${round}` } as never))._id;
    };
    const [doomed, other] = [await make("doomed"), await make("other")];
    const results = await Promise.allSettled([
      make(names[0], doomed),
      client.call("folder.update", { id: other, parentType: "folder", parentId: doomed }),
      upload(doomed, "a.png"),
      client.call("folder.copy", { id: other, parentType: "folder", parentId: doomed }),
      client.call("folder.delete", { id: doomed }),
    ]);
    for (const [n, result] of results.entries()) {
      const status = result.status === "fulfilled" ? 200 : (result.reason as { status: number }).status;
      expect([200, 400], names[n]).toContain(status);
    }
  }
  expect(await server.server.services.consistency.findInconsistencies()).toEqual([]);
});

test("of two moves of folders into each other one is refused", async () => {
  const { client } = server;
  const root = { parentType: "user", parentId: server.userId } as const;
  const [left, right] = await Promise.all(
    ["left", "right"].map(async (name) => (await client.call("folder.create", { ...root, name }))._id),
  );
  const into = (id = "", parentId = "") => client.call("folder.update", { id, parentType: "folder", parentId });
  const results = await Promise.allSettled([into(left, right), into(right, left)]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(await server.server.services.consistency.findInconsistencies()).toEqual([]);
});

test("a task that is handed in while others save, delete it or its dataset is handed in, or is gone", async () => {
  const { client } = server;
  const login = (await client.call("user.me", {}))?.login ?? "";
  const features = [{ frame: 0, bounds: [5, 5, 15, 15], keyframe: true, attributes: {} }];
  const track = { id: 0, begin: 0, end: 0, confidencePairs: [["ray", 1]], attributes: {}, features };
  const world = people.world(false, false);
  for (let round = 0; round < 6; round++) {
    const folderId = await world.dataset();
    const asked = { datasetIds: [folderId], assignees: [login], instructions: "", rules: ["track-single-frame"] };
    const [task] = await client.call("task.create", { body: asked });
    const id = task?._id ?? "";
    const body = { tracks: { upsert: [track], delete: [] } } as never;
    const work = [
      () => client.call("task.move", { id, body: { move: "handIn", version: 1, anyway: round % 2 === 0 } }),
      () => client.call("annotation.save", { folderId, body }),
      () => (round < 3 ? client.call("task.delete", { id }) : client.call("folder.delete", { id: folderId })),
    ];
    // Each comes first in turn.
    const order = [...work.slice(round % 3), ...work.slice(0, round % 3)];
    const results = await Promise.allSettled(order.map((start) => start()));
    for (const result of results) {
      const status = result.status === "fulfilled" ? 200 : (result.reason as { status: number }).status;
      expect([200, 400, 404]).toContain(status);
    }
  }
  expect(await server.server.services.consistency.findInconsistencies()).toEqual([]);
});

/** Makes its own copies of what callers usually share, because they will be deleted. */
async function askOf(id: RouteId): Promise<Ask> {
  const world = people.world(false, false);
  const own = { writableByAll: world.folder, itemWritableByAll: world.item };
  const stranger = id === "group.invite" ? await world.account() : world.stranger;
  return await cases[id]({ ...world, ...own, stranger });
}

async function upload(parentId: string, name: string): Promise<void> {
  const body = { size: png.length, body: png };
  await server.client.call("file.create", { parentType: "folder", parentId, name, ...body });
}

interface Target {
  readonly kind: "folder" | "item" | "file" | "collection" | "group" | "user" | "job" | "upload" | "apiKey";
  readonly id: string;
}

const removals = {
  folder: "folder",
  item: "item",
  file: "file",
  collection: "collection",
  group: "group",
  user: "user",
  job: "job",
  upload: "file/upload",
  apiKey: "api_key",
} as const satisfies Record<Target["kind"], string>;

/** The ids that a call names, in its order, without those of accounts that make calls. */
function idsOf({ args, body }: Ask): readonly string[] {
  const text = JSON.stringify([args ?? {}, body instanceof Uint8Array ? null : body]);
  const staying = new Set(Object.values(people.of).map(({ id }) => id));
  return [...new Set((text.match(/\b[0-9a-f]{24}\b/g) ?? []).filter((id) => !staying.has(id)))];
}

/**
 * The kinds of documents that a call names, found by requesting each id as every kind.
 *
 * @returns with the place of the id in `idsOf`, which is the same in each call of a route
 */
async function kindsNamedBy(ask: Ask): Promise<{ readonly kind: Target["kind"]; readonly at: number }[]> {
  const targets: { readonly kind: Target["kind"]; readonly at: number }[] = [];
  for (const [at, id] of idsOf(ask).entries()) {
    for (const kind of ["folder", "item", "file", "collection", "group", "user"] as const) {
      const response = await server.fetch(`/api/v1/resource/${id}?type=${kind}`, { token: adminToken });
      if (response.ok) targets.push({ kind, at });
      await response.body?.cancel();
    }
    if ((await server.fetch(`/api/v1/job/${id}`, { token: adminToken })).ok) targets.push({ kind: "job", at });
    const uploads = await server.fetch(`/api/v1/system/uploads?uploadId=${id}`, { token: adminToken });
    if (((await uploads.json()) as unknown[]).length > 0) targets.push({ kind: "upload", at });
    const keys = await server.fetch(`/api/v1/api_key?userId=${people.of.owner.id}`, { token: adminToken });
    if (((await keys.json()) as { _id: string }[]).some((key) => key._id === id)) targets.push({ kind: "apiKey", at });
  }
  return targets;
}

/** @returns the violation; "" unless the response is a server error */
async function remove({ kind, id }: Target): Promise<string> {
  const path = `/api/v1/${removals[kind]}/${id}`;
  const response = await fetch(`${server.url}${path}`, { method: "DELETE", headers: { "Girder-Token": adminToken } });
  return await failureOf(`DELETE ${path}`, response);
}

async function send(id: RouteId, { args = {}, body, headers, ownToken }: Ask, role: Role): Promise<string> {
  const all = new Headers(headers);
  all.set("Girder-Token", ownToken ?? (await people.token(role)) ?? "");
  const init: RequestInit = { method: routeOf(id).method, headers: all, redirect: "manual" };
  if (body instanceof Uint8Array) init.body = body as BodyInit;
  else if (body !== undefined) init.body = JSON.stringify(body);
  const response = await fetch(server.client.url(id, args as never), init).catch((error: unknown) => error as Error);
  if (!(response instanceof Error)) return await failureOf(id, response);
  // If two requests continue an upload, the earlier one is aborted.
  return id === "file.chunk" ? "" : `${id}: ${String(response.cause)}`;
}

async function failureOf(what: string, response: Response): Promise<string> {
  const text = await response.text();
  // 503: only workers can do it.
  return response.status >= 500 && response.status !== 503 ? `${what}: ${response.status} ${text.slice(0, 300)}` : "";
}
