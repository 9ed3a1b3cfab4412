/** Headers of every API response, and the response for unknown paths. */
import type { FastifyInstance, FastifyReply } from "fastify";

import { RequestError } from "../base/errors.ts";

export function addApiHeaders(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    reply.header("X-Content-Type-Options", "nosniff");
    reply.header("Referrer-Policy", "same-origin");
    if (!isApi(request.url)) return;
    reply.header("Girder-Request-Uid", request.id);
    reply.header("Cache-Control", "no-cache, must-revalidate");
    reply.header("Pragma", "no-cache");
    reply.header("Expires", "Thu, 01 Jan 1970 00:00:00 GMT");
  });
}

export const isApi = (url: string): boolean => url === "/api/v1" || /^\/api\/v1[/?]/.test(url);

/** Adds a request header that the response depends on to those already listed. */
export function addVary(reply: FastifyReply, name: string): void {
  const before = reply.getHeader("Vary");
  reply.header("Vary", before === undefined ? name : `${String(before)}, ${name}`);
}

/** @throws RequestError that names the unknown route */
export function refuseUnknownRoute(method: string, url: string): never {
  const path = url.split("?", 1)[0] ?? "";
  throw new RequestError(`No matching route for "${method} ${path.replace(/^\/api\/v1\/?/, "")}"`);
}
