/** One log line per request, with its id, status and duration. Health checks and files of the web app are left out. */
import type { FastifyInstance } from "fastify";

export function addRequestLog(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    if (!request.url.startsWith("/api/")) return;
    request.log.info({ req: request, res: reply, responseTime: reply.elapsedTime }, "request");
  });
}
