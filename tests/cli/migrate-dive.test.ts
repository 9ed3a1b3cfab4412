/** Copies a site to another one: both are real servers, and the command is killed repeatedly on the way. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import sharp from "sharp";
import { type ApiClient, uploadFile } from "#schemas";
import type { DatasetConfiguration } from "#schemas/generated/types";
import { track } from "../support/annotations.ts";
import { createImageDataset } from "../support/dataset.ts";
import { createLargeImages } from "../support/large-image-datasets.ts";
import { createMultiCamDataset } from "../support/multicam-dataset.ts";
import { type TestServer, startTestServer } from "../support/test-server.ts";
import { createWorkspace, type Workspace } from "./transcript.ts";

/** Many processes, each of which takes a while on a busy machine. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 180_000 });

const bin = fileURLToPath(new URL("../../cli/bin.js", import.meta.url));
const stateFile = "copy.jsonl";
const maxKills = 3;

let source: TestServer;
let target: TestServer;
let workspace: Workspace;
let env: Record<string, string>;
beforeEach(async () => {
  [source, target] = await Promise.all([startTestServer(), startTestServer()]);
  env = { WAKELINE_SERVER: target.url, WAKELINE_TOKEN: target.token, WAKELINE_SOURCE_TOKEN: source.token };
  workspace = createWorkspace(env);
});
afterEach(async () => {
  workspace.remove();
  await Promise.all([source.close(), target.close()]);
});

interface Line {
  readonly id: string;
  readonly from: string;
  readonly path: string;
  readonly isNew: boolean;
  readonly losses: string[];
  readonly error?: string;
}

async function migrate(options: string): Promise<{ lines: Line[]; stderr: string; exitCode: number | null }> {
  const { stdout, stderr, exitCode } = await workspace.runHere(
    `wakeline migrate dive ${source.url} --state ${stateFile} --json ${options}`,
  );
  const lines = stdout.split("\n").filter(Boolean);
  return { lines: lines.map((line) => JSON.parse(line) as Line), stderr, exitCode };
}

/** Starts the command and kills it when it has written more of its state. */
async function killInTheMiddle(options: readonly string[], steps: number): Promise<boolean> {
  const count = (): number => {
    try {
      return readFileSync(join(workspace.folder, stateFile), "utf8").split("\n").length;
    } catch {
      return 0;
    }
  };
  const before = count();
  const args = [bin, "migrate", "dive", source.url, "--state", stateFile, ...options];
  const run = spawn(process.execPath, args, {
    cwd: workspace.folder,
    env: { ...process.env, ...env },
    stdio: "ignore",
  });
  const exited = once(run, "exit");
  while (count() < before + steps && run.exitCode === null) await sleep(2);
  const isKilled = run.kill("SIGKILL");
  await exited;
  return isKilled;
}

const configuration: DatasetConfiguration = {
  attributes: { track_sex: { belongs: "track", datatype: "text", name: "sex", key: "track_sex", values: ["f", "m"] } },
  attributeTrackFilters: {
    long: { name: "long", attribute: "length", type: "track", filter: { op: ">", val: 3 }, typeFilter: [] },
  },
  customTypeStyling: { fish: { color: "#12ab34", strokeWidth: 4 } },
  confidenceFilters: { default: 0.2, fish: 0.4 },
  timeFilters: [0, 1],
  typeHierarchy: { cod: "fish" },
  datasetInfo: { place: "Reef" },
};

const outline = [
  [1, 2.5],
  [9, 2],
  [9, 9],
  [1, 2.5],
];
/** Everything a feature can contain in addition to its box. */
const detailed = {
  id: 12,
  begin: 0,
  end: 0,
  confidencePairs: [
    ["fish", 0.5],
    ["cod", 0.25],
  ],
  attributes: { sex: "m", length: 3.5 },
  features: [
    {
      frame: 0,
      bounds: [1, 2, 9, 9],
      exactBounds: [1.25, 2, 9, 9.5],
      keyframe: true,
      fishLength: 12.5,
      head: [1.5, 2],
      tail: [8, 9],
      notes: ["of \u00e4lv"],
      attributes: { blurred: true },
      geometry: {
        type: "FeatureCollection",
        features: [{ type: "Feature", properties: { key: "" }, geometry: { type: "Polygon", coordinates: [outline] } }],
      },
    },
  ],
};

