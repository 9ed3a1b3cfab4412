/** Backups: taken while a server runs, restored into the same and the other kind of storage. */
import { execFileSync, spawnSync } from "node:child_process";
import { chmod, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { readConfig, type ServerConfig } from "../../server/config.ts";
import { backUp, restore } from "../../server/main.ts";
import { useCleanUps } from "../support/clean-ups.ts";
import { createSchema, type PostgresServer, startPostgres } from "../support/postgres.ts";
import { createBucket, type S3Server, startS3 } from "../support/s3.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let postgres: PostgresServer;
let s3: S3Server;
beforeAll(async () => {
  [postgres, s3] = [await startPostgres(), await startS3()];
});
afterAll(async () => {
  await s3.close();
  await postgres.close();
});

const { add: cleanUp, temporaryFolder } = useCleanUps();

const configOf = (dataFolder: string, storage: Partial<ServerConfig> = {}): ServerConfig =>
  readConfig({ dataFolder, logLevel: "silent", ...storage }, {});

async function start(
  dataFolder: string,
  storage: { databaseUrl?: string; blobUrl?: string } = {},
): Promise<TestServer> {
  const limits = { minChunkBytes: 0 };
  const server = await startTestServer({ dataFolder, ...storage, limits });
  cleanUp(() => server.close());
  return server;
}

const content = Buffer.from("the bytes of a file ✓");

/** An installation with some data of every kind. */
async function fill(server: TestServer): Promise<{ datasetId: string; fileId: string }> {
  const ada = await server.createUser("ada1");
  const place = { parentType: "user", parentId: ada.id, name: "reef" } as const;
  const { _id: datasetId } = await ada.client.call("folder.create", {
    ...place,
    metadata: { type: "video", fps: 5, annotate: true },
  });
  const file = await ada.client.call("file.create", {
    parentType: "folder",
    parentId: datasetId,
    name: "notes.txt",
    size: content.length,
    body: content,
  } as never);
  const track = {
    id: 1,
    begin: 0,
    end: 0,
    confidencePairs: [["fish", 1]],
    features: [{ frame: 0, bounds: [1, 2, 3, 4] }],
  };
  await ada.client.call("annotation.save", { folderId: datasetId, body: { tracks: { upsert: [track] } } } as never);
  await ada.client.call("group.create", { name: "divers" });
  return { datasetId, fileId: file._id };
}

async function expectEverything(
  server: TestServer,
  { datasetId, fileId }: { datasetId: string; fileId: string },
): Promise<void> {
  const tracks = await (await server.fetch(`/api/v1/dive_annotation/track?folderId=${datasetId}`)).json();
  expect(tracks).toMatchObject([{ id: 1, confidencePairs: [["fish", 1]] }]);
  const bytes = await (await server.fetch(`/api/v1/file/${fileId}/download`)).arrayBuffer();
  expect(Buffer.from(bytes)).toEqual(content);
  expect((await server.client.call("group.list", {})).map(({ name }) => name)).toEqual(["divers"]);
  expect((await server.client.call("user.list", { text: "ada1" })).map(({ login }) => login)).toEqual(["ada1"]);
}

test("a backup of a running server comes back, into the same kind of storage and into the other one and back", async () => {
  const folder = await temporaryFolder();
  const server = await start(folder);
  const made = await fill(server);
  const first = await temporaryFolder();
  const manifest = await backUp(configOf(folder), first);
  expect(manifest.rows).toMatchObject({ annotations: 1, revisions: 1, groups: 1 });
  expect(manifest.missing).toEqual([]);
  // Changes after the backup are not in it.
  await server.client.call("group.create", { name: "later" });

  const same = await temporaryFolder();
  await restore(configOf(same), first);
  await expectEverything(await start(same), made);

  const site = { databaseUrl: (await createSchema(postgres.url)).url, blobUrl: await createBucket(s3.endpoint) };
  const elsewhere = await temporaryFolder();
  await restore(configOf(elsewhere, site), first);
  const restored = await start(elsewhere, site);
  await expectEverything(restored, made);

  const second = await temporaryFolder();
  const again = await backUp(configOf(elsewhere, site), second);
  // Signing in above has created tokens, by a link that is in the audit log.
  expect({ ...again.rows, tokens: 0, audit: 0 }).toEqual({ ...manifest.rows, tokens: 0, audit: 0 });
  const home = await temporaryFolder();
  await restore(configOf(home), second);
  await expectEverything(await start(home), made);
});

test("a backup that is stopped ends, and the next one replaces what it left", async () => {
  const dataFolder = await temporaryFolder();
  const server = await start(dataFolder);
  await fill(server);
  const folder = await temporaryFolder();
  const signal = AbortSignal.abort(new Error("stopped"));
  await expect(backUp(configOf(dataFolder), folder, { signal })).rejects.toThrow("stopped");
  expect((await backUp(configOf(dataFolder), folder)).blobs).toBe(1);
});

test("a second backup into the same folder copies only new contents", async () => {
  const folder = await temporaryFolder();
  const server = await start(folder);
  const { datasetId } = await fill(server);
  const target = await temporaryFolder();
  await backUp(configOf(folder), target);
  const files = async (): Promise<string[]> =>
    (await readdir(join(target, "blobs"), { recursive: true })).filter((name) => /[0-9a-f]{64}$/.test(name));
  const before = await files();
  const [only = ""] = before;
  const path = join(target, "blobs", only);
  const { mtimeMs } = await import("node:fs").then(({ statSync }) => statSync(path));
  const more = { parentType: "folder", parentId: datasetId, name: "more.txt", size: 4, body: Buffer.from("more") };
  await server.client.call("file.create", more as never);
  await backUp(configOf(folder), target);
  expect((await files()).length).toBe(before.length + 1);
  expect((await import("node:fs")).statSync(path).mtimeMs).toBe(mtimeMs);
});

/** The only folder of tables. */
async function tablesIn(backup: string): Promise<string> {
  const names = (await readdir(backup)).filter((name) => name.startsWith("tables"));
  expect(names).toHaveLength(1);
  return names[0] ?? "";
}

test("a backup that fails leaves the one that the folder holds, which the next one replaces", async () => {
  const folder = await temporaryFolder();
  const server = await start(folder);
  const made = await fill(server);
  const target = await temporaryFolder();
  await backUp(configOf(folder), target);

  const more = { parentType: "folder", parentId: made.datasetId, name: "more.txt", size: 4, body: Buffer.from("more") };
  const file = await server.client.call("file.create", more as never);
  const known = await readdir(join(target, "blobs"), { recursive: true });
  const stored = await readdir(join(folder, "blobs"), { recursive: true });
  const added = stored.find((name) => /[0-9a-f]{64}$/.test(name) && !known.some((one) => name.endsWith(one))) ?? "";
  const bytes = await readFile(join(folder, "blobs", added));
  await chmod(join(folder, "blobs", added), 0o600);
  await writeFile(join(folder, "blobs", added), "evil");
  await expect(backUp(configOf(folder), target)).rejects.toThrow("is damaged");
  const home = await temporaryFolder();
  await restore(configOf(home), target);
  await expectEverything(await start(home), made);

  await writeFile(join(folder, "blobs", added), bytes);
  expect(await backUp(configOf(folder), target)).toMatchObject({ blobs: 2, tables: await tablesIn(target) });
  const next = await temporaryFolder();
  await restore(configOf(next), target);
  const there = await (await start(next)).fetch(`/api/v1/file/${file._id}/download`);
  expect(await there.text()).toBe("more");
});

test("a backup of the first version, whose tables have one name for all, is read", async () => {
  const folder = await temporaryFolder();
  const made = await fill(await start(folder));
  const backup = await temporaryFolder();
  const { tables, ...facts } = await backUp(configOf(folder), backup);
  await rename(join(backup, tables), join(backup, "tables"));
  await writeFile(join(backup, "manifest.json"), JSON.stringify({ ...facts, version: 1 }));
  const home = await temporaryFolder();
  expect((await restore(configOf(home), backup)).tables).toBe("tables");
  await expectEverything(await start(home), made);
});

test("invalid, truncated or damaged backups are refused, and an empty installation stays empty", async () => {
  const folder = await temporaryFolder();
  await fill(await start(folder));
  const backup = await temporaryFolder();
  await expect(restore(configOf(await temporaryFolder()), backup)).rejects.toThrow(
    "is not a backup, or an incomplete one",
  );
  await backUp(configOf(folder), backup);
  await expect(restore(configOf(folder), backup)).rejects.toThrow("is in use by another Wakeline server");

  const tracks = join(backup, await tablesIn(backup), "annotations.jsonl");
  const good = await readFile(tracks);
  await writeFile(tracks, "");
  const target = await temporaryFolder();
  await expect(restore(configOf(target), backup)).rejects.toThrow("has 0 rows instead of 1");
  expect((await readdir(target)).filter((name) => name.startsWith("wakeline.db"))).toEqual([]);
  const schema = await createSchema(postgres.url);
  const site = { databaseUrl: schema.url, blobUrl: await createBucket(s3.endpoint) };
  await expect(restore(configOf(target, site), backup)).rejects.toThrow("has 0 rows instead of 1");
  await writeFile(tracks, good);
  await restore(configOf(target), backup);
  await expect(restore(configOf(target), backup)).rejects.toThrow("There is already a database");

  const [blob = ""] = (await readdir(join(backup, "blobs"), { recursive: true })).filter((name) => name.length > 60);
  await writeFile(join(backup, "blobs", blob), "something else");
  await expect(restore(configOf(await temporaryFolder()), backup)).rejects.toThrow("does not match its name");
});

test("a backup and the data folder lie apart, whatever links lead to them", async () => {
  const folder = await temporaryFolder();
  await fill(await start(folder));
  const link = join(await temporaryFolder(), "link");
  await symlink(folder, link);
  const before = await readdir(folder);
  for (const inside of [folder, join(folder, "backups", "new"), link, join(link, "new")]) {
    await expect(backUp(configOf(folder), inside)).rejects.toThrow("would be in the data folder");
  }
  await expect(backUp(configOf(link), join(folder, "new"))).rejects.toThrow("would be in the data folder");
  expect(await readdir(folder)).toEqual(before);

  // A name that starts with the other's is a different folder.
  const backup = `${folder}-backup`;
  await backUp(configOf(folder), backup);
  cleanUp(() => rm(backup, { recursive: true }));
  const toBackup = join(await temporaryFolder(), "backup");
  await symlink(backup, toBackup);
  const made = await readdir(backup);
  for (const home of [backup, join(backup, "data"), toBackup, join(toBackup, "data"), dirname(backup)]) {
    await expect(restore(configOf(home), backup)).rejects.toThrow("are the same folder, or one is inside the other");
  }
  expect(await readdir(backup)).toEqual(made);
});

test.runIf(process.platform === "linux")("a folder that the system refuses to make is an error at once", async () => {
  const folder = await temporaryFolder();
  await (await start(folder)).close();
  const file = join(await temporaryFolder(), "file");
  await writeFile(file, "");
  const run = (...args: string[]): { status: number | null; stderr: string } =>
    spawnSync(process.execPath, ["cli/wakeline.ts", ...args], {
      encoding: "utf8",
      timeout: 30_000,
      killSignal: "SIGKILL",
    });
  expect(run("admin", "backup", "/proc/x", "--data", folder)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("/proc/x cannot be made"),
  });
  expect(run("admin", "backup", join(file, "x"), "--data", folder)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining(`${file} is not a folder`),
  });
  expect(run("serve", "--port", "0", "--data", "/proc/x/y")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("/proc/x cannot be made"),
  });
  const tracks = join(await temporaryFolder(), "tracks.csv");
  await writeFile(tracks, "0,1.png,0,1,2,3,4,1,-1,fish,1\n");
  expect(run("convert", tracks, tracks, "--to", "mot", "-o", "/proc/x")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("/proc/x"),
  });
});

