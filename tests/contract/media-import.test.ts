/** Media in place: a folder of the server becomes datasets without copying, repeatedly, and stays unchanged. */
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";

import { type Job, JobStatus } from "#schemas";
import { mediaLedgerOf } from "#schemas/media-ledger";

import { workerHandler } from "../../server/domain/job-status.ts";
import { loadSampleMedia } from "../../server/sample/sample-media.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let root: string;
let film: Buffer;
let placeId: string;
let destinationId: string;

const csv = "0,a.mp4,0,1,2,30,40,1,-1,fish,1\n";

async function put(path: string, bytes: Uint8Array | string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), bytes);
}
const picture = async (red: number): Promise<Buffer> =>
  await sharp({ create: { width: 8, height: 6, channels: 3, background: { r: red, g: 0, b: 0 } } })
    .png()
    .toBuffer();

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "wakeline-media-import-")));
  server = await startTestServer({ mediaRoots: [root] });
  const sample = await loadSampleMedia();
  film = Buffer.from(sample.video.files[0]!.bytes);
});
afterAll(async () => {
  await server.close();
  await rm(root, { recursive: true });
});
beforeEach(async () => {
  const name = `cruise ${performance.now()}`;
  root = join(root.replace(/\/cruise.*$/, ""), name);
  await mkdir(root);
  placeId = (await server.client.call("assetstore.create", { name, type: 0, root }))._id;
  const parent = { parentType: "user", parentId: server.userId } as const;
  destinationId = (await server.client.call("folder.create", { ...parent, name }))._id;
});

/** @returns the log of the job */
async function importAll(importPath = "", dryRun = false): Promise<string> {
  const asked = { id: placeId, importPath, destinationId, dryRun };
  return await logOf(await server.client.call("assetstore.import", asked));
}

const checkAll = async (): Promise<string> =>
  await logOf(await server.client.call("assetstore.check", { id: placeId }));

async function logOf({ _id: id }: Job): Promise<string> {
  await vi.waitFor(
    async () => {
      if ((await server.client.call("job.queued", {})).outstanding > 0) throw new Error("jobs go on");
    },
    { timeout: 60_000, interval: 50 },
  );
  const { status, log = [] } = await server.client.call("job.get", { id });
  expect([status, log.join("")]).toEqual([JobStatus.success, expect.any(String)]);
  return log.join("");
}

/** Paths of the datasets below a folder, with their ids. */
async function datasets(parentId = destinationId, above = ""): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { _id, name, meta } of await server.client.call("folder.list", { parentType: "folder", parentId })) {
    if (meta.annotate === true) found[above + name] = _id;
    else Object.assign(found, await datasets(_id, `${above}${name}/`));
  }
  return found;
}

const filesOf = async (): Promise<number> => (await server.client.call("assetstore.files", { id: placeId })).length;

test("a folder becomes datasets: videos by their names with their annotations, pictures as folders; nothing is copied", async () => {
  const own = async (): Promise<string[]> =>
    (await readdir(server.dataFolder, { recursive: true })).filter((one) => /blobs.*[0-9a-f]{64}$/.test(one));
  const before = [await own(), await stat(server.dataFolder)];
  await put("2024/reef.mp4", film);
  await put("2024/reef.csv", csv);
  await put("2024/stills/1.png", await picture(1));
  await put("2024/stills/2.png", await picture(2));
  await put("notes.pdf", "%PDF");
  await symlink("/etc/hostname", join(root, "2024", "stills", "3.png"));
  await put("2024/back\\slash.mp4", film);
  const log = await importAll();
  expect(log).toContain("notes.pdf is not a kind of file that can be imported");
  expect(log).toContain("2024/stills/3.png is a link, which is not followed, and was left out.");
  expect(log).toContain("2024/back\\slash.mp4 has a name that cannot be a path here, and was left out. Rename it");
  const found = await datasets();
  expect(Object.keys(found)).toEqual(["2024/reef", "2024/stills"]);
  const reef = found["2024/reef"]!;
  expect(await server.client.call("annotation.tracks", { folderId: reef })).toMatchObject([{ id: 0 }]);
  const { video } = await server.client.call("dataset.media", { id: reef });
  const whole = await server.fetch(video!.url);
  expect(whole.status).toBe(200);
  const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
  expect(sha256(new Uint8Array(await whole.arrayBuffer()))).toBe(sha256(film));
  const part = await server.fetch(video!.url, { headers: { Range: "bytes=100-199" } });
  expect([part.status, part.headers.get("Content-Range")]).toEqual([206, `bytes 100-199/${film.length}`]);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(film.subarray(100, 200));
  const etag = whole.headers.get("ETag") ?? "";
  expect((await server.fetch(video!.url, { headers: { "If-None-Match": etag } })).status).toBe(304);
  const { imageData } = await server.client.call("dataset.media", { id: found["2024/stills"]!, sizes: true });
  expect(imageData).toMatchObject([{ filename: "1.png", width: 8, height: 6 }, { filename: "2.png" }]);
  expect((await server.fetch(`/api/v1/dive_dataset/${reef}/thumbnail`)).status).toBe(200);
  expect([await own(), (await readdir(root, { recursive: true })).length]).toEqual([before[0], 9]);
  expect(await filesOf()).toBe(3);
});

