/**
 * An interrupted upload: Ctrl-C removes it, in the run that began it; after a hang-up the rest stays, and can be listed,
 * continued or removed.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { encode } from "fast-png";
import { uploadFile } from "#schemas";
import { fingerprintOf, unfinishedKey } from "#schemas/unfinished-upload";
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

interface Stopped {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Uploads, and sends the signals as soon as `isUnderWay`. */
async function interrupt(
  paths: readonly string[],
  signals: readonly NodeJS.Signals[],
  isUnderWay: (stderr: string) => boolean | Promise<boolean>,
): Promise<Stopped> {
  const args = [bin, "upload", ...paths, "--jobs", "2", "--to", "/user/admin/Private"];
  const upload = spawn(process.execPath, args, {
    env: { ...process.env, WAKELINE_SERVER: server.url, WAKELINE_TOKEN: server.token },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const closed = once(upload, "close") as Promise<[number | null]>;
  const said = { stdout: "", stderr: "" };
  upload.stdout.setEncoding("utf8").on("data", (piece: string) => (said.stdout += piece));
  upload.stderr.setEncoding("utf8").on("data", (piece: string) => (said.stderr += piece));
  while (!(await isUnderWay(said.stderr)) && upload.exitCode === null) await sleep(20);
  for (const signal of signals) upload.kill(signal);
  return { exitCode: (await closed)[0], ...said };
}

/** Starts or continues the upload of the film, and interrupts it when the server has received a part. */
async function stopUpload(signal: NodeJS.Signals, isBegun = false): Promise<Omit<Stopped, "stdout">> {
  const isUnderWay = (stderr: string): boolean => (isBegun ? stderr !== "" : uploads().length > 0);
  const { exitCode, stderr } = await interrupt([film], [signal], isUnderWay);
  return { exitCode, stderr };
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

  expect(folder).toMatchObject({ meta: { [unfinishedKey]: { sender: "gone" } } });

  // Another run may still be sending it: only the one that began it removes it, and gives up what has arrived.
  expect(await stopUpload("SIGINT", true)).toEqual({
    exitCode: 130,
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

test("Ctrl-C of the run that began an upload leaves it to a run that continues it", async () => {
  let [isContinued, isLeft] = [false, false];
  const first = interrupt([film], ["SIGINT"], () => isContinued);
  while (uploads().length === 0) await sleep(20);
  const second = interrupt([film], ["SIGHUP"], (said) => {
    isContinued ||= said !== "";
    return isLeft;
  });
  expect(await first).toMatchObject({ exitCode: 130, stderr: '"film" stays: another run continues it.\nStopped.\n' });
  isLeft = true;
  expect(await second).toMatchObject({ exitCode: 129, stderr: expect.stringMatching(/^Going on with "film"/) });
  expect(await server.client.call("resource.lookup", place)).toMatchObject({
    meta: { [unfinishedKey]: { sender: "gone" } },
  });
});

/** A folder of one picture with a broken row in its annotations. */
function addReef(name: string): string {
  const reef = join(workspace.folder, name);
  mkdirSync(reef);
  writeFileSync(join(reef, "a.png"), encode({ width: 2, height: 2, data: new Uint8Array(12), channels: 3 }));
  writeFileSync(join(reef, "boxes.csv"), "0,a.png,0,1,2,30,40,0.5,-1,ray,0.5\n1,a.png,0,one,2,34,40,0.5,-1,ray,0.5\n");
  return reef;
}

test("a signal that ends an upload loses no message or result of the datasets that come after the one being sent", async () => {
  const reef = addReef("reef");
  // Two at a time: it is begun when all of the reef is done.
  const last = join(workspace.folder, "last");
  mkdirSync(last);
  writeFileSync(join(last, "later.mp4"), "");
  truncateSync(join(last, "later.mp4"), endlessBytes);
  const isLaterBegun = async (): Promise<boolean> =>
    (await server.client.call("resource.lookup", { ...place, path: "/user/admin/Private/later" })) !== null;
  const paths = [film, reef, last];
  const finding = `${join(reef, "boxes.csv")}:2:11: error: Cells 4 to 7 must be numbers; the row was left out.`;

  const first = await interrupt(paths, ["SIGHUP"], isLaterBegun);
  expect(first).toMatchObject({ exitCode: 129, stdout: expect.stringMatching(/^http\S+\n$/) });
  expect(first.stderr).toContain(finding);
  expect(first.stderr).toMatch(/"later" is not finished.*\n(.*\n)*Made reef\.\nStopped\.\n$/);

  // Two signals end a command at once.
  const second = await interrupt(paths, ["SIGTERM", "SIGTERM"], (said) => said.includes('Going on with "later"'));
  expect(second.stderr).toMatch(/^Going on with "film", which was not finished\.\nGoing on with "later"/);
  expect(second.stderr).toContain(finding);
});

test("a dataset begun in a folder of another name is continued and takes its new place", async () => {
  const { client, userId } = server;
  addReef("dives");
  const facts = ["a.png", "boxes.csv"].map((name) => {
    const { size: sizeBytes, mtimeMs: modifiedMs } = statSync(join(workspace.folder, "dives", name));
    return { name, sizeBytes, modifiedMs };
  });
  const [home] = await client.call("folder.list", { parentType: "user", parentId: userId, name: "Private" });
  const note = { fingerprint: fingerprintOf("image-sequence", facts), uploads: {}, sender: "gone" };
  const metadata = { type: "image-sequence", fps: 1, [unfinishedKey]: note };
  const place = { parentType: "folder", parentId: home?._id ?? "", name: "reef" } as const;
  const { _id: id } = await client.call("folder.create", { ...place, metadata });
  const { stderr } = await workspace.run("wakeline upload dives --recursive");
  expect(stderr).toContain('"dives" was begun as reef: its files are the same.\nGoing on with "dives", which was not');
  expect(await client.call("folder.get", { id })).toMatchObject({ name: "dives", meta: { annotate: true } });
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
