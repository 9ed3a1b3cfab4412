/** `wakeline datasets download` and `share`, on a real server. */
import { createServer, request as sendRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { track } from "../support/annotations.ts";
import { createImageDataset } from "../support/dataset.ts";
import { createBucket, startS3 } from "../support/s3.ts";
import { startTestServer, type TestServer, type TestUser } from "../support/test-server.ts";
import { runInProcess } from "./in-process.ts";
import { expectOutput } from "./output-schema.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let server: TestServer;
let folder: string;
let dataset: string;
let bob: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  folder = mkdtempSync(join(tmpdir(), "wakeline-downloads-"));
  dataset = await createImageDataset(server.client, "Reef 1", 3);
  await server.client.call("annotation.save", { folderId: dataset, body: { tracks: { upsert: [track(0)] } } });
  bob = await server.createUser("robert");
});
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function run(token: string, ...args: string[]) {
  return runInProcess(["dataset", ...args], { env: { WAKELINE_TOKEN: token, WAKELINE_SERVER: server.url } });
}

async function download() {
  const { stdout, stderr } = await run(server.token, "download", dataset, "-o", folder, "--json");
  expect(stdout, stderr).not.toBe("");
  const line = JSON.parse(stdout) as { there: number };
  expectOutput("dataset-download", line);
  return line;
}

test("media and annotations come into a folder, checked; a second time only what is missing or damaged comes", async () => {
  expect(await download()).toMatchObject({ folder: join(folder, "reef-1"), files: 3, verified: 3, there: 0, sets: 1 });
  const at = join(folder, "reef-1");
  expect(readdirSync(at).toSorted()).toEqual([
    ...[".wakeline-copy.json", "annotations.json", "image-0.png", "image-1.png", "image-2.png"],
  ]);
  const original = readFileSync(join(at, "image-1.png"));
  const damaged = Buffer.from(original);
  damaged[40] = (damaged[40] ?? 0) ^ 1;
  writeFileSync(join(at, "image-1.png"), damaged);
  rmSync(join(at, "image-2.png"));
  const untouched = statSync(join(at, "image-0.png")).ino;
  expect(await download()).toMatchObject({ files: 3, verified: 3, there: 1 });
  expect(readFileSync(join(at, "image-1.png"))).toEqual(original);
  expect(statSync(join(at, "image-0.png")).ino).toBe(untouched);
});

test("sharing gives a right, says who has which, and takes it away", async () => {
  expect((await run(bob.token, "download", dataset, "-o", join(folder, "bob"))).exitCode).toBe(4);
  const shared = await run(server.token, "share", dataset, "--with", "robert=read", "--json");
  const line = JSON.parse(shared.stdout) as object;
  expectOutput("dataset-share", line);
  expect(line).toMatchObject({
    id: dataset,
    public: false,
    users: [
      { login: "admin", level: "admin" },
      { login: "robert", level: "read" },
    ],
  });
  expect((await run(bob.token, "download", dataset, "-o", join(folder, "bob"))).exitCode).toBe(0);
  expect((await run(bob.token, "share", dataset, "--with", "robert=admin")).exitCode).toBe(4);
  const { stdout } = await run(server.token, "share", dataset, "--without", "robert", "--public");
  expect(stdout).toBe("Reef 1\tuser\tadmin\tadmin\nReef 1\teveryone\t\tread\n");
  expect((await run(bob.token, "share", dataset)).stderr).not.toBe("");
  const unknown = await run(server.token, "share", dataset, "--with", "unknown-one=read");
  expect([unknown.exitCode, unknown.stderr]).toEqual([2, expect.stringContaining("has no user unknown-one")]);
});

test("where the site allows it, the bytes come from the bucket, and through the server when the bucket is away", async () => {
  const s3 = await startS3();
  const asked: string[] = [];
  // Clients use another address than the server's own.
  const front = createServer((request, response) => {
    asked.push(request.headers["girder-token"] === undefined ? "without session" : "with session");
    const { url = "/", headers, method } = request;
    const options = { headers: { ...headers, host: new URL(s3.endpoint).host }, method };
    const onward = sendRequest(`${s3.endpoint}${url}`, options, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    onward.end();
  });
  await new Promise<void>((resolve) => void front.listen(0, "127.0.0.1", resolve));
  const { port } = front.address() as AddressInfo;
  const blobUrl = `${await createBucket(s3.endpoint)}&direct=http://127.0.0.1:${port}`;
  const site = await startTestServer({ blobUrl, limits: { minChunkBytes: 0 } });
  try {
    const id = await createImageDataset(site.client, "Reef 2", 3);
    const env = { WAKELINE_TOKEN: site.token, WAKELINE_SERVER: site.url };
    const get = async (name: string) => {
      const given = ["dataset", "download", id, "-o", join(folder, name), "--json"];
      const { stdout, stderr } = await runInProcess(given, { env });
      return { line: JSON.parse(stdout) as object, stderr };
    };
    expect((await get("direct")).line).toMatchObject({ files: 3, verified: 3, there: 0 });
    expect(asked).toEqual(["without session", "without session", "without session"]);
    await new Promise((resolve) => front.close(resolve).closeAllConnections());
    const { line, stderr } = await get("through");
    expect(line).toMatchObject({ files: 3, verified: 3 });
    expect(stderr).toContain("The storage cannot be read directly");
  } finally {
    front.close();
    await site.close();
    await s3.close();
  }
});

test("lists of folders, sets, revisions and people have the form that is published", async () => {
  const env = { WAKELINE_TOKEN: server.token, WAKELINE_SERVER: server.url };
  const printed = async (...args: string[]): Promise<unknown> => {
    const { stdout, stderr } = await runInProcess([...args, "--json"], { env });
    expect(stdout, stderr).not.toBe("");
    return JSON.parse(stdout);
  };
  const { id } = (await printed("group", "create", "divers")) as { id: string };
  for (const [name, ...args] of [
    ["folder-list", "folder", "list"],
    ["folder-show", "folder", "show", "/user/admin/Private"],
    ["set-list", "set", "list", dataset],
    ["revision-list", "revision", "list", dataset],
    ["revision-show", "revision", "show", dataset, "1"],
    ["user-list", "user", "list"],
    ["group-list", "group", "list"],
    ["group-show", "group", "show", id],
  ] as const)
    expectOutput(name, await printed(...args));
});
