/**
 * Who is signed in, as one signal that every page reads.
 *
 * `expired` keeps the user: the page stays as it is, and the shell asks to log in again over it, so that nothing
 * unsaved is lost.
 */
import { signal } from "@preact/signals-core";
import type { User } from "#schemas/wire";

export type Session =
  | { readonly state: "unknown" }
  | { readonly state: "anonymous" }
  | { readonly state: "signedIn"; readonly user: User }
  | { readonly state: "expired"; readonly user: User };

export const session = signal<Session>({ state: "unknown" });

/** The signed-in user. Throws outside of pages that need one. */
export function requireUser(): User {
  const now = session.value;
  if (now.state === "signedIn" || now.state === "expired") return now.user;
  throw new Error("This page needs a signed-in user.");
}

/**
 * Resolves once a user has logged in over a page whose session had expired; immediately if it has not expired.
 * @returns whether it is the same user as before, who owns the page
 */
export function waitForLogin(): Promise<boolean> {
  const before = session.peek();
  if (before.state !== "expired") return Promise.resolve(before.state === "signedIn");
  return new Promise((resolve) => {
    const stop = session.subscribe((now) => {
      if (now.state === "expired") return;
      resolve(now.state === "signedIn" && now.user._id === before.user._id);
      queueMicrotask(() => stop());
    });
  });
}

/** Called when a request was refused for lack of a valid token although a user was signed in. */
export function markSessionExpired(): void {
  const now = session.peek();
  if (now.state === "signedIn") session.value = { state: "expired", user: now.user };
}
