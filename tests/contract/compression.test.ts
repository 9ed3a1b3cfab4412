/** Compressed responses: JSON and track lists for clients that accept it, never media. */
import { randomBytes } from "node:crypto";
import { request } from "node:http";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";

import { afterAll, beforeAll, expect, test } from "vitest";

import { uploadFile } from "#schemas";

import { createImageDataset } from "../support/dataset.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let datasetId: string;
beforeAll(async () => {
  server = await startTestServer({ compression: "always" });
  datasetId = await createImageDataset(server.client, "compressed");
  const upsert = Array.from({ length: 500 }, (_, id) => ({
    id,
    begin: 0,
    end: 0,
    confidencePairs: [["fish", 1]],
    attributes: {},
    features: [{ frame: 0, bounds: [id, 2, id + 3, 4], keyframe: true }],
  }));
  await server.client.call("annotation.save", { folderId: datasetId, body: { tracks: { upsert, delete: [] } } });
});
afterAll(async () => {
  await server.close();
});

interface Answer {
  status: number;
  encoding: string | undefined;
  vary: string | undefined;
  length: string | undefined;
  body: Buffer;
}

/** The raw bytes: `fetch` would decompress them. */
function get(url: string, path: string, encodings: string, method = "GET"): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const headers = { "Girder-Token": server.token, "Accept-Encoding": encodings };
  const call = request(`${url}/api/v1/${path}`, { method, headers }, (response) => {
    const parts: Buffer[] = [];
    response.on("data", (part: Buffer) => parts.push(part)).on("error", reject);
    response.on("end", () =>
      resolve({
        status: response.statusCode ?? 0,
        encoding: response.headers["content-encoding"],
        vary: response.headers.vary,
        length: response.headers["content-length"],
        body: Buffer.concat(parts),
      }),
    );
  });
  call.on("error", reject).end();
  return promise;
}

const decoders = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync } as const;

test("track lists and exports come in the encoding that the client takes, with the same content", async () => {
  for (const path of [`dive_annotation/track?folderId=${datasetId}`, `dive_annotation/export?folderId=${datasetId}`]) {
    const plain = await get(server.url, path, "identity");
    expect([plain.encoding, plain.vary]).toEqual([undefined, "Accept-Encoding"]);
    const withoutTime = (bytes: Buffer): string => bytes.toString().replaceAll(/exported_time[^\r\n]*/g, "");
    for (const [encoding, decode] of Object.entries(decoders)) {
      const answer = await get(server.url, path, encoding);
      expect(answer.encoding).toBe(encoding);
      expect(answer.body.length).toBeLessThan(plain.body.length / 3);
      expect(withoutTime(decode(answer.body))).toBe(withoutTime(plain.body));
    }
  }
});

test("the client's refusals count; small answers and heads stay as they are", async () => {
  const path = `dive_annotation/track?folderId=${datasetId}`;
  const chosen = async (header: string): Promise<string | undefined> => (await get(server.url, path, header)).encoding;
  expect(await chosen("gzip, deflate, br, zstd")).toBe("zstd");
  expect(await chosen("gzip;q=1.0, br;q=0")).toBe("gzip");
  expect(await chosen("*;q=0.5, zstd;q=0")).toBe("br");
  expect(await chosen("deflate")).toBeUndefined();
  expect((await get(server.url, "system/version", "gzip")).encoding).toBeUndefined();
  expect((await get(server.url, path, "gzip", "HEAD")).encoding).toBeUndefined();
});

test("media are sent as they are, whatever the client takes", async () => {
  const [home] = await server.client.call("folder.list", { parentType: "user", parentId: server.userId });
  const bytes = new Blob([randomBytes(100), Buffer.alloc(100_000)], { type: "text/plain" });
  const file = await uploadFile(
    server.client,
    { parentType: "folder", parentId: home?._id ?? "", name: "zeros.txt" },
    bytes,
  );
  const answer = await get(server.url, `file/${file._id}/download`, "gzip, br, zstd");
  expect([answer.encoding, answer.length, answer.body.length]).toEqual([undefined, "100100", 100_100]);
  const media = await server.client.call("dataset.media", { id: datasetId });
  const picture = await get(server.url, media.imageData[0]?.url.replace("/api/v1/", "") ?? "", "gzip, br, zstd");
  expect([picture.status, picture.encoding]).toEqual([200, undefined]);
});

test("by default nothing is compressed for clients on this machine", async () => {
  const other = await startTestServer();
  try {
    const answer = await get(other.url, "describe", "gzip, br, zstd");
    expect([answer.status, answer.encoding, answer.vary]).toEqual([200, undefined, "Accept-Encoding"]);
  } finally {
    await other.close();
  }
});

test("a long list, which is sent in pieces, is the same document however it travels", async () => {
  const names = Array.from({ length: 5000 }, (_, n) => `ü ${n}.png`);
  const ask = { method: "POST", body: JSON.stringify([...names, "notes.doc"]) };
  const plain = await startTestServer({ compression: "never" });
  try {
    for (const one of [server, plain]) {
      const response = await one.fetch("/api/v1/dive_dataset/validate_files", ask);
      expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"]);
      expect(await response.json()).toMatchObject({ ok: true, media: names, roles: { media: names } });
    }
  } finally {
    await plain.close();
  }
});