/** Datasets of every kind in the administrator's folders. */
async function fillSource({ client, userId }: TestServer): Promise<void> {
  const place = { parentType: "user", parentId: userId } as const;
  const dives = await client.call("folder.create", { ...place, name: "Dives 1/2", description: "All of them" });
  const move = async (id: string): Promise<void> => {
    await client.call("folder.update", { id, parentType: "folder", parentId: dives._id });
  };
  const reef = await createImageDataset(client, "reef", 5);
  await move(reef);
  const save = (body: object) => client.call("annotation.save", { folderId: reef, body });
  await save({ tracks: { upsert: [track(1), track(2), track(3, "crab"), detailed] } });
  await save({ tracks: { upsert: [track(2, "cod", { attributes: { sex: "f" } })], delete: [3] } });
  await save({ tracks: { upsert: [track(1), track(7)] }, set: "model-a" });
  const members = { 1: { ranges: [[0, 1]] }, 2: { ranges: [[0, 1]] } };
  const group = { id: 1, begin: 0, end: 1, confidencePairs: [["school", 1]], attributes: {}, members };
  await save({ groups: { upsert: [group] } });
  await client.call("dataset.update", { id: reef, body: configuration });
  await client.call("comment.create", { id: reef, body: { text: "Is this a cod?" } });
  const clone = await client.call("dataset.clone", { cloneId: reef, parentFolderId: dives._id, name: "reef, again" });
  await client.call("annotation.save", { folderId: clone._id, body: { tracks: { upsert: [track(9)] } } });
  for (let n = 0; n < 6; n++) await move(await createImageDataset(client, `dive ${n}`, 2));
  const rig = await createMultiCamDataset(client, {
    name: "rig",
    cameras: [{ name: "left" }, { name: "right" }],
    calibration: { name: "rig.json", bytes: JSON.stringify({ R: [1, 0, 0, 0, 1, 0, 0, 0, 1], T: [1, 0, 0] }) },
  });
  await move(rig.id);
  const large = new Uint8Array(20 * 1024 * 1024).map((_, at) => (at * 7919) >> 3);
  const notes = await client.call("folder.create", { parentType: "folder", parentId: dives._id, name: "notes" });
  const name = "long recording.bin";
  await uploadFile(client, { parentType: "folder", parentId: notes._id, name }, new Blob([large]), {});
}

/** Everything that a site reports about the folders below a place, without what differs between two sites. */
async function contentOf(server: TestServer): Promise<Record<string, unknown>> {
  const { client } = server;
  const found: Record<string, unknown> = {};
  const names = new Map<string, string>();
  const read = async (parentType: "user" | "folder", parentId: string, path: string): Promise<void> => {
    for (const folder of await client.call("folder.list", { parentType, parentId, limit: 0 })) {
      const at = `${path}/${folder.name}`;
      names.set(folder._id, at);
      const { copiedFrom: _, ...meta } = folder.meta;
      const items: unknown[] = [];
      for (const item of await client.call("item.list", { folderId: folder._id, limit: 0 })) {
        names.set(item._id, `${at}/${item.name}`);
        const files = await client.call("item.files", { id: item._id, limit: 0 });
        const bytes = await Promise.all(files.map(async ({ _id, name }) => [name, await hashOf(server, _id)]));
        items.push({ name: item.name, meta: item.meta, bytes });
      }
      const { description, foreign_media_id: cloneOf } = folder;
      const annotations = meta.annotate === true ? await annotationsOf(client, folder._id) : undefined;
      found[at] = { description, cloneOf, meta, items, annotations };
      await read("folder", folder._id, at);
    }
  };
  await read("user", server.userId, "");
  const text = JSON.stringify(found).replaceAll(/"[0-9a-f]{24}"/g, (id) => `"<${names.get(id.slice(1, -1)) ?? "?"}>"`);
  return JSON.parse(text) as Record<string, unknown>;
}

async function annotationsOf(client: ApiClient, folderId: string): Promise<unknown> {
  const sets: Record<string, unknown> = {};
  for (const set of ["", ...(await client.call("annotation.sets", { folderId })).map((name) => name ?? "")]) {
    const named = set === "" ? {} : { set };
    const tracks = await client.call("annotation.tracks", { folderId, ...named });
    sets[set] = { tracks, groups: await client.call("annotation.groups", { folderId, ...named }) };
  }
  const media = await client.call("dataset.media", { id: folderId });
  return { sets, media: media.imageData.map(({ filename }) => filename) };
}

