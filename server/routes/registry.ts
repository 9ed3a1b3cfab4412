/**
 * Connects the route table to Fastify: a handler names a route, gets its parameters and body with the table's types,
 * and returns the response. Authentication, parameter rules and JSON are the same for every route and are handled here.
 */
import { Readable } from "node:stream";

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import {
  type BodyOf,
  type Parameter,
  type ParameterMap,
  type ReplyOf,
  type RequiredKeys,
  type Route,
  type RouteId,
  routeIds,
  routeOf,
  type routes,
} from "#schemas";

import { ClientGoneError, RequestError } from "../base/errors.ts";
import { networkOf } from "../base/network-of.ts";
import { plainJson } from "../base/extended-json.ts";
import { maxJsonValues } from "../base/json-bounds.ts";
import { parseJsonDocument } from "../domain/json-document.ts";
import { findToken } from "../plugins/authentication.ts";
import { bodyChunks, hasBody, readBody } from "../plugins/body.ts";
import { type CompressionRule, compressed } from "../plugins/compression.ts";
import { isFormType, parseForm, parseQuery, tooManyFields, type Pair } from "../plugins/form.ts";
import { sortedJson } from "../plugins/json.ts";
import { collectParameters, readParameters } from "../plugins/parameters.ts";
import { type Actor, anonymous, requireSiteAdmin, requireToken, requireUser } from "../services/access/actor.ts";
import { isLongDocument, jsonPieces } from "./json-pieces.ts";
import { pieceStream, sendPieces } from "./piece-stream.ts";
import { type AlreadySent, alreadySent } from "./sent.ts";
import { narrowByScope } from "./token-scopes.ts";

type ParametersMapOf<Id extends RouteId> = (typeof routes)[Id]["parameters"];
type ValueOf<P> = P extends Parameter<infer T> ? T : never;
/** Parameter values as a handler sees them: required ones are present, others if they were given or have a default. */
export type HandlerParameters<P extends ParameterMap> = { readonly [K in RequiredKeys<P>]: ValueOf<P[K]> } & {
  readonly [K in Exclude<keyof P, RequiredKeys<P>>]: ValueOf<P[K]> | undefined;
};

