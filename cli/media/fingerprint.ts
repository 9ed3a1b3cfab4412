/** Fingerprints of all pictures of a video or a folder: their content, display time and appearance. */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

import { mediaKindOf } from "#schemas/media-files";
import { CliError, ExitCode, fileError } from "../base/process/errors.ts";
import { readImageNames } from "../base/annotations/image-names.ts";
import { systemPath } from "../base/files/system-path.ts";
import { decodePictures } from "./decode-pictures.ts";
import { requireFfmpeg } from "./ffmpeg.ts";
import { hashedSide, perceptualHash } from "./picture-hash.ts";

export interface PictureFingerprint {
  readonly frame: number;
  /** Display time; absent for a folder of pictures. */
  readonly seconds?: number;
  /** Name of the file, for a folder of pictures. */
  readonly name?: string;
  /** MD5 of the decoded picture; absent when the file cannot be decoded. */
  readonly content?: string;
  /** 64 bits as hexadecimal digits. */
  readonly perceptual?: string;
  /** As stored. */
  readonly width?: number;
  readonly height?: number;
}

/** Names of the hash algorithms: with other algorithms the digits would differ. */
export const hashNames = { content: "md5 of the decoded picture", perceptual: "phash 32x32, 64 bits" } as const;

const gray = { width: hashedSide, height: hashedSide };
/** Image files decoded in parallel. */
const sideBySide = 4;

export async function isPictureFolder(path: string): Promise<boolean> {
  return (
    await stat(systemPath(path)).catch((error: unknown) => {
      throw fileError("read", path, error);
    })
  ).isDirectory();
}

/** @param onProblem receives decoding problems: sentences without the name of the file */
export async function* fingerprints(
  path: string,
  onProblem: (message: string) => void,
): AsyncGenerator<PictureFingerprint> {
  const ffmpeg = requireFfmpeg();
  if (await isPictureFolder(path)) return yield* folderFingerprints(path, ffmpeg, onProblem);
  const options = { ffmpeg, kind: "video", gray, hashed: "stored", onProblem } as const;
  for await (const { gray: pixels, ...picture } of decodePictures(path, options))
    yield { ...picture, perceptual: perceptualHash(pixels) };
}

async function* folderFingerprints(
  folder: string,
  ffmpeg: string,
  onProblem: (message: string) => void,
): AsyncGenerator<PictureFingerprint> {
  const names = await readImageNames(folder);
  if (names.length === 0) throw await noPictures(folder);
  const waiting: Promise<PictureFingerprint>[] = [];
  const begin = (frame: number): void => {
    const name = names[frame];
    if (name === undefined) return;
    const work = imageFingerprint(join(folder, name), { frame, name }, ffmpeg, onProblem);
    work.catch(() => undefined);
    waiting.push(work);
  };
  for (let frame = 0; frame < sideBySide; frame++) begin(frame);
  for (let frame = 0; frame < names.length; frame++) {
    yield (await waiting.shift())!;
    begin(frame + sideBySide);
  }
}

export async function imageFingerprint(
  path: string,
  named: { readonly frame: number; readonly name: string },
  ffmpeg: string,
  onProblem: (message: string) => void,
): Promise<PictureFingerprint> {
  const report = (message: string): void => onProblem(`${named.name}: ${message}`);
  const options = { ffmpeg, kind: "image", gray, hashed: "stored", onProblem: report } as const;
  try {
    for await (const { content, width, height, gray: pixels } of decodePictures(path, options))
      return { ...named, content, perceptual: perceptualHash(pixels), width, height };
  } catch (error) {
    if (!(error instanceof CliError) || error.exitCode !== ExitCode.findings) throw error;
    report("cannot be decoded");
  }
  return named;
}

async function noPictures(folder: string): Promise<CliError> {
  const videos = (await readdir(systemPath(folder))).filter((name) => mediaKindOf(String(name)) === "video");
  const hint = videos.length === 0 ? "" : " Name its videos one by one.";
  return new CliError(ExitCode.usage, `${folder} holds no pictures.${hint}`);
}
