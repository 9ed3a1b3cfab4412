/**
 * Runs one ffmpeg command in a fresh worker thread, with limits on time and on the size of its results.
 *
 * A fresh thread each time because an instance that has handled several inputs may crash, and because ending the thread
 * is the only sure way to stop it and to get its memory back.
 */

import { Worker } from "node:worker_threads";

import { inputGuard } from "#schemas/video-conversion";

export interface FfmpegInput {
  /** File name the command sees; no folders. */
  readonly name: string;
  /** The file. Handed over to the worker: unusable for the caller afterwards. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Options before this input's `-i`. */
  readonly options?: readonly string[];
}

export interface FfmpegRun {
  readonly inputs: readonly FfmpegInput[];
  /** Everything after the inputs: filters, codecs, output names. */
  readonly args: readonly string[];
  /** Which files of the command are wanted: names, or a pattern for outputs of unknown number. */
  readonly outputs: readonly (string | RegExp)[];
  /** Default 10 minutes. */
  readonly timeoutMs?: number;
  /** Largest total of all results. Default 2 GiB. */
  readonly maxOutputBytes?: number;
  readonly signal?: AbortSignal;
}

export interface FfmpegResult {
  /** By name, in ascending order of the names. */
  readonly outputs: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

/** A command that failed, ran too long or gave too much. `log` holds the last lines of its output. */
export class FfmpegError extends Error {
  readonly log: readonly string[];
  constructor(message: string, log: readonly string[]) {
    super(message);
    this.name = "FfmpegError";
    this.log = log;
  }
}

/** What the worker is started with and what it answers. */
export interface WorkerJob {
  readonly args: readonly string[];
  readonly inputs: readonly { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }[];
  readonly outputs: readonly (string | RegExp)[];
  readonly maxOutputBytes: number;
}
export type WorkerAnswer =
  | { readonly ok: true; readonly outputs: readonly (readonly [string, Uint8Array<ArrayBuffer>])[] }
  | { readonly ok: false; readonly message: string; readonly log: readonly string[] };

export async function runFfmpeg(run: FfmpegRun): Promise<FfmpegResult> {
  const bad = run.inputs.find(({ name }) => !/^[\w][\w.-]*$/.test(name));
  if (bad !== undefined) throw new FfmpegError(`Not a plain file name: ${bad.name}`, []);
  const args = run.inputs.flatMap(({ name, options = [] }) => [...inputGuard, ...options, ...["-i", name]]);
  const job: WorkerJob = {
    args: ["-nostdin", "-hide_banner", "-y", ...args, ...run.args],
    inputs: run.inputs.map(({ name, bytes }) => ({ name, bytes })),
    outputs: run.outputs,
    maxOutputBytes: run.maxOutputBytes ?? 2 ** 31,
  };
  const worker = new Worker(new URL("./ffmpeg.worker.ts", import.meta.url), {
    workerData: job,
    transferList: job.inputs.map(({ bytes }) => bytes.buffer),
  });
  const timeoutMs = run.timeoutMs ?? 600_000;
  let timer: NodeJS.Timeout | undefined;
  let abort: (() => void) | undefined;
  try {
    const answer = await new Promise<WorkerAnswer>((resolve, reject) => {
      timer = setTimeout(
        () => reject(new FfmpegError(`ffmpeg was stopped after ${timeoutMs / 1000} s`, [])),
        timeoutMs,
      );
      abort = () => reject(new FfmpegError("ffmpeg was cancelled", []));
      if (run.signal?.aborted) abort();
      run.signal?.addEventListener("abort", abort);
      worker.once("message", resolve);
      worker.once("error", (error) => reject(new FfmpegError(`ffmpeg crashed: ${String(error)}`, [])));
      worker.once("exit", (code) => reject(new FfmpegError(`ffmpeg ended without an answer (code ${code})`, [])));
    });
    if (!answer.ok) throw new FfmpegError(answer.message, answer.log);
    return { outputs: new Map(answer.outputs) };
  } finally {
    clearTimeout(timer);
    if (abort !== undefined) run.signal?.removeEventListener("abort", abort);
    await worker.terminate();
  }
}
