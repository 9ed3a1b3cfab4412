/** An OpenID Connect identity provider: discovery, authorization code with PKCE, claims of ID token and userinfo. */
import * as oidc from "openid-client";
import type { Logger } from "pino";

import { isLoopbackAddress } from "../../base/loopback.ts";
import { type Identity, IdentityError, type IdentityProvider } from "../../ports/identity-provider.ts";

export interface OidcOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
  readonly siteUrl: string;
  /** Separated by spaces. */
  readonly scopes: string;
  /** Name of the claim that lists groups. */
  readonly groupsClaim: string;
}

const timeoutSeconds = 15;
/** How many group names are read. */
const maxGroups = 1000;

export function oidcProvider(options: OidcOptions, log: Logger): IdentityProvider {
  const { issuer, clientId, clientSecret, name, siteUrl, scopes, groupsClaim } = options;
  const redirectUri = `${siteUrl}/api/v1/oauth/oidc/callback`;
  let discovered: Promise<oidc.Configuration> | undefined;

  /** Fetched once, and again after a failure. */
  async function configuration(): Promise<oidc.Configuration> {
    const server = new URL(issuer);
    // Tests and trials run a provider next to the server, without TLS.
    const execute =
      server.protocol === "http:" && isLoopbackAddress(server.hostname) ? [oidc.allowInsecureRequests] : [];
    discovered ??= oidc.discovery(server, clientId, clientSecret, undefined, { execute, timeout: timeoutSeconds });
    try {
      return await discovered;
    } catch (error) {
      discovered = undefined;
      log.error({ err: error }, `the identity provider ${issuer} does not answer as OpenID Connect says`);
      throw new IdentityError("unreachable", error);
    }
  }

  return {
    name,
    siteUrl,
    async begin() {
      const config = await configuration();
      const secrets = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      };
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: scopes,
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(secrets.verifier),
        code_challenge_method: "S256",
      });
      return { url: url.href, secrets };
    },
    async finish(query, { state, nonce, verifier }) {
      const config = await configuration();
      const current = new URL(redirectUri);
      current.search = query.toString();
      try {
        const tokens = await oidc.authorizationCodeGrant(config, current, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new Error("the answer has no ID token");
        const hasUserinfo = config.serverMetadata().userinfo_endpoint !== undefined;
        const more = hasUserinfo ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub) : {};
        return identityOf({ ...more, ...claims }, groupsClaim);
      } catch (error) {
        const failure = failureOf(error);
        log.warn({ err: error }, `a sign-in at ${issuer} failed`);
        throw new IdentityError(failure, error);
      }
    },
    async signOutUrl() {
      const config = await configuration();
      if (config.serverMetadata().end_session_endpoint === undefined) return undefined;
      return oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: `${siteUrl}/login` }).href;
    },
  };
}

function failureOf(error: unknown): IdentityError["failure"] {
  // The provider's own answer: the person cancelled, or may not sign in here.
  if (error instanceof oidc.AuthorizationResponseError) return "refused";
  const code = error instanceof oidc.ClientError ? error.code : undefined;
  return error instanceof TypeError || code === "OAUTH_TIMEOUT" || code === "OAUTH_ABORT" ? "unreachable" : "invalid";
}

function identityOf(claims: Readonly<Record<string, unknown>>, groupsClaim: string): Identity {
  const text = (name: string): string => (typeof claims[name] === "string" ? claims[name].trim() : "");
  const [first = "", ...rest] = text("name").split(/\s+/);
  const groups = claims[groupsClaim];
  return {
    issuer: text("iss"),
    subject: text("sub"),
    email: text("email").toLowerCase(),
    // Some providers send it as a string.
    emailVerified: claims["email_verified"] === true || claims["email_verified"] === "true",
    login: text("preferred_username"),
    firstName: text("given_name") || first,
    lastName: text("family_name") || rest.join(" "),
    groups: Array.isArray(groups) ? groups.filter((group) => typeof group === "string").slice(0, maxGroups) : undefined,
  };
}
