/** The one connection of the web application to its server. */
import { createClientOf, type ClientRoutes } from "#schemas/client";
import { entranceRoutes } from "#schemas/generated/entrance-routes";
import { markSessionExpired } from "./session.ts";
import { currentToken } from "./token.ts";

/** Absolute, because pages may have nested paths (`/folder/x`). */
export const apiRoot = "/api/v1";

/** Set by `prefetch.ts`: returns requests that are already under way. */
export const early: { answerTo?: (url: string, init: RequestInit) => Promise<Response> | undefined } = {};

/**
 * Adds the routes of the pages after the log-in page. Those pages also build route addresses synchronously, so they are
 * shown only once this is done.
 */
export async function loadRoutes(): Promise<void> {
  const { clientRoutes } = await import("#schemas/generated/client-routes");
  Object.assign(entranceRoutes, clientRoutes);
}

export const routes: ClientRoutes = { lines: entranceRoutes, load: loadRoutes };

export const api = createClientOf(routes, {
  baseUrl: `${apiRoot}/`,
  token: currentToken,
  onUnauthorized: markSessionExpired,
  fetch: (input, init = {}) => early.answerTo?.(String(input), init) ?? fetch(input, init),
});

/**
 * For signing in and registering: sends no token, because with a valid one the server would not check the password.
 */
export const anonymousApi = createClientOf(routes, { baseUrl: `${apiRoot}/`, fetch: sendAsForm });

/** For passwords: sends parameters as a form body, so that they never appear in an address and from there in a log. */
export const formApi = createClientOf(routes, {
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
