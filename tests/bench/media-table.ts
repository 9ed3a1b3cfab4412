/**
 * `npm run media -- FOLDER [--convert]`: how every media file in a folder is handled, as a Markdown table: its path
 * through the product, its pictures, how many of them are proven to be the original's, and how long it took. A picture
 * is proven by its time and its content: both files are decoded by ffmpeg, and where picture n of the original differs
 * from its neighbors, picture n of the result must be closer to it than to them. The table also shows what the server
 * stores on the dataset about damaged media. `--convert` also converts videos that would be kept.
 *
 * `npm run media -- --generated`: videos of all kinds that users upload, generated here, and converted by the system's
 * ffmpeg and by the WebAssembly one; a picture is proven by the number that it shows, at its time.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";

import { endingOf, isShownImageName, mediaKindOf } from "../../schemas/media-files.ts";
import { videoConverter } from "../../server/adapters/ffmpeg/convert-video.ts";
import { findFfmpeg } from "../../core-wasm/programs/find-ffmpeg.ts";
import { systemPrograms, wasmPrograms } from "../../server/adapters/ffmpeg/programs.ts";
import { createVideoProbe } from "../../server/adapters/mediabunny/probe-video.ts";
import { buildPyramid } from "../../server/adapters/sharp/build-pyramid.ts";
import { imageDecoder } from "../../server/adapters/sharp/decode-image.ts";
import { VideoProbeError } from "../../server/ports/video-probe.ts";
import { readNumbers, readTimes } from "../support/bar-code-video.ts";
import { generatedKinds, type GeneratedVideo, generatedVideos } from "../support/generated-videos.ts";
import { ensureFfmpeg } from "../tools/install-ffmpeg.ts";

interface Row {
  readonly path: string;
  readonly pictures: number | undefined;
  readonly proven: number | undefined;
  /** Appended to the file's name. */
  readonly problems?: readonly string[];
}

/** Small enough for memory, large enough to show motion in front of a still background. */
const [widthPx, heightPx] = [640, 360];
/** Out of 255: coding noise in still areas is smaller. */
const minStep = 4;
const toleranceSeconds = 0.0011;
const limits = { timeoutMs: 600_000, memoryBytes: 2 ** 33, outputBytes: 2 ** 33 };
const run = { signal: new AbortController().signal, onProgress: () => undefined, onNote: () => undefined };
const playable = { containers: ["mp4", "mov", "webm", "matroska"], codecs: ["h264", "vp8", "vp9", "av1"] };

const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: { convert: { type: "boolean", default: false }, generated: { type: "boolean", default: false } },
});
const [root] = positionals;
if (root === undefined && !options.generated) throw new Error("Name a folder: npm run media -- FOLDER");
const programs = findFfmpeg([ensureFfmpeg()]);
if (programs === undefined) throw new Error("ffmpeg and ffprobe are missing.");
const temporary = mkdtempSync(join(tmpdir(), "wakeline-media-"));

/** All pictures from time 0 on, in gray. */
function decode(path: string): Buffer[] {
  const args = ["-v", "error", "-copyts", "-i", path, "-map", "0:V:0", "-vf"];
  const filters = `select='isnan(t)+gte(t,-0.0005)',scale=${widthPx}:${heightPx}:flags=area,format=gray`;
  const raw = execFileSync(programs!.ffmpeg, [...args, filters, "-fps_mode", "passthrough", "-f", "rawvideo", "-"], {
    maxBuffer: 2 ** 30,
    // ffmpeg's messages about damaged files do not belong in the table.
    stdio: ["ignore", "pipe", "pipe"],
  });
  const size = widthPx * heightPx;
  return Array.from({ length: raw.length / size }, (_, n) => raw.subarray(n * size, (n + 1) * size));
}

/** Two identical pictures of the original cannot be distinguished: then only the time identifies them. */
function isNearer(picture: Buffer, own: Buffer, other: Buffer | undefined): boolean {
  if (other === undefined) return true;
  let [toOwn, toOther] = [0, 0];
  for (let at = 0; at < picture.length; at++) {
    const [shown = 0, mine = 0, others = 0] = [picture[at], own[at], other[at]];
    if (Math.abs(mine - others) < minStep) continue;
    toOwn += Math.abs(shown - mine);
    toOther += Math.abs(shown - others);
  }
  return toOwn <= toOther;
}

function provenCount(source: string, target: string): number {
  const [times, others] = [readTimes(source), readTimes(target)];
  const [before, after] = [decode(source), decode(target)];
  if (times.length !== others.length || before.length !== after.length) return 0;
  // Some containers do not begin at 0.
  const shift = (times[0] ?? 0) - (others[0] ?? 0);
  return after.filter((picture, n) => {
    const own = before[n];
    const isNearest = own !== undefined && [n - 1, n + 1].every((other) => isNearer(picture, own, before[other]));
    const [time = Number.NaN, other = 0] = [times[n], others[n]];
    return isNearest && !(Math.abs(time - shift - other) > toleranceSeconds);
  }).length;
}

