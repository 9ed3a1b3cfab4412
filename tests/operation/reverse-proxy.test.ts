/** The example of nginx that the documentation shows, in front of two servers of one site. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";

import { createImageDataset } from "../support/dataset.ts";
import { readEvents } from "../support/event-reader.ts";
import { createSchema, type PostgresServer, startPostgres } from "../support/postgres.ts";
import { createBucket, type S3Server, startS3 } from "../support/s3.ts";
import { clientOf, startTestServer, type TestServer, testPassword } from "../support/test-server.ts";
import { findOrInstallNginx } from "../tools/install-nginx.ts";

const nginx = findOrInstallNginx();
if (nginx === undefined) console.warn("Left out: nginx is not there, so its example in docs/operation was not tried.");

/** The name that clients use; the servers know it as a public one. */
const publicName = "annotate.example.org";

describe.skipIf(nginx === undefined)("nginx as documented", () => {
  let postgres: PostgresServer;
  let s3: S3Server;
  let servers: readonly TestServer[] = [];
  let proxy: Proxy;
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
    proxy = await startProxy(servers.map(({ url }) => new URL(url).host));
  }, 120_000);
  afterAll(async () => {
    await proxy?.close();
    for (const server of servers) await server.close();
    await postgres?.close();
    await s3?.close();
  });

  const first = (): TestServer => servers[0] as TestServer;

  test("uploads larger than a proxy likes go through, their chunks to whichever server", async () => {
    const client = clientOf(proxy.url, first().token);
    const folderId = await createImageDataset(first().client, "behind a proxy");
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
    const { login } = await first().createUser("proxied1");
    const signIn = (password: string, forwarded: string): Promise<Response> =>
      fetch(`${proxy.url}/api/v1/user/authentication`, {
        headers: { authorization: `Basic ${btoa(`${login}:${password}`)}`, "x-forwarded-for": forwarded },
      });
    const answer = await signIn(testPassword, "203.0.113.7");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("set-cookie")).toContain("; Secure");
    // Were it believed, each guess would come from an address of its own and none would be held up.
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

/** Runs the example with the addresses of this test, without TLS, and as it would be told that the page came by https. */
async function startProxy(hosts: readonly string[]): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), "wakeline-nginx-"));
  const port = await freePort();
  const example = readFileSync(new URL("../../docs/operation/examples/nginx.conf", import.meta.url), "utf8");
  const replacements: readonly (readonly [RegExp, string])[] = [
    [/server 127\.0\.0\.1:8010;/, `server ${hosts[0]};`],
    [/server 127\.0\.0\.1:8011;/, `server ${hosts[1]};`],
    [/listen 443 ssl http2;/, `listen 127.0.0.1:${port};`],
    [/ssl_certificate {5}.*;\n/, ""],
    [/ssl_certificate_key .*;\n/, ""],
    [/server_name .*;/, `server_name ${publicName} 127.0.0.1;`],
    [/\$http_host;/, `${publicName};`],
    [/\$scheme;/, "https;"],
  ];
  let site = example;
  for (const [pattern, replacement] of replacements) {
    if (!pattern.test(site)) throw new Error(`The example has no ${pattern} any more.`);
    site = site.replace(pattern, replacement);
  }
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const log = join(folder, "error.log");
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; master_process off; pid ${folder}/nginx.pid; error_log ${log};\nevents {}\nhttp {\naccess_log off;\n${temporary.join("\n")}\n${site}\n}\n`,
  );
  const child: ChildProcess = spawn(nginx ?? "nginx", ["-c", join(folder, "nginx.conf"), "-p", folder, "-e", log], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const exited = once(child, "exit");
  const url = `http://127.0.0.1:${port}`;
  for (let waited = 0; (await fetch(`${url}/healthz`).catch(() => undefined))?.status !== 200; waited += 50) {
    if (waited > 20_000) throw new Error(`nginx does not answer:\n${readFileSync(log, "utf8")}`);
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
