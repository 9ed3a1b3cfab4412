/** The fields of each kind of document per caller: all of api-v1 3, and no others. */
import { afterAll, beforeAll, expect, test } from "vitest";

import { uploadFile } from "#schemas";

import { localHandler } from "../../server/domain/job-status.ts";
import { startTestServer, type TestServer, type TestUser } from "../support/test-server.ts";

let server: TestServer;
let ada: TestUser;
let bob: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.createUser("ada1");
  bob = await server.createUser("bob1");
});
afterAll(() => server.close());

const fields = (text: string): string[] => text.split(",").toSorted();
const keysOf = (document: object): string[] => Object.keys(document).toSorted();

const folderFields =
  "_id,name,public,publicFlags,description,created,updated,size,meta,parentId,parentCollection,creatorId,baseParentType,baseParentId,_modelType,_accessLevel";
const itemFields =
  "_id,size,updated,description,created,meta,creatorId,folderId,name,baseParentType,baseParentId,_modelType";
const fileFields = "_id,mimeType,itemId,exts,name,created,creatorId,size,updated,_modelType";
const collectionFields = "_id,name,description,public,publicFlags,created,updated,size,meta,_modelType,_accessLevel";
const groupFields = "_id,name,public,description,created,updated,addAllowed,_addToGroupPolicy,_modelType,_accessLevel";
const userFields =
  "_id,login,public,firstName,lastName,admin,created,user_private_queue_enabled,_modelType,_accessLevel";
const ownUserFields = "size,email,groups,groupInvites,status,emailVerified,otp";
const keyFields = "_id,active,created,key,lastUse,name,scope,tokenDuration,userId,_modelType,_accessLevel";
/** `jobInfoSpec`, `celeryTaskId` and `celeryQueue` belong to a Celery queue, which does not exist here. */
const jobFields =
  "_id,title,type,created,interval,when,status,progress,log,meta,public,parentId,asynchronous,updated,timestamps,handler,_modelType,_accessLevel";

test("folders, items, files and uploads", async () => {
  const { client } = ada;
  const place = { parentType: "user", parentId: ada.id, name: "open", public: true } as const;
  const { _id: id } = await client.call("folder.create", place);
  const file = await uploadFile(client, { parentType: "folder", parentId: id, name: "a.b.CSV" }, new Blob(["x"]));
  const link = { parentType: "folder", parentId: id, name: "link", linkUrl: "https://example.org/a" } as const;
  const linked = await client.call("file.create", link);
  const { itemId } = await client.call("file.get", { id: file._id });
  for (const reader of [client, bob.client]) {
    expect(keysOf(await reader.call("folder.get", { id }))).toEqual(fields(folderFields));
    expect(keysOf(await reader.call("item.get", { id: itemId }))).toEqual(fields(itemFields));
    expect(keysOf(await reader.call("file.get", { id: file._id }))).toEqual(fields(fileFields));
    expect(keysOf(await reader.call("file.get", { id: linked._id }))).toEqual(fields(`${fileFields},linkUrl`));
  }
  expect(await client.call("file.get", { id: file._id })).toMatchObject({ exts: ["b", "csv"] });
  const asAdministrator = await server.client.call("file.get", { id: file._id });
  expect(keysOf(asAdministrator)).toEqual(fields(`${fileFields},assetstoreId`));
  const copy = await client.call("item.copy", { id: itemId, name: "copy" });
  expect(keysOf(copy)).toEqual(fields(`${itemFields},copyOfItem`));
  const upload = await client.call("file.create", { parentType: "folder", parentId: id, name: "half", size: 9 });
  const uploadFields = "_id,created,updated,assetstoreId,size,name,mimeType,received,parentType,parentId,userId";
  expect(keysOf(upload)).toEqual(fields(uploadFields));
});

test("users see more of themselves, and administrators of everybody", async () => {
  const all = fields(`${userFields},${ownUserFields}`);
  expect(keysOf(await ada.client.call("user.get", { id: ada.id }))).toEqual(all);
  expect(keysOf((await ada.client.call("user.me", {})) ?? {})).toEqual(all);
  expect(keysOf(await server.client.call("user.get", { id: ada.id }))).toEqual(all);
  expect(keysOf(await bob.client.call("user.get", { id: ada.id }))).toEqual(fields(userFields));
  const listed = await bob.client.call("user.list", {});
  expect(listed.filter((one) => "email" in one).map(({ login }) => login)).toEqual(["bob1"]);
});

test("collections, groups, keys and jobs", async () => {
  const collection = await server.client.call("collection.create", { name: "survey", public: true });
  expect(keysOf(await bob.client.call("collection.get", { id: collection._id }))).toEqual(fields(collectionFields));
  const group = await ada.client.call("group.create", { name: "divers", public: true });
  expect(keysOf(group)).toEqual(fields(groupFields));
  expect(keysOf(await bob.client.call("group.get", { id: group._id }))).toEqual(fields(groupFields));
  expect(keysOf(await ada.client.call("group.get", { id: group._id }))).toEqual(fields(`${groupFields},requests`));
  await ada.client.call("apiKey.create", { name: "script" });
  const [key] = await ada.client.call("apiKey.list", {});
  expect(keysOf(key ?? {})).toEqual(fields(keyFields));
  const { id } = await server.server.services.jobs.create({
    title: "work",
    type: "convert",
    handler: localHandler,
    userId: ada.id,
    datasetId: "0".repeat(24),
    params: { a: 1 },
  });
  expect(keysOf(await ada.client.call("job.get", { id }))).toEqual(fields(`${jobFields},dataset_id,params`));
  const asAdministrator = await server.client.call("job.get", { id });
  expect(keysOf(asAdministrator)).toEqual(fields(`${jobFields},dataset_id,params,args,kwargs`));
  const [listed] = await ada.client.call("job.list", {});
  expect(listed).not.toHaveProperty("log");
});
