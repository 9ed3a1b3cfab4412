/**
 * Where a request carries its token (api-v1 2.5): a parameter, the `Girder-Token` header, or the cookie. The cookie
 * counts only on routes that the browser opens directly; all other routes ignore it, so that no other site can act for
 * a user.
 */
import type { FastifyReply, FastifyRequest } from "fastify";

import type { Actor } from "../services/access/actor.ts";
import type { RawValue } from "./parameters.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set once the caller is known. */
    actor?: Actor;
  }
}

const tokenCookie = "girderToken";

export function findToken(
  request: FastifyRequest,
  parameter: RawValue | undefined,
  cookieCounts: boolean,
): string | undefined {
  if (typeof parameter === "string" && parameter !== "") return parameter;
  const header = request.headers["girder-token"];
  if (typeof header === "string" && header !== "") return header;
  return cookieCounts ? readCookie(request.headers.cookie) : undefined;
}

function readCookie(header: string | undefined): string | undefined {
  for (const part of (header ?? "").split(";")) {
    const [name, value] = part.trim().split("=", 2);
    if (name === tokenCookie && value !== undefined && value !== "") return value;
  }
  return undefined;
}

/** Only clients that used https get a cookie restricted to it: the default server uses http on this machine. */
export function setTokenCookie(request: FastifyRequest, reply: FastifyReply, token: string, expiresMs: number): void {
  const secure = request.protocol === "https" ? "; Secure" : "";
  const expires = new Date(expiresMs).toUTCString();
  reply.header("set-cookie", `${tokenCookie}=${token}; Path=/; HttpOnly; SameSite=Lax; Expires=${expires}${secure}`);
}

export function clearTokenCookie(reply: FastifyReply): void {
  reply.header("set-cookie", `${tokenCookie}=; Path=/; HttpOnly; SameSite=Lax; Expires=Thu, 01 Jan 1970 00:00:00 GMT`);
}
