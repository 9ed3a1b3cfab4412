/**
 * What existing clients call, in their order and their encodings: api-v1 22. The walk in words is
 * docs/reference/existing-clients.md; each of its headings is one test here.
 */
import { encode } from "fast-png";
import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestServer, testPassword, type TestServer, type TestUser } from "../support/test-server.ts";

type Json = Record<string, unknown>;

interface Reply {
  status: number;
  headers: Headers;
  text: string;
  /** Typed loosely: what matters of a document is asserted where it is used. */
  // oxlint-disable-next-line typescript/no-explicit-any
  json: any;
}

type Client = (
  method: string,
  path: string,
  init?: { headers?: Record<string, string>; body?: BodyInit },
) => Promise<Reply>;

let server: TestServer;
let ada: TestUser;
let homeId: string;

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.createUser("ada1");
  homeId =
    (await ada.client.call("folder.list", { parentType: "user", parentId: ada.id, name: "Private" }))[0]?._id ?? "";
});
afterAll(async () => {
  await server.close();
});

/** @param carried what the client sends along with every call */
const client =
  (carried: Record<string, string>): Client =>
  async (method, path, { headers = {}, body } = {}) => {
    const init: RequestInit = { method, headers: { ...carried, ...headers } };
    if (body !== undefined) init.body = body;
    const response = await fetch(`${server.url}${path}`, init);
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined };
  };

const accept = { Accept: "application/json, text/plain, */*" };
/** The web client: axios on the page's own origin. */
const web = (token?: string): Client => {
  const call = client(token === undefined ? accept : { ...accept, "Girder-Token": token });
  return (method, path, init) => call(method, `/api/v1/${path}`, init);
};
/** The browser by itself: links, pictures and videos carry the cookie and nothing else. */
const navigation = (token: string): Client => client({ Cookie: `girderToken=${token}` });
/** girder_client: parameters in the address, an empty token before the sign-in. */
const python = (token = ""): Client => {
  const call = client({ Accept: "*/*", "User-Agent": "python-requests/2.32.3", "Girder-Token": token });
  return (method, path, init) => call(method, `/girder/api/v1/${path}`, init);
};

const form = (values: Record<string, string>): { headers: Record<string, string>; body: string } => ({
  headers: { "Content-Type": "application/x-www-form-urlencoded" },
  body: new URLSearchParams(values).toString(),
});
const jsonBody = (value: unknown): { headers: Record<string, string>; body: string } => ({
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(value),
});
/** Every one of these calls succeeds. */
async function all(call: Client, paths: readonly string[]): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (const path of paths) {
    const reply = await call("GET", path);
    expect([path, reply.status, reply.status === 200 ? "" : reply.text]).toEqual([path, 200, ""]);
    replies.push(reply);
  }
  return replies;
}

const picture = (shade: number): Buffer =>
  Buffer.from(encode({ width: 8, height: 8, channels: 3, data: new Uint8Array(192).fill(shade) }));
const track = (id: number, type = "fish"): Json => ({
  id,
  begin: 0,
  end: 1,
  confidencePairs: [[type, 0.9]],
  attributes: {},
  features: [0, 1].map((frame) => ({ frame, bounds: [1, 2, 30, 40], keyframe: true, interpolate: false })),
});

