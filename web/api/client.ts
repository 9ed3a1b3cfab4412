/** The one connection of the web application to its server. */
import { createClient } from "#schemas/client";
import { markSessionExpired } from "./session.ts";
import { currentToken } from "./token.ts";

/** Pages may have nested paths (`/folder/x`), so the address is absolute. */
export const apiRoot = "/api/v1";

/** Knows what is under way already (`asked-ahead.ts`). */
export const early: { answerTo?: (url: string, init: RequestInit) => Promise<Response> | undefined } = {};

export const api = createClient({
  baseUrl: `${apiRoot}/`,
  token: currentToken,
  onUnauthorized: markSessionExpired,
  fetch: (input, init = {}) => early.answerTo?.(String(input), init) ?? fetch(input, init),
});

/** For signing in and registering: sends no token, because with a valid one the server would not check the password. */
export const anonymousApi = createClient({ baseUrl: `${apiRoot}/`, fetch: sendAsForm });

/** For passwords: parameters go as a form body, never into an address and from there into a log. */
export const formApi = createClient({
  baseUrl: `${apiRoot}/`,
  token: currentToken,
  onUnauthorized: markSessionExpired,
  fetch: sendAsForm,
});

function sendAsForm(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const address = new URL(String(input), location.href);
  if (init.method === "GET" || init.method === "DELETE" || address.search === "") return fetch(address, init);
  const body = new URLSearchParams(address.search);
  address.search = "";
  return fetch(address, { ...init, body });
}
