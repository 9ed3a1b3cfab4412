/** An external identity provider that signs users in: OpenID Connect. */

/** State that the browser keeps while it is at the provider. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** A person as the provider knows them. */
export interface Identity {
  readonly issuer: string;
  /** Never changes, and is unique for this issuer. */
  readonly subject: string;
  /** Empty: not given. */
  readonly email: string;
  /** The provider has verified that the address belongs to the person. */
  readonly emailVerified: boolean;
  /** The person's user name at the provider, used as a suggestion. Empty: not given. */
  readonly login: string;
  readonly firstName: string;
  readonly lastName: string;
  /** `undefined`: the provider says nothing about groups. */
  readonly groups: readonly string[] | undefined;
}

export interface IdentityProvider {
  /** Label of its button on the log-in page. */
  readonly name: string;
  /** Address of the site, without a trailing slash. */
  readonly siteUrl: string;
  /** @throws IdentityError `unreachable` */
  begin(): Promise<{ readonly url: string; readonly secrets: SignInSecrets }>;
  /** @param query parameters with which the provider redirected the browser back @throws IdentityError */
  finish(query: URLSearchParams, secrets: SignInSecrets): Promise<Identity>;
  /**
   * URL where the browser ends the session at the provider before it returns to the site; `undefined`: the provider has
   * none.
   */
  signOutUrl(): Promise<string | undefined>;
}

/** Why the sign-in failed. */
export type IdentityFailure =
  /** The provider does not answer, or violates OpenID Connect. */
  | "unreachable"
  /** The person cancelled, or the provider refused. */
  | "refused"
  /** The answer does not belong to a sign-in that this browser started, or is forged. */
  | "invalid";

export class IdentityError extends Error {
  readonly failure: IdentityFailure;

  constructor(failure: IdentityFailure, cause: unknown) {
    super(`The sign-in elsewhere failed: ${failure}.`, { cause });
    this.name = "IdentityError";
    this.failure = failure;
  }
}
