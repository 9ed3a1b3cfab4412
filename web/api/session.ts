/**
 * Who is signed in, as one signal that every page reads.
 *
 * `expired` keeps the user: the page stays as it is, and the shell asks to log in again on top of it, so that nothing
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

/** A call was refused for want of a valid token although somebody was signed in. */
export function markSessionExpired(): void {
  const now = session.peek();
  if (now.state === "signedIn") session.value = { state: "expired", user: now.user };
}
