/**
 * The only place from which the server calls a URL that a user supplied. A host name is resolved once, all its
 * addresses must be public, and the connection goes to exactly the address that was checked, so a name that resolves
 * differently the second time gains nothing. Every redirect is checked again.
 */
import { lookup } from "node:dns/promises";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";

import { RequestError } from "../../base/errors.ts";
import { isPublicAddress } from "../../base/public-address.ts";
import type { FetchedUrl, FetchLimits, UrlFetcher } from "../../ports/url-fetcher.ts";

export interface GuardedFetcherOptions {
  /** Returns all addresses of a host name. Default: the system's resolver. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
  /** Default: public addresses. */
  readonly isAllowed?: (address: string) => boolean;
  /** Hosts, with their ports if not the default ones, that may be posted to wherever they are. */
  readonly openHosts?: readonly string[];
}

const maxRedirects = 5;
const redirects = new Set([301, 302, 303, 307, 308]);

const systemResolver = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

export function guardedFetcher({
  resolve = systemResolver,
  isAllowed = isPublicAddress,
  openHosts = [],
}: GuardedFetcherOptions = {}): UrlFetcher {
  /** The address to connect to. */
  const addressOf = async (url: URL): Promise<string> => {
    // The URL parser has already turned 2130706433, 0x7f.1 and the like into 127.0.0.1.
    const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
    const addresses = isIP(host) === 0 ? await resolve(host).catch(() => []) : [host];
    const [first] = addresses;
    if (first === undefined) throw refusal(url, "its name is not known");
    if (!addresses.every(isAllowed)) throw refusal(url, "it does not lead to a public server");
    return first;
  };

  return {
    fetch: async (given, limits): Promise<FetchedUrl> => {
      const signal = AbortSignal.timeout(limits.timeoutMs);
      let url = parse(given);
      for (let hop = 0; hop <= maxRedirects; hop++) {
        const address = await untilAborted(addressOf(url), signal, url);
        const response = await call(url, address, signal, { method: "GET", headers: { accept: "*/*" } });
        const { statusCode = 0, headers } = response;
        if (redirects.has(statusCode) && headers.location !== undefined) {
          response.destroy();
          url = follow(url, headers.location);
          continue;
        }
        if (statusCode !== 200) {
          response.destroy();
          throw refusal(url, `it answered ${statusCode}`);
        }
        return {
          url: url.href,
          contentType: headers["content-type"] ?? "",
          body: readBody(response, url, limits, signal),
        };
      }
      throw refusal(url, "it redirects too often");
    },
    post: async (given, { body, headers, timeoutMs }): Promise<number> => {
      const signal = AbortSignal.timeout(timeoutMs);
      const url = parse(given);
      const address = openHosts.includes(url.host) ? undefined : await untilAborted(addressOf(url), signal, url);
      const length = String(Buffer.byteLength(body));
      const sent = { ...headers, "content-type": "application/json", "content-length": length };
      const response = await call(url, address, signal, { method: "POST", headers: sent, body });
      response.destroy();
      return response.statusCode ?? 0;
    },
  };
}

function parse(given: string): URL {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined) throw new RequestError(`"${shorten(given)}" is not an address.`);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw refusal(url, "it must start with http:// or https://");
  if (url.username !== "" || url.password !== "") throw refusal(url, "it must not contain a name or password");
  return url;
}

function follow(from: URL, location: string): URL {
  if (!URL.canParse(location, from.href)) throw refusal(from, "it redirects to what is not an address");
  const url = parse(new URL(location, from.href).href);
  if (from.protocol === "https:" && url.protocol === "http:")
    throw refusal(from, "it redirects to an unprotected address");
  return url;
}

interface Call {
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** @param address to connect to; absent: what the host name resolves to */
function call(url: URL, address: string | undefined, signal: AbortSignal, call: Call): Promise<IncomingMessage> {
  // The name stays in the Host header and the certificate check; only its address is fixed.
  const settled = address === undefined ? {} : { lookup: leadingTo(address) };
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  const headers = { "accept-encoding": "identity", "user-agent": "wakeline", ...call.headers };
  return new Promise((resolve, reject) => {
    send(url, { method: call.method, headers, ...settled, signal, agent: false })
      .on("response", resolve)
      .on("error", (error) => reject(explain(error, url, signal)))
      .end(call.body);
  });
}

function leadingTo(address: string): LookupFunction {
  const family = isIP(address);
  return (_host, options, done) =>
    options.all === true ? done(null, [{ address, family }]) : done(null, address, family);
}

async function* readBody(
  response: IncomingMessage,
  url: URL,
  { maxBytes }: FetchLimits,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const tooLarge = (): RequestError => refusal(url, `it is larger than ${maxBytes} bytes`);
  try {
    const encoding = response.headers["content-encoding"] ?? "identity";
    if (encoding !== "identity") throw refusal(url, `it answers in the encoding "${shorten(encoding)}"`);
    if (Number(response.headers["content-length"] ?? 0) > maxBytes) throw tooLarge();
    let received = 0;
    for await (const chunk of response as AsyncIterable<Uint8Array>) {
      received += chunk.length;
      if (received > maxBytes) throw tooLarge();
      yield chunk;
    }
  } catch (error) {
    throw error instanceof RequestError ? error : explain(error, url, signal);
  } finally {
    response.destroy();
  }
}

/** A lookup cannot be cancelled: its result is ignored. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal, url: URL): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(explain(signal.reason, url, signal));
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

function explain(cause: unknown, url: URL, signal: AbortSignal): RequestError {
  return refusal(url, signal.aborted ? "it takes too long" : "it did not answer", cause);
}

function refusal(url: URL, why: string, cause?: unknown): RequestError {
  const error = new RequestError(`${shorten(`${url.protocol}//${url.host}`)} is not fetched: ${why}.`);
  if (cause !== undefined) error.cause = cause;
  return error;
}

const shorten = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}...` : text);
