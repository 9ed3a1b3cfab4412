/** Requests of the original server's own pages and scripts: file storages, tree sizes, phrases in a search. */
import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestServer, type TestServer, type TestUser } from "../../support/test-server.ts";
import { homeOf, type Json, pythonClient, uploadImages, webClient } from "./calls.ts";

let server: TestServer;
let ada: TestUser;
let homeId: string;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.createUser("ada1");
  homeId = await homeOf(ada);
});
afterAll(() => server.close());

test("the storage by its id, its files, and moving a file to where it is", async () => {
  const datasetId = await uploadImages(webClient(server.url, ada.token), homeId, "stored");
  const admin = pythonClient(server.url, server.token);
  const [store] = (await admin("GET", "assetstore")).json;
  const one = await admin("GET", `assetstore/${store._id}`);
  expect(one.json).toMatchObject({ ...store, capacity: expect.any(Object) });
  const files = await admin("GET", `assetstore/${store._id}/files?limit=1`);
  const total = Number(files.headers.get("girder-total-count"));
  expect([files.json.length, total >= 2]).toEqual([1, true]);
  const newest = await admin("GET", `assetstore/${store._id}/files?limit=0&sort=_id&sortdir=-1`);
  expect([newest.json.length, newest.json.at(-1)._id]).toEqual([total, files.json[0]._id]);

  const [item] = (await admin("GET", `item?folderId=${datasetId}`)).json;
  const [file] = (await admin("GET", `item/${item._id}/files`)).json;
  const moved = await admin("PUT", `file/${file._id}/move?assetstoreId=${store._id}&progress=True`);
  expect(moved.json).toEqual(file);
  const unknown = "5".repeat(24);
  for (const path of [`assetstore/${unknown}`, `assetstore/${unknown}/files`]) {
    const refused = await admin("GET", path);
    expect([refused.status, refused.json.message]).toEqual([400, `Invalid assetstore id (${unknown}).`]);
  }
  expect((await admin("PUT", `file/${file._id}/move?assetstoreId=${unknown}`)).status).toBe(400);
});

test("sizes of users and collections are the bytes of all their folders", async () => {
  const admin = pythonClient(server.url, server.token);
  const home = await server.createUser("ben1");
  const ben = pythonClient(server.url, home.token);
  const parent = await homeOf(home);
  const inner = await ben("POST", `folder?parentId=${parent}&name=inner`);
  const send = async (call: typeof ben, folderId: string, bytes: number) =>
    await call("POST", `file?parentType=folder&parentId=${folderId}&name=${bytes}.bin&size=${bytes}`, {
      body: new Uint8Array(bytes),
    });
  await send(ben, parent, 5);
  await send(ben, inner.json._id, 7);
  const [own] = (await ben("GET", "user?text=ben1")).json;
  const asked = [
    await ben("GET", "user/me"),
    await ben("GET", `user/${home.id}`),
    await ben("GET", "resource/lookup?path=/user/ben1"),
    await admin("GET", `resource/${home.id}?type=user`),
  ].map(({ json }) => json.size);
  const [root] = (await ben("GET", `folder/${inner.json._id}/rootpath`)).json;
  expect([...asked, own.size, root.object.size]).toEqual(Array(6).fill(12));
  // Other users do not see it.
  expect((await pythonClient(server.url, ada.token)("GET", `user/${home.id}`)).json).not.toHaveProperty("size");

  const made = await admin("POST", "collection?name=Atlas&description=&public=True");
  expect(made.json.size).toBe(0);
  const top = await admin("POST", `folder?parentType=collection&parentId=${made.json._id}&name=top`);
  await send(admin, top.json._id, 9);
  expect((await admin("GET", `collection/${made.json._id}`)).json.size).toBe(9);
  expect((await admin("GET", "collection")).json.map((one: Json) => one["size"])).toEqual([9]);
  expect((await admin("GET", 'resource/search?q=atlas&types=["collection"]')).json.collection[0].size).toBe(9);
});

test("a phrase in quotes must occur exactly; words after a minus must not occur", async () => {
  const call = pythonClient(server.url, ada.token);
  for (const name of ["north reef 2024", "reef of the north", "south reef"]) {
    await call("POST", `folder?parentId=${homeId}&name=${encodeURIComponent(name)}&description=dive`);
  }
  const found = async (text: string): Promise<string[]> => {
    const q = encodeURIComponent(text);
    const { json } = await call("GET", `resource/search?q=${q}&mode=text&types=["folder"]&limit=50`);
    const listed = await call("GET", `folder?parentType=folder&parentId=${homeId}&text=${q}&limit=0`);
    const names = (rows: Json[]): string[] => rows.map((one) => String(one["name"])).sort();
    expect(names(listed.json)).toEqual(names(json.folder));
    return names(json.folder);
  };
  expect(await found("north south")).toEqual(["north reef 2024", "reef of the north", "south reef"]);
  expect(await found('"north reef"')).toEqual(["north reef 2024"]);
  expect(await found('"North  Reef" south')).toEqual(["north reef 2024"]);
  expect(await found('"north" "of the"')).toEqual(["reef of the north"]);
  expect(await found("reef -north")).toEqual(["south reef"]);
  expect(await found('reef -"north reef"')).toEqual(["reef of the north", "south reef"]);
  expect(await found('""')).toEqual([]);
});

test("moving a folder into itself or below is refused in the words that clients know", async () => {
  const call = pythonClient(server.url, ada.token);
  const outer = await call("POST", `folder?parentId=${homeId}&name=outer`);
  const inner = await call("POST", `folder?parentId=${outer.json._id}&name=inner`);
  for (const target of [outer.json._id, inner.json._id]) {
    const refused = await call("PUT", `folder/${outer.json._id}?parentType=folder&parentId=${target}`);
    expect([refused.status, refused.json.message]).toEqual([400, "You may not move a folder underneath itself."]);
  }
});

test("the state of the server in each depth", async () => {
  const [anyone, admin] = [pythonClient(server.url), pythonClient(server.url, server.token)];
  const basic = (await anyone("GET", "system/check")).json;
  expect(Math.abs(basic.currentTime - Date.now() / 1000)).toBeLessThan(60);
  expect(basic.bootTime).toBeLessThanOrEqual(basic.currentTime);
  const quick = (await admin("GET", "system/check?mode=quick")).json;
  expect(quick).toMatchObject({ processMemory: { rss: expect.any(Number) }, virtualMemory: expect.any(Object) });
  expect(quick).not.toHaveProperty("girderDiskUsage");
  expect((await admin("GET", "system/check?mode=slow")).json.girderDiskUsage).toHaveProperty("free");
});
