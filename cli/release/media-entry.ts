/** The entry of a release for a video or a folder of pictures: hashes of the file and of each picture. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";

import type { ReleasedMedia } from "#schemas";
import { fileError } from "../base/process/errors.ts";
import { systemPath } from "../base/files/system-path.ts";
import { fingerprints, isPictureFolder, type PictureFingerprint } from "../media/fingerprint.ts";
import { readTurned } from "../media/turned.ts";

export interface MediaFacts {
  /** Without its path. */
  readonly entry: Omit<ReleasedMedia, "path">;
  /** Problems in decoding. */
  readonly problems: readonly string[];
}

export async function readMedia(path: string): Promise<MediaFacts> {
  const isFolder = await isPictureFolder(path);
  const problems: string[] = [];
  const read = await mediaEntry(fingerprints(path, (problem) => problems.push(problem)));
  const { names = [], seconds = [], content, looks, ...size } = read;
  const file = isFolder ? { names } : { ...(await hashFile(path)), seconds };
  const turned = isFolder ? 0 : await readTurned(path);
  const shown = { ...size, ...(turned !== 0 && { turned }) };
  return { entry: { kind: isFolder ? "pictures" : "video", ...shown, ...file, content, looks }, problems };
}

/** The parts of an entry that come from pictures. */
export async function mediaEntry(
  pictures: AsyncIterable<PictureFingerprint>,
): Promise<Pick<ReleasedMedia, "width" | "height" | "seconds" | "names" | "content" | "looks">> {
  const [seconds, names]: [number[], string[]] = [[], []];
  const [content, looks]: [string[], string[]] = [[], []];
  let size: { width?: number; height?: number } = {};
  for await (const picture of pictures) {
    if (picture.seconds !== undefined) seconds.push(picture.seconds);
    if (picture.name !== undefined) names.push(picture.name);
    content.push(picture.content ?? "");
    looks.push(picture.perceptual ?? "");
    const { width, height } = picture;
    if (size.width === undefined && width !== undefined && height !== undefined) size = { width, height };
  }
  return { ...size, ...(names.length > 0 && { names }), ...(seconds.length > 0 && { seconds }), content, looks };
}

export async function hashFile(path: string): Promise<{ readonly bytes: number; readonly sha256: string }> {
  try {
    const hash = createHash("sha256");
    for await (const piece of createReadStream(systemPath(path))) hash.update(piece as Buffer);
    return { bytes: (await stat(systemPath(path))).size, sha256: hash.digest("hex") };
  } catch (error) {
    throw fileError("read", path, error);
  }
}
