/**
 * The only place where errors become responses: `{message, type, code?, field?, extra?}` and a status (api-v1 2.4).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { ClientGoneError, ConflictError, IncompleteError, DomainError } from "../base/errors.ts";
import { sortedJson } from "./json.ts";

const defaultStatus = { rest: 400, validation: 400, conflict: 409 } as const;

export function addErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (isGone(request) || error instanceof ClientGoneError) {
    // The client disconnected before the response; nothing is wrong with the server.
    request.log.info({ req: request }, "the client went away");
    return reply.hijack();
  }
  const { status, body, retryAfterSeconds } = describeError(
    error,
    request.actor?.user !== undefined,
    String(request.id),
  );
  if (!(error instanceof DomainError)) {
    if (status >= 500) request.log.error({ err: error }, "request failed");
  } else if (error.cause !== undefined) request.log.error({ err: error }, "request failed");
  // An error thrown on purpose is not a bug: its message describes the problem.
  else if (status >= 500) request.log.warn({ req: request }, error.message);
  if (reply.sent || reply.raw.headersSent) {
    // Part of a stream was sent: only closing the connection tells the client that it is incomplete.
    reply.raw.destroy();
    return reply;
  }
  // Headers of the abandoned response must not describe this one.
  for (const name of ["content-length", "content-disposition", "content-encoding", "etag"]) reply.removeHeader(name);
  reply.header("cache-control", "no-cache, must-revalidate");
  if (status !== 416) reply.removeHeader("content-range");
  if (retryAfterSeconds !== undefined) reply.header("retry-after", retryAfterSeconds);
  return reply.code(status).header("content-type", "application/json; charset=utf-8").send(sortedJson(body));
}

/** Whether the connection broke while the body was still arriving. */
function isGone(request: FastifyRequest): boolean {
  return request.raw.destroyed && !request.raw.complete;
}

function describeError(
  error: unknown,
  isSignedIn: boolean,
  uid: string,
): { status: number; body: Record<string, unknown>; retryAfterSeconds?: number | undefined } {
  if (error instanceof DomainError) {
    const status = error.status ?? (error.type === "access" ? (isSignedIn ? 403 : 401) : defaultStatus[error.type]);
    const body: Record<string, unknown> = { message: error.message, type: error.type };
    if (error.field !== undefined) body["field"] = error.field;
    if (error.code !== undefined) body["code"] = error.code;
    if (error.extra !== undefined) body["extra"] = error.extra;
    if (error instanceof ConflictError || error instanceof IncompleteError) body["extra"] = error.details;
    return { status, body, retryAfterSeconds: error.retryAfterSeconds };
  }
  // Fastify's own errors (a malformed url, a body that is too large) have a status below 500.
  const { statusCode, message } = error as { statusCode?: number; message?: string };
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return { status: statusCode, body: { message: message ?? "Bad request.", type: "rest" } };
  }
  return { status: 500, body: { message: "An unexpected error occurred on the server.", type: "internal", uid } };
}