async function hashOf(server: TestServer, fileId: string): Promise<string> {
  const reply = await server.fetch(`/api/v1/file/${fileId}/download`);
  const digest = await crypto.subtle.digest("SHA-256", await reply.arrayBuffer());
  return Buffer.from(digest).toString("hex");
}

test("a site that is copied is the same there, however often the command is killed", async () => {
  await fillSource(source);
  const planned = await migrate("--dry-run");
  expect(planned.lines, planned.stderr).toHaveLength(11);
  let kills = 0;
  while (kills < maxKills && (await killInTheMiddle(["--jobs", "3"], 1 + (kills % 4)))) kills += 1;
  expect(kills).toBeGreaterThan(1);
  const last = await migrate("");
  expect(last.lines.filter(({ error }) => error !== undefined)).toEqual([]);
  expect(await contentOf(target), last.stderr).toEqual(await contentOf(source));
  // A comment cannot be copied, and earlier revisions were not requested.
  expect(last.exitCode).toBe(1);
  const report = await migrate("--report report.txt");
  expect(report.lines).toEqual([]);
  const named = readFileSync(join(workspace.folder, "report.txt"), "utf8").trim().split("\n").toSorted();
  expect(named).toEqual(
    ["reef, again: not taken: 1 comment", "reef, again: not taken: earlier states: 2 revisions"]
      .concat("reef: not taken: 1 comment", "reef: not taken: earlier states: 4 revisions")
      .map((text) => expect.stringContaining(text) as string),
  );
});

test("unrecorded work of a killed command is found", async () => {
  const { client } = target;
  const reef = await createImageDataset(source.client, "reef", 2);
  const save = (tracks: object) => source.client.call("annotation.save", { folderId: reef, body: { tracks } });
  await save({ upsert: [track(1), track(2)] });
  const place = { parentType: "user", parentId: source.userId } as const;
  const dives = await source.client.call("folder.create", { ...place, name: "dives" });
  await source.client.call("dataset.clone", { cloneId: reef, parentFolderId: dives._id, name: "again" });
  const { lines } = await migrate("");
  const [copy, clone] = ["reef", "again"].map((name) => lines.find(({ path }) => path.endsWith(name)));
  // Simulates an upload that stopped when the clone was made, and while a file was being sent that arrived after all.
  const path = join(workspace.folder, stateFile);
  const of = (line: string, id: string | undefined): boolean => id !== undefined && line.includes(id);
  const state = readFileSync(path, "utf8").split("\n");
  const isKept = (line: string): boolean =>
    of(line, clone?.from) ? line.includes("cloning") : !(line.includes("done") && of(line, copy?.from));
  writeFileSync(path, `${state.filter(isKept).join("\n")}{"done":"cut o`);
  const unmark = { body: { copiedFrom: null } };
  await client.call("folder.setMetadata", { id: clone?.id ?? "", ...unmark });
  const [item] = await client.call("item.list", { folderId: copy?.id ?? "" });
  const twin = { parentType: "item", parentId: item?._id ?? "", name: item?.name ?? "", size: 3 } as const;
  await client.call("file.create", { ...twin, body: new Uint8Array(3) });
  // The source is in use, too.
  await save({ upsert: [track(2, "crab"), track(5)], delete: [1] });
  const again = await migrate("");
  expect(again.lines.map(({ id }) => id).toSorted(), again.stderr).toEqual([copy?.id, clone?.id].toSorted());
  expect(await contentOf(target)).toEqual(await contentOf(source));
});

test("two commands do not work with one state", async () => {
  await createImageDataset(source.client, "reef", 2);
  await migrate("");
  const path = join(workspace.folder, stateFile);
  const run = { host: hostname(), pid: process.pid };
  writeFileSync(path, `${readFileSync(path, "utf8")}${JSON.stringify({ run })}\n`);
  // A process of its own: a command takes over from an earlier one of its own process.
  expect(await workspace.run(`wakeline migrate dive ${source.url} --state ${stateFile}`)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining(`a copy that is under way (process ${process.pid})`) as string,
  });
});

test("a copy without its state finds what it has made, and does not touch it", async () => {
  await createImageDataset(source.client, "reef", 2);
  const first = await migrate("");
  expect(first).toMatchObject({ exitCode: 0, lines: [{ path: "/user/admin/reef", isNew: true }] });
  const id = first.lines[0]?.id ?? "";
  await target.client.call("dataset.update", { id, body: { confidenceFilters: { default: 0.9 } } });
  await workspace.run(`rm ${stateFile}`);
  const again = await migrate("");
  expect(again).toMatchObject({ exitCode: 0, lines: [{ id, isNew: false }] });
  expect(await target.client.call("dataset.get", { id })).toMatchObject({ confidenceFilters: { default: 0.9 } });
});

