/**
 * The session token of this browser, under the name that other api/v1 clients use as well.
 *
 * It is sent in the header of each call. The server also sets it as a cookie, which authorizes images, videos,
 * downloads and the event stream.
 */
const storageKey = "girderToken";

/** Undefined if no user is signed in. */
export function currentToken(): string | undefined {
  const token = localStorage.getItem(storageKey);
  return token === null || token === "" ? undefined : token;
}

export function storeToken(token: string): void {
  localStorage.setItem(storageKey, token);
}

export function forgetToken(): void {
  localStorage.removeItem(storageKey);
  // Set by color-scheme.js: no top bar is drawn before the next page.
  delete document.documentElement.dataset["signedIn"];
}
