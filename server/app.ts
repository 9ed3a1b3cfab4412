/** Assembles the HTTP side: Fastify, the plugins every request passes, the API routes, and the web app. */
import { randomUUID } from "node:crypto";

import fastify, { LogController, type FastifyInstance } from "fastify";
import type { Logger } from "pino";

import type { ServerConfig } from "./config.ts";
import { addApiHeaders } from "./plugins/api-headers.ts";
import { addApiPage } from "./plugins/api-page.ts";
import { addCors } from "./plugins/cors.ts";
import { StoppingError } from "./base/errors.ts";
import { addErrorHandler } from "./plugins/errors.ts";
import { addHealth } from "./plugins/health.ts";
import { isLoopbackAddress } from "./base/loopback.ts";
import { addHostCheck } from "./plugins/host-check.ts";
import { addMetrics, type RequestMetrics } from "./plugins/metrics.ts";
import { addNotificationSocket } from "./plugins/notification-socket.ts";
import { addRequestLog } from "./plugins/request-log.ts";
import { rewriteUrl } from "./plugins/rewrite.ts";
import { addWebApp } from "./plugins/web-app.ts";
import { createRegistry } from "./routes/registry.ts";
import { registerRoutes } from "./routes/v1/index.ts";
import type { Services } from "./services/index.ts";

/** File names and JSON parameters are sent in URLs. */
const maxParameterLength = 10_000;

export async function buildApp(
  services: Services,
  config: ServerConfig,
  log: Logger,
  metrics: RequestMetrics,
  /** Of the buckets that browsers read from. */
  mediaOrigins: readonly string[],
): Promise<FastifyInstance> {
  const { headersTimeoutMs, idleTimeoutMs, requestTimeoutMs } = config.limits;
  const app = fastify({
    loggerInstance: log,
    genReqId: () => randomUUID(),
    // This server writes its own log line: see plugins/request-log.ts.
    logController: new LogController({ disableRequestLogging: true }),
    rewriteUrl,
    trustProxy: config.trustProxy,
    routerOptions: { maxParamLength: maxParameterLength, caseSensitive: true },
    requestTimeout: requestTimeoutMs,
    connectionTimeout: idleTimeoutMs,
    http: {
      // headersTimeout must not exceed requestTimeout.
      headersTimeout: requestTimeoutMs === 0 ? headersTimeoutMs : Math.min(headersTimeoutMs, requestTimeoutMs),
      requestTimeout: requestTimeoutMs,
      // How often Node checks for late requests.
      connectionsCheckingInterval: Math.min(30_000, Math.max(50, headersTimeoutMs / 2)),
      maxHeaderSize: 64 * 1024,
    },
    forceCloseConnections: "idle",
    // Fastify's own response differs in shape from all others.
    return503OnClosing: false,
  }) as unknown as FastifyInstance;

  // Routes read their own bodies: whether one is a form, JSON or bytes depends on the route, not on its header.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  app.decorateRequest("actor");
  // Streams would keep the server from stopping. A client that reconnects now learns that the server is stopping.
  app.addHook("preClose", async () => services.notifications.close());
  let isStopping = false;
  app.addHook("preClose", async () => void (isStopping = true));
  app.addHook("onRequest", async () => {
    if (isStopping) throw new StoppingError();
  });
  // After an early response the rest of the body is discarded, so that the connection can carry the next request. A
  // body that is too slow would block it forever, so the connection is closed.
  app.addHook("onResponse", async (request, reply) => {
    if (reply.statusCode === 408) request.raw.destroy();
    else request.raw.resume();
  });

  addErrorHandler(app);
  addApiHeaders(app);
  addRequestLog(app);
  addCors(app, () => services.settings.cors());
  if (isLoopbackAddress(config.host)) addHostCheck(app, config.publicHosts);
  addMetrics(app, metrics, config.metricsToken);
  addHealth(app, () => services.system.readiness());

  const registry = createRegistry(app, {
    authenticate: (token) => services.tokens.authenticate(token),
    maxFormBytes: config.limits.maxFormBytes,
    maxJsonBytes: config.limits.maxJsonBytes,
    bodyTimeoutMs: config.limits.bodyTimeoutMs,
    minBodyBytesPerS: config.limits.minBodyBytesPerS,
    compression: config.compression,
  });
  registerRoutes(registry.register, services);
  registry.finish();
  addNotificationSocket(app, services, isLoopbackAddress(config.host) ? config.publicHosts : undefined);
  addApiPage(app);
  const places = { reportUrl: config.reportUrl, mediaOrigins };
  await addWebApp(app, config.webFolder, places, () => services.configuration.brandOrigins());
  return app;
}
