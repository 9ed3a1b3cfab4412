/** Signing in with the password of a directory: a real LDAP server, and the accounts of its people. */
import { afterAll, beforeAll, expect, test } from "vitest";

import { ldapConfig } from "../../server/identity-config.ts";
import {
  certificatePath,
  directoryBase,
  type DirectoryEntry,
  searcher,
  startDirectory,
  type TestDirectory,
} from "../support/directory.ts";
import { useCleanUps } from "../support/clean-ups.ts";
import { openPostOffice } from "../support/post-office.ts";
import { clientOf, startTestServer, testPassword, type TestServer } from "../support/test-server.ts";

const settings = {
  WAKELINE_LDAP_BASE: `ou=people,${directoryBase}`,
  WAKELINE_LDAP_BIND_DN: searcher.bindDn,
  WAKELINE_LDAP_BIND_PASSWORD: searcher.bindPassword,
  WAKELINE_LDAP_GROUPS: "bio=Biologists",
  WAKELINE_LDAP_ADMIN_GROUP: `cn=chiefs,ou=groups,${directoryBase}`,
};
const group = (name: string): string => `cn=${name},ou=groups,${directoryBase}`;
function person(uid: string, more: Readonly<Record<string, readonly string[]>> = {}): DirectoryEntry {
  const names = { uid: [uid], cn: [`${uid} Löve`], sn: ["Löve"], mail: [`${uid}@example.org`] };
  const dn = `uid=${uid},ou=people,${directoryBase}`;
  return { dn, password: `password of ${uid}`, attributes: { objectClass: ["inetOrgPerson"], ...names, ...more } };
}

let directory: TestDirectory;
let site: TestServer;
const { add: cleanUp } = useCleanUps();
beforeAll(async () => {
  directory = await startDirectory();
  site = await startTestServer({ ldap: ldapConfig({ ...settings, WAKELINE_LDAP_URL: directory.url }) });
});
afterAll(async () => {
  await site?.close();
  await directory?.close();
});

interface Reply {
  readonly status: number;
  readonly message: string;
  readonly user?: { readonly _id: string; readonly login: string; readonly admin: boolean };
  readonly token?: string;
}

async function signIn(name: string, password: string, at = site): Promise<Reply> {
  const basic = Buffer.from(`${name}:${password}`).toString("base64");
  const headers = { authorization: `Basic ${basic}` };
  const response = await at.fetch("/api/v1/user/authentication", { token: null, headers });
  const { message, user, authToken } = (await response.json()) as Reply & { authToken?: { token: string } };
  return { status: response.status, message, ...(user && { user }), ...(authToken && { token: authToken.token }) };
}

test("someone of the directory signs in by user name and by mail address, and has one account", async () => {
  directory.entries.push(person("grace", { givenName: ["Grace"], memberOf: [group("bio")] }));
  const { _id: groupId } = await site.client.call("group.create", { name: "Biologists" });
  const isMember = async (): Promise<boolean> => {
    const members = await site.client.call("group.members", { id: groupId });
    return members.some(({ login }) => login === "grace");
  };
  const first = await signIn("grace", "password of grace");
  expect(first).toMatchObject({
    status: 200,
    user: { login: "grace", email: "grace@example.org", firstName: "Grace" },
  });
  expect([first.user?.admin, await isMember()]).toEqual([false, true]);
  const client = clientOf(site.url, first.token ?? "");
  expect(await client.call("user.me", {})).toMatchObject({ login: "grace" });
  expect((await signIn("Grace@Example.org", "password of grace")).user?._id).toBe(first.user?._id);

  // Groups follow at each sign-in, administrators as well; a group of the same name elsewhere does not count.
  const regrouped = (...names: string[]): DirectoryEntry => person("grace", { memberOf: names });
  directory.entries[0] = regrouped(`cn=chiefs,ou=clubs,${directoryBase}`);
  expect((await signIn("grace", "password of grace")).user?.admin).toBe(false);
  expect(await isMember()).toBe(false);
  directory.entries[0] = regrouped(group("chiefs"));
  expect((await signIn("grace", "password of grace")).user?.admin).toBe(true);
});

