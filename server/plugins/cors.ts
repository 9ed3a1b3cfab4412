/**
 * Responses to pages of other origins (api-v1 2.3): refused until an administrator lists origins. `*` lets any origin
 * read public data, but never with credentials.
 */
import type { FastifyInstance } from "fastify";

import { addVary, isApi } from "./api-headers.ts";

export interface CorsRules {
  /** Lower case; `*` in a name is a wildcard, alone it is every origin. */
  readonly origins: readonly string[];
  readonly methods: string;
  readonly headers: string;
  readonly exposed: string;
}

export function addCors(app: FastifyInstance, rules: () => Promise<CorsRules>): void {
  app.addHook("onRequest", async (request, reply) => {
    const { origin, host } = request.headers;
    if (origin === undefined || !isApi(request.url)) return;
    addVary(reply, "Origin");
    if (origin.toLowerCase() === `${request.protocol}://${host ?? ""}`.toLowerCase()) return;
    const { origins, methods, headers, exposed } = await rules();
    const allowed = allowedOrigin(origin, origins);
    if (allowed === undefined) return;
    reply.header("Access-Control-Allow-Origin", allowed);
    if (allowed !== "*") reply.header("Access-Control-Allow-Credentials", "true");
    reply.header("Access-Control-Expose-Headers", exposed);
    if (request.method !== "OPTIONS") return;
    reply.header("Access-Control-Allow-Methods", methods);
    reply.header("Access-Control-Allow-Headers", headers);
    await reply.code(200).send();
  });
}

/** Value of the response header; `undefined`: not allowed. */
export function allowedOrigin(origin: string, origins: readonly string[]): string | undefined {
  const given = origin.toLowerCase();
  const isNamed = origins.some((pattern) => pattern !== "*" && matches(pattern, given));
  if (isNamed) return origin;
  return origins.includes("*") ? "*" : undefined;
}

function matches(pattern: string, origin: string): boolean {
  const parts = pattern.split("*").map((part) => part.replaceAll(/[^\w]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^/]*")}$`).test(origin);
}
