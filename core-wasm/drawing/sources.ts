/** The pictures of videos and of lists of files, in the numbers that annotations use. */
import { resolve } from "node:path";

import { inputGuard } from "../../schemas/video-conversion.ts";
import type { FoundFfmpeg } from "../programs/find-ffmpeg.ts";
import { FrameError, type RawFrame, readFrames } from "../programs/raw-frames.ts";
import { assumedMatrix } from "./outputs.ts";
import { readShownSize } from "./shown-size.ts";
import { readVideoFacts, valueOf } from "./video-facts.ts";

export type RenderSource =
  /** `fps`: the rate of the annotations, if it is lower than that of the video. */
  | {
      readonly kind: "video";
      readonly path: string;
      /** For messages. */
      readonly name: string;
      readonly fps?: number | undefined;
    }
  /** `fps`: the rate of the video to make. */
  | {
      readonly kind: "pictures";
      readonly files: readonly { readonly name: string; readonly path: string }[];
      readonly fps: number;
    };

export interface Picture extends RawFrame {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** Frame of the annotations. */
  readonly annotated: number;
}

export interface OpenSource {
  /** Pictures a second, as a fraction. */
  readonly rate: string;
  /** Expected number of frames; 0: unknown. */
  readonly count: number;
  /** The file with the sound. */
  readonly sound: string | undefined;
  readonly frames: AsyncIterable<Picture>;
}

export interface Reading {
  readonly programs: FoundFfmpeg;
  readonly signal: AbortSignal;
  /** Only these are needed. */
  readonly first: number;
  readonly last: number;
  /** Receives what cannot be decoded, as sentences. */
  readonly problems: string[];
}

/** @throws FrameError when nothing can be decoded */
export async function openSource(source: RenderSource, reading: Reading): Promise<OpenSource> {
  return source.kind === "video" ? await openVideo(source, reading) : openPictures(source, reading);
}

async function openVideo(
  { path, name, fps }: Extract<RenderSource, { kind: "video" }>,
  { programs: { ffmpeg, ffprobe }, signal, problems }: Reading,
): Promise<OpenSource> {
  const size = await readShownSize(path, ffmpeg);
  if (size === undefined) throw new FrameError(`${name} has no picture that can be decoded.`);
  const facts = await readVideoFacts(path, ffprobe);
  if (facts === undefined) throw new FrameError(`${name} is not a video.`);
  const { rate, colorSpace, count, hasSound } = facts;
  const matrix = colorSpace === undefined ? `:in_color_matrix=${assumedMatrix(size.height)}` : "";
  // A lower rate of the annotations: docs/frames.md.
  const isLower = fps !== undefined && fps < valueOf(rate) * 0.999;
  async function* frames(): AsyncGenerator<Picture> {
    const input = ["-copyts", ...inputGuard, "-i", resolve(path)];
    const filter = `scale=${size!.width}:${size!.height}${matrix}`;
    let start: number | undefined;
    for await (const frame of readFrames(
      { ffmpeg, source: resolve(path), input, filter, ...size!, signal },
      problems,
    )) {
      start ??= frame.seconds;
      const annotated = isLower ? Math.floor((frame.seconds - start) * fps + 1e-3) : frame.frame;
      yield { ...frame, name, ...size!, annotated };
    }
  }
  return { rate, count, sound: hasSound ? path : undefined, frames: frames() };
}

function openPictures(
  { files, fps }: Extract<RenderSource, { kind: "pictures" }>,
  { programs: { ffmpeg }, signal, first, last, problems }: Reading,
): OpenSource {
  async function* frames(): AsyncGenerator<Picture> {
    for (const [frame, { name, path }] of files.entries()) {
      if (frame < first || frame > last) continue;
      const picture = await readPicture(path, ffmpeg, signal).catch((error: unknown) => {
        if (!(error instanceof FrameError)) throw error;
        problems.push(`${name} cannot be decoded and is left out.`);
      });
      if (picture !== undefined) yield { ...picture, name, frame, annotated: frame };
    }
  }
  return { rate: String(fps), count: files.length, sound: undefined, frames: frames() };
}

/** `undefined`, or FrameError: it cannot be decoded. */
async function readPicture(path: string, ffmpeg: string, signal: AbortSignal) {
  const size = await readShownSize(path, ffmpeg);
  if (size === undefined) throw new FrameError("No picture can be decoded.");
  const input = ["-f", "image2", "-pattern_type", "none", ...inputGuard, "-i", resolve(path)];
  const filter = `scale=${size.width}:${size.height}`;
  for await (const { pixels, seconds } of readFrames({ ffmpeg, source: resolve(path), input, filter, ...size, signal }))
    return { pixels, seconds, ...size };
  throw new FrameError("No picture can be decoded.");
}
