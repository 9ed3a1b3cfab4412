/**
 * Large answers in pieces, each of which is a buffer of its own. A piece is given back as soon as it has been sent: left to
 * the garbage collector, the pieces of one large answer make it go through the whole heap again and again, and the event
 * loop waits for that.
 */
import { Readable } from "node:stream";

import type { FastifyReply, FastifyRequest } from "fastify";

import { giveBack } from "../base/lent-bytes.ts";
import { Turns } from "../base/turns.ts";
import { sendError } from "../plugins/errors.ts";

type Pieces = AsyncIterable<Uint8Array | string>;

const piecesOf = new WeakMap<Readable, Pieces>();

/** A stream of the pieces, which belong to it from now on. */
export function pieceStream(pieces: Pieces): Readable {
  const stream = Readable.from(pieces, { objectMode: false });
  piecesOf.set(stream, pieces);
  return stream;
}

/** Sends such a stream piece by piece. @returns `undefined` when it is another body, and nothing has been done */
export function sendPieces(request: FastifyRequest, reply: FastifyReply, body: unknown): FastifyReply | undefined {
  const pieces = body instanceof Readable ? piecesOf.get(body) : undefined;
  if (pieces === undefined || request.method === "HEAD") return undefined;
  void pump(request, reply, pieces);
  return reply;
}

/** Of all answers: the system copies what it takes, and many quick clients take many pieces at once. */
const turns = new Turns();

async function pump(request: FastifyRequest, reply: FastifyReply, pieces: Pieces): Promise<void> {
  const { raw } = reply;
  try {
    for await (const piece of pieces) {
      if (!raw.headersSent) {
        reply.hijack();
        for (const [name, value] of Object.entries(reply.getHeaders()))
          if (value !== undefined) raw.setHeader(name, value);
      }
      // What is short goes out together with what follows.
      if (typeof piece === "string") raw.write(piece);
      else {
        while (turns.isOver) await turns.next();
        await written(raw, piece);
        giveBack(piece);
      }
    }
    raw.end();
  } catch (error) {
    if (raw.destroyed) request.log.info({ req: request }, "the client went away");
    else sendError(error, request, reply);
  }
}

/** Resolves when the system has taken the bytes. */
function written(to: FastifyReply["raw"], piece: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    // A client that leaves while it is being waited for.
    const left = (): void => reject(new Error("the connection was closed"));
    to.once("close", left);
    to.write(piece, (error) => {
      to.off("close", left);
      if (error) reject(error);
      else resolve();
    });
  });
}