/** As the upload page does it. @returns the folder's id */
async function upload(call: Client, name: string): Promise<string> {
  const names = ["1.png", "2.png"];
  const check = await call("POST", "dive_dataset/validate_files", jsonBody(names));
  expect(check.json).toMatchObject({ ok: true, type: "image-sequence", media: names, annotations: [], message: "" });
  const folder = await call("POST", `folder?parentId=${homeId}&name=${encodeURIComponent(name)}`, {
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: 'metadata={"fps":1,"type":"image-sequence"}',
  });
  const id = folder.json._id as string;
  await Promise.all(
    names.map(async (file, index) => {
      const bytes = picture(index * 50);
      const { body, headers } = form({
        parentType: "folder",
        parentId: id,
        name: file,
        size: String(bytes.length),
        mimeType: "image/png",
      });
      const started = await call("POST", "file", { body, headers });
      expect(started.json).toMatchObject({ received: 0, size: bytes.length });
      expect(started.json).not.toHaveProperty("behavior");
      const sent = await call("POST", `file/chunk?offset=0&uploadId=${started.json._id}`, {
        headers: { "Content-Type": "application/octet-stream" },
        body: new Uint8Array(bytes),
      });
      expect(sent.json).toMatchObject({ _modelType: "file", itemId: expect.any(String) });
    }),
  );
  const done = await call("POST", `dive_rpc/postprocess/${id}`);
  expect(done.json).toMatchObject({ folder: { _id: id, meta: { annotate: true } }, warnings: [], job_ids: [] });
  return id;
}

test("[S-API-09, S-API-10, S-API-11] 22.1 opening the page without being signed in", async () => {
  const anonymous = web();
  const jobs = await anonymous("GET", "job?statuses=[2,+1,+0]");
  expect([jobs.status, jobs.text]).toEqual([200, "[]"]);
  const [brand, configuration, me] = await Promise.all(
    ["dive_configuration/brand_data", "dive_configuration", "user/me"].map((path) => anonymous("GET", path)),
  );
  expect([brand?.status, configuration?.status, me?.status, me?.text]).toEqual([200, 200, 200, "null"]);
  expect(Object.keys(configuration?.json).sort()).toEqual(
    expect.arrayContaining([
      "distributedWorker",
      "jobsDisabled",
      "jobsDisabledMessage",
      "pipelinesEnabled",
      "trainingEnabled",
    ]),
  );
  expect([200, 404]).toContain((await anonymous("GET", "oauth/provider?redirect=x&list=true")).status);
});

test("22.2 signing in, with an old token at hand", async () => {
  expect((await web("x".repeat(64))("DELETE", "user/authentication")).json).toEqual({ message: "Logged out." });
  const login = await web()("GET", "user/authentication", {
    headers: { Authorization: `Basic ${btoa(`ada1@example.org:${testPassword}`)}` },
  });
  const token = login.json.authToken.token as string;
  expect(token).toMatch(/^[A-Za-z0-9]{64}$/);
  expect(login.json).toMatchObject({ message: "Login succeeded.", user: { login: "ada1", admin: false } });
  expect(login.headers.get("set-cookie")).toMatch(new RegExp(`^girderToken=${token}; Path=/; HttpOnly`));
  const wrong = await web()("GET", "user/authentication", {
    headers: { Authorization: `Basic ${btoa("ada1:wrong")}` },
  });
  expect([wrong.status, wrong.json.message]).toEqual([401, "Login failed."]);

  const abort = new AbortController();
  const since = Math.ceil(Date.now() / 1000);
  const stream = await fetch(`${server.url}/api/v1/notification/stream?since=${since}&timeout=300`, {
    headers: { Accept: "text/event-stream", Cookie: `girderToken=${token}` },
    signal: abort.signal,
  });
  expect([stream.status, stream.headers.get("content-type")]).toEqual([
    200,
    expect.stringMatching(/^text\/event-stream/),
  ]);
  abort.abort();
});

