/**
 * Requests that are sent before the code that needs them is loaded. A later call for the same address gets the pending
 * response; one that is not used for a while is dropped.
 */
import { early } from "./client.ts";
import { currentToken } from "./token.ts";

interface PrefetchedRequest {
  readonly response: Promise<Response>;
  readonly token: string;
  readonly stop: AbortController;
}

const lifetimeMs = 5000;

const requests = new Map<string, PrefetchedRequest>();

/** @param url exactly as the client would request it */
export function prefetch(url: string): void {
  const token = currentToken();
  if (token === undefined || requests.has(url)) return;
  early.answerTo = consumeResponse;
  const stop = new AbortController();
  const response = fetch(url, { headers: { "Girder-Token": token }, signal: stop.signal });
  // Errors are handled where the response is used.
  response.catch(() => undefined);
  const one: PrefetchedRequest = { response, token, stop };
  requests.set(url, one);
  setTimeout(() => {
    if (requests.get(url) !== one) return;
    requests.delete(url);
    stop.abort();
  }, lifetimeMs);
}

/** Each response is used once, and only for an equal request. */
function consumeResponse(url: string, { method = "GET", headers, signal }: RequestInit): Promise<Response> | undefined {
  const one = requests.get(url);
  if (one === undefined || method !== "GET" || new Headers(headers).get("Girder-Token") !== one.token) return undefined;
  requests.delete(url);
  if (signal?.aborted === true) one.stop.abort(signal.reason);
  signal?.addEventListener("abort", () => one.stop.abort(signal.reason), { once: true });
  return one.response;
}
