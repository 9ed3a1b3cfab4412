import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { PassThrough } from "node:stream";

import { expect, onTestFinished, test } from "vitest";

import { openClient } from "./connection.ts";
import { type Io, withIo } from "./io.ts";

/** A server that answers 503 with these codes, one after the other, and then does what it is asked. */
async function serve(codes: string[]): Promise<{ url: string; bodies: string[] }> {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    bodies.push(Buffer.concat(chunks).toString());
    const code = codes.shift();
    const headers = { "Content-Type": "application/json", "Retry-After": "1" };
    if (code === undefined) response.writeHead(200, headers).end(JSON.stringify({ revision: 1 }));
    else response.writeHead(503, headers).end(JSON.stringify({ message: "Later.", type: "rest", code }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies };
}

async function save(url: string): Promise<{ result: unknown; said: string }> {
  const [out, err, input] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const own: Io = { out, err, input, env: {}, exitCode: 0 };
  const body = { tracks: { upsert: [], delete: [3] } };
  const result = await withIo(own, () =>
    openClient(url)
      .call("annotation.save", { folderId: "65f0c0ffee0c0ffee0c0ff01", body })
      .catch((error: unknown) => error),
  );
  return { result, said: String(err.read() ?? "") };
}

test("a request that finds the server busy or restarting is sent again as it was, and the wait is said", async () => {
  const { url, bodies } = await serve(["busy", "stopping"]);
  const { result, said } = await save(url);
  expect(result).toEqual({ revision: 1 });
  expect(new Set(bodies).size).toBe(1);
  expect(bodies.length).toBe(3);
  expect(said).toBe(
    "The server is busy with another change to the same data; trying again in 1 s.\n" +
      "The server is being restarted; trying again in 1 s.\n",
  );
});

test("a 503 that may have changed something is an error at once", async () => {
  const { url, bodies } = await serve(["storage-gone"]);
  expect(await save(url)).toMatchObject({
    result: { status: 503, code: "storage-gone", retryAfterMs: 1000 },
    said: "",
  });
  expect(bodies.length).toBe(1);
});
