/** The examples of nginx and Caddy in the documentation, in front of two servers of one site. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";

import { createImageDataset } from "../support/dataset.ts";
import { readEvents } from "../support/event-reader.ts";
import { createSchema, type PostgresServer, startPostgres } from "../support/postgres.ts";
import { createBucket, type S3Server, startS3 } from "../support/s3.ts";
import { clientOf, startTestServer, type TestServer, testPassword } from "../support/test-server.ts";
import { findOrInstallNginx } from "../tools/install-nginx.ts";
import { freePort } from "../support/free-port.ts";

const onPath = (name: string): string | undefined =>
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

const programs = { nginx: findOrInstallNginx(), Caddy: onPath("caddy") };
for (const [name, path] of Object.entries(programs)) {
  if (path === undefined)
    console.warn(`Left out: ${name} is not there, so its example in docs/operation was not tried.`);
}
type Name = keyof typeof programs;
const names = Object.keys(programs) as Name[];

/** The name that clients use; the servers know it as a public one. */
const publicName = "annotate.example.org";

let postgres: PostgresServer | undefined;
let s3: S3Server | undefined;
let servers: readonly TestServer[] = [];
beforeAll(async () => {
  [postgres, s3] = [await startPostgres(), await startS3()];
  const flags = {
    databaseUrl: (await createSchema(postgres.url)).url,
    blobUrl: await createBucket(s3.endpoint),
    limits: { minChunkBytes: 0 },
    publicHosts: [publicName],
    trustProxy: true,
  };
  servers = [await startTestServer(flags), await startTestServer(flags)];
});
afterAll(async () => {
  for (const server of servers) await server.close();
  await postgres?.close();
  await s3?.close();
});

const first = (): TestServer => servers[0] as TestServer;

describe.each(names.filter((name) => programs[name] !== undefined))("%s as documented", (name) => {
  let proxy: Proxy;
  beforeAll(async () => {
    proxy = await startProxy(
      name,
      servers.map(({ url }) => new URL(url).host),
    );
  });
  afterAll(() => proxy?.close());

  test("uploads larger than a proxy likes go through, their chunks to whichever server", async () => {
    const client = clientOf(proxy.url, first().token);
    const folderId = await createImageDataset(first().client, `proxied ${name}`);
    const size = 6_000_000;
    const target = { parentType: "folder", parentId: folderId, name: "a.bin", size } as const;
    const { _id: uploadId } = await client.call("file.create", target);
    let last: unknown;
    for (let offset = 0; offset < size; offset += 3_000_000) {
      last = await client.call("file.chunk", { uploadId, offset, body: new Uint8Array(3_000_000).fill(offset % 251) });
    }
    const range = await fetch(`${proxy.url}/api/v1/file/${(last as { _id: string })._id}/download`, {
      headers: { "girder-token": first().token, range: "bytes=2999999-3000000" },
    });
    expect(range.status).toBe(206);
    expect([...new Uint8Array(await range.arrayBuffer())]).toEqual([0, 3_000_000 % 251]);
  });

  test("events come when they happen, over the stream and the WebSocket, from either server", async () => {
    const socket = new WebSocket(`${proxy.url.replace("http", "ws")}/notifications/me?token=${first().token}`);
    const messages: string[] = [];
    socket.on("message", (data) => messages.push(String(data)));
    await once(socket, "open");
    const events = await readEvents((signal) =>
      fetch(`${proxy.url}/api/v1/notification/stream?timeout=20`, {
        headers: { "girder-token": first().token },
        signal,
      }),
    );
    for (const [index, { server, userId }] of servers.entries()) {
      await server.services.notifications.publish(userId, "test", { text: `from ${index}` });
      const [event] = await events.next(1);
      expect(event).toMatchObject({ data: { text: `from ${index}` } });
    }
    await expect.poll(() => messages.filter((text) => text.includes('"from ')).length).toBe(2);
    events.close();
    socket.close();
  });

  test("the cookie is for https only, and an address that a client makes up counts for nothing", async () => {
    const { login } = await first().createUser(`proxied-${name.toLowerCase()}`);
    const signIn = (password: string, forwarded: string): Promise<Response> =>
      fetch(`${proxy.url}/api/v1/user/authentication`, {
        headers: { authorization: `Basic ${btoa(`${login}:${password}`)}`, "x-forwarded-for": forwarded },
      });
    const answer = await signIn(testPassword, "203.0.113.7");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("set-cookie")).toContain("; Secure");
    // If it were trusted, each guess would come from a different address and none would be limited.
    const statuses: number[] = [];
    for (let guess = 0; guess < 80 && !statuses.includes(429); guess++) {
      statuses.push((await signIn("wrong password", `203.0.113.${guess}`)).status);
    }
    expect(statuses).toContain(429);
  });
});

