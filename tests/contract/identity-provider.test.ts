/** Signing in with an OpenID Connect provider: a real one, and the accounts of its users. */
import { afterAll, beforeAll, expect, test } from "vitest";

import type { OidcConfig } from "../../server/identity-config.ts";
import { freePort } from "../support/free-port.ts";
import { type Person, startIdentityProvider, type TestIdentityProvider } from "../support/identity-provider.ts";
import { clientOf, startTestServer, type TestServer } from "../support/test-server.ts";

let site: TestServer;
let provider: TestIdentityProvider;
let rules: OidcConfig["rules"];
beforeAll(async () => {
  const port = await freePort();
  const siteUrl = `http://127.0.0.1:${port}`;
  provider = await startIdentityProvider(siteUrl);
  const { issuer, clientId, clientSecret } = provider;
  rules = { accounts: "create", linkByEmail: false, adminGroup: "chiefs", groups: new Map([["bio", "Biologists"]]) };
  const names = { name: "Institute", scopes: "openid profile email", groupsClaim: "groups" };
  site = await startTestServer({ port, siteUrl, oidc: { issuer, clientId, clientSecret, ...names, rules } });
});
afterAll(async () => {
  await site?.close();
  await provider?.close();
});

/** A browser: cookies per host, and redirects one by one. */
class Browser {
  /** By host. */
  readonly cookies = new Map<string, Map<string, string>>();

  /** Follows redirects until a URL matches. @returns that URL */
  async goTo(address: string, until: RegExp): Promise<URL> {
    let url = new URL(address);
    for (let step = 0; step < 15; step += 1) {
      if (until.test(url.pathname)) return url;
      const jar = this.cookies.get(url.host) ?? new Map<string, string>();
      this.cookies.set(url.host, jar);
      const cookie = [...jar].map((pair) => pair.join("=")).join("; ");
      const response = await fetch(url, { redirect: "manual", headers: { cookie } });
      for (const line of response.headers.getSetCookie()) {
        const [name = "", value = ""] = (line.split(";")[0] ?? "").split(/=(.*)/s);
        if (value === "") jar.delete(name);
        else jar.set(name, value);
      }
      const location = response.headers.get("location");
      if (location === null) throw new Error(`${url.href} answered ${response.status}: ${await response.text()}`);
      url = new URL(location, url);
    }
    throw new Error("there is no end to it");
  }
}

async function signIn(person: Person | undefined, browser = new Browser()): Promise<URL> {
  provider.signInAs(person);
  return await browser.goTo(`${site.url}/api/v1/oauth/oidc/login`, /^\/login$/);
}

/** Redeems the token that the log-in page receives. */
async function enter(page: URL) {
  const [id = "", token = ""] = ["user", "token"].map((name) => page.searchParams.get(name) ?? "");
  expect(page.search).toContain("token=");
  const { authToken, user } = await clientOf(site.url).call("user.temporaryLogin", { id, token });
  return { client: clientOf(site.url, authToken.token), user, scope: authToken.scope };
}

const refusalOf = (page: URL): string | null => page.searchParams.get("refused");
const ada: Person = {
  sub: "a-1",
  email: "Ada@example.org",
  email_verified: true,
  preferred_username: "Ada.L",
  given_name: "Ada",
  family_name: "Löve",
};

test("the log-in page and clients learn where to begin; someone new gets an account, the same one the next time", async () => {
  expect(await clientOf(site.url).call("system.publicSettings", {})).toMatchObject({
    "wakeline.sign_in_at": "Institute",
  });
  const url = `${site.url}/api/v1/oauth/oidc/login?redirect=${encodeURIComponent("/x")}`;
  expect(await clientOf(site.url).call("oauth.providers", { list: true, redirect: "/x" })).toEqual([
    { id: "oidc", name: "Institute", url },
  ]);
  expect(await clientOf(site.url).call("oauth.providers", { redirect: "/x" })).toEqual({ Institute: url });

  const { client, user, scope } = await enter(await signIn(ada));
  expect(user).toMatchObject({ login: "ada.l", firstName: "Ada", lastName: "Löve", email: "ada@example.org" });
  // It is not a link for a forgotten password.
  expect(scope).toEqual(["core.user_auth"]);
  await expect(client.call("user.changePassword", { new: "something else" })).rejects.toMatchObject({ status: 400 });
  expect(
    (await client.call("folder.list", { parentType: "user", parentId: user._id })).map(({ name }) => name),
  ).toEqual(["Private", "Public"]);
  // Identified by the subject, whatever else has changed there.
  const again = await enter(await signIn({ ...ada, email: "love@example.org", preferred_username: "love" }));
  expect(again.user._id).toBe(user._id);
  // There is no password to guess.
  const headers = { authorization: `Basic ${btoa("ada.l:")}` };
  expect((await site.fetch("/api/v1/user/authentication", { token: null, headers })).status).toBe(401);
});

