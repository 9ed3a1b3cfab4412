/**
 * LDAP: searches the person, then binds as them with the password that they entered. One connection for each, for one
 * sign-in only.
 */
import { Client, type Entry, Filter, ResultCodeError } from "ldapts";
import type { Logger } from "pino";

import type { Identity } from "../../ports/identity-provider.ts";
import { DirectoryError, type PasswordDirectory } from "../../ports/password-directory.ts";

export interface LdapOptions {
  readonly url: string;
  readonly startTls: boolean;
  readonly ca: string | undefined;
  readonly bindDn: string;
  readonly bindPassword: string;
  readonly base: string;
  readonly userFilter: string;
  readonly idAttribute: string;
  readonly groupBase: string;
}

const timeoutMs = 10_000;
const maxGroups = 1000;
/**
 * Result codes of a bind that is about the person: 19, 53 locked or expired, 32 gone meanwhile, 48 without a password,
 * 49 wrong password, 50 may not sign in. All others are about the directory.
 */
const refusals: ReadonlySet<number> = new Set([19, 32, 48, 49, 50, 53]);
const sizeLimitExceeded = 4;

const attributes = ["mail", "givenName", "sn", "displayName", "cn", "uid", "sAMAccountName", "memberOf"] as const;

export function ldapDirectory(options: LdapOptions, log: Logger): PasswordDirectory {
  const { url, startTls, ca, base, idAttribute } = options;
  /** The library encrypts from the beginning if it gets any. */
  const tlsOptions = { ...(ca !== undefined && { ca }) };
  const fromTheStart = url.startsWith("ldaps:") && { tlsOptions };

  async function connected<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ url, timeout: timeoutMs, connectTimeout: timeoutMs, ...fromTheStart });
    try {
      // It changes what it gets. The name is what the certificate must be for.
      if (startTls) await client.startTLS({ ...tlsOptions, host: new URL(url).hostname });
      return await work(client);
    } finally {
      await client.unbind().catch(() => undefined);
    }
  }

  const bindsAs = async (dn: string, password: string): Promise<boolean> =>
    await connected(async (client) => {
      try {
        await client.bind(dn, password);
        return true;
      } catch (error) {
        if (error instanceof ResultCodeError && refusals.has(error.code)) return false;
        throw error;
      }
    });

  async function find(client: Client, name: string): Promise<Entry | undefined> {
    const filter = options.userFilter.replaceAll("{login}", () => Filter.escape(name));
    const wanted = idAttribute === "" ? attributes : [...attributes, idAttribute];
    const explicitBufferAttributes = idAttribute === "" ? [] : [idAttribute, idAttribute.toLowerCase()];
    try {
      const query = {
        filter,
        sizeLimit: 2,
        attributes: wanted.map((one) => one.toLowerCase()),
        explicitBufferAttributes,
      };
      const { searchEntries } = await client.search(base, { scope: "sub", ...query });
      if (searchEntries.length <= 1) return searchEntries[0] && inLowerCase(searchEntries[0]);
    } catch (error) {
      if (!(error instanceof ResultCodeError) || error.code !== sizeLimitExceeded) throw error;
    }
    log.warn({ filter }, "several entries of the directory fit one sign-in, which is refused");
    return undefined;
  }

  async function groupsOf(client: Client, entry: Entry): Promise<string[]> {
    if (options.groupBase === "") return textsOf(entry["memberof"]).flatMap((dn) => [dn, commonName(dn)]);
    const dn = Filter.escape(entry.dn);
    const uid = Filter.escape(firstOf(entry["uid"]) || entry.dn);
    const filter = `(|(member=${dn})(uniqueMember=${dn})(memberUid=${uid}))`;
    const query = { filter, attributes: ["cn"], sizeLimit: maxGroups };
    const { searchEntries } = await client.search(options.groupBase, { scope: "sub", ...query });
    return searchEntries.map(inLowerCase).flatMap((group) => [group.dn, ...textsOf(group["cn"])]);
  }

  return {
    async verify(name, password) {
      // A bind without a password is not refused: it is anonymous.
      if (name === "" || password === "") return undefined;
      try {
        const account = await connected(async (client) => {
          if (options.bindDn !== "") await client.bind(options.bindDn, options.bindPassword);
          const entry = await find(client, name);
          return entry && { entry, groups: await groupsOf(client, entry) };
        });
        const isRight = await bindsAs(account?.entry.dn ?? `cn=unknown,${base}`, password);
        return isRight && account !== undefined ? identityOf(account.entry, account.groups, options) : undefined;
      } catch (error) {
        log.error({ err: error }, `the directory ${url} does not answer, or refuses what WAKELINE_LDAP_... says`);
        throw new DirectoryError(error);
      }
    },
  };
}

function identityOf(entry: Entry, groups: readonly string[], { base, idAttribute }: LdapOptions): Identity {
  const text = (name: (typeof attributes)[number]): string => firstOf(entry[name.toLowerCase()]);
  const [first = "", ...rest] = (text("displayName") || text("cn")).split(/\s+/);
  const id = [entry[idAttribute.toLowerCase()] ?? []].flat()[0];
  if (idAttribute !== "" && id === undefined) {
    throw new Error(`${entry.dn} has no attribute ${idAttribute}, which WAKELINE_LDAP_ID_ATTRIBUTE names`);
  }
  return {
    issuer: `ldap:${base.toLowerCase()}`,
    subject: id === undefined ? entry.dn.toLowerCase() : Buffer.from(id).toString("hex"),
    email: text("mail").toLowerCase(),
    emailVerified: true,
    login: text("uid") || text("sAMAccountName"),
    firstName: text("givenName") || first,
    lastName: text("sn") || rest.join(" "),
    groups: groups.slice(0, 2 * maxGroups),
  };
}

/** Servers write the names of attributes as they like. */
const inLowerCase = ({ dn, ...entry }: Entry): Entry => ({
  ...Object.fromEntries(Object.entries(entry).map(([name, value]) => [name.toLowerCase(), value])),
  dn,
});

const textsOf = (value: Entry[string] | undefined): string[] => [value ?? []].flat().map(String);
const firstOf = (value: Entry[string] | undefined): string => (textsOf(value)[0] ?? "").trim();

/** `staff` of `cn=staff,ou=groups,dc=example,dc=org`. */
const commonName = (dn: string): string => /^cn=((?:[^,\\]|\\.)+)/i.exec(dn)?.[1]?.replaceAll(/\\(.)/g, "$1") ?? dn;
