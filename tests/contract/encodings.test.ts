/**
 * The encodings of existing clients, byte by byte: api-v1 2.2. Requests are written to a socket if a library would
 * normalize them.
 */
import { connect } from "node:net";

import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let homeId: string;
let counter = 0;

beforeAll(async () => {
  server = await startTestServer({ workerQueues: ["convert"] });
  const parent = { parentType: "user", parentId: server.userId, name: "Private" } as const;
  homeId = (await server.client.call("folder.list", parent))[0]?._id ?? "";
});
afterAll(async () => {
  await server.close();
});

interface Answer {
  status: number;
  headers: Map<string, string>;
  text: string;
  json: Record<string, unknown>;
}

/** Sends a request verbatim. @param lines request line and headers, without `Host` and token */
async function raw(lines: readonly string[], body: string | Buffer = ""): Promise<Answer> {
  const [first = "", ...headers] = lines;
  const head = [
    `${first} HTTP/1.1`,
    "Host: localhost",
    `Girder-Token: ${server.token}`,
    ...headers,
    "Connection: close",
  ];
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  socket.write(body === "" ? Buffer.alloc(0) : body);
  const parts: Buffer[] = [];
  for await (const part of socket) parts.push(part as Buffer);
  const reply = Buffer.concat(parts).toString();
  const end = reply.indexOf("\r\n\r\n");
  const [status = "", ...lineTexts] = reply.slice(0, end).split("\r\n");
  const pairs = lineTexts.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  const answer = { status: Number(status.split(" ")[1]), headers: new Map(pairs), text: reply.slice(end + 4) };
  return { ...answer, json: parsed(answer.text, answer.headers) };
}

function parsed(text: string, headers: Map<string, string>): Record<string, unknown> {
  const isChunked = headers.get("transfer-encoding") === "chunked";
  const body = isChunked ? text.replaceAll(/[0-9a-f]+\r\n([^]*?)\r\n/g, "$1") : text;
  return (body.startsWith("{") ? JSON.parse(body) : { value: body }) as Record<string, unknown>;
}

const withLength = (body: string | Buffer): string => `Content-Length: ${Buffer.byteLength(body)}`;
const formType = "Content-Type: application/x-www-form-urlencoded";

async function newFolder(): Promise<string> {
  return (await server.client.call("folder.create", { parentId: homeId, name: `folder ${++counter}` }))._id;
}

test("[S-API-25] POST folder of the web client: JSON in a form, not encoded", async () => {
  const body = 'metadata={"fps":10,"type":"video","note":"a&b=c 100%"}';
  const answer = await raw(
    [
      `POST /api/v1/folder?parentId=${homeId}&name=clip`,
      formType,
      "Accept: application/json, text/plain, */*",
      withLength(body),
    ],
    body,
  );
  expect([answer.status, answer.json["meta"]]).toEqual([200, { fps: 10, type: "video", note: "a&b=c 100%" }]);
});

test("[S-API-27] DELETE resource with a multipart body, as browsers write it", async () => {
  const id = await newFolder();
  const boundary = "----WebKitFormBoundary7MA4YWxkTrZu0gW";
  const body = [
    `--${boundary}`,
    'Content-Disposition: form-data; name="resources"',
    "",
    JSON.stringify({ folder: [id], item: [] }),
    `--${boundary}--`,
    "",
  ].join("\r\n");
  const answer = await raw(
    ["DELETE /api/v1/resource", `Content-Type: multipart/form-data; boundary=${boundary}`, withLength(body)],
    body,
  );
  expect([answer.status, answer.text]).toEqual([200, "null"]);
  expect((await raw([`GET /api/v1/folder/${id}`])).json["message"]).toBe(`Invalid folder id (${id}).`);
});

test("DELETE resource with an urlencoded body, and by address", async () => {
  const [first, second] = [await newFolder(), await newFolder()];
  const body = `resources=${encodeURIComponent(JSON.stringify({ folder: [first] }))}&progress=true`;
  expect((await raw(["DELETE /api/v1/resource", formType, withLength(body)], body)).text).toBe("null");
  const query = encodeURIComponent(JSON.stringify({ folder: [second] }));
  expect((await raw([`DELETE /girder/api/v1/resource?resources=${query}`])).text).toBe("null");
});

test("a list of keys as JSON in the body of a DELETE", async () => {
  const id = await newFolder();
  await server.client.call("folder.setMetadata", { id, body: { a: 1, b: 2, c: 3 } });
  const body = '["a", "c"]';
  const answer = await raw(
    [`DELETE /api/v1/folder/${id}/metadata`, "Content-Type: application/json", withLength(body)],
    body,
  );
  expect([answer.status, answer.json["meta"]]).toEqual([200, { b: 2 }]);
});

