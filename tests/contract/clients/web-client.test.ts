/**
 * The web client's calls, in its order and its encodings: api-v1 22.1 to 22.7. docs/reference/existing-clients.md
 * describes the session in words; each of its headings is one test here.
 */
import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestServer, testPassword, type TestServer, type TestUser } from "../../support/test-server.ts";
import {
  all,
  type Client,
  homeOf,
  type Json,
  jsonBody,
  navigationOf,
  nullBody,
  track,
  uploadImages,
  webClient,
} from "./calls.ts";

let server: TestServer;
let ada: TestUser;
let homeId: string;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.createUser("ada1");
  homeId = await homeOf(ada);
});
afterAll(() => server.close());

const web = (token?: string): Client => webClient(server.url, token);
const navigation = (token: string): Client => navigationOf(server.url, token);

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
  const id = await uploadImages(call, homeId, "browsed");
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
  // The client uses the first key, whatever its name.
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
  const id = await uploadImages(call, homeId, "viewed");
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
  // Validated each time, as the right may be gone; the bytes are sent once.
  expect(image.headers.get("cache-control")).toBe("private, no-cache");
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
  const id = await uploadImages(call, homeId, "imported");
  const csv = "0,1.png,0,10,20,30,40,0.9,-1,fish,0.9\r\n";
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
  const id = await uploadImages(call, homeId, "other pages");
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
