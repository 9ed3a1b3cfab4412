/** The server that a command talks to: its address, the user, and the messages for its refusals. */

import { EnvHttpProxyAgent, fetch as undiciFetch } from "undici";
import { ApiError } from "#schemas/client";
import { createClient } from "#schemas/full-client";
import type { ApiClient, ClientOptions } from "#schemas/client";
import type { AuthToken } from "#schemas/wire";
import { loadConfig, loginCommand } from "./config.ts";
import { CliError, ExitCode, usageError } from "../process/errors.ts";
import { interrupted } from "../process/interrupt.ts";
import { io } from "../terminal/io.ts";
import { networkReason } from "./network-reason.ts";
import { retryingFetch } from "./retrying-fetch.ts";

export interface Connection {
  /** Address of the server without a trailing slash. */
  readonly url: string;
  /** The signed-in user; absent with a token from the environment. */
  readonly login?: string;
  /** The environment variable with the token. */
  readonly tokenVariable?: string;
  readonly client: ApiClient;
  /** Requests any address of the server with the client's session; returns the response unchanged. */
  readonly send: NonNullable<ClientOptions["fetch"]>;
  /** For the bytes of files, which a site may keep elsewhere: follows redirects, without sending the session. */
  readonly fetchFile: NonNullable<ClientOptions["fetch"]>;
}

export const defaultServer = "http://127.0.0.1:8010";
const connectTimeoutMs = 10_000;
/** Longer than any command; every command with a key begins its own session. */
const keySessionDays = 2;

/**
 * Imports of millions of rows and checks of long videos are silent for minutes; a dead connection is silent for ever.
 */
const silenceMs = 30 * 60_000;

/** HTTP_PROXY, HTTPS_PROXY and NO_PROXY are respected. */
export const dispatcher = new EnvHttpProxyAgent({
  connect: { timeout: connectTimeoutMs },
  headersTimeout: silenceMs,
  bodyTimeout: silenceMs,
});
const fetchThroughUndici = (async (url: string, init?: RequestInit) => {
  const response = await undiciFetch(url, { ...(init as object), dispatcher, redirect: "manual" });
  const { status, headers } = response;
  const location = status >= 300 && status < 400 ? headers.get("Location") : null;
  if (location === null) return response;
  await response.body?.cancel();
  // Another host would receive the session, and another scheme would lose the body of a request.
  const to = new URL(location, url);
  const where = to.origin === new URL(url).origin ? to.pathname : to.origin;
  throw new Error(`it redirects to ${where}; give that address instead`);
}) as unknown as NonNullable<ClientOptions["fetch"]>;

const maxRedirects = 5;

/** Only for requests without a body. */
const fetchFollowing = (async (url: string, init?: RequestInit) => {
  const headers = new Headers(init?.headers);
  let address = url;
  for (let redirects = 0; ; redirects++) {
    const given = {
      ...(init as object),
      headers: Object.fromEntries(headers),
      dispatcher,
      redirect: "manual",
    } as const;
    const response = await undiciFetch(address, given);
    const location = response.status >= 300 && response.status < 400 ? response.headers.get("Location") : null;
    if (location === null) return response;
    await response.body?.cancel();
    if (redirects === maxRedirects) throw new Error(`it redirects more than ${maxRedirects} times`);
    const to = new URL(location, address);
    if (to.origin !== new URL(address).origin) headers.delete("Girder-Token");
    address = to.href;
  }
}) as unknown as NonNullable<ClientOptions["fetch"]>;

/**
 * A client with a token, or an anonymous one. It throws `ApiError`; the command line reports it with
 * `describeApiError`.
 */
export function openClient(url: string, token?: string): ApiClient {
  return open(url, token).client;
}

/** A server other than the one the command is about, with this token. */
export function openConnection(url: string, token?: string): Connection {
  return { url, ...open(url, token) };
}

function open(url: string, token?: string): Pick<Connection, "client" | "send" | "fetchFile"> {
  const retrying = retryingFetch(fetchThroughUndici);
  const signedIn =
    (send: Connection["send"]): Connection["send"] =>
    async (address, init) => {
      const headers = new Headers(init?.headers);
      if (token !== undefined) headers.set("Girder-Token", token);
      try {
        return await send(address, { ...init, headers });
      } catch (error) {
        if (init?.signal?.aborted) throw error;
        throw unreachable(url, error);
      }
    };
  return {
    client: createClient({ baseUrl: `${url}/api/v1/`, fetch: retrying, token: () => token }),
    send: signedIn(retrying),
    fetchFile: signedIn(retryingFetch(fetchFollowing)),
  };
}

/**
 * The server given by `--server`, by WAKELINE_SERVER or WAKELINE_API_URL, or the one last signed in to; with the token of
 * WAKELINE_TOKEN, one for the key of WAKELINE_API_KEY, or the saved one.
 */
export async function connect(server?: string): Promise<Connection> {
  const { WAKELINE_SERVER, WAKELINE_API_URL, WAKELINE_TOKEN, WAKELINE_API_KEY } = io().env;
  const named = server ?? (WAKELINE_SERVER || WAKELINE_API_URL || undefined);
  if (WAKELINE_TOKEN || WAKELINE_API_KEY) {
    const url = named === undefined ? ((await loadConfig()).current ?? defaultServer) : parseServer(named);
    if (WAKELINE_TOKEN) {
      return activate({ url, tokenVariable: "WAKELINE_TOKEN", ...open(url, WAKELINE_TOKEN) });
    }
    const tokenVariable = "WAKELINE_API_KEY";
    const connection = { url, tokenVariable };
    const { token } = await tokenOfKey(WAKELINE_API_KEY ?? "", connection, keySessionDays);
    return activate({ ...connection, ...open(url, token) });
  }
  const config = await loadConfig();
  const url = named === undefined ? config.current : parseServer(named);
  if (url === undefined) throw noServer(Object.keys(config.servers));
  const saved = config.servers[url];
  if (saved === undefined) throw notSignedIn(`not signed in to ${url}`, { url });
  return activate({ url, login: saved.login, ...open(url, saved.token) });
}