test("every revision comes over", async () => {
  const from = await createImageDataset(source.client, "reef", 2);
  const save = (body: object) => source.client.call("annotation.save", { folderId: from, body });
  await save({ tracks: { upsert: [track(1), track(2)] } });
  await save({ tracks: { upsert: [track(1, "crab")] }, set: "b" });
  await save({ tracks: { upsert: [track(2, "crab")], delete: [1] } });
  await save({ tracks: { delete: [1] }, set: "b" });
  await save({ tracks: { upsert: [track(5)] } });
  while (await killInTheMiddle(["--revisions", "all"], 6));
  await migrate("--revisions all");
  const to = await target.client.call("resource.lookup", { path: "/user/admin/reef" });
  const id = to?._id ?? "";
  for (const revision of [1, 2, 3, 4, 5]) {
    for (const set of ["", "b"]) {
      const at = { revision, ...(set !== "" && { set }) };
      const copy = await target.client.call("annotation.tracks", { folderId: id, ...at });
      expect(copy, `${revision} ${set}`).toEqual(
        await source.client.call("annotation.tracks", { folderId: from, ...at }),
      );
    }
  }
  expect(await target.client.call("annotation.revisions", { folderId: id })).toHaveLength(5);
});

test("a large image gets its tiles there", async () => {
  const data = new Uint8Array(600 * 400 * 3).map((_, at) => at % 251);
  const tiff = await sharp(data, { raw: { width: 600, height: 400, channels: 3 } })
    .tiff()
    .toBuffer();
  await createLargeImages(source, "survey", { "survey.tif": new Blob([new Uint8Array(tiff)]) });
  const { lines, stderr } = await migrate("");
  expect(lines, stderr).toMatchObject([{ path: "/user/admin/survey", losses: [] }]);
  const { imageData } = await target.client.call("dataset.media", { id: lines[0]?.id ?? "" });
  const tiles = await target.client.call("tile.get", { id: imageData[0]?.id ?? "" });
  expect(tiles).toMatchObject({ sizeX: 600, sizeY: 400 });
});

test("a clone gets its own media if its source is not copied, with a note", async () => {
  const ada = await source.createUser("adalovelace");
  const reef = await createImageDataset(ada.client, "reef", 3);
  const access = JSON.stringify({
    users: [
      { id: ada.id, level: 2 },
      { id: source.userId, level: 0 },
    ],
    groups: [],
  });
  await ada.client.call("folder.setAccess", { id: reef, access, public: false });
  const { client, userId } = source;
  const [own] = await client.call("folder.list", { parentType: "user", parentId: userId, name: "Private" });
  const parentFolderId = own?._id ?? "";
  const clone = await client.call("dataset.clone", { cloneId: reef, parentFolderId, name: "mine" });
  await client.call("annotation.save", { folderId: clone._id, body: { tracks: { upsert: [track(4)] } } });
  const { lines, stderr } = await migrate("");
  expect(lines, stderr).toMatchObject([
    { path: "/user/admin/Private/mine", losses: [expect.stringContaining("it is a clone")] },
  ]);
  const id = lines[0]?.id ?? "";
  expect(await annotationsOf(target.client, id)).toEqual(await annotationsOf(client, clone._id));
  expect((await target.client.call("folder.get", { id })).foreign_media_id).toBeUndefined();
  const { imageData } = await target.client.call("dataset.media", { id });
  for (const { url } of imageData) expect((await target.fetch(url)).status).toBe(200);
  expect(imageData).toHaveLength(3);
});

test("existing content under a dataset's name stays unchanged, and is named", async () => {
  await createImageDataset(source.client, "reef", 2);
  await createImageDataset(source.client, "wreck", 2);
  const there = await createImageDataset(target.client, "reef", 1);
  const { lines, stderr, exitCode } = await migrate("");
  expect(exitCode).toBe(1);
  expect(stderr).toContain("/user/admin/reef: a dataset of that name is there already");
  expect(lines.find(({ path }) => path === "/user/admin/wreck")?.isNew).toBe(true);
  expect((await target.client.call("dataset.media", { id: there })).imageData).toHaveLength(1);
});