test("22.3 browsing: the place of the user, the roots, a folder, a search", async () => {
  const call = web(ada.token);
  const id = await upload(call, "browsed");
  const [user, counts, folders] = await all(call, [
    `user/${ada.id}`,
    `user/${ada.id}/details`,
    `folder?parentType=user&parentId=${ada.id}&limit=20&offset=0`,
  ]);
  expect([user?.json.login, counts?.json]).toEqual(["ada1", { nFolders: 2 }]);
  expect(folders?.json.map((one: Json) => one["name"])).toEqual(["Private", "Public"]);
  expect(folders?.headers.get("girder-total-count")).toBe("2");

  const [users, list, collections] = await all(call, [
    "user/details",
    "user?limit=20&offset=0",
    "collection/details",
    "collection?limit=20&offset=0",
  ]);
  // The client takes the first key, whatever it is called.
  expect([Object.keys(users?.json), Object.keys(collections?.json)]).toEqual([["nUsers"], ["nCollections"]]);
  expect(list?.headers.get("girder-total-count")).toBeNull();

  const [folder, path, details, inside, items] = await all(call, [
    `folder/${id}`,
    `folder/${id}/rootpath_or_relative`,
    `folder/${id}/details`,
    `folder?parentType=folder&parentId=${id}&limit=0&offset=0`,
    `item?folderId=${id}&limit=0&offset=0`,
  ]);
  expect(folder?.json).toMatchObject({ _modelType: "folder", _accessLevel: 2 });
  expect(path?.json.map((one: Json) => one["type"])).toEqual(["user", "folder"]);
  expect(details?.json).toEqual({ nFolders: inside?.json.length, nItems: items?.json.length });
  expect(items?.json.map((one: Json) => one["name"])).toEqual(["1.png", "2.png"]);

  const [, , found, , shared, labels] = await all(call, [
    "dive_configuration/pipelines",
    "dive_configuration/training_configs",
    'resource/search?q=brow&mode=prefix&types=["user","folder"]&limit=7',
    `item/${items?.json[0]._id}/files`,
    "folder/shared-folders?limit=20&offset=0",
    "dive_annotation/labels",
  ]);
  expect(found?.json).toMatchObject({ folder: [{ _id: id }], user: [] });
  expect([shared?.json, labels?.json]).toEqual([[], []]);
});

test("22.4 and 22.5 the viewer opens a dataset and saves", async () => {
  const call = web(ada.token);
  const id = await upload(call, "viewed");
  const [, dataset, media] = await all(call, [
    `folder/${id}`,
    `dive_dataset/${id}`,
    `dive_dataset/${id}/media`,
    `folder/${homeId}`,
  ]);
  expect(dataset?.json).toMatchObject({
    id,
    name: "viewed",
    type: "image-sequence",
    fps: 1,
    annotate: true,
    version: 1,
  });
  expect(media?.json.imageData.map((one: Json) => one["filename"])).toEqual(["1.png", "2.png"]);
  const empty = await all(call, [
    `dive_annotation/track?folderId=${id}`,
    `dive_annotation/group?folderId=${id}`,
    `dive_annotation/sets?folderId=${id}`,
    "dive_configuration/pipelines",
  ]);
  expect(empty.slice(0, 3).map((one) => one.json)).toEqual([[], [], []]);
  const image = await navigation(ada.token)("GET", media?.json.imageData[0].url as string);
  expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/png"]);
  expect(image.headers.get("cache-control")).toBe("private, max-age=3600");
  expect(image.headers.get("vary")).toBe("Cookie, Girder-Token");
  expect(image.headers.get("etag")).toMatch(/^"[0-9a-f]{64}"$/);

  const saves = await Promise.all([
    call(
      "PATCH",
      `dive_annotation?folderId=${id}`,
      jsonBody({
        tracks: { upsert: [track(0), track(1)], delete: [] },
        groups: { upsert: [], delete: [] },
      }),
    ),
    call(
      "PATCH",
      `dive_dataset/${id}`,
      jsonBody({
        customTypeStyling: { fish: { color: "#ff0000" } },
        customGroupStyling: {},
        confidenceFilters: { default: 0.2 },
        timeFilters: [0, 1],
        imageEnhancements: {},
      }),
    ),
    call(
      "PATCH",
      `dive_dataset/${id}/attributes`,
      jsonBody({
        upsert: [{ belongs: "track", datatype: "text", name: "sex", key: "track_sex" }],
        delete: [],
      }),
    ),
    call("PATCH", `dive_dataset/${id}/attribute_track_filters`, jsonBody({ upsert: [], delete: [] })),
  ]);
  expect(saves.map((one) => one.status)).toEqual([200, 200, 200, 200]);
  expect(saves[0]?.json).toMatchObject({ updated: 2, deleted: 0 });
  const [tracks, revisions, after] = await all(call, [
    `dive_annotation/track?folderId=${id}`,
    `dive_annotation/revision?folderId=${id}&sortdir=-1&limit=20&offset=0&sort=revision`,
    `dive_dataset/${id}`,
  ]);
  expect([tracks?.json.length, tracks?.headers.get("girder-total-count")]).toEqual([2, "2"]);
  expect(revisions?.json).toMatchObject([{ revision: 1, additions: 2, author_name: "ada1", set: null }]);
  expect(after?.json).toMatchObject({
    confidenceFilters: { default: 0.2 },
    attributes: { track_sex: { name: "sex" } },
  });
  await all(call, [
    `dive_annotation/track?folderId=${id}&revision=0`,
    `dive_annotation/track?folderId=${id}&set=other`,
  ]);
});

