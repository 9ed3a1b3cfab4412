/**
 * Webhooks: which messages are sent for which event, how they are signed, what happens when the receiver fails, and who
 * may create one.
 */
import { spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { readFile } from "node:fs/promises";

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import type { ApiClient, Track, Webhook } from "#schemas";

import { useCleanUps } from "../support/clean-ups.ts";
import { createImageDataset } from "../support/dataset.ts";
import { openHookReceiver, type HookReceiver } from "../support/hook-receiver.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

const { add: cleanUp, temporaryFolder } = useCleanUps();
let receiver: HookReceiver;
let server: TestServer;
let owner: ApiClient;
let writer: ApiClient;
let ids: readonly string[];
beforeAll(async () => {
  receiver = await openHookReceiver();
  server = await startTestServer({ webhookHosts: [receiver.host] });
  const people = await Promise.all(["hook-owner", "hook-writer"].map((login) => server.createUser(login)));
  [owner, writer] = people.map(({ client }) => client) as [ApiClient, ApiClient];
  ids = people.map(({ id }) => id);
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answer = 200;
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});

const failureOf = async (call: Promise<unknown>): Promise<{ status: number; message: string }> => {
  try {
    await call;
  } catch (error) {
    return error as { status: number; message: string };
  }
  throw new Error("the call succeeded");
};

/** The code that the webhooks page offers receivers to copy: accepts this message, and no other. */
async function expectRecipes(secret: string, header: string, body: string): Promise<void> {
  const page = await readFile(new URL("../../docs/reference/webhooks.md", import.meta.url), "utf8");
  const [, js = ""] = /```js\n(.*?)```/s.exec(page) ?? [];
  const { isGenuine } = (await import(`data:text/javascript,${encodeURIComponent(js)}`)) as {
    isGenuine(secret: string, header: string, body: string, nowSeconds?: number): boolean;
  };
  expect(isGenuine(secret, header, body)).toBe(true);
  expect(isGenuine(secret, header, `${body} `)).toBe(false);
  expect(isGenuine("another", header, body)).toBe(false);
  expect(isGenuine(secret, header, body, Date.now() / 1000 + 600)).toBe(false);
  const [, python = ""] = /```python\n(.*?)```/s.exec(page) ?? [];
  const call = (text: string) =>
    `is_genuine(${JSON.stringify(secret)}, ${JSON.stringify(header)}, ${JSON.stringify(text)}.encode())`;
  const program = `${python}\nprint(${call(body)}, ${call(`${body} `)})`;
  const { status, stdout } = spawnSync("python3", ["-c", program], { encoding: "utf8" });
  if (status !== null) expect(stdout).toBe("True False\n");
}

const patience = { timeout: 20_000, interval: 50 };

async function hookOn(client: ApiClient, folderId: string, events: Webhook["events"]): Promise<Webhook> {
  return await client.call("webhook.create", { body: { url: receiver.url, events, folderId } });
}

const track = (id: number): Track => ({
  id,
  begin: 0,
  end: 0,
  attributes: {},
  confidencePairs: [["fish", 1]],
  features: [{ frame: 0, bounds: [1, 2, 3, 4], keyframe: true }],
});
const save = (client: ApiClient, folderId: string, ...trackIds: readonly number[]) =>
  client.call("annotation.save", { folderId, body: { tracks: { upsert: trackIds.map(track), delete: [] } } });

test("a save is sent with its counts, signed by the secret that only the first answer has", async () => {
  const id = await createImageDataset(owner, "hooked");
  const webhook = await hookOn(owner, id, ["annotations.saved"]);
  expect(webhook.secret).toMatch(/^[\w-]{43}$/);
  const { secret: _, ...listed } = webhook;
  expect(await owner.call("webhook.list", { folderId: id })).toEqual([listed]);
  await save(owner, id, 1, 2);
  await expect.poll(() => receiver.received.length, patience).toBe(1);
  await save(owner, id, 3);
  await expect.poll(() => receiver.received.length, patience).toBe(2);
  const [first, second] = receiver.received;
  expect(first?.message).toMatchObject({
    event: "annotations.saved",
    actor: { id: ids[0], login: "hook-owner" },
    dataset: { id, name: "hooked" },
    data: { set: "", revision: 1, additions: 2, deletions: 0, tracks: { before: 0, after: 2 } },
  });
  expect(second?.message.data).toMatchObject({ revision: 2, tracks: { before: 2, after: 3 } });
  expect(first).toMatchObject({ event: "annotations.saved", delivery: first?.message.id });
  const [, time, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(first?.signature ?? "") ?? [];
  const expected = createHmac("sha256", webhook.secret ?? "")
    .update(`${time}.${first?.body}`)
    .digest("hex");
  expect(signature).toBe(expected);
  expect(Math.abs(Number(time) - Date.now() / 1000)).toBeLessThan(60);
  await expectRecipes(webhook.secret ?? "", first?.signature ?? "", first?.body ?? "");
  await expect
    .poll(async () => (await owner.call("webhook.deliveries", { id: webhook._id })).map(({ state }) => state), patience)
    .toEqual(["delivered", "delivered"]);
});

test("every kind of event comes once, from the dataset, a folder above it, or the whole site", async () => {
  const [place] = await owner.call("folder.list", { parentType: "user", parentId: ids[0] ?? "" });
  const above = await hookOn(owner, place?._id ?? "", [
    ...(["comment.created", "dataset.created", "dataset.deleted", "dataset.shared"] as const),
  ]);
  const parent = await owner.call("folder.create", { parentType: "folder", parentId: place?._id ?? "", name: "inner" });
  const source = await createImageDataset(owner, "source of clones");
  const { _id: clone } = await owner.call("dataset.clone", {
    cloneId: source,
    parentFolderId: parent._id,
    name: "hooked clone",
  });
  await owner.call("comment.create", { id: clone, body: { text: "Look." } });
  await owner.call("folder.setAccess", {
    id: clone,
    access: JSON.stringify({
      users: [
        { id: ids[0], level: 2 },
        { id: ids[1], level: 1 },
      ],
      groups: [],
    }),
    public: false,
  });
  await owner.call("folder.delete", { id: clone });
  await expect
    .poll(() => receiver.received.map(({ event }) => event).toSorted(), patience)
    .toEqual(["comment.created", "dataset.created", "dataset.deleted", "dataset.shared"]);
  const byEvent = Object.fromEntries(receiver.received.map(({ message }) => [message.event, message]));
  expect(byEvent["dataset.created"]?.data).toMatchObject({ cloneOf: source });
  expect(byEvent["comment.created"]?.data).toMatchObject({ text: "Look." });
  expect(byEvent["dataset.shared"]?.data).toMatchObject({ after: { "hook-writer": "write" } });
  expect(byEvent["dataset.deleted"]?.data).toMatchObject({ restorable: false });
  await owner.call("webhook.delete", { id: above._id });
});

test("tasks are reported when they are made, handed in, sent back and accepted, and not when they are started", async () => {
  const id = await createImageDataset(owner, "hooked tasks");
  const kinds = ["task.created", "task.handedIn", "task.accepted", "task.sentBack"] as const;
  await hookOn(owner, id, [...kinds]);
  const [first, second] = await owner.call("task.create", {
    body: { datasetIds: [id], instructions: "", assignees: ["hook-owner"], ranges: [[0, 1]], framesPerTask: 1 },
  });
  const move = (body: { move: "start" | "handIn" | "accept" | "sendBack"; version: number; text?: string }) =>
    owner.call("task.move", { id: first?._id ?? "", body });
  await move({ move: "start", version: 1 });
  await move({ move: "handIn", version: 2 });
  await move({ move: "sendBack", version: 3, text: "Frame 1" });
  await move({ move: "handIn", version: 4 });
  await move({ move: "accept", version: 5 });
  await expect
    .poll(() => receiver.received.map(({ event }) => event).toSorted(), patience)
    .toEqual(["task.accepted", "task.created", "task.handedIn", "task.handedIn", "task.sentBack"]);
  const dataOf = (event: string) => receiver.received.find(({ message }) => message.event === event)?.message.data;
  expect(dataOf("task.created")).toEqual({
    tasks: [first, second].map((task, n) => ({
      taskId: task?._id,
      assignee: "hook-owner",
      set: "",
      ranges: [[n, n]],
    })),
  });
  expect(dataOf("task.sentBack")).toEqual({
    taskId: first?._id,
    set: "",
    assignee: "hook-owner",
    reviewer: "",
    revision: 0,
    text: "Frame 1",
    fixed: false,
  });
});

test("a receiver that fails gets the same message again; the list says why; redirects are not followed", async () => {
  const id = await createImageDataset(owner, "hooked in vain");
  const webhook = await hookOn(owner, id, ["annotations.saved"]);
  receiver.answer = 500;
  await save(owner, id, 1);
  const deliveries = () => owner.call("webhook.deliveries", { id: webhook._id });
  await expect.poll(async () => (await deliveries())[0]?.tries, patience).toBe(1);
  const [failed] = await deliveries();
  expect(failed).toMatchObject({ state: "waiting", answered: 500, failure: "it answered 500" });
  expect(Date.parse(failed?.due ?? "")).toBeGreaterThan(Date.now() + 10_000);

  receiver.answer = 302;
  await owner.call("webhook.resend", { id: webhook._id, deliveryId: failed?._id ?? "" });
  await expect.poll(async () => (await deliveries())[0]?.answered, patience).toBe(302);
  expect((await deliveries())[0]?.failure).toMatch(/redirects are not followed/);
  expect(receiver.received.every(({ path }) => path === "/hook")).toBe(true);

  receiver.answer = 204;
  await owner.call("webhook.resend", { id: webhook._id, deliveryId: failed?._id ?? "" });
  await expect.poll(async () => (await deliveries())[0]?.state, patience).toBe("delivered");
  const bodies = new Set(receiver.received.map(({ body }) => body));
  expect(bodies.size).toBe(1);

  // Another receiver that never responds delays nothing else.
  await owner.call("webhook.update", { id: webhook._id, body: { active: false } });
  receiver.received.length = 0;
  await save(owner, id, 2);
  const test = await owner.call("webhook.test", { id: webhook._id });
  await expect.poll(() => receiver.received.map(({ delivery }) => delivery), patience).toEqual([test._id]);
});

test("addresses that are not public are not called, and say so", async () => {
  const id = await createImageDataset(owner, "hooked inside");
  const { _id } = await owner.call("webhook.create", {
    body: { url: "http://127.0.0.1:9/hook", events: ["annotations.saved"], folderId: id },
  });
  await owner.call("webhook.test", { id: _id });
  const deliveries = () => owner.call("webhook.deliveries", { id: _id });
  await expect.poll(async () => (await deliveries())[0]?.failure, patience).toMatch(/does not lead to a public server/);
  for (const url of ["ftp://example.org/", "no address", "http://a:b@example.org/"]) {
    const body = { url, events: ["job.ended" as const], folderId: id };
    expect((await failureOf(owner.call("webhook.create", { body }))).status).toBe(400);
  }
  expect(
    (await failureOf(owner.call("webhook.create", { body: { url: receiver.url, events: [], folderId: id } }))).message,
  ).toMatch(/at least one event/);
});

test("those who only write a dataset make no webhooks, see none, and change none; the site's are the administrator's", async () => {
  const id = await createImageDataset(owner, "hooked and shared");
  const users = [
    { id: ids[0], level: 2 },
    { id: ids[1], level: 1 },
  ];
  await owner.call("folder.setAccess", { id, access: JSON.stringify({ users, groups: [] }), public: false });
  const webhook = await hookOn(owner, id, ["job.ended"]);
  expect((await failureOf(hookOn(writer, id, ["job.ended"]))).status).toBe(403);
  expect((await failureOf(writer.call("webhook.list", { folderId: id }))).status).toBe(403);
  expect((await failureOf(writer.call("webhook.deliveries", { id: webhook._id }))).status).toBe(403);
  expect((await failureOf(writer.call("webhook.delete", { id: webhook._id }))).status).toBe(403);
  expect((await failureOf(owner.call("webhook.list", {}))).status).toBe(403);
  const body = { url: receiver.url, events: ["dataset.created" as const] };
  expect((await failureOf(owner.call("webhook.create", { body }))).status).toBe(403);
  const ofSite = await server.client.call("webhook.create", { body });
  expect(ofSite).not.toHaveProperty("folderId");
  await createImageDataset(writer, "seen by the site");
  await expect
    .poll(() => receiver.received.map(({ message }) => message.dataset?.name), patience)
    .toContain("seen by the site");
  await server.client.call("webhook.delete", { id: ofSite._id });
});

test("a webhook reports no more than the person who made it may know now", async () => {
  const person = await server.createUser("hook-leaver");
  const id = await createImageDataset(owner, "hooked by a leaver");
  const share = async (level: number | undefined): Promise<void> => {
    const users = [{ id: ids[0], level: 2 }, ...(level === undefined ? [] : [{ id: person.id, level }])];
    await owner.call("folder.setAccess", { id, access: JSON.stringify({ users, groups: [] }), public: false });
  };
  await share(2);
  const webhook = await hookOn(person.client, id, ["annotations.saved"]);
  await share(1);
  await save(owner, id, 1);
  const deliveries = () => owner.call("webhook.deliveries", { id: webhook._id });
  await expect.poll(async () => (await deliveries())[0]?.state, patience).toBe("failed");
  expect((await deliveries())[0]?.failure).toBe(
    "hook-leaver, who made the webhook, no longer administrates this place. Make it again.",
  );
  await share(2);
  await save(owner, id, 2);
  await expect.poll(() => receiver.received.length, patience).toBe(1);
  const names = { firstName: "Hook", lastName: "Leaver", email: "leaver@example.org" };
  await server.client.call("user.update", { id: person.id, ...names, status: "disabled" });
  await save(owner, id, 3);
  await expect.poll(async () => (await deliveries())[0]?.failure ?? "", patience).toMatch(/gone or disabled/);
  expect(receiver.received.length).toBe(1);
});

test("a message that was recorded before the server ended is sent by the next one", async () => {
  const dataFolder = await temporaryFolder();
  const first = await startTestServer({ dataFolder, webhookHosts: [receiver.host] });
  const id = await createImageDataset(first.client, "hooked and stopped");
  receiver.answer = "hang";
  await hookOn(first.client, id, ["annotations.saved"]);
  await save(first.client, id, 1);
  await first.close();
  receiver.answer = 200;
  receiver.received.length = 0;
  const second = await startTestServer({ dataFolder, webhookHosts: [receiver.host] });
  cleanUp(() => second.close());
  const [webhook] = await second.client.call("webhook.list", { folderId: id });
  const deliveries = () => second.client.call("webhook.deliveries", { id: webhook?._id ?? "" });
  const [waiting] = await deliveries();
  // Claimed by the first server, or not yet: it is due at most a minute later.
  if (waiting?.state === "waiting")
    await second.client.call("webhook.resend", { id: webhook?._id ?? "", deliveryId: waiting._id });
  await expect.poll(() => receiver.received.length, patience).toBeGreaterThan(0);
  expect(receiver.received[0]?.message.data).toMatchObject({ revision: 1 });
});

test("a receiver that never answers holds up no other", async () => {
  const dead = await openHookReceiver();
  dead.answer = "hang";
  const own = await startTestServer({ webhookHosts: [receiver.host, dead.host] });
  cleanUp(() => own.close());
  const slow = await createImageDataset(own.client, "hooked to the dead");
  const hooks = await Promise.all(
    [dead.url, receiver.url].map((url) =>
      own.client.call("webhook.create", { body: { url, events: ["job.ended"], folderId: slow } }),
    ),
  );
  const [toDead, toLiving] = hooks.map(({ _id }) => _id) as [string, string];
  // More than one look takes, all due before the one to the receiver that answers: ten seconds each.
  for (let n = 0; n < 120; n++) await own.client.call("webhook.test", { id: toDead });
  await expect.poll(() => dead.received.length, patience).toBe(1);
  const sent = await own.client.call("webhook.test", { id: toLiving });
  await expect.poll(() => receiver.received.map(({ delivery }) => delivery), patience).toEqual([sent._id]);
  expect(dead.received.length).toBeLessThan(10);
  await dead.close();
});

test("those who change an address answer for what is sent there", async () => {
  const boss = await server.createUser("hook-boss");
  const other = await server.createUser("hook-other");
  const [place] = await boss.client.call("folder.list", { parentType: "user", parentId: boss.id });
  const parentId = place?._id ?? "";
  const { _id: hidden } = await boss.client.call("dataset.clone", {
    cloneId: await createImageDataset(boss.client, "shown"),
    parentFolderId: parentId,
    name: "hidden",
  });
  const admins = [boss, other].map(({ id }) => ({ id, level: 2 }));
  const share = (id: string, users: readonly object[]) =>
    boss.client.call("folder.setAccess", { id, access: JSON.stringify({ users, groups: [] }), public: false });
  await share(parentId, admins);
  await share(hidden, admins.slice(0, 1));
  const webhook = await hookOn(boss.client, parentId, ["annotations.saved"]);
  const url = `${receiver.url}?other`;
  const changed = await other.client.call("webhook.update", { id: webhook._id, body: { url } });
  expect(changed.creatorLogin).toBe("hook-other");
  await save(boss.client, hidden, 1);
  const deliveries = () => boss.client.call("webhook.deliveries", { id: webhook._id });
  await expect.poll(async () => (await deliveries())[0]?.state, patience).toBe("failed");
  expect((await deliveries())[0]?.failure).toMatch(/^hook-other, .* may not read this dataset/);
  expect(receiver.received).toEqual([]);

  // They do not learn its name when it is deleted for good either.
  await other.client.call("webhook.update", { id: webhook._id, body: { events: ["dataset.deleted"] } });
  const { _id: shown } = await boss.client.call("dataset.clone", {
    cloneId: hidden,
    parentFolderId: parentId,
    name: "shown to both",
  });
  await share(shown, admins);
  for (const id of [hidden, shown]) await boss.client.call("folder.delete", { id });
  await expect
    .poll(() => receiver.received.map(({ message }) => message.dataset?.name), patience)
    .toEqual(["shown to both"]);
});
