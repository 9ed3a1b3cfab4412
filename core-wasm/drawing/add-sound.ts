/** Puts the pictures of one file and the sound of another together. */
import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";

import { inputGuard } from "../../schemas/video-conversion.ts";
import type { FoundFfmpeg } from "../programs/find-ffmpeg.ts";
import { FrameError } from "../programs/raw-frames.ts";
import { valueOf } from "./video-facts.ts";

interface Mixed {
  /** The video with the pictures. */
  readonly silent: string;
  /** The file with the sound. */
  readonly sound: string;
  /** Time in the file with the sound at which the pictures begin, seconds. */
  readonly start: number;
  readonly frames: number;
  readonly rate: string;
  readonly target: string;
  /** Options of the encoder; empty: the sound is left out. */
  readonly audio: readonly string[];
  readonly container: readonly string[];
  readonly programs: FoundFfmpeg;
  readonly signal: AbortSignal;
}

/** @returns whether it could be done; without sound it must be: @throws FrameError */
export async function addSound(mixed: Mixed): Promise<boolean> {
  const { silent, sound, start, frames, rate, target, audio, container, programs, signal } = mixed;
  const seek = ["-seek_timestamp", "1", "-ss", start.toFixed(6), ...inputGuard, "-i", resolve(sound)];
  const length = ["-t", (frames / valueOf(rate)).toFixed(6)];
  const heard = audio.length === 0 ? [] : ["-map", "1:a", ...audio, ...length];
  const args = [
    ...["-nostdin", "-v", "error", "-y", "-i", silent, ...(audio.length === 0 ? [] : seek)],
    ...["-map", "0:v:0", "-c:v", "copy", ...heard, ...container, target],
  ];
  try {
    await promisify(execFile)(programs.ffmpeg, args, { signal });
    return true;
  } catch (error) {
    signal.throwIfAborted();
    if (audio.length > 0) return false;
    throw new FrameError("The video cannot be stored.", { cause: error });
  }
}
