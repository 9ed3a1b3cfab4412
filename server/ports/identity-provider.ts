/** A site's own sign-in, which vouches for people: OpenID Connect. */

/** What the browser keeps between leaving for the provider and coming back. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Someone as the provider knows them. */
export interface Identity {
  readonly issuer: string;
  /** The same for ever, and different from everyone else's of this issuer. */
  readonly subject: string;
  /** Empty: not given. */
  readonly email: string;
  /** The provider says that the address is the person's own. */
  readonly emailVerified: boolean;
  /** What the person is called there; a suggestion. Empty: not given. */
  readonly login: string;
  readonly firstName: string;
  readonly lastName: string;
  /** `undefined`: the provider says nothing about groups. */
  readonly groups: readonly string[] | undefined;
}

export interface IdentityProvider {
  /** On the button of the log-in page. */
  readonly name: string;
  /** Address of the site, without a trailing slash. */
  readonly siteUrl: string;
  /** @throws IdentityError `unreachable` */
  begin(): Promise<{ readonly url: string; readonly secrets: SignInSecrets }>;
  /** @param query what the provider has sent the browser back with @throws IdentityError */
  finish(query: URLSearchParams, secrets: SignInSecrets): Promise<Identity>;
  /** Where a browser ends the session at the provider, and comes back to the site; `undefined`: there is no such place. */
  signOutUrl(): Promise<string | undefined>;
}

/** Why no one was identified. */
export type IdentityFailure =
  /** The provider does not answer, or not as OpenID Connect says. */
  | "unreachable"
  /** The person gave up, or the provider refused. */
  | "refused"
  /** The answer does not belong to a sign-in that this browser has begun, or is a forgery. */
  | "invalid";

export class IdentityError extends Error {
  readonly failure: IdentityFailure;

  constructor(failure: IdentityFailure, cause: unknown) {
    super(`The sign-in elsewhere failed: ${failure}.`, { cause });
    this.name = "IdentityError";
    this.failure = failure;
  }
}
