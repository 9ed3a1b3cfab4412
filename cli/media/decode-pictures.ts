/**
 * Every picture of a video or an image file as decoded by ffmpeg, in display order: its time, the hash of its decoded
 * pixels, and a small gray copy. One process decodes once and writes two streams in parallel.
 */
import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { PassThrough, type Readable } from "node:stream";

import { inputGuard } from "#schemas/video-conversion";
import { frameNumbers, hashedPictures, piecesOf } from "../../core-wasm/programs/decoded-frames.ts";
import { errorsOf } from "../../core-wasm/programs/error-lines.ts";
import { CliError, ExitCode } from "../base/process/errors.ts";
import { fileLabel } from "../base/files/files.ts";
import { interrupted } from "../base/process/interrupt.ts";

export interface DecodedPicture {
  /** Frame number as in the viewer: from 0, without pictures before time 0 and without duplicates of a time. */
  readonly frame: number;
  /** Display time according to the container. */
  readonly seconds: number;
  /** Hash of the picture chosen by `hashed`, 32 hexadecimal digits. */
  readonly content: string;
  /** Size of the hashed picture. */
  readonly width: number;
  readonly height: number;
  /** `gray.width` by `gray.height` pixels. */
  readonly gray: Uint8Array;
}

export interface DecodeOptions {
  readonly ffmpeg: string;
  readonly kind: "video" | "image";
  readonly gray: { readonly width: number; readonly height: number };
  /**
   * `stored`: the MD5 of the picture as stored, which ffmpeg's framemd5 prints. `gray`: that of the small upright copy,
   * when only times are needed.
   */
  readonly hashed: "stored" | "gray";
  /** Receives ffmpeg's warnings. */
  readonly onProblem?: (message: string) => void;
}

/** More than the pipes and buffers can separate the two streams. */
const grayBufferBytes = 8 << 20;
const lineBufferBytes = 1 << 20;
const maxLogLines = 50;

/** @throws CliError when no picture can be decoded */
export async function* decodePictures(path: string, options: DecodeOptions): AsyncGenerator<DecodedPicture> {
  const { ffmpeg, gray, onProblem } = options;
  const source = resolve(path);
  // A signal that is aborted already reports nothing later.
  interrupted.throwIfAborted();
  const child = spawn(ffmpeg, argsFor(source, options), { stdio: ["ignore", "pipe", "pipe", "pipe"] });
  const closed = new Promise<number | null>((done, fail) => child.once("error", fail).once("close", done));
  closed.catch(() => undefined);
  const stop = (): void => void child.kill("SIGKILL");
  process.once("exit", stop);
  interrupted.addEventListener("abort", stop, { once: true });
  const log: string[] = [];
  let logLength = 0;
  createInterface(child.stdio[2] as Readable).on("line", (line) => {
    if (++logLength <= maxLogLines) log.push(line);
  });
  const small = (child.stdio[1] as Readable).pipe(new PassThrough({ highWaterMark: grayBufferBytes }));
  const lines = (child.stdio[3] as Readable).pipe(new PassThrough({ highWaterMark: lineBufferBytes }));
  try {
    const nextPicture = piecesOf(small, gray.width * gray.height);
    const numbered = frameNumbers();
    let count = 0;
    for await (const hashed of hashedPictures(lines)) {
      const picture = await nextPicture();
      if (picture === undefined) break;
      count++;
      const frame = numbered(hashed);
      if (frame !== undefined) yield { frame, ...hashed, gray: picture };
    }
    const code = await closed;
    interrupted.throwIfAborted();
    const errors = errorsOf(log, source);
    if (count === 0) {
      const why = errors.at(-1)?.replace(/\.$/, "") ?? `ffmpeg ended with code ${code}`;
      throw new CliError(ExitCode.findings, `${fileLabel(path)} has no picture that can be decoded: ${why}.`);
    }
    for (const error of errors) onProblem?.(error);
    if (logLength > maxLogLines) onProblem?.(`${logLength - maxLogLines} more lines in the log of ffmpeg`);
    if (code !== 0 && errors.length === 0) onProblem?.(`ffmpeg ended with code ${code}`);
  } finally {
    stop();
    process.off("exit", stop);
    interrupted.removeEventListener("abort", stop);
  }
}

function argsFor(source: string, { kind, gray, hashed }: DecodeOptions): string[] {
  const small = `scale=${gray.width}:${gray.height}:flags=area,format=gray`;
  const isStored = hashed === "stored";
  const every = ["-fps_mode", "passthrough", "-enc_time_base", "-1"];
  return [
    ...["-nostdin", "-hide_banner", "-nostats", "-v", "level+error"],
    // Rotation is container metadata, which not every container supports.
    ...(isStored ? ["-noautorotate"] : []),
    // A `%` in the name would otherwise be a number pattern.
    ...(kind === "image" ? ["-f", "image2", "-pattern_type", "none"] : ["-copyts"]),
    ...[...inputGuard, "-i", source],
    ...["-map", "0:V:0", ...(isStored ? [] : ["-vf", small]), ...every],
    ...["-f", "framehash", "-hash", isStored ? "md5" : "crc32", "-flush_packets", "1", "pipe:3"],
    ...["-map", "0:V:0", "-vf", small, ...every, "-f", "rawvideo", "-flush_packets", "1", "pipe:1"],
  ];
}
