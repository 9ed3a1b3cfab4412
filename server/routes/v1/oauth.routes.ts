/** `oauth/*`: signing in with the site's identity provider. */
import type { FastifyReply, FastifyRequest } from "fastify";

import type { AccountServices } from "../../services/accounts/account-services.ts";
import type { RegisterRoute } from "../registry.ts";
import { alreadySent, type AlreadySent } from "../sent.ts";
import { originOf } from "./origin.ts";
import { clearPendingSignIn, readPendingSignIn, setPendingSignIn } from "./pending-sign-in.ts";

/** Placeholder for the token in the URL to which clients return. */
const tokenMark = "{girderToken}";

export function registerOauthRoutes(
  register: RegisterRoute,
  { externalSignIns, signIns }: Pick<AccountServices, "externalSignIns" | "signIns">,
): void {
  register("oauth.providers", async ({ parameters: { redirect, list } }) => {
    const { provider } = externalSignIns;
    if (provider === undefined) return list === true ? [] : {};
    const { name, siteUrl } = provider;
    const query = redirect === undefined ? "" : `?redirect=${encodeURIComponent(redirect)}`;
    const url = `${siteUrl}/api/v1/oauth/oidc/login${query}`;
    return list === true ? [{ id: "oidc", name, url }] : { [name]: url };
  });

  register("oauth.login", async ({ parameters: { provider, redirect }, request, reply }) => {
    const begun = await externalSignIns.begin(provider);
    if ("refusal" in begun) return go(reply, `/login?refused=${begun.refusal}`);
    setPendingSignIn(request, reply, { ...begun.secrets, redirect: siteRelativeUrl(redirect, request) });
    return go(reply, begun.url);
  });

  register("oauth.logout", async ({ parameters: { provider }, reply }) => {
    return go(reply, (await externalSignIns.signOutUrl(provider)) ?? "/login");
  });

  register("oauth.callback", async ({ parameters: { provider }, request, reply }) => {
    const pending = readPendingSignIn(request);
    clearPendingSignIn(reply);
    const query = new URL(request.raw.url ?? "", "http://site").searchParams;
    const result = await externalSignIns.finish(provider, query, pending);
    if ("refusal" in result) return go(reply, `/login?refused=${result.refusal}`);
    const { user, token } = result;
    // Checked again: other servers of the domain can set cookies.
    const redirect = siteRelativeUrl(pending?.redirect, request);
    if (redirect?.includes(tokenMark) === true) {
      const session = await signIns.signInWithTemporaryToken(user.id, token.text, originOf(request));
      return go(reply, redirect.replaceAll(tokenMark, session.token.text));
    }
    return go(reply, `/login?user=${user.id}&token=${token.text}`);
  });
}

function go(reply: FastifyReply, url: string): AlreadySent {
  // URLs with tokens must not be cached.
  void reply.header("cache-control", "no-store").redirect(url, 303);
  return alreadySent;
}

/** The path of a URL of this site; any other site would receive the token. */
function siteRelativeUrl(redirect: string | undefined, request: FastifyRequest): string | undefined {
  const site = `${request.protocol}://${request.host}`;
  if (redirect === undefined || !URL.canParse(redirect, site)) return undefined;
  const { origin, pathname, search, hash } = new URL(redirect, site);
  // Browsers take what follows two slashes for the name of another site: `/.//other.example` has such a path.
  if (origin !== site || pathname.startsWith("//")) return undefined;
  // The placeholder's braces are percent-encoded, except in the fragment.
  return `${pathname}${search}${hash}`.replaceAll(encodeURI(tokenMark), tokenMark);
}
