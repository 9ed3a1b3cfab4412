/**
 * Every picture of a video or an image file as decoded by ffmpeg, in display order: its time, the hash of its decoded
 * pixels, and a small grey copy. One process decodes once and writes two streams in parallel.
 */
import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { PassThrough, type Readable } from "node:stream";

import { inputGuard } from "#schemas/video-conversion";
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
  /** `grey.width` by `grey.height` pixels. */
  readonly grey: Uint8Array;
}

export interface DecodeOptions {
  readonly ffmpeg: string;
  readonly kind: "video" | "image";
  readonly grey: { readonly width: number; readonly height: number };
  /**
   * `stored`: the MD5 of the picture as stored, which ffmpeg's framemd5 prints. `grey`: that of the small upright copy,
   * when only times are needed.
   */
  readonly hashed: "stored" | "grey";
  /** Receives ffmpeg's warnings. */
  readonly onProblem?: (message: string) => void;
}

/** More than the pipes and buffers can separate the two streams. */
const greyAheadBytes = 8 << 20;
const linesAheadBytes = 1 << 20;
/** Pictures before time 0 are decoded but not shown; container clocks are coarse. */
const toleranceSeconds = 0.0005;
const maxLogLines = 50;

/** @throws CliError when no picture can be decoded */
export async function* decodePictures(path: string, options: DecodeOptions): AsyncGenerator<DecodedPicture> {
  const { ffmpeg, grey, onProblem } = options;
  const source = resolve(path);
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
  const small = (child.stdio[1] as Readable).pipe(new PassThrough({ highWaterMark: greyAheadBytes }));
  const lines = (child.stdio[3] as Readable).pipe(new PassThrough({ highWaterMark: linesAheadBytes }));
  try {
    const nextPicture = piecesOf(small, grey.width * grey.height);
    const numbered = frameNumbers();
    let count = 0;
    for await (const hashed of hashedPictures(lines)) {
      const picture = await nextPicture();
      if (picture === undefined) break;
      count++;
      const frame = numbered(hashed);
      if (frame !== undefined) yield { frame, ...hashed, grey: picture };
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

function argsFor(source: string, { kind, grey, hashed }: DecodeOptions): string[] {
  const small = `scale=${grey.width}:${grey.height}:flags=area,format=gray`;
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

type HashedPicture = Pick<DecodedPicture, "seconds" | "content" | "width" | "height">;

/** The lines of ffmpeg's framehash: `stream, dts, pts, duration, size, hash`, after a header with clock and size. */
async function* hashedPictures(lines: Readable): AsyncGenerator<HashedPicture> {
  let [tick, width, height] = [1, 0, 0];
  for await (const line of createInterface({ input: lines, crlfDelay: Infinity })) {
    const clock = /^#tb 0: (\d+)\/(\d+)/.exec(line);
    if (clock !== null) tick = Number(clock[1]) / Number(clock[2]);
    const size = /^#dimensions 0: (\d+)x(\d+)/.exec(line);
    if (size !== null) [width, height] = [Number(size[1]), Number(size[2])];
    if (line.startsWith("#")) continue;
    const [, , pts = "", , , content = ""] = line.split(",").map((cell) => cell.trim());
    yield { seconds: Math.round(Number(pts) * tick * 1e6) / 1e6, content, width, height };
  }
}

/** Numbers pictures as in the viewer; `undefined` for those that are not frames. */
function frameNumbers(): (picture: HashedPicture) => number | undefined {
  let next = 0;
  let before = Number.NEGATIVE_INFINITY;
  return ({ seconds }) => {
    if (seconds < -toleranceSeconds || seconds - before < 1e-6) return undefined;
    before = seconds;
    return next++;
  };
}

/** Splits a stream into pieces of equal length; `undefined` at its end. */
function piecesOf(stream: Readable, bytes: number): () => Promise<Uint8Array | undefined> {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let chunk: Uint8Array = new Uint8Array();
  return async () => {
    const piece = new Uint8Array(bytes);
    for (let filled = 0; filled < bytes;) {
      if (chunk.length === 0) {
        const { done, value } = await chunks.next();
        if (done === true) return undefined;
        chunk = value;
      }
      const taken = chunk.subarray(0, bytes - filled);
      piece.set(taken, filled);
      filled += taken.length;
      chunk = chunk.subarray(taken.length);
    }
    return piece;
  };
}
