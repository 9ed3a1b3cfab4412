/**
 * The calls of scripts that users have written for DIVE: api-v1 22.8. In words: docs/reference/existing-clients.md.
 */
import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestServer, type TestServer, type TestUser } from "../../support/test-server.ts";
import { form, homeOf, type Json, pythonClient, uploadImages, webClient } from "./calls.ts";

let server: TestServer;
let ada: TestUser;
let homeId: string;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.createUser("ada1");
  homeId = await homeOf(ada);
});
afterAll(() => server.close());

test("22.8 scripts of DIVE: list, clone, rename, export, import by form, wait for jobs", async () => {
  const id = await uploadImages(webClient(server.url, ada.token), homeId, "scripted dataset");
  const call = pythonClient(server.url, ada.token);
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

test("22.8 a script makes a dataset of several cameras out of folders", async () => {
  const call = pythonClient(server.url, ada.token);
  const place = `parentType=folder&description=&reuseExisting=True`;
  const parent = (await call("POST", `folder?parentId=${homeId}&name=scripted+rig&${place}`)).json;
  const cameras: Record<string, { folderId: string }> = {};
  for (const camera of ["left", "right"]) {
    const folderId = await uploadImages(webClient(server.url, ada.token), parent._id as string, camera);
    expect((await call("POST", `folder?parentId=${parent._id}&name=${camera}&${place}`)).json._id).toBe(folderId);
    cameras[camera] = { folderId };
  }
  const body = { name: "scripted rig", fps: 1, type: "image-sequence", subType: "multicam", defaultDisplay: "left" };
  const made = await call("POST", `dive_dataset/multicam?parentFolderId=${parent._id}`, {
    headers: { "Content-Type": "application/json" },
    // Python writes a space after colons and commas.
    body: JSON.stringify({ ...body, cameras, cameraOrder: ["left", "right"] }, null, 1).replaceAll(/\n\s*/g, " "),
  });
  expect([made.status, made.json]).toMatchObject([200, { _id: parent._id, meta: { subType: "multicam" } }]);
});
