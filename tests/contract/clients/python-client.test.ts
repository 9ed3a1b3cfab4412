/** The calls of girder_client for Python: api-v1 22.8. In words: docs/reference/existing-clients.md. */
import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestServer, testPassword, type TestServer, type TestUser } from "../../support/test-server.ts";
import { type Client, homeOf, pythonClient } from "./calls.ts";

let server: TestServer;
let ada: TestUser;
let homeId: string;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.createUser("ada1");
  homeId = await homeOf(ada);
});
afterAll(() => server.close());

const python = (token?: string): Client => pythonClient(server.url, token);

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

  // setFolderAccess accepts the result of getFolderAccess
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
