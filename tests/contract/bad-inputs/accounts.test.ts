/**
 * Sign-in methods and indirect access: every way to sign in makes the same checks, and parts of documents are protected
 * like the whole.
 */
import { afterAll, beforeAll, expect, test } from "vitest";

import { JobStatus } from "#schemas";

import { createImageDataset } from "../../support/dataset.ts";
import { clientOf, startTestServer, type TestServer, testPassword, type TestUser } from "../../support/test-server.ts";

const hourMs = 3_600_000;

let server: TestServer;
let ada: TestUser;
let eve: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.createUser("ada1");
  eve = await server.createUser("eve1");
});
afterAll(() => server.close());

test("CVE-2025-54573: an account that waits for approval or is disabled gets in by none of the ways", async () => {
  const bob = await server.createUser("bob1");
  const { key } = await bob.client.call("apiKey.create", { name: "script" });
  const { signIns, tokens } = server.server.services;
  const names = { id: bob.id, firstName: "B", lastName: "B", email: "bob1@example.org" };
  const isIn = async (token: string): Promise<boolean> =>
    (await (await server.fetch("/api/v1/user/me", { token })).text()).includes("bob1");
  /** Each method, and whether it lets the user in. */
  const ways: Readonly<Record<string, () => Promise<boolean>>> = {
    password: async () => {
      const headers = { authorization: `Basic ${btoa(`bob1:${testPassword}`)}` };
      return (await server.fetch("/api/v1/user/authentication", { token: null, headers })).status === 200;
    },
    "a token from before": async () => await isIn(bob.token),
    "a token made just now": async () => await isIn((await tokens.create(bob.id, ["core.user_auth"], hourMs)).text),
    "a key for scripts": async () => {
      const reply = await clientOf(server.url)
        .call("apiKey.signIn", { key })
        .catch(() => undefined);
      return reply !== undefined && (await isIn(reply.authToken.token));
    },
    "a link": async () => {
      const created = await signIns.createTemporaryToken("bob1");
      if (created === undefined) return false;
      const query = `token=${created.token.text}`;
      return (await server.fetch(`/api/v1/user/password/temporary/${bob.id}?${query}`, { token: null })).status === 200;
    },
    "the token of a verification": async () => {
      const { text } = await tokens.create(bob.id, ["core.email_verification"], hourMs);
      const reply = await clientOf(server.url)
        .call("user.verify", { id: bob.id, token: text })
        .catch(() => undefined);
      return reply?.authToken !== undefined && (await isIn(reply.authToken.token));
    },
    "the cookie at a download": async () => {
      const path = "/api/v1/notification?since=0";
      const headers = { cookie: `girderToken=${bob.token}` };
      return (await server.fetch(path, { token: null, headers })).status === 200;
    },
  };
  const tried = async (): Promise<Record<string, boolean>> => {
    const found: Record<string, boolean> = {};
    for (const [way, attempt] of Object.entries(ways)) found[way] = await attempt();
    return found;
  };
  const none = Object.fromEntries(Object.keys(ways).map((way) => [way, false]));
  expect({ ...(await tried()), "the cookie at a download": true }).toEqual(
    Object.fromEntries(Object.keys(ways).map((way) => [way, true])),
  );
  for (const status of ["disabled", "pending"] as const) {
    await server.client.call("user.update", { ...names, status });
    expect([status, await tried()]).toEqual([status, none]);
  }
});

test("CVE-2024-45393, GHSA-7xhx-3q27-xvcx: log, state and end of a job are its owner's, whatever its dataset is shared as", async () => {
  const datasetId = await createImageDataset(ada.client, "shared");
  const access = {
    users: [
      { id: ada.id, level: 2 },
      { id: eve.id, level: 1 },
    ],
    groups: [],
  };
  await ada.client.call("folder.setAccess", { id: datasetId, access: JSON.stringify(access) });
  const { id } = await server.server.services.jobs.create({
    title: "Secret",
    type: "pipelines",
    handler: "worker_handler",
    userId: ada.id,
    status: JobStatus.running,
    datasetId,
    params: { secret: "x" },
  });
  for (const [method, path] of [
    ["GET", `job/${id}`],
    ["PUT", `job/${id}?status=3&log=x`],
    ["PUT", `job/${id}/cancel`],
    ["DELETE", `job/${id}`],
  ] as const) {
    const { status } = await server.fetch(`/api/v1/${path}`, { method, token: eve.token });
    expect([method, path, status]).toEqual([method, path, 403]);
  }
  for (const path of ["job", "job/all", `job?userId=${ada.id}`, `notification?since=1970-01-01`]) {
    const text = await (await server.fetch(`/api/v1/${path}`, { token: eve.token })).text();
    expect([path, text.includes(id)]).toEqual([path, false]);
  }
  expect(await ada.client.call("job.get", { id })).toMatchObject({ status: JobStatus.running });
});

