/** Sign-in, tokens, other sites, and output: no user acts or reads as another one, and texts stay texts. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { clientOf, startTestServer, type TestServer, testPassword, type TestUser } from "../../support/test-server.ts";

let server: TestServer;
let ada: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.createUser("ada1");
});
afterAll(() => server.close());

const me = async (token: string): Promise<string> => await (await server.fetch("/api/v1/user/me", { token })).text();

test("logout ends the session, and only this one", async () => {
  const { tokens } = server.server.services;
  const [one, other] = [
    await tokens.create(ada.id, ["core.user_auth"], 60_000),
    await tokens.create(ada.id, ["core.user_auth"], 60_000),
  ];
  await server.fetch("/api/v1/user/authentication", { method: "DELETE", token: one.text });
  expect([await me(one.text), (await me(other.text)).includes("ada1")]).toEqual(["null", true]);
});

test("a one-time token works once, also when it comes many times at once", async () => {
  const created = await server.server.services.signIns.createTemporaryToken("ada1");
  const path = `/api/v1/user/password/temporary/${ada.id}?token=${created?.token.text}`;
  const answers = await Promise.all(Array.from({ length: 10 }, () => server.fetch(path, { token: null })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 401)]);
});

test("a one-time token sets a new password once, and ends all sessions", async () => {
  const eve = await server.createUser("eve1");
  const created = await server.server.services.signIns.createTemporaryToken("eve1");
  const old = created?.token.text ?? "";
  await eve.client.call("user.changePassword", { old, new: "another password" });
  await expect(eve.client.call("user.changePassword", { old, new: "third password" })).rejects.toMatchObject({
    status: 403,
  });
});

test("CVE-2023-43791: first passwords and tokens are not constants, and nothing is derived from a secret that is shared", async () => {
  const other = await startTestServer();
  try {
    expect(other.password).not.toBe(server.password);
    expect(other.password.length).toBeGreaterThanOrEqual(20);
    expect(await (await other.fetch("/api/v1/user/me", { token: server.token })).text()).toBe("null");
    for (const password of ["admin", "letmein", "password", "wakeline", "girder", ""]) {
      const headers = { authorization: `Basic ${btoa(`admin:${password}`)}` };
      const response = await other.fetch("/api/v1/user/authentication", { token: null, headers });
      expect([password, response.status]).toEqual([password, 401]);
    }
  } finally {
    await other.close();
  }
});

test("wrong passwords are slowed down whatever the spelling of the name, and no header moves the caller", async () => {
  const limited = await startTestServer();
  try {
    const attempt = async (name: string, n: number) => {
      const headers = {
        authorization: `Basic ${btoa(`${name}:wrong`)}`,
        "x-forwarded-for": `203.0.113.${n}`,
        "x-real-ip": `203.0.113.${n}`,
      };
      return (await limited.fetch("/api/v1/user/authentication", { token: null, headers })).status;
    };
    const names = ["admin", "ADMIN", " admin", "Admin", "admin "];
    const statuses = [];
    for (let n = 0; n < 12; n++) statuses.push(await attempt(names[n % names.length] ?? "", n));
    expect(statuses.slice(0, 10).every((status) => status === 401)).toBe(true);
    expect(statuses.slice(10)).toEqual([429, 429]);
  } finally {
    await limited.close();
  }
});

test("secrets in addresses are never logged, refused requests included", async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), "wakeline-log-"));
  const lines: string[] = [];
  const write = process.stdout.write;
  const logged = await startTestServer({ dataFolder, logLevel: "debug", logFormat: "pretty" });
  process.stdout.write = ((text: string | Uint8Array, ...rest: unknown[]) => {
    lines.push(String(text));
    const done = rest.at(-1);
    if (typeof done === "function") (done as () => void)();
    return true;
  }) as typeof process.stdout.write;
  try {
    const secret = "s3cretS3cret";
    for (const path of [
      `user/me?token=${secret}`,
      `user/me?a=b&token=${secret}`,
      `user/me?TOKEN=${secret}`,
      `user/me?%74oken=${secret}`,
      `api_key/token?key=${secret}`,
      `user/password?old=${secret}&new=${secret}`,
      `user?login=x&password=${secret}&email=x@y.zz&firstName=a&lastName=b`,
      `nowhere?token=${secret}`,
      `folder/x?token=${secret}`,
    ]) {
      for (const method of ["GET", "POST", "PUT"]) await logged.fetch(`/api/v1/${path}`, { method, token: null });
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(lines.length).toBeGreaterThan(20);
    expect(lines.filter((line) => line.includes(secret))).toEqual([]);
  } finally {
    process.stdout.write = write;
    await logged.close();
    await rm(dataFolder, { recursive: true, force: true });
  }
});

/** A request with headers that `fetch` would not send. */
async function bare(
  headers: Record<string, string>,
  path = "/api/v1/system/version",
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }> {
  return await new Promise((resolve, reject) => {
    request(`${server.url}${path}`, { headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    })
      .on("error", reject)
      .end();
  });
}

