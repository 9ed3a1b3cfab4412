/** The server a command talks to: which one, as whom, and how its refusals are worded for people. */

import { EnvHttpProxyAgent, fetch as undiciFetch } from "undici";
import { createClient } from "#schemas/client";
import type { ApiClient, ApiError, ClientOptions } from "#schemas/client";
import { loadConfig } from "./config.ts";
import { CliError, ExitCode, systemErrorCode, usageError } from "./errors.ts";
import { io } from "./io.ts";
import { patientFetch } from "./patient-fetch.ts";

export interface Connection {
  /** Address of the server without a trailing slash. */
  readonly url: string;
  /** Who is signed in; absent with a token from the environment. */
  readonly login?: string;
  /** The variable that the token came from. */
  readonly tokenVariable?: string;
  readonly client: ApiClient;
}

export const defaultServer = "http://127.0.0.1:8010";
const connectTimeoutMs = 10_000;

/** Large uploads and exports may be silent for long; HTTP_PROXY, HTTPS_PROXY and NO_PROXY are respected. */
const dispatcher = new EnvHttpProxyAgent({
  connect: { timeout: connectTimeoutMs },
  headersTimeout: 0,
  bodyTimeout: 0,
});
const fetchThroughUndici = ((url: string, init?: RequestInit) =>
  undiciFetch(url, { ...(init as object), dispatcher })) as unknown as NonNullable<ClientOptions["fetch"]>;

/** A client with a token, or an anonymous one. It throws `ApiError`; the command line tells it with `describeApiError`. */
export function openClient(url: string, token?: string): ApiClient {
  return createClient({ baseUrl: `${url}/api/v1/`, fetch: patientFetch(fetchThroughUndici), token: () => token });
}

/**
 * The server named by `--server`, by WAKELINE_SERVER, or the one last signed in to; with the token of WAKELINE_TOKEN or
 * the saved one.
 */
export async function connect(server?: string): Promise<Connection> {
  const { WAKELINE_SERVER, WAKELINE_TOKEN } = io().env;
  const named = server ?? (WAKELINE_SERVER || undefined);
  if (WAKELINE_TOKEN) {
    const url = named === undefined ? ((await loadConfig()).current ?? defaultServer) : parseServer(named);
    return activate({ url, tokenVariable: "WAKELINE_TOKEN", client: openClient(url, WAKELINE_TOKEN) });
  }
  const config = await loadConfig();
  const url = named === undefined ? config.current : parseServer(named);
  if (url === undefined) throw noServer(Object.keys(config.servers));
  const saved = config.servers[url];
  if (saved === undefined) throw notSignedIn(`not signed in to ${url}`, { url });
  return activate({ url, login: saved.login, client: openClient(url, saved.token) });
}

let active: Connection | undefined;

function activate(connection: Connection): Connection {
  active = connection;
  return connection;
}

/** After a sign-out none of the others is taken silently: commands could change what they were not meant for. */
function noServer(others: readonly string[]): CliError {
  if (others.length === 0) return notSignedIn("not signed in to any server", { url: defaultServer });
  return new CliError(
    ExitCode.permission,
    `no server is chosen: name one with --server (you are signed in to ${others.join(", ")}), or run \`wakeline login\`.`,
  );
}

/** @param what the sentence before the advice: `not signed in to http://...` */
export function notSignedIn(what: string, connection: Pick<Connection, "url" | "tokenVariable">): CliError {
  return new CliError(ExitCode.permission, `${what}: ${signInAdvice(connection)}.`);
}

/** A token in the environment goes before the saved one: signing in would change nothing. */
function signInAdvice({ url, tokenVariable }: Pick<Connection, "url" | "tokenVariable">): string {
  if (tokenVariable === undefined) return `run \`wakeline login ${url}\``;
  return `the token is that of the variable ${tokenVariable}; set another, or unset it and run \`wakeline login ${url}\``;
}

/** Any address of a server, down to a dataset's page in the viewer, as the server's own: scheme, host, port, no slash. */
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

const networkReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was cut",
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "the name could not be looked up",
  ETIMEDOUT: "no answer in time",
  UND_ERR_CONNECT_TIMEOUT: "no answer in time",
  UND_ERR_SOCKET: "the connection was cut",
  EHOSTUNREACH: "no route to the host",
  ENETUNREACH: "no route to the network",
  CERT_HAS_EXPIRED: "its certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is signed by itself (name it in NODE_EXTRA_CA_CERTS)",
};

/** Tells an answer of the server, or its silence, in one line. */
export function describeApiError(
  error: ApiError,
  connection: Pick<Connection, "url" | "login" | "tokenVariable"> = active ?? { url: "the server" },
): CliError {
  const { url, login } = connection;
  const tell = (exitCode: ExitCode, message: string): CliError => new CliError(exitCode, message, { cause: error });
  const message = error.message.replaceAll(/\s*\n\s*/g, "; ");
  if (error.status === 0) {
    const reason = networkReason(error.cause);
    return tell(ExitCode.server, `cannot reach ${url}: ${reason}. Is the server running, and is the address right?`);
  }
  if (error.status === 401) {
    return tell(
      ExitCode.permission,
      `${url} does not know you any more (${trimStop(message)}): ${signInAdvice(connection)}.`,
    );
  }
  if (error.status === 403) {
    const who = login === undefined ? "" : ` You are signed in as ${login}.`;
    return tell(ExitCode.permission, `${url}: ${endSentence(message)}${who}`);
  }
  // The server's own words say all: it has no space left.
  const isFault = error.status >= 500 && error.status !== 507;
  const status = isFault ? ` (status ${error.status}; the log of the server says more)` : "";
  return tell(ExitCode.server, `${url}: ${trimStop(message)}${status}.`);
}

function networkReason(error: unknown): string {
  const code = systemErrorCode(error);
  const known = code === undefined ? undefined : networkReasons[code];
  if (known !== undefined) return known;
  let deepest = error;
  while (deepest instanceof Error && deepest.cause !== undefined) deepest = deepest.cause;
  return deepest instanceof Error && deepest.message !== "" ? deepest.message : (code ?? "no answer");
}

function trimStop(text: string): string {
  return text.trim().replace(/\.$/, "");
}

function endSentence(text: string): string {
  return /[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`;
}
