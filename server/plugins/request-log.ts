/**
 * One log line an answered request, with its id, status and duration. Health checks and the web app's files are left
 * out.
 */
import type { FastifyInstance } from "fastify";

export function addRequestLog(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    if (!request.url.startsWith("/api/")) return;
    request.log.info({ req: request, res: reply, responseTime: reply.elapsedTime }, "request");
  });
}