test("the link works once, and only the browser that left comes back", async () => {
  const page = await signIn(ada);
  await enter(page);
  await expect(enter(page)).rejects.toMatchObject({ status: 401 });

  provider.signInAs(ada);
  const browser = new Browser();
  const back = await browser.goTo(`${site.url}/api/v1/oauth/oidc/login`, /callback$/);
  // Someone else's browser, an older sign-in of this one, and a forged state.
  expect(refusalOf(await new Browser().goTo(back.href, /^\/login$/))).toBe("invalid");
  const forged = new URL(back);
  forged.searchParams.set("state", "x");
  expect(refusalOf(await browser.goTo(forged.href, /^\/login$/))).toBe("invalid");
  expect(refusalOf(await browser.goTo(back.href, /^\/login$/))).toBe("invalid");
});

test("a client's own address gets the token, an address of another site never does", async () => {
  provider.signInAs(ada);
  const login = (redirect: string) => `${site.url}/api/v1/oauth/oidc/login?redirect=${encodeURIComponent(redirect)}`;
  const mark = "#girderToken={girderToken}__";
  const back = await new Browser().goTo(login(`${site.url}/girder${mark}`), /^\/girder$/);
  const token = /^#girderToken=([0-9A-Za-z]{64})__$/.exec(back.hash)?.[1] ?? "";
  expect(await clientOf(site.url, token).call("user.me", {})).toMatchObject({ login: "ada.l" });
  // Two slashes in front of a path are another site's name to a browser.
  const others = [`https://evil.example/${mark}`, `//evil.example/${mark}`, `/\\evil.example/${mark}`];
  const hidden = [`/.//evil.example/${mark}`, `${site.url}//evil.example/${mark}`, `/x/..//evil.example/${mark}`];
  for (const address of [...others, ...hidden]) {
    const elsewhere = await new Browser().goTo(login(address), /^\/(login)?$/);
    expect([address, elsewhere.origin, elsewhere.pathname]).toEqual([address, site.url, "/login"]);
  }
  // A cookie that another server of the same domain has set.
  const browser = new Browser();
  const callback = await browser.goTo(login("/girder"), /callback$/);
  const jar = browser.cookies.get(callback.host);
  const [[name, value] = ["", ""]] = jar ?? [];
  const pending = JSON.parse(Buffer.from(value, "base64url").toString()) as object;
  const changed = { ...pending, redirect: `https://evil.example/${mark}` };
  jar?.set(name, Buffer.from(JSON.stringify(changed)).toString("base64url"));
  expect((await browser.goTo(callback.href, /^\/(login)?$/)).origin).toBe(site.url);
});

test("an account that is there is opened by an address only if the provider has verified it and the site allows that", async () => {
  const port = await freePort();
  const siteUrl = `http://127.0.0.1:${port}`;
  const other = await startIdentityProvider(siteUrl);
  const { issuer, clientId, clientSecret } = other;
  const names = { name: "Institute", scopes: "openid profile email", groupsClaim: "groups" };
  const oidc = { issuer, clientId, clientSecret, ...names, rules: { ...rules, linkByEmail: true } };
  const linking = await startTestServer({ port, siteUrl, oidc });
  try {
    const cleo = await linking.createUser("cleo1");
    const enterAs = async (person: Person): Promise<URL> => {
      other.signInAs(person);
      return await new Browser().goTo(`${siteUrl}/api/v1/oauth/oidc/login`, /^\/login$/);
    };
    const claims = { email: "Cleo1@example.org" };
    for (const [at, unverified] of [{}, { email_verified: false }].entries()) {
      expect(refusalOf(await enterAs({ sub: `c-${at}`, ...claims, ...unverified }))).toBe("emailTaken");
    }
    const page = await enterAs({ sub: "c-9", ...claims, email_verified: true });
    expect(page.searchParams.get("user")).toBe(cleo.id);
    // From then on the subject counts, whatever its address.
    const again = await enterAs({ sub: "c-9", email: "new@example.org" });
    expect(again.searchParams.get("user")).toBe(cleo.id);
  } finally {
    await linking.close();
    await other.close();
  }
});