test("22.6 an annotation file is imported into a dataset; an empty one breaks nothing", async () => {
  const call = web(ada.token);
  const id = await upload(call, "imported");
  const csv = "0,1.png,0,10,20,30,40,0.9,-1,fish,0.9\r\n";
  const nullBody = { headers: { "Content-Type": "application/x-www-form-urlencoded" }, body: "" };
  const started = await call(
    "POST",
    `file?parentType=folder&parentId=${id}&name=a.csv&size=${csv.length}&mimeType=text%2Fcsv`,
    nullBody,
  );
  await call("POST", `file/chunk?uploadId=${started.json._id}&offset=0`, {
    headers: { "Content-Type": "application/octet-stream" },
    body: csv,
  });
  const imported = await call(
    "POST",
    `dive_rpc/postprocess/${id}?skipJobs=true&skipTranscoding=true&additive=false&additivePrepend=&set=`,
  );
  expect([imported.status, imported.json.warnings]).toEqual([200, []]);
  expect((await call("GET", `dive_annotation/track?folderId=${id}`)).json).toMatchObject([{ id: 0, begin: 0, end: 0 }]);

  const empty = await call("POST", `file?parentType=folder&parentId=${id}&name=empty.txt&size=0`, nullBody);
  expect(empty.json).toMatchObject({ _modelType: "file", size: 0 });
  const chunk = await call("POST", `file/chunk?uploadId=${empty.json._id}&offset=0`, nullBody);
  expect([chunk.status, chunk.json.type]).toEqual([400, "rest"]);
});

