/** Transactions of imports whose commits got no answer: they are repeated, and store everything once. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { JobStatus } from "#schemas";
import { openDiskBlobStore } from "../../server/adapters/disk/blob-store.ts";
import { cacheFolder } from "../../server/adapters/disk/cache-folder.ts";
import { guardedFetcher } from "../../server/adapters/http/guarded-fetcher.ts";
import { memoryEventBus } from "../../server/adapters/memory/event-bus.ts";
import { imageDecoder } from "../../server/adapters/sharp/decode-image.ts";
import { tilePainter } from "../../server/adapters/sharp/draw-tiles.ts";
import { openSqliteDatabase } from "../../server/adapters/sqlite/database.ts";
import { StorageGoneError } from "../../server/base/errors.ts";
import { newObjectId } from "../../server/base/object-id.ts";
import type { ArchivedFile } from "../../server/base/zip-archive.ts";
import { readConfig } from "../../server/config.ts";
import type { Ports } from "../../server/ports/index.ts";
import type { MediaSourceRecord } from "../../server/ports/media-source.repository.ts";
import type { FolderRecord } from "../../server/ports/records.ts";
import type { Actor } from "../../server/services/access/actor.ts";
import { AnnotationWork } from "../../server/services/annotations/annotation-work/annotation-work.ts";
import { attachToDataset } from "../../server/services/datasets/attach-annotations.ts";
import { createServices, type Services } from "../../server/services/index.ts";
import { HeldJob } from "../../server/services/jobs/held-job.ts";
import { unpackArchive } from "../../server/services/jobs/imports/archive/apply.ts";
import type { PlannedDataset } from "../../server/services/jobs/imports/planned-dataset.ts";
import { applySourcePlan } from "../../server/services/jobs/imports/source/apply.ts";
import { SourceEntries } from "../../server/services/jobs/imports/source/entries.ts";
import type { PlannedImport, SourceFile, SourcePlan } from "../../server/services/jobs/imports/source/plan.ts";
import { JobCancelledError, JobError } from "../../server/services/jobs/job-error.ts";
import { runPipeline } from "../../server/services/jobs/kinds/pipeline.ts";
import type { JobWorker } from "../../server/services/jobs/worker.ts";
import { importMedia } from "../../server/services/jobs/kinds/import-media.ts";
import type { WorkerRun } from "../../server/services/jobs/job-run.ts";
import { placed, placeFile } from "../../server/services/tree/file-placement.ts";
import { storeStream } from "../../server/services/tree/stored-content.ts";

const maxBytes = 1000;
const noFile = () => Promise.reject(new Error("there is no file here"));
const postprocess = { run: async () => ({ warnings: [] }) };

let dataFolder: string;
let ports: Ports;
let services: Services;
let actor: Actor;
let run: WorkerRun;
let destination: FolderRecord;

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "wakeline-repeated-"));
  ports = {
    database: await openSqliteDatabase(join(dataFolder, "test.db")),
    blobs: await openDiskBlobStore(dataFolder),
    events: memoryEventBus((error) => {
      throw error;
    }),
    clock: { nowMs: () => Date.now(), steadyMs: () => performance.now() },
    ids: { next: () => newObjectId(Date.now()) },
    urls: guardedFetcher(),
    imageDecoder: imageDecoder(),
    annotationImages: cacheFolder(join(dataFolder, "cache"), 0),
    largeImages: { ...tilePainter, buildPyramid: noFile },
    videoProbe: { probe: noFile, probeTimes: noFile, copyAround: noFile },
    mediaSources: { someSign: false, open: noFile },
    pipelineEngines: [],
    trainingEngines: [],
  };
  const { limits } = readConfig({}, {});
  const settings = { registrationPolicy: "open", reportUrl: "", sendsMail: false, signInAt: "" } as const;
  const health = { versions: { wakeline: "0", node: "0", schema: 0 }, database: "sqlite" } as const;
  services = createServices(ports, { settings, limits, facts: {}, health });
  const first = await services.users.beginFirstStart();
  if (first === undefined) throw new Error("the database is not empty");
  actor = { user: first.user };
  const place = { parentType: "user", parentId: first.user.id, name: "cruise" } as const;
  ({ record: destination } = await services.folders.create(actor, place));
  run = runThatRepeats();
});
afterEach(async () => {
  await services.close();
  await ports.database.close();
  await rm(dataFolder, { recursive: true });
});

const closed = (worker: JobWorker) => ({
  start: () => worker.start(),
  [Symbol.asyncDispose]: () => worker.close(),
});

/** Commits every transaction twice. */
function runThatRepeats(): WorkerRun {
  const store: WorkerRun["store"] = async (scope, work) => {
    for (let attempt = 0; attempt < 2; attempt++) await ports.database.transaction(scope, work);
  };
  return {
    job: undefined as never,
    actor,
    signal: new AbortController().signal,
    progress: () => undefined,
    log: async () => undefined,
    store,
    succeed: store,
  };
}

