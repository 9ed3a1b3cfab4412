/**
 * Sends a random upload to a server and compares input and result: every file is a frame showing its own picture, or
 * annotations, or an entry in the ledger, and every box is on the picture it was made for.
 */
import sharp from "sharp";

import { type ApiClient, type Folder, uploadFile } from "#schemas";
import { type MediaEntry, mediaLedgerOf } from "#schemas/media-ledger";

import { buildZip } from "../bad-inputs/build-archive.ts";
import { boxOf, colorOf, type RandomUpload, type SentFile } from "./make-upload.ts";

/** @returns what was lost or changed silently; empty: nothing */
export async function checkUpload(
  client: ApiClient,
  { parentId, name }: { readonly parentId: string; readonly name: string },
  upload: RandomUpload,
): Promise<string[]> {
  const metadata = { fps: -1, type: "image-sequence" };
  const { _id: id } = await client.call("folder.create", { parentType: "user", parentId, name, metadata } as const);
  const sent: readonly SentFile[] = [...upload.pictures, ...upload.others];
  if (upload.layout === "plain") {
    for (const { path, content } of sent) {
      const target = { parentType: "folder", parentId: id, name: path } as const;
      await uploadFile(client, target, new Blob([new Uint8Array(content)]));
    }
  } else {
    const zip = buildZip(sent.map(({ path, content }) => ({ name: path, content })));
    const target = { parentType: "folder", parentId: id, name: "all.zip" } as const;
    await uploadFile(client, target, new Blob([new Uint8Array(zip)]));
  }
  let refusal = "";
  await client.call("rpc.postprocess", { id }).catch((error: unknown) => (refusal = String(error)));
  await endOfJobs(client);
  const above = await client.call("folder.get", { id });
  const folders = [above, ...(await client.call("folder.list", { parentType: "folder", parentId: id, limit: 0 }))];
  const ledger = folders.flatMap(({ meta }) => [...mediaLedgerOf(meta)]);
  const findings: string[] = [];
  const frames = new Frames(upload);
  for (const folder of folders) {
    if (folder.meta["annotate"] === true) findings.push(...(await frames.take(client, folder)));
  }
  if (!upload.pictures.some(({ isWhole }) => isWhole)) return findings;
  if (refusal !== "") findings.push(`the upload was refused: ${refusal}`);
  for (const file of sent) {
    if (!frames.shown.has(file) && !isNamed(file.path, ledger)) findings.push(`${file.path} is nowhere`);
  }
  const boxes = upload.layout === "plain" ? 0 : upload.pictures.length;
  const isSaid = ledger.some(({ what }) => ["broken", "changed", "left-out"].includes(what));
  if (frames.boxCount < boxes && !isSaid) findings.push(`${boxes - frames.boxCount} boxes are nowhere`);
  return findings;
}

/** Everything displayed of an upload, over all datasets made from it. */
class Frames {
  readonly shown = new Set<SentFile>();
  boxCount = 0;
  readonly #upload: RandomUpload;

  constructor(upload: RandomUpload) {
    this.#upload = upload;
  }

  async take(client: ApiClient, folder: Folder): Promise<string[]> {
    const findings: string[] = [];
    const { imageData } = await client.call("dataset.media", { id: folder._id });
    const indexes: (number | undefined)[] = [];
    const changed = mediaLedgerOf(folder.meta).filter(({ what }) => what === "converted" || what === "renamed");
    for (const { id, filename } of imageData) {
      const bytes = Buffer.from(await (await client.fetch("item.download", { id })).arrayBuffer());
      const { dominant, channels } = await sharp(bytes).stats();
      const color = channels.slice(0, 3).map(({ mean }) => mean);
      const sentName = changed.find(({ why }) => why.startsWith(`is shown as ${filename}`))?.where ?? filename;
      const picture = this.#upload.pictures.find(
        (one) => one.isWhole && !this.shown.has(one) && lastPart(one.path) === sentName && isOf(color, one.index),
      );
      indexes.push(picture?.index);
      if (picture !== undefined) this.shown.add(picture);
      else if (!this.#isStandIn(sentName)) {
        findings.push(`${filename} shows another picture than was sent (${JSON.stringify(dominant)})`);
      }
    }
    for (const { begin, features } of await client.call("annotation.tracks", { folderId: folder._id })) {
      this.boxCount++;
      const index = indexes[begin];
      const bounds = JSON.stringify(features[0]?.bounds?.map((value) => Math.round(value)));
      if (index !== undefined && bounds !== JSON.stringify(boxOf(index)))
        findings.push(`frame ${begin} (${imageData[begin]?.filename}) has the box ${bounds} of another picture`);
    }
    return findings;
  }

  /** A gray placeholder of a broken picture. */
  #isStandIn(name: string): boolean {
    return this.#upload.pictures.some(({ path, isWhole }) => !isWhole && stemOf(lastPart(path)) === stemOf(name));
  }
}

const isOf = (color: readonly number[], index: number): boolean => {
  const { r, g, b } = colorOf(index);
  return [r, g, b].every((value, channel) => Math.abs(value - (color[channel] ?? NaN)) < 15);
};
const lastPart = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));
const endingOf = (path: string): string => /\.[^./]*$/.exec(path)?.[0] ?? "";
const stemOf = (name: string): string => name.replace(/\.[^.]*$/, "");

/** Individually, or as one of several that an entry counts. */
function isNamed(path: string, ledger: readonly MediaEntry[]): boolean {
  return ledger.some(({ where }) => {
    if (where === path || where === lastPart(path) || where.startsWith(`${path}, `)) return true;
    const [, folder] = /^(.*) \(\d+ files\)$/.exec(where) ?? [];
    if (folder !== undefined) return folderOf(path) === folder;
    const [, first] = /^(.*) and \d+ more$/.exec(where) ?? [];
    return first !== undefined && folderOf(first) === folderOf(path) && endingOf(first) === endingOf(path);
  });
}

async function endOfJobs(client: ApiClient): Promise<void> {
  const untilMs = performance.now() + 60_000;
  while ((await client.call("job.queued", {})).outstanding > 0) {
    if (performance.now() > untilMs) throw new Error("the jobs of an upload do not end");
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}
