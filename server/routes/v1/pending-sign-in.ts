/**
 * State that a browser keeps while it is at the identity provider: a ten-minute cookie sent only to the sign-in routes.
 * It proves that the browser that returns is the one that left.
 */
import type { FastifyReply, FastifyRequest } from "fastify";

import type { SignInSecrets } from "../../ports/identity-provider.ts";

export interface PendingSignIn extends SignInSecrets {
  /** A path of the site. */
  readonly redirect: string | undefined;
}

const name = "wakelineSignIn";
const lifetimeSeconds = 600;
const place = "Path=/; HttpOnly; SameSite=Lax";

export function setPendingSignIn(request: FastifyRequest, reply: FastifyReply, pending: PendingSignIn): void {
  const value = Buffer.from(JSON.stringify(pending)).toString("base64url");
  const secure = request.protocol === "https" ? "; Secure" : "";
  reply.header("set-cookie", `${name}=${value}; ${place}; Max-Age=${lifetimeSeconds}${secure}`);
}

export function clearPendingSignIn(reply: FastifyReply): void {
  reply.header("set-cookie", `${name}=; ${place}; Max-Age=0`);
}

/** @returns `undefined` if no sign-in was started in this browser */
export function readPendingSignIn(request: FastifyRequest): PendingSignIn | undefined {
  const cookies = (request.headers.cookie ?? "").split(";").map((part) => part.trim());
  const value = cookies.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
  if (value === undefined || value === "") return undefined;
  try {
    const cookie = JSON.parse(Buffer.from(value, "base64url").toString()) as Record<string, unknown>;
    const { state, nonce, verifier, redirect } = cookie;
    if (typeof state !== "string" || typeof nonce !== "string" || typeof verifier !== "string") return undefined;
    return { state, nonce, verifier, redirect: typeof redirect === "string" ? redirect : undefined };
  } catch {
    return undefined;
  }
}
