/** Downloads from a server that breaks connections, replaces files and sends other bytes. */
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { downloadTo } from "./download.ts";

const content = randomBytes(300_000);
const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

let folder: string;
let server: Server;
let url: string;
/** Ranges that were asked for. */
let asked: (string | undefined)[];
let answer: (response: ServerResponse, begin: number) => void;

const send = (response: ServerResponse, begin: number, etag = hashOf(content), bytes = content): void => {
  const range = begin > 0 ? { "Content-Range": `bytes ${begin}-${bytes.length - 1}/${bytes.length}` } : {};
  response.writeHead(begin > 0 ? 206 : 200, { ETag: `"${etag}"`, "Content-Length": bytes.length - begin, ...range });
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "wakeline-download-"));
  asked = [];
  server = createServer((request, response) => {
    asked.push(request.headers.range);
    answer(response, Number(/\d+/.exec(request.headers.range ?? "0")?.[0]));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const load = () => downloadTo({ url, fetchFile: fetch }, url, join(folder, "video.mp4"));

test("a broken connection resumes where it was", async () => {
  let breaks = 2;
  answer = (response, begin) => {
    send(response, begin);
    if (breaks-- === 0) return response.end(content.subarray(begin));
    response.write(content.subarray(begin, begin + 100_000), () => setImmediate(() => response.destroy()));
  };
  const { sha256, isVerified, bytes } = await load();
  expect({ sha256, isVerified, bytes }).toEqual({ sha256: hashOf(content), isVerified: true, bytes: 300_000 });
  expect(readFileSync(join(folder, "video.mp4")).equals(content)).toBe(true);
  expect(asked[0]).toBe(undefined);
  expect(Number(/\d+/.exec(asked.at(-1) ?? "")?.[0])).toBeGreaterThan(0);
  expect(readdirSync(folder)).toEqual(["video.mp4"]);
});

test("parts fetched by an earlier command are not fetched again, unless the file was replaced", async () => {
  const part = `.video.mp4.${hashOf(content).slice(0, 16)}.part`;
  writeFileSync(join(folder, part), content.subarray(0, 123_456));
  writeFileSync(join(folder, ".video.mp4.0123456789abcdef.part"), "of another version");
  answer = (response, begin) => {
    send(response, begin);
    response.end(content.subarray(begin));
  };
  expect(await load()).toMatchObject({ resumedBytes: 123_456, isVerified: true });
  expect(asked).toEqual([undefined, "bytes=123456-"]);
});

test("other bytes than the server says are not kept", async () => {
  answer = (response, begin) => {
    send(response, begin, "0".repeat(64));
    response.end(content.subarray(begin));
  };
  await expect(load()).rejects.toThrow(/came with other bytes than .* it was not kept/);
  expect(readdirSync(folder)).toEqual([]);
});

test("a file that is replaced in between is not mixed with the earlier one", async () => {
  let isFirst = true;
  answer = (response) => {
    // `If-Range` does not hold any longer: the whole new file comes.
    send(response, 0, isFirst ? hashOf(content) : "1".repeat(64));
    if (isFirst) response.write(content.subarray(0, 1000), () => setImmediate(() => response.destroy()));
    else response.end(content);
    isFirst = false;
  };
  await expect(load()).rejects.toThrow("video.mp4 was replaced on the server while it was downloaded");
});