test("22.7 jobs, clone, export, delete, administration, signing out", async () => {
  const call = web(ada.token);
  const id = await upload(call, "other pages");
  await call("PATCH", `dive_annotation?folderId=${id}`, jsonBody({ tracks: { upsert: [track(0)], delete: [] } }));

  await all(call, ["user/me", "job/queued", "job?limit=11&offset=0&sort=created&sortdir=-1", "job/typeandstatus"]);
  const queue = await call("PUT", `user/${ada.id}/use_private_queue?privateQueueEnabled=true`);
  expect(queue.json).toEqual({ user_private_queue_enabled: true });

  const clone = await call("POST", `dive_dataset?cloneId=${id}&parentFolderId=${homeId}&name=cloned`);
  expect(clone.json).toMatchObject({ _id: expect.any(String), name: "cloned", foreign_media_id: id });

  const link = navigation(ada.token);
  const ids = encodeURIComponent(JSON.stringify([id]));
  const types = encodeURIComponent('["fish"]');
  const [image] = (await call("GET", `item?folderId=${id}`)).json;
  const downloads: [path: string, type: string][] = [
    [`dive_dataset/${id}/configuration`, "application/json"],
    [`dive_dataset/export?folderIds=${ids}&includeMedia=true`, "application/zip"],
    [`dive_annotation/export?folderId=${id}&excludeBelowThreshold=true&typeFilter=${types}`, "text/csv"],
    [`dive_annotation/export?folderId=${id}&format=dive_json`, "application/json"],
    [`item/${image._id}/download`, "image/png"],
    [`resource/download?resources=${encodeURIComponent(JSON.stringify({ folder: [id] }))}`, "application/zip"],
  ];
  for (const [path, type] of downloads) {
    const reply = await link("GET", `/api/v1/${path}`);
    expect([path, reply.status, reply.headers.get("content-type")]).toEqual([path, 200, expect.stringContaining(type)]);
    expect(reply.headers.get("content-disposition")).toMatch(/^attachment; filename/);
  }

  const multipart = new FormData();
  multipart.set("resources", JSON.stringify({ folder: [id], item: [] }));
  const deleted = await call("DELETE", "resource", { body: multipart });
  expect([deleted.status, deleted.text]).toEqual([200, "null"]);

  await all(web(server.token), [
    "dive_dataset?limit=50&offset=0&sort=created&sortdir=-1",
    "user?limit=50&offset=0&sort=created&sortdir=-1",
    "job/all?limit=50&offset=0&statuses=[2,4,0]&types=[%22convert%22]&sort=created&sortdir=-1",
    "job/typeandstatus/all",
    "dive_configuration/brand_data",
    "dive_configuration/addons",
    "dive_configuration/stats?dateRange=6+months&groupBy=month&limit=50",
    "dive_configuration/stats?dateRange=6+months&groupBy=",
  ]);
  const { json } = await web()("GET", "user/authentication", {
    headers: { Authorization: `Basic ${btoa(`ada1:${testPassword}`)}` },
  });
  expect((await web(json.authToken.token as string)("DELETE", "user/authentication")).json).toEqual({
    message: "Logged out.",
  });
  expect((await web(json.authToken.token as string)("GET", "user/me")).json).toBeNull();
});

