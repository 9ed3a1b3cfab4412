/**
 * The description of a route of api/v1: one value that the server registers, the client calls and the docs print.
 *
 * Path, query and form parameters share one namespace on the wire (api-v1 2.2), so a route has one `parameters` map;
 * names that occur in `path` as `:name` are path parameters.
 */

import type { JsonShape } from "./json-shape.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Who may call the route at all. The service checks access to the addressed document. */
export type RouteAuth =
  /** Anybody. */
  | "public"
  /** A signed-in user. */
  | "user"
  /** Any valid token, a signed-in user's or not. */
  | "token"
  /** A site administrator. */
  | "admin";

export type ParameterType =
  | "string"
  | "integer"
  | "number"
  | "boolean"
  | "object"
  | "array"
  | "json"
  | readonly string[];

export interface Parameter<T = unknown> {
  /** A list of texts is an enumeration; `object`, `array` and `json` are JSON texts on the wire. */
  readonly type: ParameterType;
  readonly required: boolean;
  readonly fallback?: T;
  /** Search words, whose length is limited to what a user would type. */
  readonly isSearch?: boolean;
  /** Phantom: carries the TypeScript type. */
  readonly value?: T;
}

export type RequestBody = "json" | "large-json" | "raw" | "none";

export interface Route<Parameters extends ParameterMap = ParameterMap, Body = unknown, Reply = unknown> {
  readonly method: Method;
  /** Relative to api/v1, without a leading slash; `:name` marks a path parameter. */
  readonly path: string;
  readonly auth: RouteAuth;
  /** The cookie is accepted as a token: only for downloads that the browser makes on its own (CSRF rule). */
  readonly cookie: boolean;
  readonly parameters: Parameters;
  /**
   * `json`: a JSON document; `large-json`: a document so large that it is not parsed alongside other requests; `raw`:
   * bytes; `none`: only parameters, which may be sent as a form.
   */
  readonly body: RequestBody;
  /** `json`: a document; `raw`: bytes or a stream. */
  readonly reply: "json" | "raw";
  /** One sentence for the docs. */
  readonly summary: string;
  /** The shapes of the JSON body and answer, if described. */
  readonly bodyShape: JsonShape<unknown> | undefined;
  readonly replyShape: JsonShape<unknown> | undefined;
  /** Phantom types. */
  readonly bodyType?: Body;
  readonly replyType?: Reply;
}

export type ParameterMap = Readonly<Record<string, Parameter>>;

export type RequiredKeys<P extends ParameterMap> = {
  [K in keyof P]: P[K]["required"] extends true ? K : never;
}[keyof P];
/** The values of a parameter map, as passed by a caller. */
export type ParameterValues<P extends ParameterMap> = {
  [K in RequiredKeys<P>]: NonNullable<P[K]["value"]>;
} & { [K in Exclude<keyof P, RequiredKeys<P>>]?: NonNullable<P[K]["value"]> | undefined };

type Optional<T> = Parameter<T> & { readonly required: false };
type Required<T> = Parameter<T> & { readonly required: true };

const optional = <T>(type: ParameterType, fallback?: T): Optional<T> =>
  fallback === undefined ? { type, required: false } : { type, required: false, fallback };
const required = <T>(type: ParameterType): Required<T> => ({ type, required: true });

/** Parameter descriptions: `p.text()` is optional, `p.need.text()` is required. */
export const p = {
  text: (fallback?: string): Optional<string> => optional("string", fallback),
  search: (): Optional<string> => ({ ...optional<string>("string"), isSearch: true }),
  integer: (fallback?: number): Optional<number> => optional("integer", fallback),
  number: (fallback?: number): Optional<number> => optional("number", fallback),
  boolean: (fallback?: boolean): Optional<boolean> => optional("boolean", fallback),
  /** JSON text of an object. */
  object: <T = Record<string, unknown>>(): Optional<T> => optional<T>("object"),
  /** JSON text of an array. */
  array: <T = unknown>(): Optional<T[]> => optional<T[]>("array"),
  json: <T = unknown>(): Optional<T> => optional<T>("json"),
  oneOf: <const T extends readonly string[]>(values: T, fallback?: T[number]): Optional<T[number]> =>
    optional<T[number]>(values, fallback),
  need: {
    text: (): Required<string> => required("string"),
    search: (): Required<string> => ({ ...required<string>("string"), isSearch: true }),
    integer: (): Required<number> => required("integer"),
    number: (): Required<number> => required("number"),
    boolean: (): Required<boolean> => required("boolean"),
    object: <T = Record<string, unknown>>(): Required<T> => required<T>("object"),
    array: <T = unknown>(): Required<T[]> => required<T[]>("array"),
    oneOf: <const T extends readonly string[]>(values: T): Required<T[number]> => required<T[number]>(values),
  },
};

interface RouteOptions<P extends ParameterMap, Body> {
  auth: RouteAuth;
  summary: string;
  parameters?: P;
  cookie?: boolean;
  body?: RequestBody;
  reply?: "json" | "raw";
  bodyShape?: JsonShape<Body>;
}

/**
 * `route(reply, body)("GET", "folder/:id", {...})`: the shapes determine the types of the answer and the body. Two
 * calls, because TypeScript infers either all type arguments or none: `route<never>()` is for a route that answers with
 * bytes or nothing.
 */
export const route =
  <Reply = unknown, Body = never>(replyShape?: JsonShape<Reply>, bodyShape?: JsonShape<Body>) =>
  <const P extends ParameterMap = Record<never, Parameter>>(
    method: Method,
    path: string,
    options: RouteOptions<P, Body>,
  ): Route<P, Body, Reply> => ({
    method,
    path,
    auth: options.auth,
    summary: options.summary,
    cookie: options.cookie ?? false,
    body: options.body ?? "none",
    reply: options.reply ?? "json",
    bodyShape: bodyShape ?? options.bodyShape,
    replyShape,
    parameters: options.parameters ?? ({} as P),
  });

/** Fills path parameters into a path. Throws when one is missing. */
export function fillPath(path: string, values: Readonly<Record<string, unknown>>): string {
  return path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new TypeError(`path parameter "${name}" of ${path} is missing`);
    return encodeURIComponent(String(value));
  });
}

/** Names of the path parameters of a path. */
export const pathParameters = (path: string): string[] =>
  [...path.matchAll(/:([A-Za-z]+)/g)].map((match) => match[1] ?? "");
