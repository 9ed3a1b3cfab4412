/**
 * The jobs of the rounds in which servers and workers die: a video to convert, an archive of two datasets to import, a
 * detector to train; and the expected result of each: everything it makes, once, or nothing and a reason.
 */
import { openAsBlob } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { encode } from "fast-png";
import sharp from "sharp";

import { type ApiClient, type Job, JobStatus, uploadFile } from "#schemas";

import { buildZip } from "../contract/bad-inputs/build-archive.ts";
import { makeClip } from "../pipelines/clips.ts";
import { shoal } from "../pipelines/scenes.ts";
import { makeBarCodeVideo } from "../support/bar-code-video.ts";
import { createImageDataset } from "../support/dataset.ts";

const kinds = ["archive", "video", "training"] as const;
type Kind = (typeof kinds)[number];

export interface RoundJob {
  readonly job: string;
  readonly kind: Kind;
  /** Working folder of the job; for a training, the dataset that it learns from. */
  readonly folder: string;
  readonly name: string;
}

export interface RoundMaterial {
  readonly userId: string;
  readonly archive: Blob;
  readonly video: Blob;
  /** An annotated dataset. */
  readonly dataset: string;
  /** The folder for its clones. */
  readonly clones: string;
}

const patienceMs = 120_000;
/** Pictures in each dataset of the archive. */
const pictureCount = 12;
const pictures = Array.from({ length: pictureCount }, (_, n) => `${String(n).padStart(2, "0")}.png`);
/** Number of pictures that a detector learns from. */
const learned = 6;

/** @param folder for generated files */
export async function makeMaterial(client: ApiClient, folder: string): Promise<RoundMaterial> {
  const me = await client.call("user.me", {});
  const video = join(folder, "long.mkv");
  makeBarCodeVideo(video, { args: ["-c:v", "mpeg4", "-q:v", "3"], filters: ["scale=640:256"], frames: 150 });
  const userId = me?._id ?? "";
  const clones = await client.call("folder.create", { parentType: "user", parentId: userId, name: "clones" });
  return {
    userId,
    clones: clones._id,
    archive: new Blob([new Uint8Array(await makeArchive())]),
    video: await openAsBlob(video),
    dataset: await makeAnnotated(client),
  };
}

/** Two folders of the same name, which become two datasets, each with one track. */
async function makeArchive(): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  // Incompressible, so that unpacking and checking it take a moment.
  const content = await sharp({ create: { width: 600, height: 400, channels: 3, background: "gray", noise } })
    .png()
    .toBuffer();
  const csv = `0,${pictures[0]},0,1,2,3,4,0.5,-1,ray,0.5\n`;
  return buildZip(
    ["north/dive", "south/dive"].flatMap((place) => [
      ...pictures.map((name) => ({ name: `${place}/${name}`, content, deflated: true })),
      { name: `${place}/tracks.csv`, content: csv },
    ]),
  );
}

async function makeAnnotated(client: ApiClient): Promise<string> {
  const clip = makeClip(shoal(learned, 1));
  const drawn: Uint8Array<ArrayBuffer>[] = [];
  await clip.reader.read(({ width, height, rgb }) => {
    drawn.push(new Uint8Array(encode({ width, height, data: rgb.slice(), channels: 3 })));
  });
  const folderId = await createImageDataset(client, "to learn from", learned, {
    picture: (n) => drawn[n] ?? new Uint8Array(),
  });
  const upsert = clip.truth.slice(0, 3).map((boxes, id) => ({
    id,
    begin: boxes[0]?.frame,
    end: boxes.at(-1)?.frame,
    attributes: {},
    confidencePairs: [["cod", 1]],
    features: boxes.map(({ frame, bounds: { x1, y1, x2, y2 } }) => ({
      frame,
      bounds: [x1, y1, x2, y2].map(Math.round),
      keyframe: true,
      attributes: {},
    })),
  }));
  await client.call("annotation.save", { folderId, body: { tracks: { upsert, delete: [] } } as never });
  return folderId;
}

