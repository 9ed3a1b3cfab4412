/** How clients start jobs of every kind, and what makes them fail: broken files, missing documents. */
import { createHash } from "node:crypto";
import {
  existsSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

import { encode } from "fast-png";

import { type ApiClient, uploadFile } from "#schemas";

import { makeBarCodeVideo, readPackets } from "../support/bar-code-video.ts";
import { makeTiff } from "../support/large-images.ts";

export type Files = Readonly<Record<string, Uint8Array | string>>;

export const addonUrl = "https://127.0.0.1:1/fish.zip";

/** A program that prints everything it knows about its location, and fails; and an addon that cannot be downloaded. */
export function installFailing(programs: string): void {
  const folder = join(programs, "loud");
  mkdirSync(folder);
  const program = `#!${process.execPath}
const [list] = process.argv.slice(2);
console.log("step 1 of 2 reading " + list);
console.log("looking into " + process.cwd() + "/media/image-0.png, and " + JSON.stringify({ at: process.cwd() }));
console.error('  File "' + list + '", line 3, in read');
throw new Error("cannot read " + list);
`;
  writeFileSync(join(folder, "loud.mjs"), program);
  chmodSync(join(folder, "loud.mjs"), 0o755);
  writeFileSync(join(folder, "detector_loud.pipe"), "");
  const progress = String.raw`^step (?<done>\d+) of (?<total>\d+) (?<message>.*)`;
  const manifest = { command: ["./loud.mjs", "{media}"], results: ["r.csv"], progress };
  writeFileSync(join(folder, "runner.json"), JSON.stringify(manifest));
  const addon = { name: "Fish", url: addonUrl, checksum: "0".repeat(64) };
  writeFileSync(join(programs, "addons.json"), JSON.stringify([addon]));
}

export const png = (gray: number): Uint8Array =>
  encode({ width: 64, height: 48, data: new Uint8Array(64 * 48 * 3).fill(gray), channels: 3 });
export const wide: Uint8Array = encode({ width: 96, height: 48, data: new Uint8Array(96 * 48 * 3), channels: 3 });
export const pgm = Buffer.concat([Buffer.from("P5 4 4 255\n"), Buffer.alloc(16, 100)]);
export const cut = (bytes: Uint8Array, part = 0.5): Uint8Array => bytes.subarray(0, Math.floor(bytes.length * part));

export async function tiff(folder: string): Promise<Buffer> {
  const path = join(folder, "a.tif");
  await makeTiff(path, 600, 400);
  return readFileSync(path);
}

export function avi(folder: string): Buffer {
  const path = join(folder, "swim.avi");
  if (!existsSync(path)) makeBarCodeVideo(path, { args: ["-c:v", "mpeg4"], frames: 20 });
  return readFileSync(path);
}

/** @param hasHole one of its pictures is damaged */
export function mp4(folder: string, hasHole = false): Buffer {
  const path = join(folder, "swim.mp4");
  if (!existsSync(path)) makeBarCodeVideo(path, { args: ["-c:v", "libx264", "-g", "1", "-bf", "0"], frames: 20 });
  const bytes = readFileSync(path);
  const { pos = 0, size = 0 } = readPackets(path)[10] ?? {};
  return hasHole ? bytes.fill(0xff, pos + 4, pos + size) : bytes;
}

const blobsOf = (dataFolder: string): string[] =>
  readdirSync(join(dataFolder, "blobs"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

export function removeContents(dataFolder: string): void {
  for (const path of blobsOf(dataFolder)) rmSync(path);
}

export function damageContents(dataFolder: string): void {
  for (const path of blobsOf(dataFolder)) truncateSync(path, Math.floor(statSync(path).size / 2));
}

export function removeContent(dataFolder: string, bytes: Uint8Array): void {
  const hash = createHash("sha256").update(bytes).digest("hex");
  rmSync(join(dataFolder, "blobs", hash.slice(0, 2), hash));
}

/** Starts jobs, as clients do. */
export class Asking {
  readonly #client: ApiClient;
  readonly #userId: string;
  #count = 0;

  constructor(client: ApiClient, userId: string) {
    this.#client = client;
    this.#userId = userId;
  }

  name(): string {
    return `set ${++this.#count}`;
  }

  async folder(type: string, files: Files, more: object = {}, parentId?: string): Promise<string> {
    const parent = parentId === undefined ? (["user", this.#userId] as const) : (["folder", parentId] as const);
    const metadata = { fps: -1, type, ...more };
    const given = { parentType: parent[0], parentId: parent[1], name: this.name(), metadata };
    const { _id: id } = await this.#client.call("folder.create", given);
    for (const [name, bytes] of Object.entries(files)) {
      const target = { parentType: "folder", parentId: id, name } as const;
      await uploadFile(this.#client, target, new Blob([new Uint8Array(Buffer.from(bytes))]));
    }
    return id;
  }

  /** @returns the folder */
  async media(type: string, files: Files): Promise<string> {
    const id = await this.folder(type, files);
    await this.#client.call("rpc.postprocess", { id });
    return id;
  }

  async pictures(): Promise<string> {
    return await this.media("image-sequence", { "image-0.png": png(10), "image-1.png": png(50) });
  }

  async run(pipe: string): Promise<void> {
    const folderId = await this.pictures();
    const listed = Object.values(await this.#client.call("configuration.pipelines", {}));
    const pipeline = listed.flatMap(({ pipes }) => pipes).findLast((one) => one.pipe === pipe);
    await this.#client.call("rpc.pipeline", { folderId, pipeline: pipeline ?? {} });
  }

  async train(config: string, boxes: number): Promise<void> {
    const folderId = await this.pictures();
    const upsert = Array.from({ length: boxes }, (_, id) => ({
      id,
      begin: 1,
      end: 1,
      confidencePairs: [["ray", 1]],
      attributes: {},
      features: [{ frame: 1, bounds: [5 + id, 5, 15 + id, 15], keyframe: true, attributes: {} }],
    }));
    await this.#client.call("annotation.save", { folderId, body: { tracks: { upsert, delete: [] } } as never });
    const asked = { pipelineName: this.name(), config, annotatedFramesOnly: false, body: { folderIds: [folderId] } };
    await this.#client.call("rpc.train", asked);
  }

  /** Deletes the ground truth before the comparison. */
  async scoreAgainstDeleted(): Promise<void> {
    const features = [{ frame: 0, bounds: [5, 5, 15, 15], keyframe: true, attributes: {} }];
    const track = { id: 0, begin: 0, end: 0, confidencePairs: [["ray", 1]], attributes: {}, features };
    const [computed, truth] = [await this.pictures(), await this.pictures()];
    for (const folderId of [computed, truth]) {
      await this.#client.call("annotation.save", { folderId, body: { tracks: { upsert: [track], delete: [] } } });
    }
    const pairs = [{ computed: { datasetId: computed }, truth: { datasetId: truth } }];
    await this.#client.call("rpc.score", { body: { pairs } });
    await this.#client.call("folder.delete", { id: truth });
  }

  /** Merges two sets that have nothing in common. */
  async mergeDifferent(): Promise<void> {
    const id = await this.pictures();
    for (const [frame, set] of ["", "second"].entries()) {
      const features = [{ frame, bounds: [5, 5, 15, 15], keyframe: true, attributes: {} }];
      const track = { id: 0, begin: frame, end: frame, confidencePairs: [["ray", 1]], attributes: {}, features };
      const body = { set, tracks: { upsert: [track], delete: [] } };
      await this.#client.call("annotation.save", { folderId: id, body });
    }
    const body = { sets: ["", "second"], into: "consensus", leastPeople: 2 };
    await this.#client.call("task.consensus", { id, body });
  }

  async render(folderId: string): Promise<void> {
    await this.#client.call("rpc.render", { body: { folderId } });
  }

  async model(files: Files): Promise<string> {
    return await this.folder("", files, { trained_pipeline: true, trained_on: "reef" });
  }

  async export(files: Files): Promise<void> {
    const ids = { modelFolderId: await this.model(files), exportFolderId: await this.pictures() };
    await this.#client.call("rpc.export", ids);
  }

  async import(placeId: string): Promise<void> {
    const destinationId = await this.folder("", {});
    await this.#client.call("assetstore.import", { id: placeId, importPath: "", destinationId });
  }

  async check(placeId: string): Promise<void> {
    await this.#client.call("assetstore.check", { id: placeId });
  }
}