const foldersIn = async (id: string): Promise<FolderRecord[]> => {
  const query = { parent: { type: "folder", id }, limit: 0, offset: 0 } as const;
  return (await services.folders.list(actor, query, { by: "name", descending: false })).rows.map(
    ({ record }) => record,
  );
};

const itemsIn = async (id: string): Promise<[name: string, size: number][]> => {
  const { rows } = await ports.database.items.listInFolder(
    id,
    { limit: 0, offset: 0 },
    { by: "name", descending: false },
  );
  return rows.map(({ name, size }) => [name, size]);
};

const plannedDataset = (name: string, files: PlannedDataset["files"] = new Map()): PlannedDataset => ({
  place: { folder: name },
  name,
  meta: { type: "image-sequence", fps: 1 },
  files,
  sourceVideo: undefined,
  attachment: undefined,
});

test("an import from a media source", async () => {
  const source: MediaSourceRecord = { id: ports.ids.next(), name: "disk", location: "/media", createdMs: 0 };
  await ports.database.mediaSources.insert(source);
  const picture = (name: string, size: number): SourceFile => {
    const path = `2024/stills/${name}`;
    return { name, path, object: { key: path, size, etag: String(size) } };
  };
  const planned: PlannedImport = {
    dataset: plannedDataset("stills"),
    target: { folders: ["2024", "north"], name: "stills" },
    existing: undefined,
    files: [picture("1.png", 10)],
    needsMediaCheck: false,
    hasAnnotations: false,
  };
  const plan: SourcePlan = { imports: [planned], changed: [], annotations: [], entries: new SourceEntries() };
  const uses = { ports, access: services.access, folders: services.folders, postprocess };
  await applySourcePlan(uses, run, source, destination, plan);

  let above = destination;
  for (const name of ["2024", "north", "stills"]) {
    const folders = await foldersIn(above.id);
    expect(folders.map((folder) => folder.name)).toEqual([name]);
    above = folders[0]!;
  }
  expect(await itemsIn(above.id)).toEqual([["1.png", 10]]);

  const [file] = await ports.database.files.listFromSource(source.id);
  const item = await ports.database.items.find(file!.itemId);
  const imported = { file: file!, item: item!, folder: above };
  const again: SourcePlan = {
    ...plan,
    imports: [{ ...planned, existing: above, files: [picture("2.png", 5)] }],
    changed: [{ file: imported, object: picture("1.png", 30).object }],
  };
  await applySourcePlan(uses, run, source, destination, again);
  expect(await itemsIn(above.id)).toEqual([
    ["1.png", 30],
    ["2.png", 5],
  ]);
  expect((await ports.database.folders.find(above.id))?.size).toBe(35);
});

test("a worker that stops between two annotation files of a dataset: the next attempt imports the other one", async () => {
  const record: MediaSourceRecord = { id: ports.ids.next(), name: "disk", location: "/media", createdMs: 0 };
  await ports.database.mediaSources.insert(record);
  const row = (n: number): string => `0,${n + 1}.png,${n},1,1,9,9,1,-1,fish,1\n`;
  const contents = new Map<string, string>([
    ...["1.png", "2.png"].map((name) => [`reef/${name}`, "picture"] as const),
    ...[0, 1].map((n) => [`reef/tracks${n}.csv`, row(n)] as const),
  ]);
  const source = {
    async *list() {
      for (const [key, { length }] of contents) yield { key, size: length, etag: "1" };
    },
    async *read({ key }: { key: string }) {
      yield Buffer.from(contents.get(key) ?? "");
    },
  };
  const work = new AnnotationWork();
  let reads = 0;
  const annotationFiles = {
    read: async (...about: Parameters<typeof services.annotationFiles.read>) => {
      reads++;
      if (reads === 2) throw new Error("the worker died");
      return await services.annotationFiles.read(...about);
    },
  };
  const { access, stagedRevisions, folders } = services;
  const mediaSources = { someSign: false, open: async () => source };
  const uses = {
    ports: { ...ports, mediaSources },
    access,
    stagedRevisions,
    annotationFiles,
    folders,
    postprocess,
    work,
  };
  const task = { sourceId: record.id, folder: "", destinationId: destination.id };
  const succeed = async () => undefined;
  const once: WorkerRun["store"] = (scope, store) => ports.database.transaction(scope, store);
  const attempt = { ...run, job: { id: newObjectId(Date.now()) }, task, store: once, succeed };
  const runImport = () => importMedia.run(attempt as never, uses as never);
  try {
    await expect(runImport()).rejects.toThrow("the worker died");
    const [reef] = await foldersIn(destination.id);
    const frames = async () => {
      const query = { datasetId: reef!.id, setName: "", kind: "track", revision: Infinity } as const;
      return await ports.database.annotations.count(query);
    };
    expect(await frames()).toBe(1);
    await runImport();
    expect(await frames()).toBe(2);
  } finally {
    await work.close();
  }
});

