/**
 * Ids in stored documents: users who may write a folder may write any id into its metadata, and gain nothing from it.
 * The places come from the schema of the metadata, the routes from the route table.
 */
import { readFileSync } from "node:fs";

import { afterAll, beforeAll, expect, test } from "vitest";

import { pathParameters, type RouteId, routeIds, routeOf, uploadFile } from "#schemas";

import { createImageDataset } from "../support/dataset.ts";
import { startTestServer, type TestServer, type TestUser } from "../support/test-server.ts";

/** In the name and the content of every private file. */
const secret = "sunkentreasure";

const lens = (side: string) => Object.fromEntries(["fx", "fy", "cx", "cy"].map((key) => [`${key}_${side}`, 1]));
const calibrationText = JSON.stringify({ R: [1], T: [2], ...lens("left"), ...lens("right") });

let server: TestServer;
let ada: TestUser;
let bob: TestUser;
let count = 0;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.createUser("ada1");
  bob = await server.createUser("bob1");
});
afterAll(() => server.close());

async function addFile(user: TestUser, folderId: string, name: string, content: string) {
  await uploadFile(user.client, { parentType: "folder", parentId: folderId, name }, new Blob([content]));
  const item = (await user.client.call("item.list", { folderId })).find((one) => one.name === name);
  const [file] = await user.client.call("item.files", { id: item?._id ?? "" });
  return { itemId: item?._id ?? "", fileId: file?._id ?? "" };
}

async function createRig(user: TestUser) {
  const name = `rig ${++count}`;
  const { _id: id } = await user.client.call("folder.create", { parentType: "user", parentId: user.id, name });
  const cameras: Record<string, { folderId: string; type: "image-sequence" }> = {};
  for (const camera of ["left", "right"]) {
    const folderId = await createImageDataset(user.client, `${camera} ${count}`);
    await user.client.call("folder.update", { id: folderId, name: camera, parentType: "folder", parentId: id });
    cameras[camera] = { folderId, type: "image-sequence" };
  }
  const body = { name, fps: 1, type: "image-sequence", subType: "stereo", defaultDisplay: "left", cameras };
  await user.client.call("dataset.createMultiCam", { parentFolderId: id, body });
  return { id, left: cameras["left"]?.folderId ?? "", right: cameras["right"]?.folderId ?? "" };
}

/** Paths of ids in the schema of a folder's metadata; entries of maps are named `left`. */
function idPlaces(): string[][] {
  const file = new URL("../../schemas/json/dataset-facts.schema.json", import.meta.url);
  const schema = JSON.parse(readFileSync(file, "utf8")) as Schema & { $defs: Record<string, Schema> };
  const walk = (part: Schema, path: string[]): string[][] => {
    const name = part.$ref?.replace("#/$defs/", "");
    if (name === "ObjectId") return [path];
    const { properties = {}, additionalProperties } = (name === undefined ? undefined : schema.$defs[name]) ?? part;
    return [
      ...Object.entries(properties).flatMap(([key, value]) => walk(value, [...path, key])),
      ...(additionalProperties === undefined ? [] : walk(additionalProperties, [...path, "left"])),
    ];
  };
  return walk(schema, []);
}

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema;
}

function withValueAt(document: unknown, [key = "", ...rest]: string[], value: unknown): Record<string, unknown> {
  const old = (document ?? {}) as Record<string, unknown>;
  return { ...old, [key]: rest.length === 0 ? value : withValueAt(old[key], rest, value) };
}

