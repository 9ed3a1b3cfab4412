/**
 * The session token of this browser, under the name that other clients of api/v1 use as well.
 *
 * It goes into the header of each call. The server also sets it as a cookie, which is what images, videos, downloads
 * and the event stream are authorised by.
 */
const storageKey = "girderToken";

/** Undefined while no user is signed in. */
export function currentToken(): string | undefined {
  const token = localStorage.getItem(storageKey);
  return token === null || token === "" ? undefined : token;
}

export function storeToken(token: string): void {
  localStorage.setItem(storageKey, token);
}

export function forgetToken(): void {
  localStorage.removeItem(storageKey);
}
