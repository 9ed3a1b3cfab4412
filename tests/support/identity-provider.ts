/** A real OpenID Connect identity provider that asks no questions: the test chooses who is at the browser. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { Provider } from "oidc-provider";

export interface Person {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly preferred_username?: string;
  readonly given_name?: string;
  readonly family_name?: string;
  readonly name?: string;
  readonly groups?: readonly string[];
}

export interface TestIdentityProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The person at the browser; `undefined`: they cancel. */
  signInAs(person: Person | undefined): void;
  close(): Promise<void>;
}

/** @param siteUrl URL of the server that the browser returns to */
export async function startIdentityProvider(siteUrl: string): Promise<TestIdentityProvider> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [clientId, clientSecret] = ["wakeline", "a secret of the site"];
  const people = new Map<string, Person>();
  let current: Person | undefined;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${siteUrl}/api/v1/oauth/oidc/callback`],
        post_logout_redirect_uris: [`${siteUrl}/login`],
      },
    ],
    cookies: { keys: ["only for tests"] },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    pkce: { required: () => true },
    claims: {
      email: ["email", "email_verified"],
      profile: ["preferred_username", "given_name", "family_name", "name", "groups"],
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ ...people.get(id), sub: id }),
    }),
    // Users have already given their consent.
    loadExistingGrant: async (context) => {
      const { client, session } = context.oidc;
      const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
      grant.addOIDCScope("openid profile email");
      await grant.save();
      return grant;
    },
  });
  provider.use(async (context, next) => {
    if (!context.path.startsWith("/interaction/")) return await next();
    if (current !== undefined) people.set(current.sub, current);
    const result =
      current === undefined
        ? { error: "access_denied", error_description: "The person gave up." }
        : { login: { accountId: current.sub, remember: false } };
    context.redirect(await provider.interactionResult(context.req, context.res, result));
  });
  const handle = provider.callback();
  server.on("request", (request, response) => void handle(request, response));
  return {
    issuer,
    clientId,
    clientSecret,
    signInAs: (person) => {
      current = person;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
