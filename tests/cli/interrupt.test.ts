/**
 * An interrupted upload: Ctrl-C removes it; after a hang-up the rest stays, and can be listed, continued or removed.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { uploadFile } from "#schemas";
import { unfinishedKey } from "#schemas/unfinished-upload";
import { createImageDataset } from "../support/dataset.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { createWorkspace, type Workspace } from "./transcript.ts";

/** Many processes, each of which takes a while on a busy machine. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const bin = fileURLToPath(new URL("../../cli/bin.js", import.meta.url));
/** More than any machine sends before the test interrupts it; a sparse file without blocks on the disk. */
const endlessBytes = 64 * 2 ** 30;

let server: TestServer;
let workspace: Workspace;
let film: string;
beforeEach(async () => {
  server = await startTestServer();
  workspace = createWorkspace({ WAKELINE_SERVER: server.url, WAKELINE_TOKEN: server.token });
  film = join(workspace.folder, "film.mp4");
  writeFileSync(film, "");
  truncateSync(film, endlessBytes);
});
afterEach(async () => {
  await server.close();
  workspace.remove();
});

const uploads = (): string[] => readdirSync(join(server.dataFolder, "uploads"));
const place = { path: "/user/admin/Private/film", test: true } as const;

/** Starts or continues an upload, and interrupts it when the server has received a part. */
async function stopUpload(
  signal: NodeJS.Signals,
  isBegun = false,
): Promise<{ exitCode: number | null; stderr: string }> {
  const upload = spawn(process.execPath, [bin, "upload", film, "--to", "/user/admin/Private"], {
    env: { ...process.env, WAKELINE_SERVER: server.url, WAKELINE_TOKEN: server.token },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = once(upload, "exit") as Promise<[number | null]>;
  let stderr = "";
  upload.stderr.setEncoding("utf8").on("data", (piece: string) => (stderr += piece));
  const isUnderWay = (): boolean => (isBegun ? stderr !== "" : uploads().length > 0);
  while (!isUnderWay() && upload.exitCode === null) await sleep(20);
  upload.kill(signal);
  return { exitCode: (await exited)[0], stderr };
}

test("Ctrl-C takes an upload back", async () => {
  expect(await stopUpload("SIGINT")).toEqual({ exitCode: 130, stderr: "Stopped.\n" });
  expect(uploads()).toEqual([]);
  expect(await server.client.call("resource.lookup", place)).toBeNull();
});

test("an upload stopped by a hang-up is listed, continues with the same files only, and can be removed", async () => {
  const { exitCode, stderr } = await stopUpload("SIGHUP");
  const folder = await server.client.call("resource.lookup", place);
  const id = folder?._id ?? "";
  expect(exitCode).toBe(129);
  expect(stderr).toBe(
    `"film" is not finished: the same command goes on with it, \`wakeline rm ${id}\` removes it.\nStopped.\n`,
  );
  const listed = await workspace.run("wakeline ls --unfinished");
  expect(listed).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(`^${id}\tfilm\tvideo\t\\d{4}-\\d\\d-\\d\\d\n$`),
  });
  expect(await workspace.run("wakeline ls --unfinished --in /user/admin/Public")).toMatchObject({ stdout: "" });

  expect(await stopUpload("SIGTERM", true)).toEqual({
    exitCode: 143,
    stderr: `Going on with "film", which was not finished.\n${stderr}`,
  });
  expect(uploads()).toHaveLength(1);

  truncateSync(film, endlessBytes - 1);
  const changed = await workspace.run("wakeline upload film.mp4 --to /user/admin/Private");
  expect(changed).toEqual({
    exitCode: 2,
    stdout: "",
    stderr:
      'error: "film" was begun with other files, with files that have changed since, or by another version of wakeline: ' +
      `remove it with \`wakeline rm ${id}\`, or choose another name with --name.\n`,
  });
  expect(await workspace.run("wakeline rm /user/admin/Private/film")).toMatchObject({
    exitCode: 0,
    stderr: "Removed film.\n",
  });
  expect(uploads()).toEqual([]);
  expect(await server.client.call("resource.lookup", place)).toBeNull();
});

test("ids of other uploads in the note of a dataset change nothing: they are neither continued nor given up", async () => {
  const [into, other] = await Promise.all(
    ["film", "other"].map(
      async (name) =>
        (await server.client.call("folder.create", { parentType: "user", parentId: server.userId, name }))._id,
    ),
  );
  const target = { parentType: "folder", parentId: other ?? "", name: "other.mp4", size: 4 } as const;
  const { _id: upload } = await server.client.call("file.create", target);
  const resumed = await uploadFile(
    server.client,
    { parentType: "folder", parentId: into ?? "", name: "four.txt" },
    new Blob(["four"]),
    { resumes: upload },
  );
  expect(resumed.name).toBe("four.txt");

  const note = { fingerprint: "x", uploads: { "film.mp4": upload } };
  await server.client.call("folder.setMetadata", { id: into ?? "", body: { [unfinishedKey]: note } });
  expect(await workspace.run(`wakeline rm ${into}`)).toMatchObject({ exitCode: 0, stderr: "Removed film.\n" });
  expect(await server.client.call("file.offset", { uploadId: upload })).toEqual({ offset: 0 });
});

test("the note of an upload on a dataset that is ready, or has annotations, does not skip the question", async () => {
  const { client } = server;
  const body = { [unfinishedKey]: { fingerprint: "x", uploads: {} } };
  const id = await createImageDataset(client, "ready");
  await client.call("folder.setMetadata", { id, body });
  const refused = { exitCode: 2, stderr: expect.stringContaining('"ready" is a finished dataset: --yes removes it') };
  expect(await workspace.run(`wakeline rm ${id}`)).toMatchObject(refused);

  const track = { id: 0, begin: 0, end: 0, confidencePairs: [["ray", 1]], attributes: {}, features: [] };
  const changes = { tracks: { upsert: [track], delete: [] } };
  await client.call("annotation.save", { folderId: id, body: changes as never });
  await client.call("folder.setMetadata", { id, body: { annotate: false } });
  expect(await workspace.run(`wakeline rm ${id}`)).toMatchObject(refused);
  expect(await client.call("folder.get", { id })).toMatchObject({ name: "ready" });
  const removed = { exitCode: 0, stderr: `Removed ready; \`wakeline trash restore ${id}\` brings it back.\n` };
  expect(await workspace.run(`wakeline rm ${id} --yes`)).toMatchObject(removed);
});