/**
 * A server that a reference or a file names, not an option: it receives no key or token of the environment, unless it is the
 * configured one, and is not used at all where `io` allows only that one.
 *
 * @throws CliError when it may not be used
 */
export function trustedServer(found: string): string {
  const { env, hasOneServer = false } = io();
  const { WAKELINE_SERVER, WAKELINE_API_URL, WAKELINE_TOKEN, WAKELINE_API_KEY } = env;
  const variable = WAKELINE_TOKEN ? "WAKELINE_TOKEN" : WAKELINE_API_KEY ? "WAKELINE_API_KEY" : undefined;
  if (variable === undefined && !hasOneServer) return found;
  const named = WAKELINE_SERVER || WAKELINE_API_URL;
  const configured = named ? parseServer(named) : undefined;
  if (configured !== undefined && new URL(configured).origin === new URL(parseServer(found)).origin) return configured;
  const configuredText = configured === undefined ? "" : `, which is ${configured}`;
  throw usageError(
    hasOneServer
      ? `${found} is not the server of this \`wakeline mcp\`${configuredText}: start one with --server ${found} to use it.`
      : `${variable} is sent only to the server that WAKELINE_SERVER or --server names${configuredText}: to use it at ${found}, name that.`,
  );
}

/** @param days maximum validity of the token; absent: as long as the key and the server allow */
export async function tokenOfKey(
  key: string,
  connection: Pick<Connection, "url" | "tokenVariable">,
  days?: number,
): Promise<Pick<AuthToken, "token" | "expires">> {
  const { url } = connection;
  try {
    const parameters = { key, ...(days === undefined ? {} : { duration: days }) };
    return (await openClient(url).call("apiKey.signIn", parameters, { signal: interrupted })).authToken;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status !== 400) throw describeApiError(error, connection);
    throw notSignedIn(`${url} knows no active API key like this one`, connection);
  }
}

let active: Connection | undefined;

function activate(connection: Connection): Connection {
  active = connection;
  return connection;
}

/** After a sign-out, none of the other servers is used silently: commands could change the wrong one. */
function noServer(others: readonly string[]): CliError {
  if (others.length === 0) return notSignedIn("not signed in to any server", { url: defaultServer });
  return new CliError(
    ExitCode.permission,
    `no server is chosen: name one with --server (you are signed in to ${others.join(", ")}), or run \`wakeline login\`.`,
  );
}

/** @param what the part before the advice: `not signed in to http://...` */
export function notSignedIn(what: string, connection: Pick<Connection, "url" | "tokenVariable">): CliError {
  return new CliError(ExitCode.permission, `${what}: ${signInAdvice(connection)}.`);
}

/** A token in the environment takes precedence over the saved one: signing in would change nothing. */
function signInAdvice({ url, tokenVariable }: Pick<Connection, "url" | "tokenVariable">): string {
  if (tokenVariable === undefined) return `run \`${loginCommand(url)}\``;
  const what = tokenVariable === "WAKELINE_API_KEY" ? "key" : "token";
  return `the ${what} is that of the variable ${tokenVariable}; set another, or unset it and run \`${loginCommand(url)}\``;
}

/** The server of any address, down to a dataset's page in the viewer: scheme, host, port, no slash. */
export function parseServer(text: string): string {
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.parse(withScheme);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) {
    throw usageError(`"${text}" is not the address of a server: it looks like ${defaultServer}.`);
  }
  const path = url.pathname.replace(/\/(girder\/)?api\/v1\/?$/, "").replace(/\/+$/, "");
  return url.origin + path;
}

export function viewerUrl({ url }: Connection, datasetId: string): string {
  return `${url}/viewer/${datasetId}`;
}

/** Reports an error answer of the server, or its absence, in one line. */
export function describeApiError(
  error: ApiError,
  connection: Pick<Connection, "url" | "login" | "tokenVariable"> = active ?? { url: "the server" },
): CliError {
  const { url, login } = connection;
  const toError = (exitCode: ExitCode, message: string): CliError => new CliError(exitCode, message, { cause: error });
  const message = error.message.replaceAll(/\s*\n\s*/g, "; ");
  if (error.status === 0) return unreachable(url, error.cause, error);
  if (error.status === 401) {
    return toError(
      ExitCode.permission,
      `${url} no longer knows you (${trimStop(message)}): ${signInAdvice(connection)}.`,
    );
  }
  if (error.status === 403) {
    const who = login === undefined ? "" : ` You are signed in as ${login}.`;
    return toError(ExitCode.permission, `${url}: ${endSentence(message)}${who}`);
  }
  // The server's own message is sufficient: it has no space left.
  const isFault = error.status >= 500 && error.status !== 507;
  const status = isFault ? ` (status ${error.status}; the log of the server says more)` : "";
  return toError(ExitCode.server, `${url}: ${trimStop(message)}${status}.`);
}

function unreachable(url: string, reason: unknown, cause = reason): CliError {
  const message = `cannot reach ${url}: ${networkReason(reason)}. Is the server running, and is the address right?`;
  return new CliError(ExitCode.server, message, { cause });
}

function trimStop(text: string): string {
  return text.trim().replace(/\.$/, "");
}

function endSentence(text: string): string {
  return /[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`;
}