test("importing again adds new files, follows changed ones, names missing ones, and keeps annotations", async () => {
  await put("reef.mp4", film);
  await put("stills/b1.png", await picture(1));
  await put("stills/b2.png", await picture(2));
  await put("late/1.png", await picture(3));
  await importAll();
  const first = await datasets();
  const [reef, stills] = [first["reef"]!, first["stills"]!];
  const track = {
    id: 5,
    begin: 0,
    end: 0,
    attributes: {},
    confidencePairs: [["cod", 1]],
    features: [{ frame: 0, bounds: [1, 2, 3, 4], keyframe: true }],
  };
  for (const folderId of [reef, stills]) {
    await server.client.call("annotation.save", {
      folderId,
      body: { tracks: { upsert: [track], delete: [] } },
    } as never);
  }
  expect(await importAll()).toContain("3 datasets, 0 new.");
  expect([await datasets(), await filesOf()]).toEqual([first, 4]);

  await put("wreck.mp4", film);
  await put("late/late.csv", "0,1.png,0,1,2,30,40,1,-1,fish,1\n");
  await put("stills/b3.png", await picture(3));
  await put("stills/a.png", await picture(4));
  await put("stills/b1.png", await picture(200));
  await rename(join(root, "reef.mp4"), join(root, "..", "taken away"));
  // A changed file is not mistaken for the annotated one until it is imported again.
  const { imageData: old } = await server.client.call("dataset.media", { id: stills });
  const refused = await server.fetch(old[0]!.url);
  expect([refused.status, await refused.json()]).toMatchObject([409, { message: expect.stringContaining("b1.png") }]);

  await importAll();
  expect(await datasets()).toEqual({ ...first, wreck: expect.any(String) });
  const { imageData } = await server.client.call("dataset.media", { id: stills });
  expect(imageData.map(({ filename }) => filename)).toEqual(["b1.png", "b2.png", "b3.png"]);
  const bytes = Buffer.from(await (await server.fetch(imageData[0]!.url)).arrayBuffer());
  expect(bytes.equals(await readFile(join(root, "stills", "b1.png")))).toBe(true);
  const ledger = async (id: string) =>
    mediaLedgerOf((await server.client.call("folder.get", { id })).meta).map(({ what, where }) => [what, where]);
  expect(await ledger(stills)).toEqual([
    ["changed", "stills/b1.png"],
    ["left-out", "a.png"],
  ]);
  expect(await ledger(reef)).toEqual([["broken", "reef.mp4"]]);
  expect(await server.client.call("annotation.tracks", { folderId: first["late"]! })).toMatchObject([{ id: 0 }]);
  for (const folderId of [reef, stills]) {
    expect(await server.client.call("annotation.tracks", { folderId })).toMatchObject([{ id: 5 }]);
  }
});

test("metadata of frames next to a video, named after it, describe it and are not annotations", async () => {
  const rows = "filename,frame,depth\n0,0,12.5\n1,1,13\n";
  await put("reef.mp4", film);
  await put("reef.csv", csv);
  await put("reef_metadata.csv", rows);
  await put("wreck.mp4", film);
  await put("wreck-metadata.txt", rows.replaceAll(",", "\t"));
  const log = await importAll();
  const found = await datasets();
  expect(Object.keys(found)).toEqual(["reef", "wreck"]);
  expect(log).toContain("reef.csv became the annotations of reef: 1 track.");
  for (const [name, file] of [
    ["reef", "reef_metadata.csv"],
    ["wreck", "wreck-metadata.txt"],
  ] as const) {
    const { meta } = await server.client.call("folder.get", { id: found[name]! });
    expect(meta).toMatchObject({ metadataFileOriginalName: file });
    expect(mediaLedgerOf(meta).filter(({ what }) => what === "left-out")).toEqual([]);
  }
  expect(await server.client.call("annotation.tracks", { folderId: found["wreck"]! })).toEqual([]);
});