test("a save whose commit got no answer, sent again: stored once, and its readers are notified once", async () => {
  const told: unknown[] = [];
  const stop = ports.events.subscribe("dataset", (message) => void told.push(message));
  const feature = { frame: 0, bounds: [0, 0, 1, 1] };
  const track = { id: 1, begin: 0, end: 0, confidencePairs: [["fish", 1]], features: [feature], attributes: {} };
  const body = Buffer.from(JSON.stringify({ saveId: "once", tracks: { upsert: [track], delete: [] } }));
  const save = () => services.saves.save(actor, destination.id, async () => Buffer.from(body));
  const { transaction } = ports.database;
  vi.spyOn(ports.database, "transaction").mockImplementationOnce(async (scope, work) => {
    await transaction(scope, work);
    throw new StorageGoneError(new Error("the connection is gone"));
  });
  try {
    await expect(save()).rejects.toThrow("storage does not answer");
    expect(told).toEqual([]);
    for (let attempt = 0; attempt < 2; attempt++) expect((await save()).revision).toBe(1);
    expect(told).toHaveLength(1);
  } finally {
    stop();
  }
});

test("the end of a job whose commit got no answer, sent again: stored once, and its owner is notified once", async () => {
  const at = { parentType: "folder", parentId: destination.id } as const;
  const { record: source } = await services.folders.create(actor, { ...at, name: "source" });
  const pipe = "utility_nms.pipe";
  const task = { folderId: source.id, pipe, name: "", parameters: {}, revision: 0, forceTranscoded: false };
  await services.jobRegistry.start(runPipeline, actor, task, { datasetId: source.id });
  const takes = { queues: ["pipelines"], has: [] };
  const { transaction } = ports.database;
  const { lease } = (await transaction("queue", (tx) => tx.jobQueue.claim(takes, "worker", 60_000)))!;
  const told = vi.spyOn(ports.events, "publish");
  let stored = 0;
  const end = () => services.jobs.end(lease, { status: JobStatus.success }, [], async () => void stored++);
  vi.spyOn(ports.database, "transaction").mockImplementationOnce(async (scope, work) => {
    await transaction(scope, work);
    throw new StorageGoneError(new Error("the connection is gone"));
  });
  await expect(end()).rejects.toThrow("storage does not answer");
  const statuses = () => told.mock.calls.filter(([message]) => JSON.stringify(message).includes('"job_status"'));
  expect(statuses()).toEqual([]);
  expect((await end()).status).toBe(JobStatus.success);
  expect(statuses()).toHaveLength(1);
  expect(stored).toBe(1);
});

test.for([
  { how: "succeeds", status: JobStatus.success },
  { how: "fails", status: JobStatus.error },
  { how: "is cancelled", status: JobStatus.canceled },
])("a job that $how, and whose end got no answer: its owner is notified once", async ({ status }) => {
  const at = { parentType: "folder", parentId: destination.id } as const;
  const { record: source } = await services.folders.create(actor, { ...at, name: "source" });
  const pipe = "utility_nms.pipe";
  const task = { folderId: source.id, pipe, name: "", parameters: {}, revision: 0, forceTranscoded: false };
  await services.jobRegistry.start(runPipeline, actor, task, { datasetId: source.id });
  const { transaction } = ports.database;
  const takes = { queues: ["pipelines"], has: [] };
  const { job, lease } = (await transaction("queue", (tx) => tx.jobQueue.claim(takes, "worker", 60_000)))!;
  const told = vi.spyOn(ports.events, "publish");
  const faults: unknown[] = [];
  const deps = {
    ports,
    jobs: services.jobs,
    // Its lease is renewed several times before its end is stored again.
    leaseMs: 600,
    maxAttempts: 1,
    onFault: (error: unknown) => faults.push(error),
  };
  const work = async (run: WorkerRun): Promise<void> => {
    vi.spyOn(ports.database, "transaction").mockImplementationOnce(async (scope, store) => {
      await transaction(scope, store);
      throw new StorageGoneError(new Error("the connection is gone"));
    });
    if (status === JobStatus.success) return await run.succeed([], async () => undefined);
    throw status === JobStatus.error ? new JobError("It is damaged.") : new JobCancelledError();
  };
  await new HeldJob({ ...deps, taskOf: () => work }, job, lease).run();
  const isEnd = (message: unknown): boolean => JSON.stringify(message).includes(`"status":${status}`);
  expect(
    told.mock.calls.filter(([message]) => JSON.stringify(message).includes('"job_status"') && isEnd(message)),
  ).toHaveLength(1);
  expect((await ports.database.jobs.log(job.id)).join("")).toBe(status === JobStatus.error ? "It is damaged.\n" : "");
  expect(faults).toEqual([]);
});

