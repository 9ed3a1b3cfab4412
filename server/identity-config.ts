/** Settings of sign-ins that the site does not decide itself: OpenID Connect and LDAP. */
import { readFileSync } from "node:fs";

import { isLoopbackAddress } from "./base/loopback.ts";
import { boolean, choice, webAddress } from "./env-values.ts";

/** An identity provider, and how its users get accounts. */
export interface OidcConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Label of the button. */
  readonly name: string;
  /** Separated by spaces. */
  readonly scopes: string;
  readonly groupsClaim: string;
  readonly rules: AccountRules;
}

interface AccountRules {
  readonly accounts: "create" | "approve" | "existing";
  readonly linkByEmail: boolean;
  readonly adminGroup: string;
  readonly groups: ReadonlyMap<string, string>;
}

/** A directory that checks passwords, and how its users get accounts. */
export interface LdapConfig {
  /** `ldap://host` or `ldaps://host`, with a port if it is another than usual. */
  readonly url: string;
  /** The connection is encrypted after it has been opened. */
  readonly startTls: boolean;
  /** Certificates that the server's may be signed by, in PEM; `undefined`: those of this machine. */
  readonly ca: string | undefined;
  /** Account that searches; empty: the search is anonymous. */
  readonly bindDn: string;
  readonly bindPassword: string;
  /** People are below it. */
  readonly base: string;
  /** `{login}` stands for the entered login. */
  readonly userFilter: string;
  /** Attribute that identifies a person for good; empty: the DN. */
  readonly idAttribute: string;
  /** Groups are searched below it; empty: `memberOf` names them. */
  readonly groupBase: string;
  readonly rules: AccountRules;
}

export function oidcConfig(env: NodeJS.ProcessEnv, siteUrl: string): OidcConfig | undefined {
  const issuer = webAddress("WAKELINE_OIDC_ISSUER", env["WAKELINE_OIDC_ISSUER"] ?? "");
  if (issuer === "") return undefined;
  const { protocol, hostname } = new URL(issuer);
  if (protocol === "http:" && !isLoopbackAddress(hostname)) {
    throw new Error(
      "WAKELINE_OIDC_ISSUER must begin with https://: what the provider says must not be forged on its way.",
    );
  }
  const clientId = env["WAKELINE_OIDC_CLIENT_ID"] ?? "";
  const clientSecret = env["WAKELINE_OIDC_CLIENT_SECRET"] ?? "";
  if (clientId === "" || clientSecret === "" || siteUrl === "") {
    throw new Error(
      "WAKELINE_OIDC_ISSUER needs WAKELINE_OIDC_CLIENT_ID and WAKELINE_OIDC_CLIENT_SECRET, which the provider gives you, and WAKELINE_SITE_URL, where it sends people back.",
    );
  }
  return {
    issuer,
    clientId,
    clientSecret,
    name: env["WAKELINE_OIDC_NAME"] || hostname,
    scopes: env["WAKELINE_OIDC_SCOPES"] || "openid profile email",
    groupsClaim: env["WAKELINE_OIDC_GROUPS_CLAIM"] || "groups",
    rules: {
      accounts: choice(env, "WAKELINE_OIDC_ACCOUNTS", ["create", "approve", "existing"], "create"),
      linkByEmail: boolean(env, "WAKELINE_OIDC_LINK_BY_EMAIL", false),
      adminGroup: env["WAKELINE_OIDC_ADMIN_GROUP"] ?? "",
      groups: groupPairs("WAKELINE_OIDC_GROUPS", env["WAKELINE_OIDC_GROUPS"] ?? ""),
    },
  };
}

export function ldapConfig(env: NodeJS.ProcessEnv): LdapConfig | undefined {
  const url = env["WAKELINE_LDAP_URL"] ?? "";
  if (url === "") return undefined;
  if (!URL.canParse(url) || !/^ldaps?:\/\/[^/?#]+\/?$/.test(url)) {
    throw new Error(`WAKELINE_LDAP_URL must be ldaps://host or ldap://host, not "${url}".`);
  }
  const { protocol, hostname } = new URL(url.replace(/^ldap/, "http"));
  const isEncrypted = protocol === "https:";
  const startTls = boolean(env, "WAKELINE_LDAP_START_TLS", !isEncrypted && !isLoopbackAddress(hostname));
  if (isEncrypted && startTls) {
    throw new Error(
      "WAKELINE_LDAP_START_TLS is for ldap://: connections to ldaps:// are encrypted from the beginning.",
    );
  }
  if (!isEncrypted && !startTls && !isLoopbackAddress(hostname)) {
    throw new Error(
      "WAKELINE_LDAP_START_TLS must be true, or WAKELINE_LDAP_URL begin with ldaps://: passwords must not be readable on their way.",
    );
  }
  const base = env["WAKELINE_LDAP_BASE"] ?? "";
  if (base === "") throw new Error("WAKELINE_LDAP_URL needs WAKELINE_LDAP_BASE, the DN that people are below.");
  const userFilter = env["WAKELINE_LDAP_USER_FILTER"] || "(|(uid={login})(sAMAccountName={login})(mail={login}))";
  if (!userFilter.includes("{login}")) {
    throw new Error("WAKELINE_LDAP_USER_FILTER must say with {login} where the entered name goes: (uid={login}).");
  }
  const [bindDn, bindPassword] = [env["WAKELINE_LDAP_BIND_DN"] ?? "", env["WAKELINE_LDAP_BIND_PASSWORD"] ?? ""];
  if ((bindDn === "") !== (bindPassword === "")) {
    throw new Error("WAKELINE_LDAP_BIND_DN and WAKELINE_LDAP_BIND_PASSWORD belong together: set both, or neither.");
  }
  return {
    url,
    startTls,
    bindDn,
    bindPassword,
    base,
    userFilter,
    ca: certificates(env["WAKELINE_LDAP_CA"] ?? ""),
    idAttribute: env["WAKELINE_LDAP_ID_ATTRIBUTE"] ?? "",
    groupBase: env["WAKELINE_LDAP_GROUP_BASE"] ?? "",
    rules: {
      accounts: choice(env, "WAKELINE_LDAP_ACCOUNTS", ["create", "approve", "existing"], "create"),
      linkByEmail: boolean(env, "WAKELINE_LDAP_LINK_BY_EMAIL", false),
      adminGroup: env["WAKELINE_LDAP_ADMIN_GROUP"] ?? "",
      groups: groupPairs("WAKELINE_LDAP_GROUPS", env["WAKELINE_LDAP_GROUPS"] ?? ""),
    },
  };
}

function certificates(path: string): string | undefined {
  if (path === "") return undefined;
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new Error(`WAKELINE_LDAP_CA names a file that cannot be read: ${path}.`, { cause: error });
  }
}

/** `theirs=ours,theirs=ours`; a single name is the same on both sides. */
function groupPairs(name: string, text: string): ReadonlyMap<string, string> {
  const pairs = text.split(",").map((part) => part.trim());
  return new Map(
    pairs
      .filter((part) => part !== "")
      .map((part) => {
        const [theirs = "", ours = theirs] = part.split("=").map((one) => one.trim());
        if (theirs === "" || ours === "") {
          throw new Error(`${name} must list pairs such as staff=Annotators, not "${part}".`);
        }
        return [theirs, ours];
      }),
  );
}