/** Starts the n-th job. */
export async function startJob(client: ApiClient, material: RoundMaterial, n: number): Promise<RoundJob> {
  const kind = kinds[n % kinds.length] ?? "video";
  const name = `${kind} ${n}`;
  if (kind === "training") {
    const job = await client.call("rpc.train", {
      pipelineName: name,
      config: "channel features",
      annotatedFramesOnly: true,
      body: { folderIds: [material.dataset] },
    });
    return { job: job._id, kind, name, folder: material.dataset };
  }
  const metadata = { fps: -1, type: kind === "archive" ? "image-sequence" : "video" };
  const place = { parentType: "user", parentId: material.userId, name, metadata } as const;
  const { _id: folder } = await client.call("folder.create", place);
  const file = kind === "archive" ? "all.zip" : "long.mkv";
  const content = kind === "archive" ? material.archive : material.video;
  await uploadFile(client, { parentType: "folder", parentId: folder, name: file }, content);
  const [job = ""] = (await client.call("rpc.postprocess", { id: folder })).job_ids;
  return { job, kind, name, folder };
}

/** @returns what is wrong with the result of a finished job */
export async function lookAt(client: ApiClient, { job, kind, folder, name }: RoundJob): Promise<string[]> {
  const { status, log = [], timestamps } = await client.call("job.get", { id: job });
  // A job whose workers died three times ends with an error and without effect.
  const isGivenUp = status === JobStatus.error && log.some((line) => line.includes("3 times"));
  const found: string[] = [];
  if (!isGivenUp && status !== JobStatus.success) found.push(`ended as ${status}: ${log.join("")}`);
  const ends = timestamps.filter(({ status: one }) => one === status).length;
  if (ends !== 1) found.push(`ended ${ends} times`);
  const left = await { archive: leftOfArchive, video: leftOfVideo, training: leftOfTraining }[kind](
    client,
    { folder, name },
    isGivenUp,
  );
  return [...found, ...left].map((text) => `${name} (${job}) ${text}`);
}

type Left = (client: ApiClient, place: Pick<RoundJob, "folder" | "name">, isGivenUp: boolean) => Promise<string[]>;

const leftOfVideo: Left = async (client, { folder }, isGivenUp) => {
  const items = (await client.call("item.list", { folderId: folder })).map(({ name }) => name);
  const expected = isGivenUp ? ["long.mkv"] : ["long.mkv", "long.transcoded.mp4"];
  const isDataset = (await client.call("folder.get", { id: folder })).meta["annotate"] === true;
  return [
    ...(items.join() === expected.join() ? [] : [`left ${items.join(", ")}`]),
    ...(isDataset === isGivenUp ? [`left ${isDataset ? "a" : "no"} dataset`] : []),
  ];
};

const leftOfArchive: Left = async (client, { folder }, isGivenUp) => {
  const folders = await client.call("folder.list", { parentType: "folder", parentId: folder });
  const names = folders.map(({ name }) => name).join();
  // A worker that dies between unpacking and importing leaves all of its files.
  if (names === "") return isGivenUp ? [] : ["left nothing"];
  if (names !== "dive,dive (1),source") return [`left the folders ${names}`];
  const found: string[] = [];
  const datasets = folders.slice(0, 2);
  await untilDone(client, new Set(datasets.map(({ _id }) => _id)));
  for (const { _id: folderId, name } of datasets) {
    const { meta } = await client.call("folder.get", { id: folderId });
    const items = (await client.call("item.list", { folderId, limit: 0 })).map((item) => item.name);
    const revisions = await client.call("annotation.revisions", { folderId });
    const isWhole = items.join() === pictures.join() && meta["annotate"] === true && revisions.length === 1;
    const isWaiting = items.filter((one) => one.endsWith(".png")).join() === pictures.join() && revisions.length <= 1;
    if (isWhole || (isGivenUp && isWaiting)) continue;
    found.push(`left ${name} with ${items.join(", ")}, ${revisions.length} revisions, ${JSON.stringify(meta)}`);
  }
  return found;
};

/** On a busy machine, looking at pictures takes so long that a job of its own does it. */
async function untilDone(client: ApiClient, datasets: ReadonlySet<string>): Promise<void> {
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(200)) {
    const jobs = await client.call("job.list", { limit: 0 });
    if (jobs.every((job) => hasEnded(job) || !datasets.has(job.dataset_id ?? ""))) return;
  }
}

const leftOfTraining: Left = async (client, { name }, isGivenUp) => {
  const { trained } = await client.call("configuration.pipelines", {});
  const own = (trained?.pipes ?? []).filter((pipe) => pipe.name === `${name} detector`);
  return own.length === (isGivenUp ? 0 : 1) ? [] : [`left ${own.length} trained pipelines`];
};

export const hasEnded = ({ status }: Pick<Job, "status">): boolean => status >= JobStatus.success && status <= 5;