test("a folder with a running job can be deleted; the job stays, can end, and nothing of the folder comes back", async () => {
  const datasetId = await createImageDataset(ada.client, "in work");
  const { jobs } = server.server.services;
  const job = await jobs.create({
    title: "Running",
    type: "pipelines",
    handler: "worker_handler",
    userId: ada.id,
    status: JobStatus.running,
    datasetId,
    params: {},
  });
  const before = await ada.client.call("folder.delete", { id: datasetId });
  expect(before).toMatchObject({ message: expect.stringContaining("Deleted") });
  const read = await ada.client.call("job.get", { id: job.id });
  expect(read).toMatchObject({ _id: job.id, status: JobStatus.running });
  // Messages of the worker have no recipient any longer, which it is informed of.
  const worker = clientOf(server.url, (await jobs.createToken(job)).text);
  await worker.call("job.update", { id: job.id, status: JobStatus.success, log: "done" });
  expect(await ada.client.call("job.get", { id: job.id })).toMatchObject({ status: JobStatus.success, log: ["done"] });
  for (const path of [
    `dive_dataset/${datasetId}`,
    `folder/${datasetId}`,
    `dive_annotation/track?folderId=${datasetId}`,
  ])
    expect([path, (await server.fetch(`/api/v1/${path}`, { token: ada.token })).status]).toEqual([path, 400]);
  const list = await server.fetch("/api/v1/job?limit=50", { token: ada.token });
  expect([list.status, (await list.text()).includes(job.id)]).toEqual([200, true]);
});

test("names without measure: longer than 255 characters is refused, by every way a name comes", async () => {
  const long = "x".repeat(256);
  const datasetId = await createImageDataset(ada.client, "long names");
  const folder = await ada.client.call("folder.create", {
    parentType: "user",
    parentId: ada.id,
    name: "y".repeat(255),
  });
  const item = await ada.client.call("item.create", { folderId: folder._id, name: "z".repeat(255) });
  const query = (values: Record<string, string>) => new URLSearchParams(values).toString();
  for (const name of [long, "x".repeat(20_000), "\u{1f41f}".repeat(200), "\u0000\u001f ", ""]) {
    for (const [method, path, values] of [
      ["POST", "folder", { parentType: "folder", parentId: folder._id, name }],
      ["POST", "item", { folderId: folder._id, name }],
      ["POST", "file", { parentType: "folder", parentId: folder._id, name, size: "1" }],
      ["PUT", `folder/${folder._id}`, { name }],
      ["PUT", `item/${item._id}`, { name }],
      ["POST", "group", { name }],
      ["POST", `folder/${folder._id}/copy`, { name }],
      ["POST", "dive_dataset", { cloneId: datasetId, parentFolderId: folder._id, name }],
    ] as const) {
      const { status } = await server.fetch(`/api/v1/${path}?${query(values)}`, { method, token: ada.token });
      // Without a name nothing is renamed, and a copy keeps its own.
      const isKept =
        name.replaceAll(/[\u0000-\u001f ]/g, "") === "" &&
        (method === "PUT" || path.endsWith("copy") || path === "dive_dataset");
      expect([method, path, name.slice(0, 5), status === 400 || (isKept && status === 200)]).toEqual([
        ...[method, path, name.slice(0, 5), true],
      ]);
    }
  }
});

test("folders a hundred levels deep are read, listed up to their root, archived and deleted", async () => {
  let parentId = ada.id;
  let parentType: "user" | "folder" = "user";
  let top = "";
  for (let depth = 0; depth < 100; depth++) {
    const level: { _id: string } = await ada.client.call("folder.create", {
      parentType,
      parentId,
      name: `level ${depth}`,
    });
    if (depth === 0) top = level._id;
    [parentId, parentType] = [level._id, "folder"];
  }
  const path = await server.fetch(`/api/v1/folder/${parentId}/rootpath`, { token: ada.token });
  // The user, and every folder above.
  expect(((await path.json()) as unknown[]).length).toBe(100);
  const zip = await server.fetch(`/api/v1/folder/${top}/download`, { token: ada.token });
  expect([zip.status, (await zip.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
  expect((await server.fetch(`/api/v1/folder/${parentId}/details`, { token: ada.token })).status).toBe(200);
  await ada.client.call("folder.delete", { id: top });
  expect((await server.fetch(`/api/v1/folder/${parentId}`, { token: ada.token })).status).toBe(400);
});
