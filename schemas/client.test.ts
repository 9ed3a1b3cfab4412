/** The client with a recording fetch: the request sent for a call, and how answers are interpreted. */
import { expect, test } from "vitest";
import { ApiError, createClientOf } from "./client.ts";
import type { RouteId } from "./routes.ts";
import { createClient } from "./full-client.ts";

function recording(answer: () => Response) {
  const calls: { url: string; init: RequestInit }[] = [];
  const client = createClient({
    baseUrl: "http://server/api/v1/",
    token: () => "secret",
    fetch: async (url, init) => {
      calls.push({ url: String(url), init: init ?? {} });
      return answer();
    },
  });
  return { client, calls };
}

test("puts path, query and JSON parameters where the wire wants them", async () => {
  const { client, calls } = recording(() => Response.json({ _id: "f1", name: "reef" }));
  const folder = await client.call("folder.create", { parentId: "p 1", name: "reef", metadata: { fps: 5 } });
  expect(folder.name).toBe("reef");
  expect(calls[0]?.url).toBe("http://server/api/v1/folder?parentId=p+1&name=reef&metadata=%7B%22fps%22%3A5%7D");
  expect(calls[0]?.init.method).toBe("POST");
  expect(calls[0]?.init.headers).toMatchObject({ "Girder-Token": "secret" });

  await client.call("dataset.get", { id: "a/b" });
  expect(calls[1]?.url).toBe("http://server/api/v1/dive_dataset/a%2Fb");
});

test("sends a JSON body given as bytes unchanged", async () => {
  const { client, calls } = recording(() => Response.json({ updated: 1, deleted: 0, revision: 1 }));
  const body = new TextEncoder().encode('{"tracks":{"upsert":[]}}');
  await client.call("annotation.save", { folderId: "d", body });
  expect(calls[0]?.init.body).toBe(body);
  expect(calls[0]?.init.headers).toMatchObject({ "Content-Type": "application/json" });
});

test("reads the total of a paged list", async () => {
  const { client } = recording(() => new Response("[]", { headers: { "Girder-Total-Count": "41" } }));
  expect(await client.callPaged("folder.list", {})).toEqual({ reply: [], total: 41 });
});

test.each([
  [Response.json({ message: "Login failed.", type: "access" }, { status: 401 }), "Login failed."],
  [new Response("Type hierarchy is invalid", { status: 400 }), "Type hierarchy is invalid"],
  [
    new Response("<html>502</html>", { status: 502, statusText: "Bad Gateway" }),
    "The server answered 502 Bad Gateway.",
  ],
])("turns an error answer into an ApiError with the server's message (%#)", async (response, message) => {
  const { client } = recording(() => response);
  const error = await client.call("user.me", {}).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: response.status, message });
});

test("says that the server cannot be reached", async () => {
  const client = createClient({ baseUrl: "http://server/api/v1/", fetch: () => Promise.reject(new TypeError("boom")) });
  await expect(client.call("user.me", {})).rejects.toMatchObject({
    status: 0,
    message: "The server could not be reached.",
  });
});

test("a client that begins with few routes loads the others with the first call of one, once", async () => {
  const lines: Partial<Record<RouteId, string>> = { "user.me": "GET user/me" };
  let loads = 0;
  const load = async (): Promise<void> => {
    loads += 1;
    await Promise.resolve();
    Object.assign(lines, { "folder.get": "GET folder/:id" });
  };
  const asked: string[] = [];
  const client = createClientOf(
    { lines, load },
    {
      baseUrl: "/",
      fetch: (input) => {
        asked.push(String(input));
        return Promise.resolve(Response.json({}));
      },
    },
  );
  await client.call("user.me", {});
  expect(loads).toBe(0);
  expect(() => client.url("folder.get", { id: "1" })).toThrow("does not know the route folder.get yet");
  await client.call("folder.get", { id: "1" });
  await client.call("folder.get", { id: "2" });
  expect([asked, loads, client.url("folder.get", { id: "1" })]).toEqual([
    ["/user/me", "/folder/1", "/folder/2"],
    1,
    "/folder/1",
  ]);
});