test("who gives up, has no address, or one that an account has already learns why, and gets no session", async () => {
  expect(refusalOf(await signIn(undefined))).toBe("refused");
  expect(refusalOf(await signIn({ sub: "b-1" }))).toBe("noEmail");
  const bob = await site.createUser("bob1");
  const theirs = { sub: "b-2", email: "bob1@example.org", email_verified: true };
  expect(refusalOf(await signIn(theirs))).toBe("emailTaken");
  expect(await bob.client.call("user.me", {})).toMatchObject({ login: "bob1" });
  // Their login name is only a suggestion.
  const other = await enter(await signIn({ sub: "b-3", email: "other@example.org", preferred_username: "bob1" }));
  expect(other.user.login).toBe("bob1-2");
  await site.client.call("user.update", { ...names(other.user), id: other.user._id, status: "disabled" });
  expect(refusalOf(await signIn({ sub: "b-3", email: "other@example.org" }))).toBe("disabled");
  await site.client.call("user.delete", { id: other.user._id });
  const fresh = await enter(await signIn({ sub: "b-3", email: "other@example.org" }));
  expect(fresh.user._id).not.toBe(other.user._id);
});

const names = ({ firstName, lastName, email }: { firstName: string; lastName: string; email?: string }) => ({
  firstName,
  lastName,
  email: email ?? "other@example.org",
});

test("groups and the administrator's right follow the provider at each sign-in, where they are mapped", async () => {
  const { _id: groupId } = await site.client.call("group.create", { name: "Biologists", public: false });
  const grace: Person = { sub: "g-1", email: "grace@example.org", preferred_username: "grace" };
  const both = await enter(await signIn({ ...grace, groups: ["bio", "chiefs", "unknown"] }));
  expect(await both.client.call("user.me", {})).toMatchObject({ admin: true, groups: [groupId] });
  // The provider says nothing about groups: nothing changes.
  const silent = await enter(await signIn(grace));
  expect(await silent.client.call("user.me", {})).toMatchObject({ admin: true, groups: [groupId] });
  const neither = await enter(await signIn({ ...grace, groups: [] }));
  expect(await neither.client.call("user.me", {})).toMatchObject({ admin: false, groups: [] });
});

test("signing out there leads to the provider, and to the log-in page where it does not answer", async () => {
  const out = await fetch(`${site.url}/api/v1/oauth/oidc/logout`, { redirect: "manual" });
  const url = new URL(out.headers.get("location") ?? "", site.url);
  expect(url.origin).toBe(provider.issuer);
  expect(url.searchParams.get("post_logout_redirect_uri")).toBe(`${site.url}/login`);

  const port = await freePort();
  const siteUrl = `http://127.0.0.1:${port}`;
  const away = { issuer: `http://127.0.0.1:${await freePort()}`, clientId: "a", clientSecret: "never shown", rules };
  const names = { name: "Away", scopes: "openid", groupsClaim: "groups" };
  const alone = await startTestServer({ port, siteUrl, oidc: { ...away, ...names } });
  try {
    for (const path of ["login", "logout"]) {
      const reply = await fetch(`${siteUrl}/api/v1/oauth/oidc/${path}`, { redirect: "manual" });
      const expected = path === "login" ? "/login?refused=unreachable" : "/login";
      expect([reply.status, reply.headers.get("location")]).toEqual([303, expected]);
    }
    const facts = await (await alone.fetch("/api/v1/system/configuration")).text();
    expect(facts).toContain(away.issuer);
    expect(facts).not.toContain(away.clientSecret);
  } finally {
    await alone.close();
  }
});
