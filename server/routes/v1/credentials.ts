/** Passwords and one-time passwords in the headers of a request. */
import type { FastifyRequest } from "fastify";

import { LoginError } from "../../base/errors.ts";

/** An empty header counts as missing. */
export function readOneTimePassword(request: FastifyRequest): string | undefined {
  const header = request.headers["girder-otp"];
  return typeof header === "string" && header.trim() !== "" ? header : undefined;
}

export const hasBasicAuth = ({ headers }: FastifyRequest): boolean =>
  /^basic /i.test(String(headers["girder-authorization"] ?? headers.authorization ?? ""));

/** @throws LoginError */
export function readBasicAuth(request: FastifyRequest): { name: string; password: string } {
  const header = request.headers["girder-authorization"] ?? request.headers.authorization;
  if (typeof header !== "string" || !/^basic /i.test(header)) throw new LoginError("Use HTTP Basic Authentication");
  const bytes = Buffer.from(header.slice("basic ".length).trim(), "base64");
  const credentials = decodeCredentials(bytes);
  const colon = credentials.indexOf(":");
  if (colon < 0) throw new LoginError("Invalid HTTP Authorization header");
  return { name: credentials.slice(0, colon), password: credentials.slice(colon + 1) };
}

/** UTF-8, or Latin-1 from browsers' `btoa`. */
function decodeCredentials(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString("latin1");
  }
}