test("CVE-2026-53656, DNS rebinding: a server on this machine answers to its own names only, and to no other origin", async () => {
  const port = new URL(server.url).port;
  for (const host of [
    "evil.example",
    `evil.example:${port}`,
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "169.254.169.254",
    "0.0.0.0",
  ]) {
    for (const path of ["/api/v1/system/version", "/", "/assets/x.js"]) {
      expect([host, path, (await bare({ host }, path)).status]).toEqual([host, path, 403]);
    }
  }
  const other = await bare({ origin: "https://evil.example", cookie: `girderToken=${ada.token}` }, "/api/v1/user/me");
  expect([other.headers["access-control-allow-origin"], other.text]).toEqual([undefined, "null"]);
  for (const path of [
    "/media?path=/etc/passwd",
    "/api/v1/media?path=/etc/passwd",
    "/?path=/etc/passwd",
    "/file:///etc/passwd",
  ]) {
    expect([path, (await bare({}, path)).text.includes("root:")]).toEqual([path, false]);
  }
});

test("GHSA-cpmr-mw4j-99r7: no address leads out of the folder of the web app", async () => {
  const paths = [
    ...[
      "/static../package.json",
      "/assets../package.json",
      "/assets/..%2f..%2fpackage.json",
      "/..%5c..%5cpackage.json",
    ],
    ...[
      "/%2e%2e%2f%2e%2e%2fpackage.json",
      "/assets/%252e%252e/package.json",
      "/./../package.json",
      "/assets/%00/../../package.json",
    ],
    ...["/.git/config", "/.env", "/wakeline.db", "/lock.db", "/girder/../package.json", "/api/v1/../../package.json"],
  ];
  for (const path of paths) {
    const { status, text } = await bare({}, path);
    expect([path, status < 500 || status === 503, /"devDependencies"|SQLite format|\[core\]/.test(text)]).toEqual([
      path,
      true,
      false,
    ]);
  }
});

test("the page of a built web app has the policy under every name", async () => {
  const webFolder = await mkdtemp(join(tmpdir(), "wakeline-web-"));
  await writeFile(join(webFolder, "index.html"), "<!doctype html><title>x</title>");
  const built = await startTestServer({ webFolder });
  try {
    for (const path of ["/", "/index.html", "/login", "/viewer/x", "/index.html?x"]) {
      const { status, headers } = await built.fetch(path, { token: null });
      expect([path, status, headers.get("content-security-policy")]).toEqual([
        path,
        200,
        expect.stringContaining("script-src 'self'"),
      ]);
    }
  } finally {
    await built.close();
    await rm(webFolder, { recursive: true, force: true });
  }
});

test("every page of the web app forbids scripts of others, frames, and addresses of ours in other sites' logs", async () => {
  for (const path of ["/", "/index.html", "/viewer/x", "/login?token=x", "/api/v1"]) {
    const { headers, status } = await bare({}, path);
    const policy = String(headers["content-security-policy"] ?? "");
    expect([path, headers["x-content-type-options"], headers["referrer-policy"]]).toEqual([
      path,
      "nosniff",
      "same-origin",
    ]);
    if (!String(headers["content-type"]).startsWith("text/html")) continue;
    expect([path, status, /script-src [^;]*'unsafe-(inline|eval)'/.test(policy)]).toEqual([path, status, false]);
    for (const rule of ["frame-ancestors 'none'", "object-src 'none'", "base-uri 'none'"]) {
      expect([
        path,
        rule,
        policy.includes(rule) || (rule.startsWith("object") && policy.includes("default-src 'none'")),
      ]).toEqual([path, rule, true]);
    }
  }
});

test("CVE-2025-25296, CVE-2026-22033: texts of people come back as JSON, whatever the browser would like", async () => {
  const html = "<img src=x onerror=alert(1)>";
  const folder = await ada.client.call("folder.create", {
    parentType: "user",
    parentId: ada.id,
    name: html,
    description: html,
    metadata: { note: html },
  });
  await server.client.call("configuration.setBrand", { body: { name: html, loginMessage: html } as never });
  for (const path of [
    `folder/${folder._id}`,
    "dive_configuration/brand_data",
    `resource/lookup?path=${encodeURIComponent(html)}`,
    `folder?parentType=${html}&parentId=x`,
  ]) {
    const { headers } = await bare({ accept: "text/html", "girder-token": ada.token }, `/api/v1/${path}`);
    expect([path, headers["content-type"], headers["x-content-type-options"]]).toEqual([
      path,
      "application/json; charset=utf-8",
      "nosniff",
    ]);
  }
});

test("an instance that others can reach does not let strangers register", async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), "wakeline-open-"));
  const open = await startTestServer({ dataFolder, host: "0.0.0.0" });
  try {
    await expect(
      clientOf(open.url).call("user.register", {
        login: "stranger",
        email: "s@e.org",
        firstName: "a",
        lastName: "b",
        password: testPassword,
      }),
    ).rejects.toMatchObject({ status: 400, message: expect.stringContaining("closed") });
  } finally {
    await open.close();
    await rm(dataFolder, { recursive: true, force: true });
  }
});

test("stored passwords, tokens and keys cannot be used to sign in", async () => {
  if (process.env["WAKELINE_TEST_POSTGRES"] !== undefined) return;
  const { key = "" } = await ada.client.call("apiKey.create", { name: "script" });
  const files = await Promise.all(
    ["wakeline.db", "wakeline.db-wal"].map((name) =>
      readFile(join(server.dataFolder, name)).catch(() => Buffer.alloc(0)),
    ),
  );
  const bytes = Buffer.concat(files);
  expect(bytes.includes("$argon2id$")).toBe(true);
  for (const secret of [testPassword, ada.token, server.token, server.password, key])
    expect(bytes.includes(secret)).toBe(false);
});
