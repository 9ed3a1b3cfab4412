/** Bodies are read byte for byte, with or without an announced length, and not beyond the limit. */
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";

import { expect, test } from "vitest";

import { readBody } from "./body.ts";

const maxBytes = 1_000_000;
const limits = { maxBytes, setting: "WAKELINE_MAX_FORM_BYTES", timeoutMs: 5000, minBytesPerS: 0 };

/** A request as the HTTP parser gives it, with its body in chunks of these lengths. */
function requestOf(
  lengths: readonly number[],
  headers: Record<string, string>,
): { request: IncomingMessage; body: Buffer } {
  const parts = lengths.map((length, n) => Buffer.alloc(length, n + 1));
  const request = Object.assign(Readable.from(parts, { objectMode: false }), { headers });
  return { request: request as unknown as IncomingMessage, body: Buffer.concat(parts) };
}

for (const lengths of [[], [1], [65_535, 2], [100, 65_436], [65_536, 65_536, 1], [5, 700_000, 299_995]]) {
  const total = lengths.reduce((sum, length) => sum + length, 0);
  test(`${total} bytes in ${lengths.length} parts`, async () => {
    for (const headers of [{ "content-length": String(total) }, { "transfer-encoding": "chunked" }]) {
      const { request, body } = requestOf(lengths, headers);
      const read = await readBody(request, limits);
      expect(read.equals(body)).toBe(true);
      // It can be transferred to a thread without copying.
      if (total > 0) expect(read.buffer.byteLength).toBe(total);
    }
  });
}

test("a body that is longer than accepted is refused, announced or not", async () => {
  const announced = requestOf([], { "content-length": String(maxBytes + 1) });
  await expect(readBody(announced.request, limits)).rejects.toThrow(
    "1000000 bytes that this server accepts (WAKELINE_MAX_FORM_BYTES)",
  );
  const silent = requestOf([maxBytes, 1], { "transfer-encoding": "chunked" });
  await expect(readBody(silent.request, limits)).rejects.toThrow(
    "1000000 bytes that this server accepts (WAKELINE_MAX_FORM_BYTES)",
  );
});

/** A request whose body arrives as the test decides. */
function slowRequest(length: number): { request: IncomingMessage; push: (bytes: number | null) => void } {
  const stream = new Readable({ read: () => undefined });
  const request = Object.assign(stream, { headers: { "content-length": String(length) } });
  const push = (bytes: number | null) => void stream.push(bytes === null ? null : Buffer.alloc(bytes));
  return { request: request as unknown as IncomingMessage, push };
}

test("memory grows with what came, not with what was announced", async () => {
  const before = process.memoryUsage().arrayBuffers;
  const requests = Array.from({ length: 20 }, () => slowRequest(400_000_000));
  const reads = requests.map(({ request, push }) => {
    push(10);
    return readBody(request, { ...limits, maxBytes: 500_000_000, timeoutMs: 200 });
  });
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
  for (const read of reads) await expect(read).rejects.toMatchObject({ status: 408 });
});

test("a body that comes more slowly than the least rate is refused, one that keeps it is read", async () => {
  const slow = slowRequest(1000);
  const steady = slowRequest(1000);
  const pace = { ...limits, minBytesPerS: 1000, rateWindowMs: 100 };
  const reads = [slow, steady].map(({ request }) => readBody(request, pace));
  const timer = setInterval(() => (slow.push(1), steady.push(200)), 50);
  await expect(reads[0]).rejects.toThrow("WAKELINE_MIN_BODY_RATE");
  setTimeout(() => (clearInterval(timer), steady.push(null)), 200);
  expect((await reads[1])?.length).toBeGreaterThan(400);
});

test("of one owner few large bodies are read at a time; those of others do not wait", async () => {
  const large = 2_000_000;
  const all = { ...limits, maxBytes: large };
  const requests = Array.from({ length: 10 }, () => slowRequest(large));
  const reads = requests.map(({ request }) => readBody(request, { ...all, owner: "ada" }));
  const other = slowRequest(large);
  other.push(large);
  other.push(null);
  expect((await readBody(other.request, { ...all, owner: "bob" })).length).toBe(large);
  const begun = (): number =>
    requests.filter(({ request }) => request.readableFlowing !== null || request.listenerCount("readable") > 0).length;
  expect(begun()).toBe(4);
  for (const { push } of requests) for (const bytes of [5, null]) push(bytes);
  expect((await Promise.all(reads)).map(({ length }) => length)).toEqual(Array(10).fill(5));
});