/** Every route except deletes that takes a dataset or folder, with parameters that make it run on this one. */
function callsOn(id: string): { route: RouteId; args: Record<string, unknown> }[] {
  const values: Record<string, unknown> = {
    folderId: id,
    folderIds: [id],
    cloneId: id,
    resources: JSON.stringify({ folder: [id] }),
  };
  return routeIds.flatMap((route) => {
    const { method, path, parameters } = routeOf(route);
    const isOfFolder = /^(folder|dive_dataset|dive_rpc)\/.*:id|^dive_dataset\/:id/.test(path);
    if (method === "DELETE" || route === "folder.update" || route === "folder.setAccess") return [];
    const names = Object.keys(parameters).filter((name) => name in values);
    if (!isOfFolder && names.length === 0) return [];
    const required = Object.entries(parameters).filter(([, one]) => one.required && one.fallback === undefined);
    const args: Record<string, unknown> = {};
    for (const [name, { type }] of required) args[name] = type === "boolean" || type === "integer" ? 0 : "x";
    for (const name of names) args[name] = values[name];
    if (isOfFolder && pathParameters(path).includes("id")) args["id"] = id;
    if (isCopy(route)) {
      Object.assign(args, {
        parentFolderId: copiesId,
        parentId: copiesId,
        parentType: "folder",
        name: `copy ${++count}`,
      });
    }
    return [{ route, args }];
  });
}

let copiesId = "";
const isCopy = (route: RouteId): boolean =>
  route === "dataset.clone" || route === "folder.copy" || route === "resource.copy";

async function answerOf(route: RouteId, args: Record<string, unknown>): Promise<{ status: number; text: string }> {
  const { method, body } = routeOf(route);
  const url = ada.client.url(route, args as never).replace(server.url, "");
  const init =
    body === "json" && method !== "GET" ? { body: "{}", headers: { "content-type": "application/json" } } : {};
  const response = await server.fetch(new URL(url, server.url).href.replace(server.url, ""), {
    ...init,
    method,
    token: ada.token,
  });
  return { status: response.status, text: Buffer.from(await response.arrayBuffer()).toString("latin1") };
}

test("the schema names every key that the product follows", () => {
  expect(idPlaces().map((path) => path.join("."))).toEqual([
    "metadataFileItemId",
    "multiCam.cameras.left.folderId",
    "multiCam.calibrationItemId",
    "multiCam.jsonCalibrationItemId",
  ]);
});

/** Everything in a folder that another user could change. */
async function stateOf(user: TestUser, id: string): Promise<unknown> {
  const { client } = user;
  const items = await client.call("item.list", { folderId: id, limit: 0 });
  const files = await Promise.all(
    items.map(async (item) => [
      await client.call("item.files", { id: item._id }),
      await (await client.fetch("item.download", { id: item._id })).text(),
    ]),
  );
  const folders = await client.call("folder.list", { parentType: "folder", parentId: id, limit: 0 });
  return [await client.call("folder.get", { id }), await client.call("folder.access", { id }), items, files, folders];
}

