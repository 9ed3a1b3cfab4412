/** The built web app as sent by the server: compressed if the browser accepts it, the same bytes for all clients. */
import { readdirSync, statSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestServer, type TestServer } from "../support/test-server.ts";
import { repository } from "../tools/files.ts";

const webFolder = join(repository, "dist", "web");
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ webFolder });
});
afterAll(() => server.close());

/** Raw bytes from the wire; `fetch` would decompress them. */
async function download(
  path: string,
  encoding: string,
): Promise<{ headers: IncomingMessage["headers"]; bytes: Buffer }> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${server.url}${path}`, { headers: { "accept-encoding": encoding } }, resolve).on("error", reject);
  });
  expect(response.statusCode).toBe(200);
  return { headers: response.headers, bytes: await buffer(response) };
}

const sizeOf = (name: string): number => statSync(join(webFolder, "assets", name)).size;

const kinds = { js: "application/javascript", css: "text/css", wasm: "application/wasm" } as const;

test.for(Object.entries(kinds))(
  "a built %s is sent compressed, may be kept for ever, and is the same unpacked",
  async ([ending, type]) => {
    const [largest] = readdirSync(join(webFolder, "assets"))
      .filter((name) => name.endsWith(`.${ending}`) && (ending !== "wasm" || name.startsWith("core")))
      .toSorted((a, b) => sizeOf(b) - sizeOf(a))
      .map((name) => `/assets/${name}`);
    const plain = await download(largest ?? "", "identity");
    expect(plain.headers["content-encoding"]).toBeUndefined();
    for (const [encoding, unpack] of [
      ["br", brotliDecompressSync],
      ["gzip", gunzipSync],
    ] as const) {
      const { headers, bytes } = await download(largest ?? "", `deflate, ${encoding}`);
      expect(headers).toMatchObject({
        "content-encoding": encoding,
        "content-type": expect.stringContaining(type),
        "cache-control": expect.stringContaining("immutable"),
        vary: expect.stringMatching(/accept-encoding/i),
      });
      expect(bytes.length).toBeLessThan(plain.bytes.length / 2);
      expect(unpack(bytes).equals(plain.bytes)).toBe(true);
    }
  },
);

test("the page itself is asked for each time", async () => {
  const { headers, bytes } = await download("/viewer/0123456789abcdef01234567", "br, gzip");
  expect(headers["cache-control"]).toBe("no-cache");
  const page = headers["content-encoding"] === "br" ? brotliDecompressSync(bytes) : bytes;
  expect(page.toString()).toContain('<div id="root">');
});
