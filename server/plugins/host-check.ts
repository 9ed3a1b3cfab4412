/**
 * DNS rebinding guard: a page of any website can make a browser send requests to 127.0.0.1 under its own host name. A
 * server that listens only on the loopback address accepts only the names of this machine.
 */
import type { FastifyInstance } from "fastify";

const loopbackNames = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** @param allowed further host names, without port */
export function isAllowedHost(header: string | undefined, allowed: readonly string[]): boolean {
  const name = (header ?? "").toLowerCase().replace(/:\d+$/, "");
  return (
    loopbackNames.has(name) ||
    name.endsWith(".localhost") ||
    /^127\.\d+\.\d+\.\d+$/.test(name) ||
    allowed.includes(name)
  );
}

export function addHostCheck(app: FastifyInstance, allowed: readonly string[]): void {
  app.addHook("onRequest", async (request, reply) => {
    if (isAllowedHost(request.headers.host, allowed)) return;
    await reply.code(403).send({
      message: `This server listens on this machine only and does not answer to the name "${(request.headers.host ?? "").slice(0, 100)}". Set WAKELINE_PUBLIC_HOSTS to allow it.`,
      type: "rest",
    });
  });
}
