/**
 * The client of api/v1 shared by web and command line. It knows the route table, so a call names a route and is typed
 * accordingly; the `fetch` it is given does the transport (the browser's, undici's).
 */
import type { ErrorCode } from "./error-codes.ts";
import { type ClientRoute, readClientRoute } from "./client-route.ts";
import { fillPath } from "./route.ts";
import type { BodyOf, ParametersOf, ReplyOf, RouteId } from "./routes.ts";
import type { ErrorReply } from "./wire.ts";

export interface ClientOptions {
  /** Address of the api with a trailing slash, for example `http://127.0.0.1:8010/api/v1/` or `/api/v1/`. */
  readonly baseUrl: string;
  /** Called before every request; `undefined` is an anonymous caller. */
  readonly token?: () => string | undefined;
  readonly fetch?: typeof fetch;
  /** Called once for every 401 answer to a call that sent a token. */
  readonly onUnauthorized?: () => void;
}

/** Gateways answer so when they lose the server. */
const gatewayErrors: readonly number[] = [502, 503, 504];

/** An answer with an error status, or no answer at all (`status` 0). */
export class ApiError extends Error {
  /** HTTP status; 0 when the server could not be reached. */
  readonly status: number;
  readonly reply: ErrorReply | undefined;
  readonly routeId: RouteId;
  /** How long the server asks to wait before the next attempt (`Retry-After`). */
  readonly retryAfterMs: number | undefined;
  constructor(
    routeId: RouteId,
    status: number,
    message: string,
    reply?: ErrorReply,
    { cause, retryAfterMs }: { cause?: unknown; retryAfterMs?: number | undefined } = {},
  ) {
    super(message, { cause });
    this.name = "ApiError";
    this.retryAfterMs = retryAfterMs;
    this.routeId = routeId;
    this.status = status;
    this.reply = reply;
  }

  /** Code of the refusal, if the server gives one. */
  get code(): ErrorCode | undefined {
    return this.reply?.code;
  }

  /** Nothing answered, or only a gateway: the call may have been carried out. */
  get isUnanswered(): boolean {
    return this.status === 0 || gatewayErrors.includes(this.status);
  }
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** The request outlives the page that sends it. */
  readonly keepalive?: boolean;
}

type CallArguments<Id extends RouteId> = ParametersOf<Id> & {
  /** JSON document, or bytes. Bytes given for a JSON body are sent as they are. */
  body?: BodyOf<Id>;
};

export interface ApiClient {
  /** Calls a route and returns its JSON answer. Throws `ApiError`; an abort throws the signal's reason. */
  call<Id extends RouteId>(id: Id, args: CallArguments<Id>, options?: CallOptions): Promise<ReplyOf<Id>>;
  /** Like `call`, with the total of a paged list (`Girder-Total-Count`) if the route sends one. */
  callPaged<Id extends RouteId>(
    id: Id,
    args: CallArguments<Id>,
    options?: CallOptions,
  ): Promise<{ reply: ReplyOf<Id>; total: number | undefined }>;
  /** The raw response, for streams and files. Throws `ApiError` for an error status. */
  fetch<Id extends RouteId>(id: Id, args: CallArguments<Id>, options?: CallOptions): Promise<Response>;
  /** Address of a route with its parameters, for links and media elements. */
  url<Id extends RouteId>(id: Id, args: ParametersOf<Id>): string;
}

/** A line of `client-route.ts` for each route that the client knows. */
export interface ClientRoutes {
  readonly lines: Partial<Readonly<Record<RouteId, string>>>;
  /** Adds the other routes; called on the first call of one that is missing. */
  readonly load?: () => Promise<void>;
}

export function createClientOf(routes: ClientRoutes, options: ClientOptions): ApiClient {
  const routeOf = (id: RouteId): ClientRoute => {
    const line = routes.lines[id];
    if (line === undefined) throw new Error(`The client does not know the route ${id} yet.`);
    return readClientRoute(line);
  };
  const send = options.fetch ?? globalThis.fetch.bind(globalThis);

  const url = (id: RouteId, args: Readonly<Record<string, unknown>>): string => {
    const { path, query: parameters } = routeOf(id);
    const query = new URLSearchParams();
    for (const { name, isJson } of parameters) {
      const value = args[name];
      if (value === undefined || value === null) continue;
      query.set(name, isJson ? JSON.stringify(value) : String(value));
    }
    const text = query.toString();
    return `${options.baseUrl}${fillPath(path, args)}${text === "" ? "" : `?${text}`}`;
  };

  const request = async (
    id: RouteId,
    args: Record<string, unknown>,
    callOptions: CallOptions = {},
  ): Promise<Response> => {
    if (routes.lines[id] === undefined) await routes.load?.();
    const route = routeOf(id);
    const headers: Record<string, string> = { ...callOptions.headers };
    const token = options.token?.();
    if (token !== undefined) headers["Girder-Token"] = token;
    const body = args["body"];
    const init: RequestInit = { method: route.method, headers };
    if (callOptions.signal) init.signal = callOptions.signal;
    if (callOptions.keepalive) init.keepalive = true;
    if (body !== undefined) {
      const isBytes = body instanceof Uint8Array || body instanceof Blob;
      headers["Content-Type"] ??= route.isRaw ? "application/octet-stream" : "application/json";
      init.body = isBytes ? (body as BodyInit) : JSON.stringify(body);
    }
    let response: Response;
    try {
      response = await send(url(id, args), init);
    } catch (error) {
      if (callOptions.signal?.aborted) throw error;
      throw new ApiError(id, 0, "The server could not be reached.", undefined, { cause: error });
    }
    if (response.ok) return response;
    if (response.status === 401 && token !== undefined) options.onUnauthorized?.();
    throw await apiError(id, response);
  };

  const callPaged: ApiClient["callPaged"] = async (id, args, callOptions) => {
    const response = await request(id, args, callOptions);
    const total = response.headers.get("Girder-Total-Count");
    try {
      return { reply: await response.json(), total: total === null ? undefined : Number(total) };
    } catch (error) {
      if (callOptions?.signal?.aborted) throw error;
      throw new ApiError(id, response.status, "The server's answer is not valid JSON.", undefined, { cause: error });
    }
  };

  return {
    call: async (id, args, callOptions) => (await callPaged(id, args, callOptions)).reply,
    callPaged,
    fetch: request,
    url,
  };
}

async function apiError(id: RouteId, response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => "");
  const when = { retryAfterMs: retryAfterOf(response) };
  try {
    const reply = JSON.parse(text) as ErrorReply;
    if (typeof reply.message === "string") return new ApiError(id, response.status, reply.message, reply, when);
  } catch {
    // Not JSON: a proxy's page or plain text; the text itself is the best message available.
  }
  const short = text.trim().slice(0, 300);
  const message =
    short !== "" && !short.startsWith("<") ? short : `The server answered ${response.status} ${response.statusText}.`;
  return new ApiError(id, response.status, message, undefined, when);
}

/** Seconds, or a date. */
function retryAfterOf({ headers }: Response): number | undefined {
  const value = headers.get("Retry-After");
  if (value === null) return undefined;
  const waitMs = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs);
}