test("wrong, empty and unknown are the same answer, ask the directory equally often, and slow down guessing", async () => {
  directory.entries.push(person("hedy"));
  const asked = async (name: string, password: string): Promise<unknown[]> => {
    directory.binds.length = 0;
    const { status, message } = await signIn(name, password);
    return [status, message, directory.binds.length];
  };
  const refused = [401, "Login failed.", 2];
  expect(await asked("hedy", "wrong")).toEqual(refused);
  expect(await asked("stranger", "wrong")).toEqual(refused);
  expect(await asked("hedy", "")).toEqual([401, "Login failed.", 0]);
  // Names are text, not parts of a filter.
  for (const name of ["*", "hed*", "hedy)(uid=*", "x)(|(uid=hedy)", "\\2a"]) {
    expect(await asked(name, "password of hedy")).toEqual(refused);
  }
  directory.entries.push({ ...person("hedy2"), attributes: { ...person("hedy").attributes } });
  expect(await asked("hedy", "password of hedy")).toEqual(refused);
  directory.entries.pop();
  for (let n = 0; n < 10; n++) await signIn("hedy", `wrong ${n}`);
  expect((await signIn("hedy", "password of hedy")).status).toBe(429);
});

test("accounts of the site keep their own passwords; names and addresses that are taken are not taken over", async () => {
  const ours = await site.createUser("maria");
  directory.entries.push({ ...person("maria"), password: "of the directory" });
  expect((await signIn("maria", testPassword)).user?._id).toBe(ours.id);
  const { status, message } = await signIn("maria", "of the directory");
  expect([status, message]).toEqual([401, expect.stringContaining("another account here has your mail address")]);
  directory.entries.push(person("ada", { mail: [] }));
  expect((await signIn("ada", "password of ada")).message).toContain("has no mail address for you");
  // Another person with the login of an account gets an account with another name.
  directory.entries.push(person("admin", { mail: ["boss@example.org"] }));
  expect((await signIn("admin", "password of admin")).user).toMatchObject({ login: "admin-2", admin: false });
});

test("with TLS and StartTLS passwords are sent only to a server with a trusted certificate", async () => {
  for (const encryption of ["tls", "start"] as const) {
    const secure = await startDirectory(encryption);
    cleanUp(() => secure.close());
    secure.entries.push(person("grace"));
    const open = async (more: Readonly<Record<string, string>>): Promise<TestServer> => {
      const given = { ...settings, WAKELINE_LDAP_URL: secure.url, ...more };
      const start = encryption === "start" ? { WAKELINE_LDAP_START_TLS: "true" } : {};
      const server = await startTestServer({ ldap: ldapConfig({ ...given, ...start }) });
      cleanUp(() => server.close());
      return server;
    };
    const trusting = await open({ WAKELINE_LDAP_CA: certificatePath });
    expect(await signIn("grace", "password of grace", trusting)).toMatchObject({ status: 200 });
    secure.binds.length = 0;
    const wary = await signIn("grace", "password of grace", await open({}));
    expect([wary.status, secure.binds]).toEqual([503, []]);
  }
});

test("a directory that is away says so to everyone alike; accounts of the site still sign in, and it comes back", async () => {
  const own = await startDirectory();
  own.entries.push(person("grace"));
  const server = await startTestServer({ ldap: ldapConfig({ ...settings, WAKELINE_LDAP_URL: own.url }) });
  cleanUp(() => server.close());
  await server.createUser("maria");
  await own.close();
  for (const name of ["grace", "stranger", "maria"]) {
    const { status, message } = await signIn(name, "password of grace", server);
    expect([status, message]).toEqual([503, expect.stringContaining("does not answer. Try again in a few minutes")]);
  }
  expect((await signIn("maria", testPassword, server)).status).toBe(200);
});

