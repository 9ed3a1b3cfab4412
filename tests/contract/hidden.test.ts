/** Names and counts that lists and paths must not reveal to callers without access. */
import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestServer, testPassword, type TestServer } from "../support/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  await server.close();
});

test("lists are sorted by what the caller sees: addresses tell their order to administrators alone", async () => {
  const people = { first1: "zoe@example.org", last1: "abe@example.org" };
  for (const [login, email] of Object.entries(people)) {
    const names = { login, email, firstName: "A", lastName: `Sorted ${login}`, password: testPassword };
    await server.client.call("user.register", names);
  }
  const reader = await server.createUser("iris");
  const logins = async (client: typeof reader.client, sort: string): Promise<string[]> =>
    (await client.call("user.list", { text: "Sorted", sort })).map(({ login }) => login);
  expect(await logins(server.client, "email")).toEqual(["last1", "first1"]);
  expect(await logins(reader.client, "email")).toEqual(["first1", "last1"]);
  for (const sort of ["passwordHash", "password_hash", "otpSecret", "status", "__proto__", "email; --"]) {
    expect(await logins(reader.client, sort)).toEqual(await logins(reader.client, "lastName"));
  }
});

test("a path does not reveal what exists: unreadable items are not found", async () => {
  const owner = await server.createUser("jane");
  const stranger = await server.createUser("kurt");
  const [folder] = await owner.client.call("folder.list", { parentType: "user", parentId: owner.id, text: "Private" });
  const item = await owner.client.call("item.create", { folderId: folder?._id ?? "", name: "secret" });
  await server.client.call("collection.create", { name: "Hidden reef", public: false });
  const lookup = async (path: string, token: string | null): Promise<unknown> => {
    const response = await server.fetch(`/api/v1/resource/lookup?path=${encodeURIComponent(path)}`, { token });
    return [response.status, await response.json()];
  };
  expect(await lookup("/user/jane/Private/secret", owner.token)).toEqual([
    200,
    expect.objectContaining({ _id: item._id }),
  ]);
  for (const token of [stranger.token, null]) {
    for (const path of [
      "/user/jane/Private",
      "/user/jane/Private/secret",
      "/collection/Hidden reef",
      "/user/jane/None",
    ]) {
      expect([path, await lookup(path, token)]).toEqual([
        path,
        [400, { message: `Path not found: ${path}`, type: "validation" }],
      ]);
    }
    expect(await lookup("/user/jane/Public", token)).toEqual([200, expect.objectContaining({ name: "Public" })]);
  }
  expect(await lookup("/user/jane", stranger.token)).toEqual([200, expect.objectContaining({ login: "jane" })]);
  expect(await lookup("/user/jane", null)).toEqual([
    400,
    { message: "Path not found: /user/jane", type: "validation" },
  ]);
});
