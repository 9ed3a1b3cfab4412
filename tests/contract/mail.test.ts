/** A forgotten password by mail, with a real SMTP server. */
import { Secret, type TOTP, URI } from "otpauth";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { createImageDataset } from "../support/dataset.ts";
import { openPostOffice, type PostOffice, smtpPassword } from "../support/post-office.ts";
import { clientOf, startTestServer, type TestServer } from "../support/test-server.ts";

let postOffice: PostOffice;
let server: TestServer;
let smtpUrl: string;
let mails: PostOffice["mails"];
beforeAll(async () => {
  postOffice = await openPostOffice();
  ({ mails, url: smtpUrl } = postOffice);
  const site = { mailFrom: "Sea <sea@example.org>", siteUrl: "https://sea.example.org/" };
  server = await startTestServer({ smtpUrl, trustProxy: true, ...site });
});
afterAll(async () => {
  await server.close();
  await postOffice.close();
});
beforeEach(() => void mails.splice(0));

let callers = 0;
async function ask(email: string, address = `203.0.113.${++callers}`): Promise<[number, string]> {
  const path = `/api/v1/user/password/temporary?email=${encodeURIComponent(email)}`;
  const headers = { "x-forwarded-for": address };
  const response = await server.fetch(path, { method: "PUT", token: null, headers });
  return [response.status, ((await response.json()) as { message: string }).message];
}

const sent = [200, "Sent temporary access email."];

/** The link of the only mail, once it has arrived. */
async function linkOf(): Promise<{ id: string; token: string; url: URL }> {
  await expect.poll(() => mails.length).toBe(1);
  const url = new URL(/https:\S+/.exec(mails[0]?.text ?? "")?.[0] ?? "");
  return { id: url.searchParams.get("user") ?? "", token: url.searchParams.get("token") ?? "", url };
}

test("the mail's link signs in once and sets a new password; every address gets the same answer", async () => {
  const gus = await server.createUser("gus1");
  expect(await ask("GUS1@example.org ")).toEqual(sent);
  expect(await ask("unknown@example.org")).toEqual(sent);
  expect(await ask("no address")).toEqual(sent);
  const { id, token, url } = await linkOf();
  expect(mails[0]).toMatchObject({ to: ["gus1@example.org"] });
  expect(mails[0]?.text).toMatch(/^From: Sea <sea@example.org>\r$/m);
  // Whatever host name the request used.
  expect(url.origin).toBe("https://sea.example.org");
  expect(id).toBe(gus.id);
  const { authToken } = await clientOf(server.url).call("user.temporaryLogin", { id, token });
  await clientOf(server.url, authToken.token).call("user.changePassword", { new: "a fresh password" });
  await expect(clientOf(server.url).call("user.temporaryLogin", { id, token })).rejects.toMatchObject({ status: 401 });
  expect(await clientOf(server.url).call("system.publicSettings", {})).toMatchObject({ "wakeline.sends_mail": true });
});

test("of the token only a hash is kept, for an hour; what the server was started with is shown without the password", async () => {
  const { id } = await server.createUser("hal1");
  await ask("hal1@example.org");
  const { token } = await linkOf();
  const { services } = server.server;
  const found = await services.tokens.find(token);
  expect(found?.hash).not.toContain(token);
  expect((found?.expiresMs ?? 0) - (found?.createdMs ?? 0)).toBe(60 * 60 * 1000);
  expect(JSON.stringify(await server.client.call("system.configuration", {}))).not.toContain(smtpPassword);
  expect(JSON.stringify(await server.client.call("system.audit", {}))).not.toContain(token);
  // A link is not a session.
  const link = (await services.signIns.createTemporaryToken("hal1"))?.token.text ?? "";
  const session = await clientOf(server.url).call("user.temporaryLogin", { id, token: link });
  expect(await clientOf(server.url, session.authToken.token).call("user.sessions", { id })).toHaveLength(2);
});

test("a mailbox is not a second factor: an account with one-time codes needs one besides the link", async () => {
  const ivy = await server.createUser("ivy1");
  const { totpUri } = await ivy.client.call("user.startOtp", { id: ivy.id });
  const totp = URI.parse(totpUri) as TOTP;
  expect(totp.secret).toBeInstanceOf(Secret);
  const code = (n: number): Record<string, string> => ({
    "Girder-OTP": totp.generate({ timestamp: Date.now() + n * 30_000 }),
  });
  await ivy.client.call("user.confirmOtp", { id: ivy.id }, { headers: code(0) });
  await ask("ivy1@example.org");
  const { id, token } = await linkOf();
  const open = (headers = {}) => clientOf(server.url).call("user.temporaryLogin", { id, token }, { headers });
  await expect(open()).rejects.toMatchObject({ status: 401, code: "code-required" });
  await expect(open({ "Girder-OTP": "000000" })).rejects.toMatchObject({ status: 401, code: "code-wrong" });
  expect(await open(code(1))).toMatchObject({ user: { login: "ivy1" } });
});