test("no id of a private item, file or folder in metadata shows or changes anything of it, on any route", async () => {
  const { _id: vault } = await bob.client.call("folder.create", {
    parentType: "user",
    parentId: bob.id,
    name: `${secret} folder`,
    metadata: { annotate: true, type: "image-sequence", fps: 1, datasetInfo: { note: secret } },
  });
  const hidden = await addFile(bob, vault, `${secret}.json`, JSON.stringify({ R: secret }));
  const folderOf = async (name: string): Promise<string> =>
    (await ada.client.call("folder.create", { parentType: "user", parentId: ada.id, name }))._id;
  const [copies, copiesOfNothing] = [await folderOf("copies"), await folderOf("copies with an id of nothing")];
  const before = await stateOf(bob, vault);
  const made = [copies, copiesOfNothing];
  let calls = 0;
  for (const place of [...idPlaces(), ["foreign_media_id"]]) {
    const rig = await createRig(ada);
    made.push(rig.id);
    const { meta } = await ada.client.call("folder.get", { id: rig.id });
    const isItemPlace = place.at(-1)?.endsWith("ItemId") === true;
    // A non-existing id gets the same response as a private one; a folder's id may be checked for access.
    const nothing = "0".repeat(24);
    const values = isItemPlace ? [nothing, hidden.itemId] : [vault];
    const runs: { status: number; text: string }[][] = [];
    for (const value of values) {
      copiesId = value === nothing ? copiesOfNothing : copies;
      const body = withValueAt(withValueAt(meta, ["multiCam", "calibrationItemId"], value), place, value);
      await ada.client.call("folder.setMetadata", { id: rig.id, body });
      const answers: { status: number; text: string }[] = [];
      for (const { route, args } of callsOn(rig.id)) {
        const answer = await answerOf(route, args);
        expect(answer.text, `${place.join(".")}, ${route}`).not.toContain(secret);
        expect(answer.status, `${place.join(".")}, ${route}`).not.toBe(500);
        if (/calibration|frameMetadata|export/i.test(route))
          answers.push({ ...answer, text: mask(answer.text, value) });
        calls++;
      }
      runs.push(answers);
    }
    if (isItemPlace) expect(runs[1]).toEqual(runs[0]);
  }
  // The copies and clones made by the calls give no access either.
  for (const { _id: id } of await ada.client.call("folder.list", { parentType: "folder", parentId: copies })) {
    for (const { route, args } of callsOn(id)) {
      if (routeOf(route).method !== "GET") continue;
      expect((await answerOf(route, args)).text, `copy, ${route}`).not.toContain(secret);
      calls++;
    }
  }
  expect(calls).toBeGreaterThan(200);
  // They reach no further when a folder is shared or deleted with its contents either.
  const access = JSON.stringify({ users: [{ id: ada.id, level: 2 }], groups: [] });
  for (const id of made) {
    await ada.client.call("folder.setAccess", { id, access, public: true, recurse: true });
    await ada.client.call("folder.deleteContents", { id });
    await ada.client.call("folder.delete", { id });
  }
  expect(await stateOf(bob, vault)).toEqual(before);
});

/** Masks what differs between two equivalent responses; for an archive, returns the names of its entries. */
const mask = (text: string, id: string): string =>
  text.startsWith("PK") ? entryNames(text).join("\n") : text.replaceAll(id, "ID");

function entryNames(zip: string): string[] {
  const names: string[] = [];
  for (let at = zip.indexOf("PK\u0001\u0002"); at >= 0; at = zip.indexOf("PK\u0001\u0002", at + 46)) {
    names.push(zip.slice(at + 46, at + 46 + zip.charCodeAt(at + 28) + 256 * zip.charCodeAt(at + 29)));
  }
  return names;
}

test("nothing but a clone says whose media a folder shows", async () => {
  const hidden = await createImageDataset(bob.client, "hidden");
  const own = await createImageDataset(ada.client, "own", 1);
  const metadata = { foreign_media_id: hidden, foreignMediaId: hidden };
  await ada.client.call("folder.setMetadata", { id: own, body: metadata });
  await ada.client.call("folder.update", { id: own, metadata });
  await expect(ada.client.call("dataset.update", { id: own, body: metadata as never })).rejects.toMatchObject({
    status: 400,
  });
  await addFile(ada, own, "own.config.json", JSON.stringify({ version: 1, fps: 1, ...metadata }));
  await ada.client.call("rpc.postprocess", { id: own, skipJobs: true });
  const copy = await ada.client.call("folder.copy", { id: own, name: `copy ${++count}` } as never);
  const made = await ada.client.call("folder.create", {
    parentType: "user",
    parentId: ada.id,
    name: `made ${++count}`,
    metadata: { annotate: true, type: "image-sequence", fps: 1, ...metadata },
  });
  for (const [id, pictures] of [
    [own, 1],
    [copy._id, 1],
    [made._id, 0],
  ] as const) {
    expect(await ada.client.call("folder.get", { id })).not.toHaveProperty("foreign_media_id");
    expect((await ada.client.call("dataset.media", { id })).imageData).toHaveLength(pictures);
  }
});

