/**
 * ffmpeg and ffprobe as a Node program: `wasm-program.ts ffmpeg|ffprobe SOURCE TARGET ARGS...`. It has the same
 * arguments, standard output and error and exit codes, so that the caller need not know which ones it runs. It can
 * access the two files and nothing else of this machine.
 */
import { loadCore } from "./load-core.ts";
import { mountHostFiles } from "./host-files.ts";

const [name = "", source = "", target = "", ...args] = process.argv.slice(2);

const folder = "/files";
const mounted = { source: `${folder}/source`, target: `${folder}/target` };

let isRefused = false;
const core = await loadCore(({ type, message }) => {
  // oxlint-disable-next-line wakeline/no-message-match -- ffprobe has no exit code for a file that it does not open
  if (type === "stderr" && message.startsWith(`${mounted.source}: `)) isRefused = true;
  const output = type === "stdout" ? process.stdout : process.stderr;
  output.write(`${message.replaceAll(mounted.source, source)}\n`);
});
mountHostFiles(
  core.FS,
  folder,
  new Map([
    ["source", { path: source, isWritten: false }],
    ...(target === "" ? [] : [["target", { path: target, isWritten: true }] as const]),
  ]),
);
const programArgs = args.map((arg) =>
  arg === source ? mounted.source : target !== "" && arg === target ? mounted.target : arg,
);
if (name === "ffprobe") {
  core.ffprobe(...programArgs);
  process.exitCode = isRefused ? 1 : 0;
} else {
  process.exitCode = core.exec(...programArgs) === 0 ? 0 : 1;
}