test("an administrator brings users, groups, collections and access", async () => {
  const { client } = source;
  const [bea, cem] = [await source.createUser("beatrix"), await source.createUser("cemil")];
  const group = await client.call("group.create", { name: "divers", public: true });
  await client.call("group.invite", { id: group._id, userId: bea.id, level: 1, force: true });
  await client.call("group.update", { id: group._id, addAllowed: "yesmod" });
  const dora = await source.createUser("dora1");
  const named = { firstName: "Dora", lastName: "D", email: "dora1@example.org" };
  await client.call("user.update", { id: dora.id, ...named, status: "disabled" });
  const collection = await client.call("collection.create", { name: "North Sea", description: "2026" });
  await client.call("collection.setMetadata", { id: collection._id, body: { cruise: "NS26" } });
  const readers = { users: [{ id: cem.id, level: 0 }], groups: [{ id: group._id, level: 1 }] };
  await client.call("collection.setAccess", { id: collection._id, access: JSON.stringify(readers), public: true });
  const place = { parentType: "collection", parentId: collection._id } as const;
  const folder = await client.call("folder.create", { ...place, name: "Shared" });
  const dataset = await createImageDataset(bea.client, "bea's reef", 2);
  const grants = { users: [{ id: cem.id, level: 1 }], groups: [{ id: group._id, level: 0 }] };
  for (const id of [folder._id, dataset]) {
    await client.call("folder.setAccess", { id, access: JSON.stringify(grants), public: id === dataset });
  }
  const first = await migrate("--people");
  expect(
    first.lines.map(({ path }) => path),
    first.stderr,
  ).toEqual(["/user/beatrix/bea's reef"]);
  for (const path of ["/user/beatrix/bea's reef", "/collection/North Sea/Shared"]) {
    const [before, after] = await Promise.all([source, target].map((server) => accessAt(server, path)));
    expect(after).toEqual(before);
  }
  const [divers] = await target.client.call("group.list", { text: "divers" });
  const members = await target.client.call("group.members", { id: divers?._id ?? "" });
  expect(members.map(({ login }) => login).toSorted()).toEqual(["admin", "beatrix"]);
  const facts = await Promise.all([source, target].map(peopleOf));
  expect(facts[0]).toMatchObject({ dora: "disabled", addAllowed: "yesmod", cruise: "NS26", isPublic: true });
  expect(facts[1]).toEqual(facts[0]);
  const again = await migrate("--people");
  expect(again.lines).toEqual([]);
  const refused = await migrate("--people --to /user/admin/Private");
  expect(refused).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("leave out --from and --to") as string,
  });
});

/** Who may do what on a site, without ids. */
async function peopleOf({ client }: TestServer): Promise<Record<string, unknown>> {
  const [group] = await client.call("group.list", { text: "divers" });
  const [collection] = await client.call("collection.list", { text: "North Sea" });
  const [dora] = await client.call("user.list", { text: "dora1" });
  const moderators = await client.call("group.access", { id: group?._id ?? "" });
  const { users, groups } = await client.call("collection.access", { id: collection?._id ?? "" });
  const { meta, public: isPublic } = await client.call("collection.get", { id: collection?._id ?? "" });
  return {
    dora: dora?.status,
    addAllowed: group?.addAllowed,
    cruise: meta["cruise"],
    isPublic,
    moderators: moderators.access.users.map(({ login, level }) => [login, level]).toSorted(),
    users: users.map(({ login, level }) => [login, level]).toSorted(),
    groups: groups.map(({ name, level }) => [name, level]),
  };
}

async function accessAt({ client }: TestServer, path: string): Promise<unknown> {
  const folder = await client.call("resource.lookup", { path });
  const id = folder?._id ?? "";
  const { users, groups } = await client.call("folder.access", { id });
  const { public: isPublic, created } = await client.call("folder.get", { id });
  return {
    isPublic,
    created,
    users: users.map(({ login, level }) => [login, level]),
    groups: groups.map(({ name, level }) => [name, level]),
  };
}