test("clones of private sources have all that the source had, clones of clones and copies as well", async () => {
  const rig = await createRig(bob);
  const gps = await addFile(bob, rig.left, "gps.csv", "frame,depth");
  await bob.client.call("dataset.attachMetadataFile", { id: rig.left, itemId: gps.itemId });
  const calibration = await addFile(bob, rig.id, "cams.json", calibrationText);
  await bob.client.call("dataset.attachCalibration", { id: rig.id, fileId: calibration.fileId });
  await bob.client.call("dataset.attachMetadataFile", { id: rig.id, itemId: calibration.itemId });
  const access = (users: { id: string; level: number }[]) =>
    bob.client.call("folder.setAccess", {
      id: rig.id,
      recurse: true,
      access: JSON.stringify({ users: [{ id: bob.id, level: 2 }, ...users], groups: [] }),
    });
  await access([{ id: ada.id, level: 0 }]);
  const clone = async (cloneId: string) => {
    const name = `clone ${++count}`;
    const { _id: parentFolderId } = await ada.client.call("folder.create", {
      parentType: "user",
      parentId: ada.id,
      name: `for ${name}`,
    });
    return (await ada.client.call("dataset.clone", { cloneId, parentFolderId, name }))._id;
  };
  const first = await clone(rig.id);
  const second = await clone(first);
  const copy = (await ada.client.call("folder.copy", { id: first, name: `copy ${++count}` } as never))._id;
  for (const id of [first, second, copy]) {
    expect(await ada.client.call("dataset.calibration", { folderId: id })).toMatchObject({ calibration: { R: [1] } });
    const sources = await ada.client.call("dataset.frameMetadataSources", { id });
    const left = sources.cameras["left"] as { itemId: string; name: string };
    expect(left.name).toBe("gps.csv");
    expect(await (await ada.client.fetch("item.download", { id: left.itemId })).text()).toBe("frame,depth");
    const dataset = await ada.client.call("dataset.get", { id });
    const url = dataset.multiCamMedia?.cameras["left"]?.imageData[0]?.url ?? "";
    expect((await server.fetch(url, { token: ada.token })).status).toBe(200);
    const zip = await (await ada.client.fetch("dataset.export", { folderIds: [id] })).arrayBuffer();
    const names = entryNames(Buffer.from(zip).toString("latin1")).map((name) => name.slice(name.indexOf("/") + 1));
    expect(names).toEqual(expect.arrayContaining(["cams.json", "left/metadata/gps.csv", "left/image-0.png"]));
  }
  // Content copied into a clone is its own.
  await access([]);
  for (const id of [first, second, copy]) {
    expect(await ada.client.call("dataset.calibration", { folderId: id })).toMatchObject({ calibration: { R: [1] } });
    await expect(ada.client.call("dataset.get", { id })).rejects.toMatchObject({ status: 403 });
  }
});

test("an attachment of the source is none of the clone, and one that is moved elsewhere none of the dataset", async () => {
  const source = await createImageDataset(ada.client, `source ${++count}`);
  const gps = await addFile(ada, source, "gps.csv", "frame");
  const { _id: parentFolderId } = await ada.client.call("folder.create", {
    parentType: "user",
    parentId: ada.id,
    name: `clones ${++count}`,
  });
  const { _id: clone } = await ada.client.call("dataset.clone", { cloneId: source, parentFolderId, name: "clone" });
  const body = { metadataFileItemId: gps.itemId, metadataFileOriginalName: "gps.csv" };
  for (const id of [source, clone]) await ada.client.call("folder.setMetadata", { id, body });
  const sources = (id: string) => ada.client.call("dataset.frameMetadataSources", { id });
  const unavailable = { cameras: {}, shared: { name: "gps.csv", error: "Metadata attachment is unavailable." } };
  expect(await sources(source)).toEqual({ cameras: {}, shared: { itemId: gps.itemId, name: "gps.csv" } });
  expect(await sources(clone)).toEqual(unavailable);
  await ada.client.call("item.update", { id: gps.itemId, folderId: parentFolderId });
  expect(await sources(source)).toEqual(unavailable);
});
