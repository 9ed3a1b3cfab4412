/**
 * The messages to users and programs when a job fails. Each kind of job fails here in realistic ways, and everything
 * that a client receives meanwhile and afterwards is searched for internals of the server: its folders, the names of
 * stored contents, stack traces.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { type ApiClient, createClient, type Job, JobStatus } from "#schemas";

import { buildZip } from "../contract/bad-inputs/build-archive.ts";
import { makeRigArchive } from "../contract/make-rig-archive.ts";
import { describedFetch } from "../support/described.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { installTrainer } from "../support/trainer.ts";
import {
  addonUrl,
  Asking,
  avi,
  cut,
  damageContents,
  type Files,
  installFailing,
  mp4,
  pgm,
  png,
  wide,
  removeContent,
  removeContents,
  tiff,
} from "./failing-jobs.ts";

const checkout = join(import.meta.dirname, "../..");
/** With spaces, as is common: code that ends a path at the first space would leave the rest of it in the text. */
const rootName = "wakeline job errors";
const root = mkdtempSync(join(tmpdir(), `${rootName} `));
const at = (name: string): string => join(root, name);
const dataFolder = at("data");
const usualFolder = process.env["TMPDIR"];
const queues = ["admin@private", "convert", "pipelines", "training"];

let server: TestServer;
let client: ApiClient;
let asking: Asking;
let idle: ReturnType<TestServer["server"]["services"]["createWorker"]>;
/** All responses of the server. */
let answers: string[] = [];
const seen = new Set<string>();

const recordingFetch: typeof fetch = async (...given) => {
  const answer = await describedFetch(...given);
  const isText = /json|text/.test(answer.headers.get("content-type") ?? "");
  if (!answer.ok || isText) answers.push(await answer.clone().text().catch(String));
  return answer;
};