interface Proxy {
  readonly url: string;
  close(): Promise<void>;
}

type Replacements = readonly (readonly [RegExp, string])[];

/** Fails if a line to be replaced is missing from the example. */
function exampleWith(file: string, replacements: Replacements): string {
  let site = readFileSync(new URL(`../../docs/operation/examples/${file}`, import.meta.url), "utf8");
  for (const [pattern, replacement] of replacements) {
    if (!pattern.test(site)) throw new Error(`The example has no ${pattern} any more.`);
    site = site.replace(pattern, replacement);
  }
  return site;
}

/** The configuration of each proxy: the example without TLS, as if the page had been requested by https. */
const configurations: Readonly<Record<Name, (folder: string, port: number, hosts: readonly string[]) => string>> = {
  nginx: (folder, port, hosts) => {
    const site = exampleWith("nginx.conf", [
      [/server 127\.0\.0\.1:8010 max_fails=0;/, `server ${hosts[0]} max_fails=0;`],
      [/server 127\.0\.0\.1:8011 max_fails=0;/, `server ${hosts[1]} max_fails=0;`],
      [/listen 443 ssl http2;/, `listen 127.0.0.1:${port};`],
      [/ssl_certificate {5}.*;\n/, ""],
      [/ssl_certificate_key .*;\n/, ""],
      [/server_name .*;/, `server_name ${publicName} 127.0.0.1;`],
      [/\$http_host;/, `${publicName};`],
      [/\$scheme;/, "https;"],
    ]);
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (part) => `${part}_temp_path ${folder}/${part};`,
    );
    const log = join(folder, "error.log");
    return `daemon off; master_process off; pid ${folder}/nginx.pid; error_log ${log};\nevents {}\nhttp {\naccess_log off;\n${temporary.join("\n")}\n${site}\n}\n`;
  },
  Caddy: (_folder, port, hosts) => {
    const site = exampleWith("Caddyfile", [
      [/^annotate\.example\.org \{/m, `http://127.0.0.1:${port} {`],
      [/127\.0\.0\.1:8010 127\.0\.0\.1:8011 \{/, `${hosts.join(" ")} {\nheader_up Host ${publicName}`],
      [/flush_interval -1/, "flush_interval -1\nheader_up X-Forwarded-Proto https"],
    ]);
    return `{\nadmin off\n}\n${site}`;
  },
};

const argumentsOf: Readonly<Record<Name, (folder: string) => readonly string[]>> = {
  nginx: (folder) => ["-c", join(folder, "configuration"), "-p", folder, "-e", join(folder, "error.log")],
  Caddy: (folder) => ["run", "--config", join(folder, "configuration"), "--adapter", "caddyfile"],
};

async function startProxy(name: Name, hosts: readonly string[]): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), "wakeline-proxy-"));
  const port = await freePort();
  writeFileSync(join(folder, "configuration"), configurations[name](folder, port, hosts));
  const printed: string[] = [];
  const child: ChildProcess = spawn(programs[name] ?? name, argumentsOf[name](folder), {
    // Caddy stores its files in the home folder.
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ["ignore", "ignore", "pipe"],
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => printed.push(text));
  const exited = once(child, "exit");
  const url = `http://127.0.0.1:${port}`;
  for (let waited = 0; (await fetch(`${url}/healthz`).catch(() => undefined))?.status !== 200; waited += 50) {
    if (waited > 20_000 || child.exitCode !== null) throw new Error(`${name} does not answer:\n${printed.join("")}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    close: async () => {
      child.kill("SIGTERM");
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
