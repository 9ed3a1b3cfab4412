/**
 * Large responses in chunks, each of which is a separate buffer. A chunk is returned to the pool as soon as it was
 * sent: if left to the garbage collector, the chunks of one large response cause repeated full collections, which block
 * the event loop.
 */
import { Readable } from "node:stream";

import type { FastifyReply, FastifyRequest } from "fastify";

import { release } from "../base/pooled-bytes.ts";
import { TimeSlices } from "../base/turns.ts";
import { sendError } from "../plugins/errors.ts";

type Pieces = AsyncIterable<Uint8Array | string>;

const piecesOf = new WeakMap<Readable, Pieces>();

/** A stream of the chunks, which it owns from now on. */
export function pieceStream(pieces: Pieces): Readable {
  const stream = Readable.from(pieces, { objectMode: false });
  piecesOf.set(stream, pieces);
  return stream;
}

/** Sends such a stream chunk by chunk. @returns `undefined` if it is another kind of body; then nothing was done */
export function sendPieces(request: FastifyRequest, reply: FastifyReply, body: unknown): FastifyReply | undefined {
  const pieces = body instanceof Readable ? piecesOf.get(body) : undefined;
  if (pieces === undefined || request.method === "HEAD") return undefined;
  void pump(request, reply, pieces);
  return reply;
}

/** Shared by all responses: the system copies what it accepts, and many fast clients take many chunks at once. */
const turns = new TimeSlices();

async function pump(request: FastifyRequest, reply: FastifyReply, pieces: Pieces): Promise<void> {
  const { raw } = reply;
  try {
    for await (const piece of pieces) {
      if (!raw.headersSent) {
        reply.hijack();
        for (const [name, value] of Object.entries(reply.getHeaders()))
          if (value !== undefined) raw.setHeader(name, value);
      }
      // Short pieces are sent together with what follows.
      if (typeof piece === "string") raw.write(piece);
      else {
        while (turns.isOver) await turns.next();
        await written(raw, piece);
        release(piece);
      }
    }
    raw.end();
  } catch (error) {
    if (raw.destroyed) request.log.info({ req: request }, "the client went away");
    else sendError(error, request, reply);
  }
}

/** Resolves when the system has accepted the bytes. */
function written(to: FastifyReply["raw"], piece: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    // The client disconnected while waiting for it.
    const left = (): void => reject(new Error("the connection was closed"));
    to.once("close", left);
    to.write(piece, (error) => {
      to.off("close", left);
      if (error) reject(error);
      else resolve();
    });
  });
}
