/**
 * `/healthz`: the process responds. `/readyz`: it can work, that is, database and file storage respond. For the
 * supervisor that keeps the server running and the load balancer that sends it requests; neither reveals anything about
 * the installation.
 */
import type { FastifyInstance } from "fastify";

/** Milliseconds for which a result is reused, so that frequent requests cost nothing. */
const cacheMs = 1000;

type Readiness = Readonly<Record<string, boolean>>;

export function addHealth(app: FastifyInstance, check: () => Promise<Readiness>): void {
  let isStopping = false;
  let known: { readonly atMs: number; readonly readiness: Promise<Readiness> } | undefined;
  app.addHook("preClose", async () => void (isStopping = true));

  app.get("/healthz", async (_request, reply) => reply.header("cache-control", "no-store").send({ status: "ok" }));
  app.get("/readyz", async (_request, reply) => {
    if (known === undefined || performance.now() - known.atMs > cacheMs) {
      known = { atMs: performance.now(), readiness: check() };
    }
    const parts = { ...(await known.readiness), ...(isStopping && { stopping: true }) };
    const isReady = !isStopping && Object.values(parts).every(Boolean);
    reply.code(isReady ? 200 : 503).header("cache-control", "no-store");
    return reply.send({ status: isReady ? "ok" : "not ready", ...parts });
  });
}
