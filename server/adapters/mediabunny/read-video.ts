/**
 * Reads codec, number of pictures, rate and size of a video from its container's tables.
 *
 * Pictures are counted as the viewer counts them: those with a presentation time at or after 0; two packets with the
 * same time are one picture. Tables are trusted, so the author of the file decides how long this takes
 * (`probe-video.ts` sets the limits).
 */
import { EncodedPacketSink, Input, MATROSKA, MP4, MPEG_TS, QTFF, UnsupportedInputFormatError, WEBM } from "mediabunny";
import type { InputVideoTrack, Source } from "mediabunny";

import { withoutHidden } from "#schemas/video-packets";
import { pixelAspectOf, shownSizeOf } from "#schemas/video-size";
import type { PictureTimes } from "../../domain/frame-pictures.ts";
import { averageFrameRate, clockRate, presentedRate } from "../../domain/frame-rate.ts";
import { VideoProbeError, type VideoFacts } from "../../ports/video-probe.ts";

/**
 * Containers that contain their own pictures. Playlists are left out on purpose: they name other files, so the uploader
 * could choose which files of this machine are read.
 */
export const videoFormats = [MP4, QTFF, MATROSKA, WEBM, MPEG_TS];

/** Minimum size of a container; its readers request that much without checking the size. */
const smallestBytes = 32;

/** A file as the readers expect it. */
export interface OpenVideo {
  /** Bytes. */
  readonly size: number;
  readonly source: Source;
  /** The first 512 bytes, or fewer if the file is shorter. */
  readStart(): Promise<Uint8Array>;
}

