import { PassThrough } from "node:stream";

import { expect, test } from "vitest";
import { ApiError } from "#schemas/client";
import { describeApiError, parseServer } from "./connection.ts";
import { resolveReference, serverOfReference } from "../site/dataset-reference.ts";
import { type Io, withIo } from "../terminal/io.ts";
import type { Connection } from "./connection.ts";

test.each([
  ["http://127.0.0.1:8010", "http://127.0.0.1:8010"],
  ["localhost:8010", "http://localhost:8010"],
  ["https://annotate.example.org/", "https://annotate.example.org"],
  ["https://example.org/wakeline/api/v1/", "https://example.org/wakeline"],
  ["https://example.org/girder/api/v1", "https://example.org"],
])("%s is the server %s", (text, url) => {
  expect(parseServer(text)).toBe(url);
});

test.each(["", "ftp://example.org", "http://"])("%j is not a server", (text) => {
  expect(() => parseServer(text)).toThrow(/is not the address of a server/);
});

const connection = { url: "http://server", login: "ada" };

test.each([
  [
    401,
    "You must be logged in.",
    4,
    "http://server no longer knows you (You must be logged in): run `wakeline login http://server`.",
  ],
  [
    403,
    "Write access denied for folder 1 (user 2).",
    4,
    "http://server: Write access denied for folder 1 (user 2). You are signed in as ada.",
  ],
  [400, "Invalid folder id (x).", 3, "http://server: Invalid folder id (x)."],
  [
    500,
    "An unexpected error occurred on the server.",
    3,
    "http://server: An unexpected error occurred on the server (status 500; the log of the server says more).",
  ],
  [507, "The server has no space left.", 3, "http://server: The server has no space left."],
])("tells an answer %i in one line", (status, text, exitCode, message) => {
  const error = describeApiError(new ApiError("folder.get", status, text), connection);
  expect(error).toMatchObject({ exitCode, message });
});

test("tells why a server cannot be reached", () => {
  const cause = new TypeError("fetch failed", { cause: Object.assign(new Error("connect"), { code: "ECONNREFUSED" }) });
  const error = describeApiError(
    new ApiError("user.me", 0, "The server could not be reached.", undefined, { cause }),
    connection,
  );
  expect(error).toMatchObject({
    exitCode: 3,
    message: "cannot reach http://server: the connection was refused. Is the server running, and is the address right?",
  });
});

const id = "65f0c0ffee0c0ffee0c0ff01";
const lookingUp = (found: unknown): Connection =>
  ({ url: "http://server", client: { call: async () => found } }) as unknown as Connection;

test.each([id, `http://server/viewer/${id}`, `http://server/#/viewer/${id}?set=a`, `https://server/folder/${id}`])(
  "%s names a dataset, if it is there",
  async (reference) => {
    expect(await resolveReference(lookingUp({ _id: id }), reference)).toBe(id);
    const client = { call: () => Promise.reject(new ApiError("folder.get", 400, `Invalid folder id (${id}).`)) };
    const connection = { url: "http://server", client } as unknown as Connection;
    await expect(resolveReference(connection, reference)).rejects.toMatchObject({
      exitCode: 2,
      message: `http://server has no dataset or folder ${id}.`,
    });
  },
);

test("a path is looked up", async () => {
  expect(await resolveReference(lookingUp({ _modelType: "folder", _id: id }), "/user/ada/Public/reef")).toBe(id);
  await expect(resolveReference(lookingUp(null), "/user/ada/none")).rejects.toThrow(
    "http://server has nothing at /user/ada/none",
  );
  await expect(resolveReference(lookingUp({ _modelType: "item", _id: id }), "/user/ada/x")).rejects.toThrow(
    "is a item, not",
  );
  await expect(resolveReference(lookingUp(null), "reef")).rejects.toThrow('"reef" names no dataset or folder');
});

function serverIn(env: Io["env"], hasOneServer = false): Promise<string | undefined> {
  const streams = { out: new PassThrough(), err: new PassThrough(), input: new PassThrough() };
  const find = async () => serverOfReference(`https://there.example/viewer/${id}`);
  return withIo({ ...streams, env, hasOneServer, exitCode: 0 }, find);
}

test("a key or token of the environment goes to no server that only a reference names", async () => {
  const variables = { WAKELINE_TOKEN: "t", WAKELINE_API_KEY: "k" };
  expect(await serverIn({ WAKELINE_SERVER: "https://here.example" })).toBe("https://there.example");
  for (const [name, value] of Object.entries(variables)) {
    const env = { [name]: value };
    await expect(serverIn(env)).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(`^${name} is sent`),
    });
    await expect(serverIn({ ...env, WAKELINE_SERVER: "https://here.example" })).rejects.toThrow("here.example");
    await expect(serverIn({ ...env, WAKELINE_SERVER: "http://there.example" })).rejects.toThrow("is sent only");
    const below = "https://there.example/wakeline";
    expect(await serverIn({ ...env, WAKELINE_API_URL: `${below}/api/v1` })).toBe(below);
  }
  await expect(serverIn({}, true)).rejects.toThrow("is not the server of this `wakeline mcp`");
});
