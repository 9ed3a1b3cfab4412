/**
 * `/metrics` for Prometheus. It reveals much about an installation, so it requires the token of the setting or, without
 * that setting, a direct request from this machine: not through a proxy, and not from a browser page under another host
 * name.
 */
import { createHash, timingSafeEqual } from "node:crypto";

import type { FastifyInstance, FastifyRequest } from "fastify";

import { AccessError } from "../base/errors.ts";
import { isLoopbackAddress } from "../base/loopback.ts";
import { isAllowedHost } from "./host-check.ts";

/** Counts requests, and returns the metrics. */
export interface RequestMetrics {
  readonly contentType: string;
  requestBegan(): void;
  /** @param route its template, `/api/v1/folder/:id` */
  requestEnded(method: string, route: string, status: number, seconds: number): void;
  text(): Promise<string>;
}

/** @param token empty: none is set */
export function addMetrics(app: FastifyInstance, metrics: RequestMetrics, token: string): void {
  app.addHook("onRequest", async () => metrics.requestBegan());
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "other";
    metrics.requestEnded(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
  });
  app.get("/metrics", async (request, reply) => {
    if (!(token === "" ? isFromLocalhost(request) : showsToken(request, token))) {
      throw new AccessError(
        "Metrics are for programs on this machine, or for those that send WAKELINE_METRICS_TOKEN as a bearer token.",
      );
    }
    return reply
      .type(metrics.contentType)
      .header("cache-control", "no-store")
      .send(await metrics.text());
  });
}

function isFromLocalhost({ headers, raw }: FastifyRequest): boolean {
  const address = (raw.socket.remoteAddress ?? "").replace(/^::ffff:/, "");
  const isPassedOn =
    headers.forwarded !== undefined || Object.keys(headers).some((name) => /^x-forwarded-|^via$/.test(name));
  return isLoopbackAddress(address) && !isPassedOn && isAllowedHost(headers.host, []);
}

function showsToken({ headers }: FastifyRequest, token: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(headers.authorization ?? ""), digest(`Bearer ${token}`));
}