test("objects in the address: as JSON of axios 0.21, in brackets of axios 1", async () => {
  const json = encodeURIComponent('{"fps":5,"nested":{"deep":"x"}}');
  const first = await raw([`POST /api/v1/folder?parentId=${homeId}&name=json&metadata=${json}`, "Content-Length: 0"]);
  expect([first.status, first.json["meta"]]).toEqual([200, { fps: 5, nested: { deep: "x" } }]);
  const brackets = "metadata[fps]=5&metadata[nested][deep]=x&metadata[list][]=a&metadata[list][]=b";
  const second = await raw([`POST /api/v1/folder?parentId=${homeId}&name=brackets&${brackets}`, "Content-Length: 0"]);
  expect([second.status, second.json["meta"]]).toEqual([200, { fps: "5", nested: { deep: "x" }, list: ["a", "b"] }]);
});

test("[S-API-37] POST dive_rpc/pipeline: the pipeline as JSON, in brackets, and as something else", async () => {
  const id = await newFolder();
  await server.client.call("folder.setMetadata", { id, body: { annotate: true, type: "image-sequence", fps: 1 } });
  const run = async (query: string): Promise<[number, unknown]> => {
    const { status, json } = await raw([`POST /api/v1/dive_rpc/pipeline?folderId=${id}&${query}`, "Content-Length: 0"]);
    return [status, json["message"]];
  };
  const noWorker = [503, "Pipeline execution is unavailable because no pipeline workers are connected."];
  const pipeline = { name: "fish", type: "detector", pipe: "detector_fish.pipe", folderId: null };
  expect(await run(`pipeline=${encodeURIComponent(JSON.stringify(pipeline))}&pipelineParams=%7B%7D`)).toEqual(noWorker);
  const brackets =
    "pipeline[name]=fish&pipeline[type]=detector&pipeline[pipe]=x.pipe&pipeline[metadata][description]=d";
  expect(await run(`${brackets}&pipelineParams[runtime][a]=1`)).toEqual(noWorker);
  expect(await run("pipeline=fish")).toEqual([400, "Parameter pipeline must be valid JSON."]);
  expect(await run("pipeline=[]")).toEqual([400, "Parameter pipeline must be a JSON object."]);
});

test("lists: JSON, brackets of axios, and what qs makes of a sort", async () => {
  const search = async (types: string): Promise<string[]> =>
    Object.keys((await raw([`GET /api/v1/resource/search?q=nothing&mode=prefix&limit=7&${types}`])).json);
  expect(await search("types=%5B%22user%22%2C%22folder%22%5D")).toEqual(["folder", "user"]);
  expect(await search("types[]=user&types[]=folder")).toEqual(["folder", "user"]);
  expect(await search("types%5B%5D=user&types%5B%5D=folder")).toEqual(["folder", "user"]);
  const jobs = await raw(["GET /api/v1/job?sort%5B0%5D=updated&sortdir%5B0%5D=-1"]);
  expect([jobs.status, jobs.text]).toEqual([200, "[]"]);
});

test("a parameter given twice, known or not, in the address, a form or both", async () => {
  const message = (name: string): string => `Parameter "${name}" must not be specified multiple times.`;
  expect((await raw(["GET /api/v1/folder?text=x&limit=1&limit=2"])).json["message"]).toBe(message("limit"));
  const unknown = await raw(["GET /api/v1/user/me?_=1&_=2"]);
  expect([unknown.status, unknown.json["message"]]).toEqual([400, message("_")]);
  const body = "name=twice";
  const both = await raw([`POST /api/v1/folder?parentId=${homeId}&name=once`, formType, withLength(body)], body);
  expect([both.status, both.json["message"]]).toEqual([400, message("name")]);
});

test("true in all spellings, and false for anything else", async () => {
  for (const [text, isTrue] of [
    ["True", true],
    ["on", true],
    ["1", true],
    [" YES ", true],
    ["False", false],
    ["2", false],
    ["", false],
  ] as const) {
    const name = `boolean ${++counter}`;
    const query = new URLSearchParams({ parentId: homeId, name, public: text });
    const answer = await raw([`POST /api/v1/folder?${query.toString()}`, "Content-Length: 0"]);
    expect([text, answer.json["public"]]).toEqual([text, isTrue]);
  }
});

test("girder_client: parameters in the address, bytes without a content type", async () => {
  const bytes = Buffer.from([0, 255, 38, 61, 123, 10]);
  const query = `parentType=folder&parentId=${homeId}&name=raw.bin&size=6&reference=%7B%7D`;
  const whole = await raw([`POST /api/v1/file?${query}`, withLength(bytes)], bytes);
  expect(whole.json).toMatchObject({ _modelType: "file", size: 6, name: "raw.bin" });
  const item = String(whole.json["itemId"]);
  const got = await server.fetch(`/girder/api/v1/item/${item}/download`);
  expect(Buffer.from(await got.arrayBuffer())).toEqual(bytes);

  const chunked = await raw([`POST /api/v1/file?${query}`, "Transfer-Encoding: chunked"], "0\r\n\r\n");
  expect(chunked.json).toMatchObject({ received: 0, size: 6 });
  const path = `POST /api/v1/file/chunk?offset=0&uploadId=${String(chunked.json["_id"])}`;
  const pieces = Buffer.concat([Buffer.from("6\r\n"), bytes, Buffer.from("\r\n0\r\n\r\n")]);
  const done = await raw([path, "Transfer-Encoding: chunked"], pieces);
  expect(done.json).toMatchObject({ _modelType: "file", size: 6, name: "raw.bin" });
});

