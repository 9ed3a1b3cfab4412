/**
 * The thread of `run-ffmpeg.ts`: loads the WebAssembly ffmpeg, copies the inputs into its memory file system, runs one
 * command and returns the results.
 */

import { answerCalls, Transferred } from "../../../core-wasm/threads/thread-answers.ts";
import { loadCore } from "./load-core.ts";
import { FfmpegError, type ThreadJob, type ThreadOutputs } from "./run-ffmpeg.ts";

const maxLogLines = 60;

async function run(job: ThreadJob): Promise<ThreadOutputs> {
  const log: string[] = [];
  const core = await loadCore(({ message }) => {
    log.push(message);
    if (log.length > maxLogLines) log.shift();
  });
  const folder = "/";
  const before = new Set(core.FS.readdir(folder));
  for (const { name, bytes } of job.inputs) core.FS.writeFile(folder + name, bytes);
  const code = core.exec(...job.args);
  if (code !== 0) throw new FfmpegError(`ffmpeg failed with code ${code}: ${log.at(-1) ?? "no message"}`, log);
  const inputs = new Set(job.inputs.map(({ name }) => name));
  const wanted = core.FS.readdir(folder).filter(
    (name) =>
      !before.has(name) &&
      !inputs.has(name) &&
      job.outputs.some((output) => (typeof output === "string" ? output === name : output.test(name))),
  );
  const missing = job.outputs.find((output) => typeof output === "string" && !wanted.includes(output));
  if (missing !== undefined) throw new FfmpegError(`ffmpeg did not write ${String(missing)}`, log);
  const total = wanted.reduce((sum, name) => sum + core.FS.stat(folder + name).size, 0);
  if (total > job.maxOutputBytes) {
    throw new FfmpegError(`ffmpeg wrote ${total} bytes, the limit is ${job.maxOutputBytes}`, log);
  }
  return wanted.sort().map((name) => [name, core.FS.readFile(folder + name)] as const);
}

answerCalls(
  async (call) => {
    const outputs = await run(call as ThreadJob);
    return new Transferred(outputs, [...new Set(outputs.map(([, bytes]) => bytes.buffer))]);
  },
  (error) => ({ log: error instanceof FfmpegError ? error.log : [] }),
);
