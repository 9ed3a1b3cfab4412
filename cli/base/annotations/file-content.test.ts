import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { fileContent } from "./file-content.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "wakeline-content-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

test("a part of a file is sent while it is read: no one holds it as a whole, and its progress is reported", async () => {
  const bytes = Buffer.alloc(3_000_000, "a part of a file ");
  const path = join(folder, "large.bin");
  writeFileSync(path, bytes);
  const { content } = await fileContent(path);
  let read = 0;
  content.onRead = (upTo) => (read = upTo);
  const part = (await content.slice(1000, 2_900_000)) as Blob;
  expect([content.size, part.size]).toEqual([3_000_000, 2_899_000]);
  const request = new Request("http://localhost", { method: "POST", body: part, duplex: "half" } as RequestInit);
  const reader = (request.body as ReadableStream<Uint8Array>).getReader();
  const first = await reader.read();
  expect(read).toBeLessThan(1_000_000);
  const rest: Uint8Array[] = [first.value as Uint8Array];
  for (let next = await reader.read(); !next.done; next = await reader.read()) rest.push(next.value);
  expect(Buffer.concat(rest).equals(bytes.subarray(1000, 2_900_000))).toBe(true);
  expect(read).toBe(2_900_000);
});

test("a file that became shorter says so, not that sending failed", async () => {
  const path = join(folder, "shrinks.bin");
  writeFileSync(path, Buffer.alloc(1_000_000));
  const { content } = await fileContent(path);
  truncateSync(path, 400_000);
  const part = (await content.slice(0, 1_000_000)) as Blob;
  await expect(part.arrayBuffer()).rejects.toThrow("became shorter");
  expect(content.failure?.message).toBe(`${path} became shorter while it was read.`);
});