test("an account gets three mails an hour, a caller may ask twenty times; a disabled account gets none", async () => {
  await server.createUser("joe1");
  for (let n = 0; n < 5; n++) expect(await ask("joe1@example.org")).toEqual(sent);
  await server.server.services.accountRecovery.close();
  await expect.poll(() => mails.length).toBe(3);
  for (let n = 0; n < 20; n++) await ask("unknown@example.org", "198.51.100.9");
  expect((await ask("unknown@example.org", "198.51.100.9"))[0]).toBe(429);
  const kim = await server.createUser("kim1");
  const names = { firstName: "K", lastName: "K", email: "kim1@example.org" };
  await server.client.call("user.update", { id: kim.id, ...names, status: "disabled" });
  expect(await ask("kim1@example.org")).toEqual(sent);
  await server.server.services.accountRecovery.close();
  expect(mails).toHaveLength(3);
});

test("a post office that refuses is not reported to the caller", async () => {
  postOffice.refuse(true);
  await server.createUser("lea1");
  expect(await ask("lea1@example.org")).toEqual(sent);
  await server.server.services.accountRecovery.close();
  postOffice.refuse(false);
});

test("settings of mail that cannot work stop the start, without repeating the password", async () => {
  await expect(startTestServer({ smtpUrl })).rejects.toThrow("WAKELINE_MAIL_FROM");
  const wrong = startTestServer({ smtpUrl: "http://u:hidden@host", mailFrom: "a@b.c", siteUrl: "https://a.b" });
  await expect(wrong).rejects.toThrow(/^WAKELINE_SMTP_URL must be(?!.*hidden)/);
});

test("a mail says who mentioned someone in a comment, and leads to it; those who cannot read the dataset get none", async () => {
  const [ivo, una] = [await server.createUser("ivo1"), await server.createUser("una1")];
  await server.createUser("vic1");
  const id = await createImageDataset(ivo.client, "Reef\r\nBcc: x");
  const users = [
    { id: ivo.id, level: 2 },
    { id: una.id, level: 0 },
  ];
  await ivo.client.call("folder.setAccess", { id, access: JSON.stringify({ users, groups: [] }), public: false });
  const text = "@vic1 @una1 is this a cod?";
  const { threadId } = await ivo.client.call("comment.create", { id, body: { text } });
  // A mail of the previous test may still arrive.
  const mentions = () => mails.filter((mail) => mail.text.includes("mentioned you"));
  await expect.poll(() => mentions().length).toBe(1);
  const [mail] = mentions();
  expect(mail?.to).toEqual(["una1@example.org"]);
  expect(mail?.text).toContain("is this a cod?");
  expect(mail?.text).toContain(`https://sea.example.org/viewer/${id}?comment=${threadId}`);
  expect(mail?.text).not.toMatch(/^Bcc:/m);
});

test("mails say who was given a task, and when it is sent back or accepted, and lead to it", async () => {
  const [ina, olaf] = [await server.createUser("ina1"), await server.createUser("olaf1")];
  const id = await createImageDataset(ina.client, "Wreck\nBcc: x");
  const access = (level: number) => {
    const users = [{ id: ina.id, level: 2 }, ...(level < 0 ? [] : [{ id: olaf.id, level }])];
    return ina.client.call("folder.setAccess", { id, access: JSON.stringify({ users, groups: [] }), public: false });
  };
  await access(1);
  const [task] = await ina.client.call("task.create", {
    body: { datasetIds: [id], assignees: ["olaf1"], instructions: "Box all wrecks" },
  });
  const move = (who: typeof ina, version: number, body: { move: "handIn" | "sendBack" | "accept"; text?: string }) =>
    who.client.call("task.move", { id: task?._id ?? "", body: { version, ...body } });
  const mailsOf = () => mails.filter(({ to, text }) => to.includes("olaf1@example.org") && text.includes("?task="));
  await expect.poll(() => mailsOf().length).toBe(1);
  expect(mailsOf()[0]?.text).toContain("Subject: ina1 gave you 1 task: Wreck");
  expect(mailsOf()[0]?.text).toContain("Box all wrecks");
  expect(mailsOf()[0]?.text).toContain(`https://sea.example.org/viewer/${id}?task=${task?._id}`);
  await move(olaf, 1, { move: "handIn" });
  await move(ina, 2, { move: "sendBack", text: "The mast is missing" });
  await expect.poll(() => mailsOf().length).toBe(2);
  expect(mailsOf()[1]?.text).toContain("ina1 sent back Wreck");
  expect(mailsOf()[1]?.text).toContain("The mast is missing");
  await move(olaf, 3, { move: "handIn" });
  await move(ina, 4, { move: "accept" });
  await expect.poll(() => mailsOf().length).toBe(3);
  expect(mailsOf()[2]?.text).toContain("ina1 accepted your work on Wreck");
  // The reviewer, who did all this, gets none; and neither does someone who lost their access.
  await access(-1);
  await move(ina, 5, { move: "sendBack", text: "The second mast" });
  await access(1);
  await move(olaf, 6, { move: "handIn" });
  await move(ina, 7, { move: "sendBack", text: "The third mast" });
  await expect.poll(() => mailsOf().some(({ text }) => text.includes("The third mast"))).toBe(true);
  expect(mailsOf().some(({ text }) => text.includes("The second mast"))).toBe(false);
  expect(mails.some(({ to, text }) => to.includes("ina1@example.org") && text.includes("?task="))).toBe(false);
});