beforeAll(async () => {
  for (const name of ["data", "work", "programs", "media"]) mkdirSync(at(name));
  process.env["TMPDIR"] = at("work");
  installTrainer(at("programs"));
  installFailing(at("programs"));
  const flags = { dataFolder, pipelinesFolder: at("programs"), mediaRoots: [at("media")] };
  // Jobs wait until what they need has been removed.
  server = await startTestServer({ ...flags, workerQueues: [] });
  const baseUrl = `${server.url}/api/v1/`;
  client = createClient({ baseUrl, token: () => server.token, fetch: recordingFetch });
  asking = new Asking(client, server.userId);
  idle = server.server.services.createWorker({
    name: "takes nothing",
    onFault: () => undefined,
    queues: queues.map((name) => ({ name, slots: 0 })),
  });
  await idle.start();
});
afterEach(() => {
  // The same content must be stored again.
  removeContents(dataFolder);
  process.env["TMPDIR"] = at("work");
});
afterAll(async () => {
  await idle.close();
  await server.close();
  if (usualFolder === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = usualFolder;
  rmSync(root, { recursive: true, force: true });
});

const ofOwnQueue = (privateQueueEnabled: boolean) =>
  client.call("user.usePrivateQueue", { id: server.userId, privateQueueEnabled });

/** Runs the jobs waiting in these queues. */
async function work(names: readonly string[]): Promise<void> {
  const worker = server.server.services.createWorker({
    name: asking.name(),
    pollMs: 50,
    onFault: () => undefined,
    queues: names.map((name) => ({ name, slots: 1 })),
  });
  await worker.start();
  const waiting = async (): Promise<number> => {
    const statuses = names.length === queues.length ? [0, 1, 2, 820, 821, 822, 823] : [2, 820, 821, 822, 823];
    return (await client.call("job.all", { limit: 0, statuses })).length;
  };
  // Jobs started by jobs come a moment later.
  for (let quiet = 0; quiet < 3; quiet = (await waiting()) === 0 ? quiet + 1 : 0) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await worker.close();
}

const zipOf = (files: Files): Buffer => buildZip(Object.entries(files).map(([name, content]) => ({ name, content })));
const unpack = (archive: Uint8Array | string) => asking.media("image-sequence", { "all.zip": archive });

/** Its videos are converted; the archive is removed before they are joined. */
async function joinWithoutArchive(): Promise<void> {
  const archive = makeRigArchive(root);
  await unpack(archive);
  await ofOwnQueue(false);
  await work(["admin@private"]);
  const conversions = await client.call("job.list", { limit: 0 });
  const id = conversions.find(({ title }) => title.startsWith("Converting right"))?._id ?? "";
  await client.call("job.cancel", { id });
  await work(["convert"]);
  await client.call("job.retry", { id });
  removeContent(dataFolder, archive);
}

/** @returns the id of a media source, as registered by an administrator who knows its path */
async function placeOf(files: Files): Promise<string> {
  const name = asking.name();
  mkdirSync(join(at("media"), name), { recursive: true });
  for (const [file, bytes] of Object.entries(files)) writeFileSync(join(at("media"), name, file), bytes);
  return (await server.client.call("assetstore.create", { name, type: 0, root: join(at("media"), name) }))._id;
}

async function batch(): Promise<void> {
  const id = await asking.folder("", {});
  await asking.folder("video", { "a.mp4": mp4(root) }, { MarkForPostProcess: true }, id);
  removeContents(dataFolder);
  await client.call("rpc.batchPostprocess", { id });
}

const contentsGo = (): void => removeContents(dataFolder);
const contentsBreak = (): void => damageContents(dataFolder);
const placesGo = (): void => rmSync(at("media"), { recursive: true });
const workFolderGoes = (): void => void (process.env["TMPDIR"] = at("work that has gone"));

const lost = (name: string): string => `The content of ${name} is missing on the server. Upload the file again, or ask`;
const noWorkFolder = "The server cannot write temporary files. Ask an administrator to check";

interface Failure {
  readonly kind: string;
  readonly when: string;
  readonly ask: () => Promise<unknown>;
  /** Runs after the request, before the job starts. */
  readonly spoil?: () => void;
  readonly says: readonly string[];
  /** Usable parts are shown, the rest is reported. */
  readonly succeeds?: true;
}

const failures: readonly Failure[] = [
  {
    kind: "convert-images",
    when: "all pictures are broken",
    ask: async () =>
      await asking.media("image-sequence", {
        "a.png": cut(png(3)),
        "b.tif": cut(await tiff(root)),
        "c.jpg": "",
        "d.pgm": "P5",
        "e.jp2": "garbage",
      }),
    says: ["a.png cannot be decoded: it is damaged, or cut off.", "c.jpg is empty.", "Replace them, and process the"],
  },
  {
    kind: "convert-images",
    when: "one picture is broken",
    ask: async () => await asking.media("image-sequence", { "a.pgm": pgm, "b.png": cut(png(3)), "c.tif": "II*\0" }),
    says: ["b.png cannot be decoded: it is damaged", "Upload an intact copy of it."],
    succeeds: true,
  },
  {
    kind: "convert-images",
    when: "its content is missing",
    spoil: contentsGo,
    ask: async () => await asking.media("image-sequence", { "a.pgm": pgm }),
    says: [lost("a.pgm")],
  },
  {
    kind: "convert-large-image",
    when: "TIFF and VRT are broken",
    ask: async () =>
      await asking.media("large-image", { "a.tif": cut(await tiff(root)), "b.tif": "", "c.vrt": "<VRTDataset r='1'" }),
    says: ["a.tif cannot be read: its directory is damaged, or cut off.", "b.tif is empty.", "unexpected end.\\n"],
  },
  {
    kind: "convert-large-image",
    when: "its content is missing",
    spoil: contentsGo,
    ask: async () => await asking.media("large-image", { "a.tif": await tiff(root) }),
    says: [lost("a.tif")],
  },
  {
    kind: "convert-large-image",
    when: "there is no work folder",
    spoil: workFolderGoes,
    ask: async () => await asking.media("large-image", { "a.tif": await tiff(root) }),
    says: [noWorkFolder],
  },
  {
    kind: "convert-video",
    when: "the video is cut off",
    ask: async () => await asking.media("video", { "a.avi": cut(avi(root), 0.01) }),
    says: ["a.avi is not a readable video, or its beginning is damaged. Replace it, and process the folder again."],
  },
  {
    kind: "convert-video",
    when: "its content is missing",
    spoil: contentsGo,
    ask: async () => await asking.media("video", { "a.avi": avi(root) }),
    says: [lost("a.avi")],
  },
  {
    kind: "convert-video",
    when: "there is no work folder",
    spoil: workFolderGoes,
    ask: async () => await asking.media("video", { "a.avi": avi(root) }),
    says: [noWorkFolder],
  },
  {
    kind: "check-video",
    when: "a picture is damaged",
    succeeds: true,
    ask: async () => await asking.media("video", { "a.mp4": mp4(root, true) }),
    says: ["a.mp4 has a picture that cannot be decoded: 10"],
  },
  {
    kind: "check-video",
    when: "its content is missing",
    spoil: contentsGo,
    ask: async () => await asking.media("video", { "a.mp4": mp4(root) }),
    says: [lost("a.mp4")],
  },
  {
    kind: "render",
    when: "its content is missing",
    spoil: contentsGo,
    ask: async () => await asking.render(await asking.pictures()),
    says: [lost("image-0.png")],
  },
  {
    kind: "render",
    when: "the pictures have different sizes",
    ask: async () => await asking.render(await asking.media("image-sequence", { "a.png": png(1), "b.png": wide })),
    says: ["b.png has 96 x 48 pixels, the pictures before it 64 x 48", "Choose pictures instead of a video"],
  },
  {
    kind: "extract-archive",
    when: "the zip is cut off",
    ask: async () => await unpack(cut(zipOf({ "a.png": png(1) }))),
    says: [
      "all.zip was not unpacked. The archive cannot be read: it is damaged, or no zip archive. Create the archive again",
    ],
  },
  {
    kind: "extract-archive",
    when: "the zip is empty",
    ask: async () => await unpack(""),
    says: ["all.zip was not unpacked."],
  },
  {
    kind: "extract-archive",
    when: "a path leaves the zip",
    ask: async () => await unpack(zipOf({ "../../../etc/a.png": png(1), "/tmp/b.png": png(2) })),
    says: ["leads out of the archive. Create the archive again, and upload it."],
  },
  {
    kind: "extract-archive",
    when: "media in the zip are broken",
    ask: async () => await unpack(zipOf({ "a/a.png": cut(png(1)), "b/b.mp4": "garbage", "c/c.csv": "garbage" })),
    says: ["a: Failed to read a.png: it cannot be decoded", "b: Failed to read b.mp4: the file is not a video"],
  },
  {
    kind: "extract-archive",
    when: "its content is missing",
    spoil: contentsGo,
    ask: async () => await unpack(zipOf({ "a.png": png(1) })),
    says: [lost("all.zip")],
  },
  {
    kind: "join-cameras",
    when: "the archive is missing",
    ask: joinWithoutArchive,
    says: [lost("all.zip")],
  },
  {
    kind: "import-media",
    when: "its files are damaged",
    ask: async () => await asking.import(await placeOf({ "a.png": cut(png(1)), "b.mp4": "garbage", "c.avi": "" })),
    says: ["b: Failed to read b.mp4: the file is not a video file", "c: Failed to read c.avi: the file is empty"],
  },
  {
    kind: "import-media",
    when: "its place has gone",
    spoil: placesGo,
    ask: async () => await asking.import(await placeOf({ "a.png": png(1) })),
    says: ["The folder of this media source is not there, or the server may not read it. Put it back"],
  },
  {
    kind: "check-media",
    when: "its place has gone",
    spoil: placesGo,
    ask: async () => await asking.check(await placeOf({ "a.png": png(1) })),
    says: ["The folder of this media source is not there, or the server may not read it. Put it back"],
  },
  { kind: "batch-postprocess", when: "a content is missing", ask: batch, says: [lost("a.mp4")] },
  {
    kind: "pipeline",
    when: "its pictures are broken",
    spoil: contentsBreak,
    ask: async () => await asking.run("tracker_motion.pipe"),
    says: ["image-0.png cannot be decoded: it is damaged, or cut off."],
  },
  {
    kind: "pipeline",
    when: "its pictures are missing",
    spoil: contentsGo,
    ask: async () => await asking.run("tracker_motion.pipe"),
    says: [lost("image-0.png")],
  },
  {
    kind: "pipeline",
    when: "there is no work folder",
    spoil: workFolderGoes,
    ask: async () => await asking.run("tracker_motion.pipe"),
    says: [noWorkFolder],
  },
  {
    kind: "pipeline",
    when: "its program tells where it is",
    ask: async () => await asking.run("detector_loud.pipe"),
    says: [
      "reading media.txt",
      "looking into image-0.png, and",
      "loud.mjs ended with code 1.",
      "cannot read media.txt",
    ],
  },
  {
    kind: "pipeline",
    when: "the model is garbage",
    ask: async () => {
      await asking.model({ "trained.pipe": "x", "model.onnx": "garbage", "model.json": "{" });
      await asking.run("trained.pipe");
    },
    says: ["learn.mjs ended with code 1."],
  },
  {
    kind: "training",
    when: "nothing is annotated, for a program",
    ask: async () => await asking.train("boxes.conf", 0),
    says: ["nothing is annotated"],
  },
  {
    kind: "training",
    when: "nothing is annotated",
    ask: async () => await asking.train("channel features", 0),
    says: ["No annotations to learn from."],
  },
  {
    kind: "training",
    when: "its pictures are broken",
    spoil: contentsBreak,
    ask: async () => await asking.train("channel features", 8),
    says: ["image-0.png cannot be decoded: it is damaged, or cut off."],
  },
  {
    kind: "training",
    when: "its pictures are missing",
    spoil: contentsGo,
    ask: async () => await asking.train("channel features", 8),
    says: [lost("image-0.png")],
  },
  {
    kind: "training",
    when: "there is no work folder",
    spoil: workFolderGoes,
    ask: async () => await asking.train("boxes.conf", 1),
    says: [noWorkFolder],
  },
  {
    kind: "score",
    when: "the truth is deleted",
    ask: async () => await asking.scoreAgainstDeleted(),
    says: ["The dataset or folder that it works with has been deleted."],
  },
  {
    kind: "consensus",
    when: "its sets have nothing in common",
    ask: async () => await asking.mergeDifferent(),
    says: ["No object is in enough of these sets"],
  },
  {
    kind: "export-model",
    when: "the model is garbage",
    ask: async () => await asking.export({ "detector.pipe": "x", "model.onnx": "garbage" }),
    says: ["learn.mjs ended with code 1."],
  },
  {
    kind: "export-model",
    when: "a model of the product's own is garbage",
    ask: async () => await asking.export({ "detector.pipe": "x", "channel-features.json": "garbage" }),
    says: ["channel-features.json"],
  },
  {
    kind: "export-model",
    when: "the model is missing",
    spoil: contentsGo,
    ask: async () => await asking.export({ "detector.pipe": "x", "model.json": "{}" }),
    says: [lost("detector.pipe")],
  },
  {
    kind: "export-model",
    when: "there is no work folder",
    spoil: workFolderGoes,
    ask: async () => await asking.export({ "detector.pipe": "x", "model.json": "{}" }),
    says: [noWorkFolder],
  },
  {
    kind: "upgrade-pipelines",
    when: "the addon is at no public server",
    ask: async () => await client.call("configuration.upgradePipelines", { force: false, body: [addonUrl] }),
    says: ["is not fetched: it does not lead to a public server."],
  },
  {
    kind: "upgrade-pipelines",
    when: "there is no work folder",
    spoil: workFolderGoes,
    ask: async () => await client.call("configuration.upgradePipelines", { force: false, body: [addonUrl] }),
    says: [noWorkFolder],
  },
];

/** @returns the jobs created since the last call */
async function newJobs(): Promise<Job[]> {
  const fresh = (await client.call("job.all", { limit: 0 })).filter(({ _id: id }) => !seen.has(id));
  for (const { _id: id } of fresh) seen.add(id);
  return await Promise.all(fresh.map(({ _id: id }) => client.call("job.get", { id })));
}

/** Makes all other requests a client can make after it, and keeps the responses. */
async function askForAll(jobs: readonly Job[], since: string): Promise<void> {
  await client.call("notification.list", { since });
  await client.call("system.audit", { limit: 0 });
  const datasets = [...new Set(jobs.map(({ dataset_id: id }) => id ?? ""))].filter((id) => id !== "");
  for (const id of datasets) {
    const items = await client.call("item.list", { folderId: id });
    const ofItems = items.flatMap(({ _id }) => [
      `item/${_id}/tiles`,
      `item/${_id}/tiles/zxy/0/0/0`,
      `item/${_id}/files`,
    ]);
    const ofDataset = ["", "/media?sizes=true", "/thumbnail"].map((path) => `dive_dataset/${id}${path}`);
    for (const path of [`folder/${id}`, ...ofDataset, ...ofItems]) {
      const headers = { "Girder-Token": server.token };
      await (await recordingFetch(`${server.url}/api/v1/${path}`, { headers })).arrayBuffer();
    }
    await client.call("rpc.postprocess", { id, skipJobs: true }).catch(() => undefined);
  }
}

/** Internals of the server found in a text. */
function leaks(text: string): string[] {
  const own = [dataFolder, at("work"), root, rootName, "/tmp/", checkout, process.execPath, "blobs/", "wakeline-job-"];
  const patterns = [/\b[0-9a-f]{2}\/[0-9a-f]{64}/, / {4}at /, /Unexpected: /];
  return [...own, ...patterns].flatMap((one) => {
    const index = typeof one === "string" ? text.indexOf(one) : text.search(one);
    return index < 0 ? [] : [`${String(one)} in: ${text.slice(Math.max(0, index - 120), index + 120)}`];
  });
}

test.each(failures)(
  "no path of the server in any text after a job fails: $kind, $when",
  async ({ kind, ask, spoil, says, succeeds }) => {
    answers = [];
    const begun = new Date().toISOString();
    await ofOwnQueue(true);
    await ask();
    spoil?.();
    await ofOwnQueue(true);
    await work(queues);
    const jobs = await newJobs();
    const own = jobs.filter(({ kwargs }) => (kwargs as { kind?: unknown } | undefined)?.["kind"] === kind);
    const status = succeeds === true ? JobStatus.success : JobStatus.error;
    expect(own.map((job) => job.status)).toContain(status);
    process.env["TMPDIR"] = at("work");
    await askForAll(jobs, begun);
    const all = answers.join("\n");
    for (const text of says) expect(all).toContain(text);
    expect(answers.flatMap(leaks)).toEqual([]);
  },
);

test("each kind of job that can fail is among those that fail here", () => {
  const files = readdirSync(join(checkout, "server/services/jobs/kinds"));
  // It only reports.
  const kinds = files.map((name) => name.replace(/\.ts$/, "")).filter((kind) => kind !== "report-video");
  expect([...new Set(failures.map(({ kind }) => kind))].toSorted()).toEqual(kinds.toSorted());
});
