/**
 * A `fetch` for uploads that reports how many bytes of a body have been sent: the browser's own fetch reports nothing
 * until the whole chunk is sent, which can take a minute for 64 MiB.
 */
import { type ApiClient, createClientOf } from "#schemas/client";
import { apiRoot, routes } from "./client.ts";
import { markSessionExpired } from "./session.ts";
import { currentToken } from "./token.ts";

/** `onSent` receives the number of bytes sent so far of the current body, and 0 when it has arrived or failed. */
export function createUploadClient(onSent: (bytes: number) => void): ApiClient {
  return createClientOf(routes, {
    baseUrl: `${apiRoot}/`,
    token: currentToken,
    onUnauthorized: markSessionExpired,
    fetch: (input, init) =>
      init?.body instanceof Blob ? sendWithProgress(String(input), init, init.body, onSent) : fetch(input, init),
  });
}

function sendWithProgress(
  url: string,
  init: RequestInit,
  body: Blob,
  onSent: (bytes: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(init.method ?? "POST", url);
    for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => onSent(event.loaded);
    const abort = () => request.abort();
    const finish = (settle: () => void) => () => {
      init.signal?.removeEventListener("abort", abort);
      onSent(0);
      settle();
    };
    request.onload = finish(() =>
      resolve(new Response(request.responseText, { status: request.status, statusText: request.statusText })),
    );
    // The same kind of error as fetch throws for a lost connection.
    request.onerror = finish(() => reject(new TypeError("network error")));
    request.onabort = finish(() => reject(init.signal?.reason ?? new DOMException("aborted", "AbortError")));
    if (init.signal?.aborted === true) {
      reject(init.signal.reason);
      return;
    }
    init.signal?.addEventListener("abort", abort, { once: true });
    request.send(body);
  });
}