export interface Call<Id extends RouteId> {
  readonly actor: Actor;
  readonly parameters: HandlerParameters<ParametersMapOf<Id>>;
  /** The JSON body of a `json` route, unchecked. `undefined` for other routes and for an empty body. */
  readonly body: BodyOf<Id> | undefined;
  /**
   * Reads the body of a `large-json` route, once. Call it only after checking the caller's rights. Empty for other
   * routes.
   */
  readonly readJson: () => Promise<Uint8Array>;
  /** Aborted if the client disconnects before the response is complete: long work should stop then. */
  readonly signal: AbortSignal;
  /** The body of a `raw` route; `undefined` if none exists. */
  readonly bytes: RawBody | undefined;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface RawBody {
  readonly source: AsyncIterable<Uint8Array>;
  /** `undefined`: not announced. */
  readonly length: number | undefined;
  /** Closes the connection while bytes are still to come; `source` then fails with the reason. */
  readonly abort: (reason: Error) => void;
  /** Whether the connection broke before all bytes arrived. */
  readonly isGone: () => boolean;
}

/**
 * JSON routes return a document (or a stream of JSON text); raw routes return text, bytes or a stream. A handler that
 * has sent the response itself returns `alreadySent`.
 */
export type Handler<Id extends RouteId> = (
  call: Call<Id>,
) => Promise<ReplyOf<Id> | AlreadySent | Readable | Buffer | string | null | undefined>;

export type RegisterRoute = <Id extends RouteId>(id: Id, handler: Handler<Id>) => void;

export interface RegistryOptions {
  /** Resolves a token to its caller. */
  readonly authenticate: (token: string) => Promise<Actor>;
  readonly maxFormBytes: number;
  readonly maxJsonBytes: number;
  /** Milliseconds that a form or JSON document may take to arrive. */
  readonly bodyTimeoutMs: number;
  readonly minBodyBytesPerS: number;
  readonly compression: CompressionRule;
}

/** Collects handlers; `finish` checks that every route of a served group has one. */
export function createRegistry(
  app: FastifyInstance,
  options: RegistryOptions,
): { register: RegisterRoute; finish: () => void } {
  const registered = new Set<RouteId>();
  return {
    register: (id, handler) => {
      if (registered.has(id)) throw new Error(`route "${id}" has two handlers`);
      registered.add(id);
      mount(app, id, handler as unknown as Handler<RouteId>, options);
    },
    finish: () => {
      const groups = new Set([...registered].map(groupOf));
      const missing = routeIds.filter((id) => groups.has(groupOf(id)) && !registered.has(id));
      if (missing.length > 0) throw new Error(`routes without a handler: ${missing.join(", ")}`);
    },
  };
}

const groupOf = (id: string): string => id.slice(0, id.indexOf("."));

function mount(app: FastifyInstance, id: RouteId, handler: Handler<RouteId>, options: RegistryOptions): void {
  const route = routeOf(id);
  app.route({
    method: route.method,
    url: `/api/v1/${route.path}`,
    handler: async (request, reply) => {
      const call = await readCall(id, route, request, reply, options);
      const result = await handler(call);
      return result === alreadySent ? reply : send(route, request, reply, result, options.compression);
    },
  });
}

async function readCall(
  id: RouteId,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  options: RegistryOptions,
): Promise<Call<RouteId>> {
  const contentType = request.headers["content-type"] ?? "";
  const pace = { timeoutMs: options.bodyTimeoutMs, minBytesPerS: options.minBodyBytesPerS };
  const formLimits = { maxBytes: options.maxFormBytes, setting: "WAKELINE_MAX_FORM_BYTES" };
  const jsonLimits = { maxBytes: options.maxJsonBytes, setting: "WAKELINE_MAX_JSON_BYTES" };
  // A document that is parsed while other requests wait must not block them for long.
  const documentLimits = options.maxJsonBytes < options.maxFormBytes ? jsonLimits : formLimits;
  const url = request.raw.url ?? "";
  const pairs: Pair[] = url.includes("?") ? parseQuery(url.slice(url.indexOf("?") + 1)) : [];
  const isForm = isFormType(contentType);
  const isJson = route.body === "json" || route.body === "large-json";
  if (isForm && !isJson && hasBody(request.raw) && !(route.body === "raw" && isMultipart(contentType))) {
    const body = await readBody(request.raw, { ...pace, ...formLimits, owner: `address ${networkOf(request.ip)}` });
    for (const pair of await parseForm(body, contentType, maxFields)) pairs.push(pair);
  }
  if (pairs.length > maxFields) throw tooManyFields(maxFields);
  const raw = collectParameters(request.params as Record<string, string>, pairs);

  const token = findToken(request, raw.get("token"), route.cookie);
  // Some routes have their own parameter named `token`: there it does not authenticate.
  const isOwnParameter = "token" in route.parameters;
  const caller = token === undefined || isOwnParameter ? anonymous : await options.authenticate(token);
  const actor = narrowByScope(id, route, caller);
  request.actor = actor;
  requireAuth(route, actor);

  const parameters = readParameters(route.parameters, raw);
  const readJson = async (): Promise<Uint8Array> =>
    isJson && hasBody(request.raw)
      ? await readBody(request.raw, {
          ...pace,
          ...(route.body === "large-json" ? jsonLimits : documentLimits),
          owner: actor.user?.id ?? `address ${networkOf(request.ip)}`,
        })
      : noBytes;
  let signal: AbortSignal | undefined;
  return {
    actor,
    parameters: parameters as Call<RouteId>["parameters"],
    body: (route.body === "json"
      ? plainJson(parseJsonDocument(await readJson(), maxJsonValues))
      : undefined) as Call<RouteId>["body"],
    readJson,
    get signal() {
      return (signal ??= signalOf(reply));
    },
    bytes: route.body === "raw" ? rawBody(request, contentType) : undefined,
    request,
    reply,
  };
}

const noBytes = Buffer.alloc(0);
/** Fields of a form; no client sends as many. */
const maxFields = 10_000;

function signalOf({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const end = (): void => {
    if (!raw.writableFinished) controller.abort(new ClientGoneError());
  };
  if (raw.closed || raw.destroyed) end();
  else raw.once("close", end);
  return controller.signal;
}

const isMultipart = (contentType: string): boolean => /^\s*multipart\/form-data\b/i.test(contentType);

function requireAuth(route: Route, actor: Actor): void {
  if (route.auth === "user") requireUser(actor);
  else if (route.auth === "admin") requireSiteAdmin(actor);
  else if (route.auth === "token") requireToken(actor);
}

function rawBody(request: FastifyRequest, contentType: string): RawBody | undefined {
  if (isMultipart(contentType)) {
    throw new RequestError("Send the bytes of the file as the raw request body, not as multipart/form-data.");
  }
  if (isFormType(contentType) || !hasBody(request.raw)) return undefined;
  const announced = request.headers["content-length"];
  return {
    source: bodyChunks(request.raw),
    length: announced === undefined ? undefined : Number(announced),
    abort: (reason) => {
      if (!request.raw.readableEnded) request.raw.destroy(reason);
    },
    isGone: () => request.raw.destroyed && !request.raw.readableEnded,
  };
}

function send(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  result: unknown,
  compression: CompressionRule,
): FastifyReply {
  if (route.reply === "raw" && !isText(reply)) return reply.send(result);
  if (route.reply === "json") reply.header("content-type", "application/json; charset=utf-8");
  const isBytes = result instanceof Readable || Buffer.isBuffer(result) || route.reply === "raw";
  const body = isBytes ? (result as Readable | Buffer | string) : jsonBody(result);
  const toSend = compressed(request, reply, compression, body);
  return sendPieces(request, reply, toSend) ?? reply.send(toSend);
}

const jsonBody = (result: unknown): Readable | string =>
  isLongDocument(result) ? pieceStream(jsonPieces(result)) : sortedJson(result);

/** Exports of annotations and configurations; media are compressed already. */
const isText = (reply: FastifyReply): boolean =>
  /^(application\/json|text\/csv)\b/.test(String(reply.getHeader("content-type") ?? ""));

/** Sends a list, with the total number of documents in a header. */
export function sendPaged<T>(reply: FastifyReply, total: number, documents: T[]): T[] {
  reply.header("Girder-Total-Count", total);
  return documents;
}
