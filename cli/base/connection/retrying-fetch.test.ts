import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { PassThrough } from "node:stream";

import { expect, onTestFinished, test } from "vitest";

import type { ApiClient, ApiError } from "#schemas/client";
import { describeApiError, openClient } from "./connection.ts";
import { type Io, withIo } from "../terminal/io.ts";

/** No answer at all. */
const cut = "cut";

/** A server that first answers with these 503 codes, or statuses, and then processes requests normally. */
async function serve(codes: (string | number)[]): Promise<{ url: string; bodies: string[] }> {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    bodies.push(Buffer.concat(chunks).toString());
    const code = codes.shift();
    const headers = { "Content-Type": "application/json", "Retry-After": "1" };
    if (code === cut) response.destroy();
    else if (typeof code === "number") response.writeHead(code, { "Retry-After": "1" }).end("<h1>A proxy</h1>");
    else if (code === undefined) response.writeHead(200, headers).end(JSON.stringify({ revision: 1 }));
    else response.writeHead(503, headers).end(JSON.stringify({ message: "Later.", type: "rest", code }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies };
}

type Outcome = Promise<{ result: unknown; stderr: string }>;
const save = (url: string): Outcome => call(url, (client) => saveTracks(client));
const read = (url: string): Outcome => call(url, (client) => client.call("user.me", {}));

function saveTracks(client: ApiClient): Promise<unknown> {
  const body = { tracks: { upsert: [], delete: [3] } };
  return client.call("annotation.save", { folderId: "65f0c0ffee0c0ffee0c0ff01", body });
}

async function call(url: string, work: (client: ApiClient) => Promise<unknown>): Outcome {
  const [out, err, input] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const own: Io = { out, err, input, env: {}, exitCode: 0 };
  const result = await withIo(own, () => work(openClient(url)).catch((error: unknown) => error));
  return { result, stderr: String(err.read() ?? "") };
}

test("a request to a busy or restarting server is repeated unchanged, and the wait is reported", async () => {
  const { url, bodies } = await serve(["busy", "stopping"]);
  const { result, stderr } = await save(url);
  expect(result).toEqual({ revision: 1 });
  expect(new Set(bodies).size).toBe(1);
  expect(bodies.length).toBe(3);
  expect(stderr).toBe(
    "The server is busy with another change to the same data; trying again in 1 s.\n" +
      "The server is being restarted; trying again in 1 s.\n",
  );
});

test("a 503 that may have changed something is an error at once", async () => {
  const { url, bodies } = await serve(["storage-gone"]);
  expect(await save(url)).toMatchObject({
    result: { status: 503, code: "storage-gone", retryAfterMs: 1000 },
    stderr: "",
  });
  expect(bodies.length).toBe(1);
});

test("a request that reads is sent again where a proxy answers, the connection is cut, or fewer requests are asked for", async () => {
  const { url, bodies } = await serve([502, cut, 429]);
  const { result, stderr } = await read(url);
  expect(result).toEqual({ revision: 1 });
  expect(bodies.length).toBe(4);
  expect(stderr.replaceAll(/in \d s/g, "in n s")).toBe(
    "The server answered 502; trying again in n s.\n" +
      "No answer from the server (the connection was cut); trying again in n s.\n" +
      "The server asks for fewer requests; trying again in n s.\n",
  );
});

test("a save that was cut off may have been done, and a server that never answered is not waited for", async () => {
  const { url, bodies } = await serve([cut, cut]);
  expect(await save(url)).toMatchObject({ result: { status: 0 }, stderr: "" });
  expect(await read(url)).toMatchObject({ result: { status: 0 }, stderr: "" });
  expect(bodies.length).toBe(2);
});

test("the session is not taken along to another host: a redirect is an error that names it", async () => {
  const other = await serve([]);
  const server = createServer((_request, response) =>
    response.writeHead(307, { Location: `${other.url}/api/v1/user/me` }).end(),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { result } = await read(url);
  expect(describeApiError(result as ApiError, { url }).message).toContain(
    `it redirects to ${other.url}; give that address`,
  );
  expect(other.bodies).toEqual([]);
});