test("an annotation file whose commit got no answer, stored again: its readers are notified once", async () => {
  const told: unknown[] = [];
  const stop = ports.events.subscribe("dataset", (message) => void told.push(message));
  const { access, stagedRevisions, folders, annotationFiles } = services;
  const uses = { ports, access, stagedRevisions, folders, annotationFiles };
  const content = Buffer.from("0,1.png,0,1,1,9,9,1,-1,fish,1\n");
  const file = { name: "tracks.csv", format: "viame-csv", content, saveId: "job:1:tracks.csv" } as const;
  const attach = () => attachToDataset(uses, actor, destination.id, file);
  const { transaction } = ports.database;
  vi.spyOn(ports.database, "transaction").mockImplementationOnce(async (scope, store) => {
    await transaction(scope, store);
    throw new StorageGoneError(new Error("the connection is gone"));
  });
  try {
    await expect(attach()).rejects.toThrow("storage does not answer");
    expect(told).toEqual([]);
    expect((await attach()).outcome).toBe("stored");
    expect(told).toMatchObject([{ type: "annotations_saved", data: { revision: 1, additions: 1 } }]);
    expect(await ports.database.annotations.head(destination.id)).toBe(1);
  } finally {
    stop();
  }
});

test("a run whose workers have died names the dataset that it made, and that has no result", async () => {
  const at = { parentType: "folder", parentId: destination.id } as const;
  const { record: source } = await services.folders.create(actor, { ...at, name: "source" });
  const task = {
    folderId: source.id,
    pipe: "utility_nms.pipe",
    name: "nms",
    parameters: {},
    revision: 0,
    forceTranscoded: false,
    dataset: { name: "result", parentId: destination.id },
  };
  const start = async (): Promise<string> =>
    (await services.jobRegistry.start(runPipeline, actor, task, { datasetId: source.id })).record.id;
  const reclaimed = async (id: string): Promise<string> => {
    const takes = { queues: ["pipelines"], has: [] };
    // Its lease has ended at once.
    await ports.database.transaction("queue", (tx) => tx.jobQueue.claim(takes, "dead", -1000));
    const onFault = (error: unknown) => {
      throw error;
    };
    await using worker = closed(services.createWorker({ name: "other", queues: [], maxAttempts: 1, onFault }));
    await worker.start();
    await expect.poll(async () => (await ports.database.jobs.find(id))?.status).toBe(JobStatus.error);
    return (await ports.database.jobs.log(id)).join("");
  };
  const stopped = "The worker stopped before the job was done, 1 times.\n";
  const first = await start();
  expect(await reclaimed(first)).toBe(stopped);
  const second = await start();
  const meta = { madeByJob: second };
  await services.folders.create(actor, { ...at, name: "result", meta });
  expect(await reclaimed(second)).toBe(
    `${stopped}The dataset result was made for the result, but does not have it: delete it before you run this again under the same name.\n`,
  );
});

test("an archive that is unpacked", async () => {
  const archived = (path: string): ArchivedFile => ({
    path,
    size: 1,
    packedSize: 1,
    isEncrypted: false,
    isSpecial: false,
    isExecutable: false,
    read: async function* () {
      yield Buffer.from(path.slice(0, 1));
    },
  });
  const datasets = ["north", "south"].map((name) =>
    plannedDataset(name, new Map([["1.png", archived(`${name}/1.png`)]])),
  );
  const bytes = await storeStream(ports, archived("all.zip").read(), maxBytes);
  const place = {
    parentType: "folder",
    parentId: destination.id,
    name: "all.zip",
    mimeType: "application/zip",
  } as const;
  const { item } = await ports.database.transaction({ dataset: destination.id }, (tx) =>
    placeFile(ports, tx, { ...place, userId: actor.user?.id ?? null }, placed(bytes)),
  );
  const { access, attachments, folders } = services;
  const limits = { maxArchiveBytes: maxBytes, maxUploadBytes: maxBytes };
  const uses = { ports, access, attachments, folders, limits, postprocess };
  const plan = { datasets, datasetInPlace: undefined, annotations: [], entries: [], refusal: "" };
  const targets = await unpackArchive(uses, run, destination, item.id, plan);

  const found = await foldersIn(destination.id);
  expect(found.map(({ name }) => name)).toEqual(["north", "source", "south"]);
  expect(datasets.map((dataset) => targets.get(dataset))).toEqual([found[0]?.id, found[2]?.id]);
  for (const folder of found) expect((await itemsIn(folder.id)).length).toBe(1);
});
