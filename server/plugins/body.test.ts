/** Bodies come back byte by byte, whether their length is announced or not, and not beyond the limit. */
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";

import { expect, test } from "vitest";

import { readBody } from "./body.ts";

const maxBytes = 1_000_000;

/** A request as the parser gives it, its body in parts of these lengths. */
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
      const read = await readBody(request, { maxBytes, timeoutMs: 5000 });
      expect(read.equals(body)).toBe(true);
      // It can be handed over to a thread as it is.
      if (total > 0) expect(read.buffer.byteLength).toBe(total);
    }
  });
}

test("a body that is longer than accepted is refused, announced or not", async () => {
  const announced = requestOf([], { "content-length": String(maxBytes + 1) });
  await expect(readBody(announced.request, { maxBytes, timeoutMs: 5000 })).rejects.toThrow("1000000 bytes");
  const silent = requestOf([maxBytes, 1], { "transfer-encoding": "chunked" });
  await expect(readBody(silent.request, { maxBytes, timeoutMs: 5000 })).rejects.toThrow("1000000 bytes");
});
