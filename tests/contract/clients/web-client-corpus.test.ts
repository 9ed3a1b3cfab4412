/** The recorded session of the web client, to the end of its jobs. */
import { encode } from "fast-png";
import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestServer, type TestServer, type TestUser } from "../../support/test-server.ts";
import { axiosParams, type Client, form, homeOf, jsonBody, navigationOf, nullBody, webClient } from "./calls.ts";
import { type Recorded, recorded } from "./web-client-corpus.ts";

let server: TestServer;
let ada: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.createUser("ada1");
});
afterAll(() => server.close());

const picture = (shade: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(encode({ width: 8, height: 8, channels: 3, data: new Uint8Array(192).fill(shade) }));
const files: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  "1.png": picture(10),
  "2.png": picture(90),
  "a.csv": new TextEncoder().encode("0,2.png,1,1,2,6,7,0.9,-1,fish,0.9\r\n"),
};

type Known = Record<string, unknown>;

/** Replaces `{name}` by values of earlier responses; a text that is just one such name becomes the value itself. */
function filled(value: unknown, known: Known): unknown {
  if (typeof value === "string") {
    const [, only] = /^\{(\w+)\}$/.exec(value) ?? [];
    if (only !== undefined && only in known) return known[only];
    return value.replaceAll(/\{(\w+)\}/g, (whole, name: string) => (name in known ? String(known[name]) : whole));
  }
  if (Array.isArray(value)) return value.map((one) => filled(one, known));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filled(one, known)]));
}

function bodyOf({ body, method }: Recorded, known: Known): { headers?: Record<string, string>; body?: BodyInit } {
  if (body === undefined) return {};
  if (body === null) return method === "GET" ? {} : nullBody;
  if ("json" in body) return jsonBody(filled(body.json, known));
  if ("form" in body) return form(filled(body.form, known) as Record<string, string>);
  if ("text" in body) return { headers: nullBody.headers, body: body.text };
  if ("file" in body) return { headers: { "Content-Type": "application/octet-stream" }, body: files[body.file]! };
  const multipart = new FormData();
  for (const [name, value] of Object.entries(body.multipart)) multipart.set(name, String(filled(value, known)));
  return { body: multipart };
}

const at = (json: unknown, way: string): unknown =>
  way.split(".").reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], json);
/** The name of the file announced by an upload, from which its size is known. */
const announced = ({ params, body }: Recorded): string => {
  const given = body !== null && body !== undefined && "form" in body ? body.form : (params ?? {});
  return String(given["name"] ?? "");
};

test("every request of the recorded session of the web client is answered as it expects", async () => {
  const known: Known = { me: ada.id, home: await homeOf(ada) };
  const web = webClient(server.url, ada.token);
  const browser = navigationOf(server.url, ada.token);
  const send = async (one: Recorded) => {
    known["size"] = files[announced(one)]?.length;
    const query = axiosParams(filled(one.params ?? {}, known) as Record<string, unknown>);
    const path = String(filled(one.path, known));
    const address = one.by === "browser" && !path.startsWith("/") ? `/api/v1/${path}` : path;
    const call: Client = one.by === "browser" ? browser : web;
    return await call(one.method, `${address}${query === "" ? "" : `?${query}`}`, bodyOf(one, known));
  };
  for (const [index, one] of recorded.entries()) {
    const where = `${index}: ${one.from}: ${one.method} ${one.path}`;
    const wanted = filled(one.answer, known);
    if (one.until === true) {
      const ended = async (): Promise<boolean> => ((await send(one)).json.status as number) >= 3;
      await expect.poll(ended, { timeout: 60_000, interval: 200 }).toBe(true);
    }
    const reply = await send(one);
    const status = one.status ?? 200;
    expect([where, reply.status, reply.status === status ? "" : reply.text]).toEqual([where, status, ""]);
    if (one.answer === null) expect([where, reply.text]).toEqual([where, "null"]);
    else if (one.answer !== undefined) expect({ where, json: reply.json }).toMatchObject({ where, json: wanted });
    for (const [name, way] of Object.entries(one.saves ?? {})) known[name] = at(reply.json, way);
  }
});

test("parameters are written as axios 1 writes them", () => {
  const pipe = { name: "a b", folderId: null, metadata: { diveParams: [{ key: "k", default: 1 }] } };
  expect(axiosParams({ none: null, missing: undefined, no: false, list: [1, 2], pipe })).toBe(
    "no=false&list[]=1&list[]=2&pipe[name]=a+b&pipe[metadata][diveParams][0][key]=k&pipe[metadata][diveParams][0][default]=1",
  );
});
