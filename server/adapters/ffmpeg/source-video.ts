/**
 * The facts that ffprobe reports about an uploaded video: its stream, and how many pictures are stored. Nothing is
 * decoded.
 */
import { open, stat } from "node:fs/promises";

import { type ConversionSource, hasSound, inputGuard, pictureStream, pictureStreams } from "#schemas/video-conversion";

import { VideoConversionError } from "../../ports/video-converter.ts";
import { type ProcessLimits, type ProcessRun, runLimited } from "../process/limited-process.ts";
import type { FfmpegProgram } from "./programs.ts";

export interface SourceVideo extends ConversionSource {
  readonly codec: string;
  readonly stream: Readonly<Record<string, unknown>>;
  /** Times of the packets presented at or after 0, usually one per picture; NaN where the container does not say. */
  readonly storedSeconds: Float64Array;
  /** The problem of further streams of pictures, after the name of the file. */
  readonly otherStreams: string | undefined;
  /** Size that the file announces, if it is shorter than that. */
  readonly announcedBytes: number | undefined;
}

interface Probed {
  readonly streams?: readonly Readonly<Record<string, unknown>>[];
  readonly format?: { readonly format_name?: string };
}

/** Times this little before 0 count as 0: clocks of containers are coarse. */
const toleranceSeconds = 0.0005;

export interface ProbeRun {
  readonly ffprobe: FfmpegProgram;
  readonly path: string;
  readonly limits: ProcessLimits;
  readonly signal: AbortSignal;
}

const probeCommand = (
  { ffprobe, path, limits, signal }: ProbeRun,
  args: readonly string[],
  onLine: (line: string) => void,
): ProcessRun => ({
  command: ffprobe.command,
  args: ffprobe.argsFor(["-v", "error", ...inputGuard, ...args, path], { source: path }),
  limits,
  signal,
  onLine,
});

/** @throws VideoConversionError */
export async function probeSource(
  ffprobe: FfmpegProgram,
  path: string,
  limits: ProcessLimits,
  signal: AbortSignal,
): Promise<SourceVideo> {
  const run = async (args: readonly string[], onLine: (line: string) => void): Promise<void> => {
    const end = await runLimited(probeCommand({ ffprobe, path, limits, signal }, args, onLine));
    if (end.code !== 0) throw new VideoConversionError(await unreadableReason(path, end.log));
  };
  const announcedBytes = await announcedBytesOf(path);
  const json: string[] = [];
  await run(["-show_streams", "-show_format", "-of", "json"], (line) => json.push(line));
  const { streams = [], format } = JSON.parse(json.join("\n")) as Probed;
  const stream = pictureStream(streams);
  if (stream === undefined) {
    throw new VideoConversionError(
      streams.length === 0 ? "has no video stream: it holds nothing at all." : "has no video stream, only other ones.",
    );
  }
  const name = stream["codec_name"];
  if (typeof name !== "string" || name === "unknown") {
    const tag = String(stream["codec_tag_string"] ?? "unknown");
    throw new VideoConversionError(`cannot be converted: unsupported codec (${tag}).`);
  }
  const stored: number[] = [];
  await run(packetArgs(String(stream["index"])), (line) => {
    const { seconds = NaN, isDiscarded } = packetOf(line) ?? { isDiscarded: true };
    if (!isDiscarded && !(seconds < -toleranceSeconds)) stored.push(seconds);
  });
  if (stored.length === 0) {
    if (announcedBytes !== undefined) throw new VideoConversionError(cutOffText(await sizeOf(path), announcedBytes));
    throw new VideoConversionError("has a video stream without pictures.");
  }
  return {
    codec: name,
    stream,
    format: format?.format_name ?? "",
    hasAudio: hasSound(streams),
    otherStreams: otherStreamsText(streams),
    storedSeconds: Float64Array.from(stored).toSorted(),
    announcedBytes,
  };
}

const packetArgs = (stream: string): string[] => [
  ...["-select_streams", stream, "-show_entries", "packet=pts_time,flags", "-of", "csv=p=0"],
];

/** Some containers print extra lines for side data of packets. */
function packetOf(line: string): { readonly seconds: number; readonly isDiscarded: boolean } | undefined {
  const [, time, flags = ""] = /^(N\/A|-?[\d.]+),([A-Z_]+)/.exec(line) ?? [];
  return time === undefined ? undefined : { seconds: Number(time), isDiscarded: flags.includes("D") };
}

/** Follows the file's name; `undefined`: there is one stream of pictures. */
function otherStreamsText(streams: NonNullable<Probed["streams"]>): string | undefined {
  const { length } = pictureStreams(streams);
  return length < 2
    ? undefined
    : `has ${length} streams of pictures, of which only one is shown: save each as a separate file to annotate the others.`;
}

/** The same for a video that is kept as it is. */
export async function otherStreamsOf(run: ProbeRun): Promise<string | undefined> {
  const lines: string[] = [];
  const entries = "stream=codec_type:stream_disposition=attached_pic";
  await runLimited(probeCommand(run, ["-show_entries", entries, "-of", "json"], (line) => lines.push(line)));
  const { streams = [] } = JSON.parse(lines.join("\n")) as Probed;
  return otherStreamsText(streams);
}

/** @returns the demuxer's names, separated by commas */
export async function formatOf(run: ProbeRun): Promise<string> {
  const lines: string[] = [];
  await runLimited(
    probeCommand(run, ["-show_entries", "format=format_name", "-of", "csv=p=0"], (line) => lines.push(line)),
  );
  return lines.join("");
}

/** When each stored picture is shown, including hidden ones; NaN where the container does not say. */
export async function packetSeconds(run: ProbeRun, options: readonly string[]): Promise<Float64Array> {
  const seconds: number[] = [];
  const onLine = (line: string): void => {
    const packet = packetOf(line);
    if (packet !== undefined) seconds.push(packet.seconds);
  };
  await runLimited(probeCommand(run, [...options, ...packetArgs("V:0")], onLine));
  return Float64Array.from(seconds);
}

/** The end of a sentence about a file that ffprobe cannot read. */
async function unreadableReason(path: string, log: readonly string[]): Promise<string> {
  const text = log.join("\n");
  const size = await sizeOf(path);
  if (text.includes("moov atom not found")) {
    return `is cut off at byte ${size}: the table of its pictures, which should be at its end, is missing.`;
  }
  const last = (log.at(-1) ?? "").replace(`${path}: `, "").replace(/^\[[^\]]*\] /, "");
  if (last === "" || /Invalid data found/.test(last)) return "is not a readable video, or its beginning is damaged.";
  return `cannot be read: ${last}.`;
}

const sizeOf = async (path: string): Promise<number> => (await stat(path)).size;

/** To be appended to the file's name. */
export const cutOffText = (size: number, announcedBytes: number): string =>
  `is cut off at byte ${size}: it announces ${announcedBytes} bytes.`;

/**
 * AVI states its length at the beginning; without this check, the missing end of a truncated file would go unnoticed.
 * @returns undefined if the file is complete
 */
async function announcedBytesOf(path: string): Promise<number | undefined> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(12), 0, 12, 0);
    if (!/^RIFF[^]{4}AVI $/.test(buffer.toString("latin1"))) return undefined;
    const announced = buffer.readUInt32LE(4) + 8;
    const { size } = await file.stat();
    // Recorders that never finish a file leave 0 there.
    return announced > 8 && announced < 2 ** 31 && size < announced ? announced : undefined;
  } finally {
    await file.close();
  }
}