test("a refusal names the database without its password", async () => {
  const { url } = await createSchema(postgres.url);
  const folder = await temporaryFolder();
  await (await start(folder)).close();
  const backup = await temporaryFolder();
  await backUp(configOf(folder), backup);
  const secret = new URL(url);
  secret.password = "first-secret";
  secret.searchParams.set("password", "second-secret");
  const site = { databaseUrl: secret.href, blobUrl: await createBucket(s3.endpoint) };
  await restore(configOf(folder, site), backup);
  const refused = await restore(configOf(folder, site), backup).catch((error: unknown) => String(error));
  expect(refused).toContain("There is already an installation in postgres");
  expect(refused).not.toContain("secret");
});

test("the commands say what they did", async () => {
  const folder = await temporaryFolder();
  await fill(await start(folder));
  const target = await temporaryFolder();
  const wakeline = (...args: string[]): string =>
    execFileSync(process.execPath, ["cli/wakeline.ts", "admin", ...args], {
      encoding: "utf8",
      env: { ...process.env, NO_COLOR: "1" },
    });
  expect(wakeline("backup", target, "--data", folder)).toBe(`${target}\n`);
  const home = await temporaryFolder();
  const manifest = JSON.parse(wakeline("restore", target, "--data", home, "--json")) as { blobs: number };
  expect(manifest.blobs).toBe(1);
});