async function videoRow(path: string): Promise<Row> {
  const converter = videoConverter(systemPrograms(programs!), limits);
  const facts = await createVideoProbe()
    .probeTimes(path)
    .catch((error: unknown) => {
      // As in the server: ffmpeg inspects other containers, and truncated files.
      const isForFfmpeg = error instanceof VideoProbeError && ["unknown-container", "cut-off"].includes(error.problem);
      if (!isForFfmpeg) throw error;
      return undefined;
    });
  if (facts !== undefined) {
    const { codec, container, frameCount } = facts.facts;
    if (!options.convert && playable.codecs.includes(codec) && playable.containers.includes(container)) {
      const problems = await converter.check(path, facts.times, run);
      const times = readTimes(path);
      const isThere = (time: number): boolean => times.some((other) => Math.abs(time - other) < toleranceSeconds);
      const proven = facts.times.seconds.filter(isThere).length;
      return { path: `kept: ${codec} in ${container}`, pictures: frameCount, proven, problems };
    }
  }
  const target = join(temporary, "converted.mp4");
  const { codec, frameCount, problems } = await converter.convert(path, target, run);
  return { path: `converted: ${codec} to h264`, pictures: frameCount, proven: provenCount(path, target), problems };
}

async function rowOf(path: string): Promise<Row> {
  const kind = mediaKindOf(path);
  if (kind === "video") return await videoRow(path);
  if (kind === "large-image") {
    const targets = { pixels: join(temporary, "tiles"), map: join(temporary, "map-tiles") };
    await buildPyramid({ path, ending: endingOf(path), parts: [] }, targets, run, { ...limits, pixels: 2 ** 31 });
    return { path: "tiles", pictures: 1, proven: undefined };
  }
  if (isShownImageName(path)) {
    await imageDecoder().check(path);
    return { path: "kept", pictures: 1, proven: undefined };
  }
  const { problem } = await imageDecoder().toPng(path, endingOf(path));
  return { path: "converted to png", pictures: 1, proven: undefined, problems: problem === undefined ? [] : [problem] };
}

/** Each kind, with both programs. */
async function generatedTable(): Promise<string[]> {
  const wasm = wasmPrograms();
  if (wasm === undefined) throw new Error("@ffmpeg/core is missing.");
  const rows = ["| kind | pictures | equal, system | s | equal, WebAssembly | s |", "|---|---:|---:|---:|---:|---:|"];
  for (const kind of generatedKinds) {
    const { file, isRelative, make }: GeneratedVideo = generatedVideos[kind];
    const path = join(temporary, file);
    make(path);
    const [numbers, times] = [readNumbers(path), readTimes(path)];
    const cells: (number | string)[] = [kind, numbers.length];
    for (const program of [systemPrograms(programs!), wasm]) {
      const startMs = performance.now();
      const target = join(temporary, "converted.mp4");
      const { frameCount } = await videoConverter(program, limits).convert(path, target, run);
      const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
      const [shown, at] = [readNumbers(target), readTimes(target)];
      const shift = isRelative === true ? (times[0] ?? 0) - (at[0] ?? 0) : 0;
      const isEqual = (n: number): boolean =>
        shown[n] === numbers[n] &&
        !(Math.abs((at[n] ?? Infinity) + shift - (times[n] ?? Number.NaN)) > toleranceSeconds);
      const equal = numbers.filter((_, n) => isEqual(n)).length;
      cells.push(frameCount === numbers.length ? equal : `${equal} of ${frameCount}`, seconds);
    }
    rows.push(`| ${cells.join(" | ")} |`);
  }
  return rows;
}

if (options.generated) {
  try {
    console.log((await generatedTable()).join("\n"));
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  process.exit();
}

const files = readdirSync(root ?? "", { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && mediaKindOf(entry.name) !== undefined)
  .map((entry) => join(entry.parentPath, entry.name))
  .toSorted();
if (files.length === 0) throw new Error(`There are no media in ${root}.`);
const lines = [
  "| file | path taken | pictures | proven equal | s | what is said of it |",
  "|---|---|---:|---:|---:|---|",
];
try {
  for (const path of files) {
    const startMs = performance.now();
    const row: Row = await rowOf(path).catch((error: unknown) => {
      const [said = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
      return { path: `refused: the file ${said}`, pictures: undefined, proven: undefined };
    });
    const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
    const said = (row.problems ?? []).join(" ");
    const found = [row.pictures ?? "", row.proven ?? "", seconds, said];
    const cells = [relative(root ?? "", path), row.path.replaceAll("|", "/"), ...found];
    lines.push(`| ${cells.join(" | ")} |`);
  }
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
console.log(lines.join("\n"));