test("a media source can be renamed and moved: files that are the same there are shown as before, and what is not is noted", async () => {
  await put("reef.mp4", film);
  await put("late.mp4", film);
  await importAll();
  const { reef, late } = await datasets();
  const moved = `${root} moved`;
  await rename(root, moved);
  await rm(join(moved, "late.mp4"));
  const change = async (given: object) =>
    await server.client.call("assetstore.update", { id: placeId, ...given } as never);
  const renamed = await change({ name: `${root} three` });
  expect(renamed).toMatchObject({ _id: placeId, name: `${root} three`, root });
  expect(renamed.checkJob).toBeUndefined();
  await expect(change({ root: "/etc" })).rejects.toThrow("WAKELINE_MEDIA_ROOTS");
  await expect(change({ current: true })).rejects.toThrow("read only");
  await expect(change({ credentials: "SURVEY" })).rejects.toThrow("are for buckets");
  await expect(change({ sign: true })).rejects.toThrow("are for buckets");
  const { video } = await server.client.call("dataset.media", { id: reef! });
  expect((await server.fetch(video!.url)).status).toBe(409);

  const ledgerOf = async (id: string) => mediaLedgerOf((await server.client.call("folder.get", { id })).meta);
  const tried = await server.client.call("assetstore.check", { id: placeId, root: moved });
  expect(tried.title).toContain(moved);
  const log = await logOf(tried);
  expect(log).toContain("late.mp4 is no longer in its media source.");
  expect(log).toContain("There, 1 dataset would be shown as before, 1 would lack files.");
  expect([(await server.fetch(video!.url)).status, await ledgerOf(late!)]).toEqual([409, []]);

  const after = await change({ root: moved });
  expect(after).toMatchObject({ name: `${root} three`, root: moved });
  expect(await logOf(await server.client.call("job.get", { id: after.checkJob ?? "" }))).toContain(
    "1 file as imported, 0 changed, 1 gone, 0 new.",
  );
  expect((await server.fetch(video!.url)).status).toBe(200);
  expect(await ledgerOf(late!)).toMatchObject([{ what: "broken", where: "late.mp4" }]);
  // With jobs switched off the change is made, without a check.
  await mkdir(root);
  await server.client.call("configuration.setJobsDisabled", { body: { disabled: true } } as never);
  const { checkJob } = await change({ root });
  await server.client.call("configuration.setJobsDisabled", { body: { disabled: false } } as never);
  expect([checkJob, (await server.client.call("assetstore.get", { id: placeId })).root]).toEqual([undefined, root]);
  const { _id: otherId } = await server.client.call("assetstore.create", { name: `${root} two`, type: 0, root: moved });
  await expect(change({ name: `${root} two` })).rejects.toThrow("There is already a media source called");

  // Of two changes at the same time none undoes the other.
  const [named, placed] = await Promise.allSettled([change({ name: `${root} four` }), change({ root: moved })]);
  const both = await server.client.call("assetstore.get", { id: placeId });
  expect(both.name === `${root} four`, both.name).toBe(named.status === "fulfilled");
  expect(both.root === moved, both.root).toBe(placed.status === "fulfilled");

  // An import that no worker has begun yet.
  const kwargs = { kind: "import-media" };
  const job = { title: "Importing two", type: "import", handler: workerHandler, userId: server.userId, kwargs };
  const { id: jobId } = await server.server.services.jobs.create({ ...job, params: { assetstoreId: otherId } });
  const removed = server.client.call("assetstore.delete", { id: otherId });
  await expect(removed).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("is under way and reads") as string,
  });
  await server.client.call("job.cancel", { id: jobId });
  await server.client.call("assetstore.delete", { id: otherId });
});

