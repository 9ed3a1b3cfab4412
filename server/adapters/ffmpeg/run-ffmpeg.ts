/**
 * Runs one ffmpeg command in a fresh worker thread, with limits on time and on the size of its results.
 *
 * A fresh thread each time because an instance that has handled several inputs may crash, and because ending the thread
 * is the only sure way to stop it and to get its memory back.
 */

import { inputGuard } from "#schemas/video-conversion";

import { ThreadLimitError, runInThread } from "../../../core-wasm/threads/run-in-thread.ts";

export interface FfmpegInput {
  /** File name as seen by the command; no folders. */
  readonly name: string;
  /** Content of the file. Transferred to the worker: unusable for the caller afterwards. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Options before this input's `-i`. */
  readonly options?: readonly string[];
}

export interface FfmpegRun {
  readonly inputs: readonly FfmpegInput[];
  /** Everything after the inputs: filters, codecs, output names. */
  readonly args: readonly string[];
  /** Output files to return: names, or a pattern if their number is unknown. */
  readonly outputs: readonly (string | RegExp)[];
  /** Default 10 minutes. */
  readonly timeoutMs?: number;
  /** Total size limit of the results. Default 2 GiB. */
  readonly maxOutputBytes?: number;
  readonly signal?: AbortSignal;
}

export interface FfmpegResult {
  /** By name, sorted by name. */
  readonly outputs: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

/** A command that failed, ran too long or produced too much. `log` has the last lines of its output. */
export class FfmpegError extends Error {
  readonly log: readonly string[];
  constructor(message: string, log: readonly string[]) {
    super(message);
    this.name = "FfmpegError";
    this.log = log;
  }
}

/** A request to the thread; it answers with the names and bytes of the outputs. */
export interface ThreadJob {
  readonly args: readonly string[];
  readonly inputs: readonly { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }[];
  readonly outputs: readonly (string | RegExp)[];
  readonly maxOutputBytes: number;
}
export type ThreadOutputs = readonly (readonly [name: string, bytes: Uint8Array<ArrayBuffer>])[];

export async function runFfmpeg(run: FfmpegRun): Promise<FfmpegResult> {
  const bad = run.inputs.find(({ name }) => !/^[\w][\w.-]*$/.test(name));
  if (bad !== undefined) throw new FfmpegError(`Not a plain file name: ${bad.name}`, []);
  const args = run.inputs.flatMap(({ name, options = [] }) => [...inputGuard, ...options, ...["-i", name]]);
  const job: ThreadJob = {
    args: ["-nostdin", "-hide_banner", "-y", ...args, ...run.args],
    inputs: run.inputs.map(({ name, bytes }) => ({ name, bytes })),
    outputs: run.outputs,
    maxOutputBytes: run.maxOutputBytes ?? 2 ** 31,
  };
  const timeoutMs = run.timeoutMs ?? 600_000;
  try {
    const outputs = await runInThread({
      file: new URL("./ffmpeg.worker.ts", import.meta.url),
      call: job,
      transfer: job.inputs.map(({ bytes }) => bytes.buffer),
      timeoutMs,
      signal: run.signal,
      translate: ({ message, details }) => new FfmpegError(message, details["log"] as readonly string[]),
    });
    return { outputs: new Map(outputs as ThreadOutputs) };
  } catch (error) {
    if (error instanceof FfmpegError) throw error;
    if (run.signal?.aborted === true) throw new FfmpegError("ffmpeg was cancelled", []);
    if (error instanceof ThreadLimitError && error.limit === "time")
      throw new FfmpegError(`ffmpeg was stopped after ${timeoutMs / 1000} s`, []);
    throw new FfmpegError(`ffmpeg crashed: ${String(error)}`, []);
  }
}