test("22.8 girder_client: signs in, makes folders and items, uploads, downloads, sets access", async () => {
  const anonymous = python();
  expect((await anonymous("GET", "system/version")).json.release.split(".") > ["2", "3"]).toBe(true);
  const login = await anonymous("GET", "user/authentication", {
    headers: { Authorization: `Basic ${btoa(`ada1:${testPassword}`)}` },
  });
  const token = login.json.authToken.token as string;
  const key = await python(token)("POST", "api_key?name=script&active=True");
  const traded = await anonymous("POST", `api_key/token?key=${key.json.key}`);
  const call = python(traded.json.authToken.token as string);

  const lookup = await call("GET", "resource/lookup?path=%2Fuser%2Fada1%2FPrivate");
  expect([lookup.json._id, (await call("GET", `resource/${homeId}/path?type=folder`)).json]).toEqual([
    homeId,
    "/user/ada1/Private",
  ]);
  const create = `folder?parentId=${homeId}&parentType=folder&name=scripted&description=&reuseExisting=False&public=False`;
  const folder = (await call("POST", create)).json;
  expect((await call("GET", `folder?parentId=${homeId}&parentType=folder&name=scripted`)).json[0]._id).toBe(folder._id);
  expect((await call("POST", create.replace("reuseExisting=False", "reuseExisting=True"))).json._id).toBe(folder._id);
  expect((await call("POST", create)).status).toBe(400);

  const item = (await call("POST", `item?folderId=${folder._id}&name=data&description=&reuseExisting=True`)).json;
  const metadata = { "Content-Type": "application/json" };
  const described = await call("PUT", `item/${item._id}/metadata`, { headers: metadata, body: '{"a": 1, "b": [2]}' });
  expect(described.json.meta).toEqual({ a: 1, b: [2] });
  expect(
    (await call("PUT", `folder/${folder._id}/metadata`, { headers: metadata, body: '{"x": {"y": 1}}' })).json.meta,
  ).toEqual({ x: { y: 1 } });

  // uploadFileToItem: a new file, the same again (skipped), another size (contents replaced)
  expect((await call("GET", `item/${item._id}/files`)).json).toEqual([]);
  const started = await call(
    "POST",
    `file?parentType=item&parentId=${item._id}&name=a.txt&size=5&mimeType=text%2Fplain`,
  );
  const file = (
    await call("POST", `file/chunk?offset=0&uploadId=${started.json._id}`, { body: new TextEncoder().encode("12345") })
  ).json;
  expect((await call("GET", `item/${item._id}/files`)).json).toMatchObject([{ name: "a.txt", size: 5 }]);
  const replacing = await call("PUT", `file/${file._id}/contents?size=7`);
  const replaced = await call("POST", `file/chunk?offset=0&uploadId=${replacing.json._id}`, {
    body: new TextEncoder().encode("7654321"),
  });
  expect(replaced.json).toMatchObject({ _id: file._id, size: 7 });
  const whole = await call(
    "POST",
    `file?parentType=folder&parentId=${folder._id}&name=b.txt&size=2&mimeType=text%2Fplain`,
    { body: new TextEncoder().encode("ok") },
  );
  expect(whole.json).toMatchObject({ _modelType: "file", size: 2 });

  // downloadFolderRecursive
  const downloaded: Record<string, string> = {};
  for (const one of (await call("GET", `item?folderId=${folder._id}&limit=50&offset=0`)).json) {
    expect(one.updated).toEqual(expect.any(String));
    for (const { _id } of (await call("GET", `item/${one._id}/files?limit=50&offset=0`)).json) {
      const { name, size, created } = (await call("GET", `file/${_id}`)).json;
      downloaded[name] = (await call("GET", `file/${_id}/download`)).text;
      expect([size, typeof created]).toEqual([downloaded[name]?.length, "string"]);
    }
  }
  expect(downloaded).toEqual({ "a.txt": "7654321", "b.txt": "ok" });
  expect((await call("GET", `folder?parentType=folder&parentId=${folder._id}&limit=50&offset=0`)).json).toEqual([]);

  // setFolderAccess takes what getFolderAccess gave
  const access = (await call("GET", `folder/${folder._id}/access`)).json;
  const set = await call(
    "PUT",
    `folder/${folder._id}/access?access=${encodeURIComponent(JSON.stringify(access))}&public=True`,
  );
  expect(set.json).toMatchObject({ public: true, access });
  expect((await call("GET", `folder/${folder._id}/access`)).json).toEqual(access);

  const fields = await call("DELETE", `folder/${folder._id}/metadata`, { headers: metadata, body: '["x"]' });
  expect(fields.json.meta).toEqual({});
  expect((await call("DELETE", `file/${file._id}`)).text).toBe("null");
  expect((await call("GET", `file/${file._id}`)).status).toBe(400);
});

test("22.8 scripts of DIVE: list, clone, rename, export, import by form, wait for jobs", async () => {
  const id = await upload(web(ada.token), "scripted dataset");
  const call = python(ada.token);
  const [root] = (await call("GET", `folder?parentType=user&parentId=${ada.id}&text=Public`)).json;
  const clone = (await call("POST", `dive_dataset?cloneId=${id}&parentFolderId=${root._id}&name=script%20clone`)).json;
  const renamed = await call("PUT", `folder/${clone._id}`, form({ name: "renamed clone" }));
  expect(renamed.json).toMatchObject({ _id: clone._id, name: "renamed clone" });
  const exported = await call("GET", `dive_annotation/export?folderId=${id}`);
  expect(exported.text.startsWith("# 1: Detection or Track-id")).toBe(true);
  const listed = (await call("GET", "dive_dataset?limit=50&offset=0&sort=created&sortdir=-1")).json;
  expect(listed.map((one: Json) => one["_id"])).toEqual(expect.arrayContaining([id, clone._id]));
  expect((await call("GET", "job?statuses=%5B0%2C+1%2C+2%5D")).json).toEqual([]);
  const processed = await call("POST", `dive_rpc/postprocess/${id}`, form({ skipJobs: "True" }));
  expect([processed.status, processed.json.job_ids]).toEqual([200, []]);
});