test("a person keeps the account under another DN if an attribute identifies them; a new one under the old DN has another", async () => {
  const config = { ...settings, WAKELINE_LDAP_URL: directory.url, WAKELINE_LDAP_ID_ATTRIBUTE: "entryUUID" };
  const server = await startTestServer({ ldap: ldapConfig(config) });
  cleanUp(() => server.close());
  directory.entries.splice(0, directory.entries.length, person("rosa", { entryUUID: ["1"] }));
  const first = (await signIn("rosa", "password of rosa", server)).user?._id;
  expect(first).toBeDefined();
  directory.entries.splice(
    0,
    1,
    { ...person("rosalind", { entryUUID: ["1"] }) },
    person("rosa", { entryUUID: ["2"], mail: ["r@example.org"] }),
  );
  expect((await signIn("rosalind", "password of rosalind", server)).user?._id).toBe(first);
  const other = (await signIn("rosa", "password of rosa", server)).user;
  expect([other?._id === first, other?.login]).toEqual([false, "rosa-2"]);
});

test("an account of the directory gets no password here, by mail, link or administrator: it would outlive the directory", async () => {
  const postOffice = await openPostOffice();
  cleanUp(() => postOffice.close());
  const server = await startTestServer({
    ldap: ldapConfig({ ...settings, WAKELINE_LDAP_URL: directory.url }),
    smtpUrl: postOffice.url,
    mailFrom: "sea@example.org",
    siteUrl: "https://sea.example.org",
  });
  cleanUp(() => server.close());
  directory.entries.push(person("lise"));
  const id = (await signIn("lise", "password of lise", server)).user?._id ?? "";
  await server.createUser("otto1");
  const ask = async (email: string): Promise<[number, string]> => {
    const path = `/api/v1/user/password/temporary?email=${encodeURIComponent(email)}`;
    const response = await server.fetch(path, { method: "PUT", token: null });
    return [response.status, await response.text()];
  };
  const answers = [];
  for (const name of ["lise", "unknown", "otto1"]) answers.push(await ask(`${name}@example.org`));
  expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
  await server.server.services.accountRecovery.close();
  await expect.poll(() => postOffice.mails.map(({ to }) => to)).toEqual([["otto1@example.org"]]);

  const why = { status: 400, message: expect.stringContaining("change the password there") as string };
  await expect(server.client.call("user.setPassword", { id, password: "a fresh password" })).rejects.toMatchObject(why);
  const link = await server.server.services.signIns.createTemporaryToken("lise");
  const session = await clientOf(server.url).call("user.temporaryLogin", { id, token: link?.token.text ?? "" });
  const own = clientOf(server.url, session.authToken.token);
  await expect(own.call("user.changePassword", { new: "a fresh password" })).rejects.toMatchObject(why);
  expect((await signIn("lise", "a fresh password", server)).status).toBe(401);
});

test("settings that would send passwords in the open, or that are not whole, are refused at the start", () => {
  const read = (more: Readonly<Record<string, string>>) => ldapConfig({ ...settings, ...more });
  expect(read({})).toBeUndefined();
  expect(read({ WAKELINE_LDAP_URL: "ldap://directory.example.org" })).toMatchObject({ startTls: true });
  expect(read({ WAKELINE_LDAP_URL: "ldaps://directory.example.org" })).toMatchObject({ startTls: false });
  const wrong: [Record<string, string>, string][] = [
    [{ WAKELINE_LDAP_URL: "directory.example.org" }, "must be ldaps://host"],
    [{ WAKELINE_LDAP_URL: "ldap://d.example.org", WAKELINE_LDAP_START_TLS: "false" }, "must not be readable"],
    [{ WAKELINE_LDAP_URL: "ldaps://d.example.org", WAKELINE_LDAP_START_TLS: "true" }, "is for ldap://"],
    [{ WAKELINE_LDAP_URL: "ldaps://d.example.org", WAKELINE_LDAP_BASE: "" }, "needs WAKELINE_LDAP_BASE"],
    [{ WAKELINE_LDAP_URL: "ldaps://d.example.org", WAKELINE_LDAP_BIND_PASSWORD: "" }, "belong together"],
    [{ WAKELINE_LDAP_URL: "ldaps://d.example.org", WAKELINE_LDAP_USER_FILTER: "(uid=x)" }, "with {login}"],
    [{ WAKELINE_LDAP_URL: "ldaps://d.example.org", WAKELINE_LDAP_CA: "/none" }, "cannot be read: /none"],
  ];
  for (const [more, message] of wrong) expect(() => read(more)).toThrow(message);
});