test("a check names missing, changed and new files, notes them on the datasets, and removes the note when a file is back", async () => {
  await put("reef.mp4", film);
  await put("stills/b1.png", await picture(1));
  await put("stills/b2.png", await picture(2));
  await importAll();
  const made = await datasets();
  const [reef, stills] = [made["reef"]!, made["stills"]!];
  expect(await checkAll()).toBe("3 files as imported, 0 changed, 0 gone, 0 new.\n");
  const cloneOf = async (id: string): Promise<string> =>
    (await server.client.call("dataset.clone", { cloneId: id, parentFolderId: cloneFolderId, name: `clone of ${id}` }))
      ._id;
  const parent = { parentType: "user", parentId: server.userId } as const;
  const { _id: cloneFolderId } = await server.client.call("folder.create", { ...parent, name: "clones of the place" });
  const [cloneOfReef, cloneOfStills] = [await cloneOf(reef), await cloneOf(stills)];
  const cloneOfClone = await cloneOf(cloneOfStills);

  await rename(join(root, "reef.mp4"), join(root, "..", "away.mp4"));
  await put("stills/b2.png", await picture(200));
  await put("stills/b3.png", await picture(3));
  await put("stills/notes.txt", "not media");
  const files = async () => await server.client.call("assetstore.files", { id: placeId });
  const before = await files();
  const found = await checkAll();
  expect(found.trimEnd().split("\n").toSorted()).toEqual([
    "1 file as imported, 1 changed, 1 gone, 1 new.",
    expect.stringMatching(/^reef\.mp4 is no longer in its media source\. Its annotations are kept\./),
    "stills/: 1 new file.",
    expect.stringMatching(
      /^stills\/b2\.png was replaced in its place of media \(fingerprint \S+, now \S+\)\. Annotations were/,
    ),
  ]);
  const ledger = async (id: string) =>
    mediaLedgerOf((await server.client.call("folder.get", { id })).meta).map(({ what, where }) => [what, where]);
  const noted = async () => {
    const [ofReef, ofStills] = [await ledger(reef), await ledger(stills)];
    // Clones show the same files.
    expect([await ledger(cloneOfReef), await ledger(cloneOfStills)]).toEqual([ofReef, ofStills]);
    expect(await ledger(cloneOfClone)).toEqual(ofStills);
    return [ofReef, ofStills];
  };
  expect(await noted()).toEqual([[["broken", "reef.mp4"]], [["changed", "stills/b2.png"]]]);
  // It follows nothing: only an import does. Asked again, it says the same and notes nothing twice.
  expect([await files(), await datasets(), await checkAll()]).toEqual([before, made, found]);
  expect(await noted()).toEqual([[["broken", "reef.mp4"]], [["changed", "stills/b2.png"]]]);

  await rename(join(root, "..", "away.mp4"), join(root, "reef.mp4"));
  const { updated } = await server.client.call("folder.get", { id: stills });
  expect(await checkAll()).toContain("reef.mp4 is back in its place.\n");
  expect(await noted()).toEqual([[], [["changed", "stills/b2.png"]]]);
  expect((await server.client.call("folder.get", { id: stills })).updated).toBe(updated);
});

test("a dry run names new, added, changed and missing files, and stores nothing", async () => {
  await put("reef.mp4", film);
  await put("gone.mp4", film);
  await put("stills/b1.png", await picture(1));
  const state = async () => [
    await datasets(),
    await server.client.call("assetstore.files", { id: placeId }),
    await server.client.call("folder.list", { parentType: "folder", parentId: destinationId }),
  ];
  const empty = await state();
  expect((await importAll("", true)).trimEnd().split("\n")).toEqual([
    expect.stringMatching(/ would be a new dataset of 1 file\.$/),
    expect.stringMatching(/ would be a new dataset of 1 file\.$/),
    expect.stringMatching(/ would be a new dataset of 1 file\.$/),
    "Dry run: nothing was made or changed. 3 datasets, 3 would be new.",
  ]);
  expect(await state()).toEqual(empty);

  await importAll();
  await rm(join(root, "gone.mp4"));
  await put("reef.csv", csv);
  await put("2024/x/reef.mov", film);
  await put("2024/x/reef.mp4", film);
  await put("stills/b1.png", await picture(200));
  await put("stills/b2.png", await picture(2));
  await put("stills/a.png", await picture(3));
  await put("notes.pdf", "%PDF");
  const before = await state();
  const log = await importAll("", true);
  for (const line of [
    "2024/x/reef would be a new dataset of 1 file.",
    "2024/x/reef (1) would be a new dataset of 1 file.",
    "stills would get 1 new file.",
    "reef.csv would be read for annotations, into ",
    "a.png comes before existing pictures",
    "notes.pdf is not a kind of file that can be imported",
    "stills/b1.png was replaced in its place of media (fingerprint ",
    "gone.mp4 is no longer in its media source.",
    "4 datasets, 2 would be new.",
  ]) {
    expect(log).toContain(line);
  }
  expect(await state()).toEqual(before);
  const made = await importAll();
  expect(made).toContain("4 datasets, 2 new.");
  expect(Object.keys(await datasets())).toEqual(
    expect.arrayContaining(["2024/x/reef", "2024/x/reef (1)", "gone", "reef", "stills"]),
  );
});