test("a site that knows fewer routes, keeps its files elsewhere and has a broken track is copied as far as that goes", async () => {
  const from = await createImageDataset(source.client, "reef", 2);
  const upsert = [track(1), track(2), track(3, "crab")];
  await source.client.call("annotation.save", { folderId: from, body: { tracks: { upsert } } });
  const other = await startOtherSite(source);
  const { stdout, stderr, exitCode } = await workspace.runHere(`wakeline migrate dive ${other.url} --json`);
  const [line] = stdout
    .split("\n")
    .filter(Boolean)
    .map((one) => JSON.parse(one) as Line);
  expect(line, stderr).toMatchObject({ path: "/user/admin/reef", isNew: true });
  expect(line?.losses).toEqual([expect.stringContaining("the track 99, which is refused: ") as string]);
  expect(exitCode).toBe(1);
  const id = line?.id ?? "";
  const tracks = await target.client.call("annotation.tracks", { folderId: id });
  expect(tracks).toEqual(await source.client.call("annotation.tracks", { folderId: from }));
  const sent = await Promise.all(
    [source, target].map(async (server, at) => {
      const { imageData } = await server.client.call("dataset.media", { id: at === 0 ? from : id });
      const replies = await Promise.all(imageData.map((one) => server.fetch(one.url)));
      return await Promise.all(replies.map(async (reply) => Buffer.from(await reply.arrayBuffer()).toString("hex")));
    }),
  );
  expect(sent[1]).toEqual(sent[0]);
  expect(other.sessionsSeen()).toEqual([]);
  await other.close();
});

/** A Girder site with a bucket: two servers in front of the source. */
async function startOtherSite({ url, token }: TestServer) {
  const sessions: string[] = [];
  const listen = async (answer: (request: Request, path: string) => Promise<Response>) => {
    const server = createServer((request, reply) => {
      const path = request.url ?? "";
      const headers = new Headers(request.headers as Record<string, string>);
      for (const name of ["host", "connection"]) headers.delete(name);
      answer(new Request(`${url}${path}`, { method: request.method ?? "GET", headers }), path)
        .then(async (got) => {
          const bytes = Buffer.from(await got.arrayBuffer());
          const type = got.headers.get("Content-Type") ?? "application/json";
          const location = got.headers.get("Location");
          reply.writeHead(got.status, { "Content-Type": type, ...(location !== null && { Location: location }) });
          reply.end(bytes);
        })
        .catch(() => reply.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  };
  const bucket = await listen(async (request) => {
    const session = request.headers.get("Girder-Token");
    if (session !== null) sessions.push(session);
    request.headers.set("Girder-Token", token);
    return await fetch(request);
  });
  const site = await listen(async (request, path) => {
    if (/\/file\/[0-9a-f]+\/download/.test(path)) {
      return new Response("", { status: 303, headers: { Location: `${bucket.url}${path}` } });
    }
    if (/\/(comment|scoring|sets)\b|\/task\//.test(path))
      return Response.json({ message: "No such", type: "rest" }, { status: 404 });
    const reply = await fetch(request);
    if (!path.includes("/dive_annotation/track")) return reply;
    const broken = { ...track(99), end: 7 };
    return Response.json([...((await reply.json()) as object[]), broken]);
  });
  return {
    url: site.url,
    sessionsSeen: () => sessions,
    close: async () => {
      for (const { server } of [site, bucket]) await new Promise((resolve) => server.close(resolve));
    },
  };
}

test("a source is signed in to by key or password; one that accepts neither says how", async () => {
  const { key } = await source.client.call("apiKey.create", { name: "copy" });
  const command = `wakeline migrate dive ${source.url} --dry-run`;
  const run = (before: string, after = "") => workspace.runHere(`${before} ${command} ${after}`);
  const works = { exitCode: 0, stderr: expect.stringContaining("Dry run: 0 datasets") as string };
  expect(await run(`echo ${key} |`, "--with-key")).toMatchObject(works);
  expect(await run(`WAKELINE_SOURCE_TOKEN= WAKELINE_SOURCE_API_KEY=${key}`)).toMatchObject(works);
  expect(await run(`WAKELINE_SOURCE_PASSWORD="${source.password}"`, "--user admin")).toMatchObject(works);
  const refused = (text: string) => ({ exitCode: 4, stderr: expect.stringContaining(text) as string });
  expect(await run("WAKELINE_SOURCE_PASSWORD=wrong", "--user admin")).toMatchObject(refused("Login failed"));
  expect(await run("WAKELINE_SOURCE_TOKEN=nonsense")).toMatchObject(refused("WAKELINE_SOURCE_API_KEY"));
  expect(await run("WAKELINE_SOURCE_TOKEN=")).toMatchObject(refused("you are not signed in"));
});