/** @throws VideoProbeError */
export async function readVideo(video: OpenVideo): Promise<{ facts: VideoFacts; times: PictureTimes }> {
  const { size, source } = video;
  if (size === 0) throw new VideoProbeError("damaged", "is empty: it has 0 bytes.");
  if (size < smallestBytes) throw await unsupportedError(video, undefined);
  const input = new Input({ formats: videoFormats, source });
  try {
    return await readFacts(input);
  } catch (error) {
    if (error instanceof VideoProbeError) throw error;
    if (error instanceof UnsupportedInputFormatError) throw await unsupportedError(video, error);
    throw new VideoProbeError("damaged", `is damaged: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  } finally {
    input.dispose();
  }
}

async function readFacts(input: Input): Promise<{ facts: VideoFacts; times: PictureTimes }> {
  const track = await input.getPrimaryVideoTrack();
  if (track === null) {
    // Streams of older codecs (MPEG-2 of tapes and broadcasts) do not count as tracks.
    if ((await input.getFormat()) === MPEG_TS) {
      throw new VideoProbeError("unknown-container", "has a codec that has to be converted first.");
    }
    const tracks = await input.getTracks();
    throw tracks.length === 0
      ? new VideoProbeError("no-video", "has no video stream: its tables are missing or damaged.")
      : new VideoProbeError("no-video", "has no video stream, only other ones.");
  }
  const ticksPerSecond = await track.getTimeResolution();
  const pictures = await readPictures(track, ticksPerSecond);
  const first = pictures.times[0] ?? 0;
  const end = pictures.endSeconds;
  const ticks = Math.round((end - first) * ticksPerSecond);
  const format = await input.getFormat();
  const average = averageFrameRate(
    pictures.times.length,
    ticks > 0 ? ticks : pictures.times.length * ticksPerSecond,
    ticksPerSecond,
    pictures.lastSeconds,
  );
  const facts = {
    container: format.name.toLowerCase().replace("quicktime file format", "mov"),
    codec: await codecOf(track),
    frameCount: pictures.times.length,
    rate: presentedRate(pictures.times, average, ticksPerSecond),
    averageRate: average,
    clockRate: clockRate(pictures.times, average, ticksPerSecond),
    durationSeconds: end - first,
    codedWidth: await track.getCodedWidth(),
    codedHeight: await track.getCodedHeight(),
    ...(await shownSizeOf(track)),
    pixelAspect: await pixelAspectOf(track),
    rotation: await track.getRotation(),
    hasAudio: (await input.getPrimaryAudioTrack()) !== null,
  };
  const { toleranceSeconds } = pictures;
  return { facts, times: { seconds: Float64Array.from(pictures.times), endSeconds: end, toleranceSeconds } };
}

async function readPictures(
  track: InputVideoTrack,
  ticksPerSecond: number,
): Promise<{ times: number[]; endSeconds: number; lastSeconds: number; toleranceSeconds: number }> {
  const tolerance = Math.min(0.5 / ticksPerSecond, 0.0005);
  const sink = new EncodedPacketSink(track);
  const packets: { timestamp: number; duration: number }[] = [];
  let last: number | undefined;
  for await (const packet of sink.packets(undefined, undefined, { metadataOnly: true })) {
    last = packet.timestamp;
    if (packet.timestamp > -tolerance) packets.push({ timestamp: packet.timestamp, duration: packet.duration });
  }
  const read = async (seconds: number) => await sink.getPacket(seconds);
  const isVp8 = (await track.getCodec()) === "vp8";
  const pictures = (isVp8 ? await withoutHidden(packets, read) : packets).toSorted((a, b) => a.timestamp - b.timestamp);
  const shown = pictures.filter((packet, i) => i === 0 || packet.timestamp - pictures[i - 1]!.timestamp > tolerance);
  const final = shown.at(-1);
  // Clustered containers that end within the first cluster look like this too: ffmpeg may find pictures.
  if (final === undefined || last === undefined) {
    throw new VideoProbeError("cut-off", "has a video stream without pictures.");
  }
  // The tables may promise more than the file contains. The last packet in decoding order is the one at the end.
  const stored = await sink.getPacket(last).catch(() => null);
  if (stored === null) {
    throw new VideoProbeError(
      "cut-off",
      `is cut off: it announces ${shown.length} pictures, but its data end before the last one.`,
    );
  }
  const before = shown.at(-2);
  const lastDuration =
    final.duration > 0 ? final.duration : before === undefined ? 0 : final.timestamp - before.timestamp;
  const times = shown.map(({ timestamp }) => timestamp);
  return { times, endSeconds: final.timestamp + lastDuration, lastSeconds: lastDuration, toleranceSeconds: tolerance };
}

/** ffprobe's names of codecs. */
const codecNames: Readonly<Record<string, string>> = { avc: "h264", hevc: "hevc", vp8: "vp8", vp9: "vp9", av1: "av1" };

async function codecOf(track: InputVideoTrack): Promise<string> {
  const codec = await track.getCodec();
  if (codec !== null) return codecNames[codec] ?? codec;
  const internal = await track.getInternalCodecId();
  return internal === "mp4v" ? "mpeg4" : typeof internal === "string" ? internal.trim() : "unknown";
}

/** First bytes of containers that ffmpeg reads and mediabunny does not. */
const foreignStarts: readonly RegExp[] = [
  /^RIFF[^]{4}AVI /, // AVI
  /^\x30\x26\xb2\x75/, // ASF, WMV
  /^FLV\x01/, // Flash video
  /^\x00\x00\x01[\xb3\xba]/, // MPEG-1 and MPEG-2
  /^OggS/, // Ogg Theora
  /^\x06\x0e\x2b\x34/, // MXF
  /^\x1f\x07\x00/, // DV
  /^YUV4MPEG2 /, // pictures as they are
  /^\x00{2,}\x01[\x06\x07\x09\x27\x40\x42\x44\x46\x4e\x67]/, // H.264 or H.265 without a container
];

/** The error for a file in none of our formats. */
async function unsupportedError({ readStart }: OpenVideo, cause: unknown): Promise<VideoProbeError> {
  // One character per byte.
  const start = Buffer.from(await readStart()).toString("latin1");
  if (/^(\xef\xbb\xbf)?\s*(#EXTM3U|ffconcat|<\?xml[^]*<MPD)/.test(start)) {
    return new VideoProbeError("damaged", "is a playlist, which only names videos. Upload the videos themselves.", {
      cause,
    });
  }
  if (foreignStarts.some((pattern) => pattern.test(start))) {
    return new VideoProbeError("unknown-container", "is in a format that has to be converted first.", { cause });
  }
  return new VideoProbeError("damaged", "is not a video file, or its beginning is damaged.", { cause });
}
