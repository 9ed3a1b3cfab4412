/** Pictures as red, green and blue bytes, decoded and encoded by ffmpeg. They stream: memory does not grow with a video. */
import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { PassThrough, type Readable, type Writable } from "node:stream";
import { frameNumbers, hashedPictures, piecesOf } from "./decoded-frames.ts";
import { errorsOf } from "./error-lines.ts";

/** A refusal of ffmpeg, as a sentence without the name of the file. */
export class FrameError extends Error {}

export interface FrameSource {
  readonly ffmpeg: string;
  /** The file, for messages, which do not name it. */
  readonly source: string;
  /** Options that precede the input, and the input. */
  readonly input: readonly string[];
  /** The filter that brings pictures to `width` by `height`. */
  readonly filter: string;
  readonly width: number;
  readonly height: number;
  readonly signal: AbortSignal;
}

export interface RawFrame {
  /** Number as in the viewer: from 0, without pictures before time 0 and without duplicates of a time. */
  readonly frame: number;
  readonly seconds: number;
  readonly pixels: Uint8Array;
}

/** More than the pipes and buffers can separate the two streams. */
const lineBufferBytes = 1 << 20;
const maxLogLines = 50;
const quiet = ["-nostdin", "-hide_banner", "-nostats", "-v", "level+error"] as const;

/**
 * @param problems receives what could not be decoded
 * @throws FrameError when nothing can be decoded
 */
export async function* readFrames(from: FrameSource, problems: string[] = []): AsyncGenerator<RawFrame> {
  const { ffmpeg, source, input, filter, width, height, signal } = from;
  // A signal that is aborted already reports nothing later.
  signal.throwIfAborted();
  const every = ["-map", "0:V:0", "-vf", `${filter},setsar=1,format=rgb24`, "-fps_mode", "passthrough"];
  const clock = ["-enc_time_base", "-1", "-flush_packets", "1"];
  const hashes = [...every, ...clock, "-f", "framehash", "-hash", "crc32", "pipe:3"];
  const args = [...quiet, ...input, ...hashes, ...every, ...clock, "-f", "rawvideo", "pipe:1"];
  const child = spawn(ffmpeg, args, { stdio: ["ignore", "pipe", "pipe", "pipe"] });
  const stop = stopWith(signal, child);
  const closed = once(child, "close");
  closed.catch(() => undefined);
  const log = logOf(child.stdio[2] as Readable);
  const lines = (child.stdio[3] as Readable).pipe(new PassThrough({ highWaterMark: lineBufferBytes }));
  const bytes = width * height * 3;
  // Through another stream, so that the end of ffmpeg's is seen without reading beyond the last picture.
  const pictures = (child.stdio[1] as Readable).pipe(new PassThrough({ highWaterMark: bytes }));
  const nextPicture = piecesOf(pictures, bytes);
  const numbered = frameNumbers();
  let count = 0;
  try {
    for await (const hashed of hashedPictures(lines)) {
      const pixels = await nextPicture();
      if (pixels === undefined) break;
      count++;
      const frame = numbered(hashed);
      if (frame !== undefined) yield { frame, seconds: hashed.seconds, pixels };
    }
    await closed;
    signal.throwIfAborted();
    problems.push(...errorsOf(log, source));
    if (count === 0) throw new FrameError(problems.at(-1) ?? "No picture can be decoded.");
  } finally {
    stop();
  }
}

export interface FrameTarget {
  readonly ffmpeg: string;
  readonly width: number;
  readonly height: number;
  /** Pictures a second, as ffmpeg writes it: `30000/1001`. */
  readonly rate: string;
  /** Options of the output, and the output. */
  readonly output: readonly string[];
  /** The folder that a relative output is in. */
  readonly folder?: string;
  readonly signal: AbortSignal;
}

export class FrameWriter {
  readonly #child: ChildProcessByStdio<Writable, null, Readable>;
  readonly #closed: Promise<readonly [number | null]>;
  readonly #log: readonly string[];
  readonly #stop: () => void;
  readonly #signal: AbortSignal;

  constructor({ ffmpeg, width, height, rate, output, folder, signal }: FrameTarget) {
    const raw = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", `${width}x${height}`, "-framerate", rate, "-i", "pipe:0"];
    this.#child = spawn(ffmpeg, [...quiet, "-y", ...raw, ...output], {
      stdio: ["pipe", "ignore", "pipe"],
      ...(folder !== undefined && { cwd: folder }),
    });
    this.#closed = once(this.#child, "close") as Promise<[number | null]>;
    this.#closed.catch(() => undefined);
    // A broken pipe is reported by the end of the program.
    this.#child.stdin.on("error", () => undefined);
    this.#log = logOf(this.#child.stderr);
    this.#stop = stopWith(signal, this.#child);
    this.#signal = signal;
  }

  /** @throws FrameError when ffmpeg has ended */
  async write(pixels: Uint8Array): Promise<void> {
    const { stdin } = this.#child;
    if (this.#child.exitCode === null && stdin.writable && stdin.write(pixels)) return;
    if (this.#child.exitCode === null && stdin.writable) await Promise.race([once(stdin, "drain"), this.#closed]);
    if (this.#child.exitCode !== null) await this.end();
  }

  /** @throws FrameError when the result is not whole */
  async end(): Promise<void> {
    this.#child.stdin.end();
    const [code] = await this.#closed;
    this.#stop();
    this.#signal.throwIfAborted();
    if (code !== 0) throw new FrameError(errorsOf(this.#log, "").at(-1) ?? `ffmpeg ended with code ${code}.`);
  }

  /** Ends at once, without a result. */
  stop(): void {
    this.#stop();
  }
}

/** Kills the program at an abort and at the end of the process. @returns kills it now */
function stopWith(signal: AbortSignal, child: { kill(signal: "SIGKILL"): boolean }): () => void {
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  signal.addEventListener("abort", kill, { once: true });
  if (signal.aborted) kill();
  return () => {
    kill();
    process.off("exit", kill);
    signal.removeEventListener("abort", kill);
  };
}

function logOf(stream: Readable): readonly string[] {
  const log: string[] = [];
  createInterface(stream).on("line", (line) => {
    if (log.length < maxLogLines) log.push(line);
  });
  return log;
}