test("an empty body that calls itself a form starts an upload; its first part may come along", async () => {
  const query = (size: number): string => `parentType=folder&parentId=${homeId}&name=parts.bin&size=${size}`;
  const empty = await raw([`POST /api/v1/file?${query(3)}`, formType, "Content-Length: 0"]);
  expect(empty.json).toMatchObject({ received: 0, size: 3 });
  const part = await raw([`POST /api/v1/file?${query(5)}`, "Content-Length: 2"], "ab");
  expect(part.json).toMatchObject({ received: 2, size: 5 });
  const offset = await raw([`GET /api/v1/file/offset?uploadId=${String(part.json["_id"])}`]);
  expect(offset.json).toEqual({ offset: 2 });
  const rest = await raw(
    [
      `POST /api/v1/file/chunk?uploadId=${String(part.json["_id"])}&offset=2`,
      "Content-Type: application/octet-stream",
      "Content-Length: 3",
    ],
    "cde",
  );
  expect(rest.json).toMatchObject({ _modelType: "file", size: 5 });
  const none = await raw([`POST /api/v1/file?${query(0)}`, formType, "Content-Length: 0"]);
  expect(none.json).toMatchObject({ _modelType: "file", size: 0, itemId: expect.any(String) });
});

test("a POST stands for another verb; HEAD is GET without the body", async () => {
  const id = await newFolder();
  const body = "name=renamed+by+override";
  const put = await raw([`POST /api/v1/folder/${id}`, "X-HTTP-Method-Override: PUT", formType, withLength(body)], body);
  expect([put.status, put.json["name"]]).toEqual([200, "renamed by override"]);
  const head = await raw([`HEAD /api/v1/folder?parentType=folder&parentId=${homeId}&limit=1`]);
  const get = await raw([`GET /api/v1/folder?parentType=folder&parentId=${homeId}&limit=1`]);
  expect([head.status, head.text]).toEqual([200, ""]);
  for (const name of ["girder-total-count", "content-length", "content-type"]) {
    expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
  }
});

test("extended JSON on input: ids and dates", async () => {
  const id = await newFolder();
  const body = `{"owner":{"$oid":"${id}"},"when":[{"$date":1714567000123},{"$date":"2024-05-01T00:00:00Z"}],"two":{"$oid":"x","y":1}}`;
  const put = await raw(
    [`PUT /api/v1/folder/${id}/metadata`, "Content-Type: application/json", withLength(body)],
    body,
  );
  expect(put.json["message"]).toBeUndefined();
  expect(put.json["meta"]).toEqual({
    owner: id,
    when: ["2024-05-01T12:36:40.123000+00:00", "2024-05-01T00:00:00.000000+00:00"],
    two: { $oid: "x", y: 1 },
  });
  const selected = encodeURIComponent(`{"folder":[{"$oid":"${id}"}]}`);
  expect((await raw([`DELETE /api/v1/resource?resources=${selected}`])).text).toBe("null");
});

test("JSON that is none", async () => {
  const id = await newFolder();
  const put = async (body: string): Promise<unknown> =>
    (await raw([`PUT /api/v1/folder/${id}/metadata`, "Content-Type: application/json", withLength(body)], body)).json[
      "message"
    ];
  expect(await put('{"a":NaN}')).toBe('Error: "NaN" is not valid JSON.');
  expect(await put("{")).toMatch(/^Invalid JSON passed in request body\./);
  const parameter = async (value: string): Promise<unknown> =>
    (await raw([`DELETE /api/v1/resource?resources=${encodeURIComponent(value)}`])).json["message"];
  expect(await parameter("{")).toBe("Parameter resources must be valid JSON.");
  expect(await parameter("[]")).toBe("Parameter resources must be a JSON object.");
});

test("every answer has its id and is not cached; lists that have a total say it, others do not; keys are sorted", async () => {
  const counted = [
    `folder?parentType=user&parentId=${server.userId}`,
    `item?folderId=${homeId}`,
    "collection",
    "group",
    "dive_dataset",
    "folder/shared-folders",
  ];
  const uncounted = ["user", "job", "job/all", "api_key", "system/version", `folder/${homeId}`];
  for (const path of [...counted, ...uncounted]) {
    const answer = await raw([`GET /api/v1/${path}`]);
    expect([path, answer.status]).toEqual([path, 200]);
    expect([path, answer.headers.has("girder-total-count")]).toEqual([path, counted.includes(path)]);
    expect(answer.headers.get("girder-request-uid")).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(answer.headers.get("cache-control")).toBe("no-cache, must-revalidate");
    expect(answer.headers.get("pragma")).toBe("no-cache");
    expect(Date.parse(answer.headers.get("expires") ?? "")).toBeLessThan(Date.now());
  }
  const { json } = await raw([`GET /api/v1/folder/${homeId}`]);
  expect(Object.keys(json)).toEqual(Object.keys(json).sort());
});