test("administrators register places that the operator allows, import parts of them, and remove empty ones", async () => {
  await put("2024/a/1.png", await picture(1));
  await put("2023/b/1.png", await picture(2));
  const ask = async (method: string, path: string) => {
    const response = await server.fetch(`/api/v1/assetstore${path}`, { method });
    return [response.status, ((await response.json()) as { message?: string } | null)?.message ?? ""] as const;
  };
  const name = encodeURIComponent("more");
  expect(await ask("POST", `?name=${name}&type=0&root=/etc`)).toEqual([
    400,
    expect.stringContaining("WAKELINE_MEDIA_ROOTS"),
  ]);
  const outside = encodeURIComponent(join(root, "..", ".."));
  expect(await ask("POST", `?name=${name}&type=0&root=${outside}`)).toEqual([
    400,
    expect.stringContaining("WAKELINE_MEDIA_ROOTS"),
  ]);
  expect(await ask("POST", `?name=${name}&type=2&bucket=b`)).toEqual([
    400,
    expect.stringContaining("WAKELINE_MEDIA_ROOTS"),
  ]);
  const listed = await server.client.call("assetstore.list", {});
  expect(listed.find(({ _id }) => _id === placeId)).toMatchObject({
    type: 0,
    root,
    current: false,
    readOnly: true,
    hasFiles: false,
  });
  expect(listed.filter(({ current }) => current)).toHaveLength(1);
  for (const path of ["..", "../..", "2024/../..", "/etc"]) {
    const asked = `/${placeId}/import?destinationId=${destinationId}&importPath=${encodeURIComponent(path)}`;
    expect([path, ...(await ask("POST", asked))]).toEqual([path, 400, expect.stringContaining("is not a folder of")]);
  }
  // A bucket whose address is wrong is a matter of the person who gives it.
  const addresses = [
    ...["s3://", "s3://[::", "s3://photos/%zz", "s3://photos/a?endpoint=none", "s3://key:secret@photos"],
    "s3://photos/a?endpoint=http://key:secret@127.0.0.1",
  ];
  for (const address of addresses) {
    const [status, message] = await ask("POST", `?name=${name}&type=0&root=${encodeURIComponent(address)}`);
    expect([address, status, message]).toEqual([address, 400, expect.stringMatching(/Write s3:\/\/bucket\/prefix/)]);
    expect(message).not.toContain("secret");
  }
  const misspelt = { id: placeId, importPath: "2O24", destinationId };
  const { _id: failed } = await server.client.call("assetstore.import", misspelt);
  await expect
    .poll(async () => (await server.client.call("job.get", { id: failed })).status, { timeout: 60_000 })
    .toBe(JobStatus.error);
  const { log = [] } = await server.client.call("job.get", { id: failed });
  expect(log.join("")).toContain("There are no files in 2O24/ of cruise");
  await importAll(join(root, "2024"));
  expect(Object.keys(await datasets())).toEqual(["a"]);
  expect(await ask("DELETE", `/${placeId}`)).toEqual([400, expect.stringContaining("1 file in datasets")]);
  const { _id: emptyId } = await server.client.call("assetstore.create", { name: `${name} ${placeId}`, type: 0, root });
  expect((await ask("DELETE", `/${emptyId}`))[0]).toBe(200);
  expect((await server.client.call("assetstore.list", {})).some(({ _id }) => _id === emptyId)).toBe(false);
  // One inside the other, at the same time: neither would see what the other makes.
  const parent = { parentType: "user", parentId: server.userId } as const;
  const { _id: target } = await server.client.call("folder.create", { ...parent, name: `twice ${placeId}` });
  const imports = ["2024", "2024/a", "", "2024"].map((importPath) =>
    server.client.call("assetstore.import", { id: placeId, importPath, destinationId: target }),
  );
  const outcomes = await Promise.allSettled(imports);
  for (const outcome of outcomes) if (outcome.status === "fulfilled") await logOf(outcome.value);
  const refused = outcomes.flatMap((one) => (one.status === "rejected" ? [(one.reason as Error).message] : []));
  expect(refused).toContainEqual(expect.stringContaining("is about the same files"));
  const made = Object.keys(await datasets(target));
  expect([made, made.length === 1 || made.length === 2]).toEqual([made, true]);
});
