/**
 * Chunks arrive complete at any pace of the client, and are returned to the pool; reading stops when the client has
 * disconnected.
 */
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

import fastify from "fastify";
import { afterEach, expect, test } from "vitest";

import { pieceStream, sendPieces } from "./piece-stream.ts";

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

const pieceBytes = 512 * 1024;

async function serve(count: number): Promise<{ url: string; made: ArrayBuffer[]; closed: Promise<void> }> {
  const made: ArrayBuffer[] = [];
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  async function* pieces(): AsyncGenerator<Uint8Array | string> {
    try {
      for (let n = 0; n < count; n++) {
        const piece = new Uint8Array(pieceBytes).fill(n);
        made.push(piece.buffer);
        yield piece;
        yield ",";
      }
    } finally {
      resolve();
    }
  }
  const app = fastify();
  app.get("/", (request, reply) => {
    reply.header("x-own", "kept");
    return sendPieces(request, reply, pieceStream(pieces())) as never;
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  cleanUps.push(() => app.close());
  return { url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/`, made, closed };
}

async function ask(url: string): Promise<IncomingMessage> {
  const [answer] = (await once(get(url), "response")) as [IncomingMessage];
  return answer;
}

test("a slow client gets every byte, and the pieces are freed as they go", async () => {
  const { url, made } = await serve(24);
  const answer = await ask(url);
  expect(answer.headers["x-own"]).toBe("kept");
  let position = 0;
  for await (const bytes of answer as AsyncIterable<Buffer>) {
    // It is busy now and then, while the server is ahead of it.
    if (position % 7 === 0) await sleep(5);
    for (const at of [0, bytes.length - 1]) {
      const [n, within] = [Math.floor((position + at) / (pieceBytes + 1)), (position + at) % (pieceBytes + 1)];
      expect(bytes[at]).toBe(within === pieceBytes ? ",".charCodeAt(0) : n);
    }
    position += bytes.length;
  }
  expect(position).toBe(24 * (pieceBytes + 1));
  expect(made.filter((buffer) => !buffer.detached)).toEqual([]);
});

test("a client that leaves ends the work for it", async () => {
  const { url, made, closed } = await serve(10_000);
  const answer = await ask(url);
  await once(answer, "readable");
  answer.destroy();
  await closed;
  expect(made.length).toBeLessThan(200);
});
