/**
 * How ffmpeg converts a video to one that every browser plays, on the server and in the browser: picture n of the
 * result is picture n of the original. Nothing is dropped, repeated or re-timed, and pictures are stored in display
 * order, so that the times browsers read are the stored ones.
 */

/**
 * Inputs that ffmpeg may open: local files, in containers that hold their own pictures. Playlists and file lists are
 * excluded on purpose: otherwise the uploading user could choose which files of this machine are read.
 */
const protocols = "file";
const demuxers = [
  ...["mov", "mp4", "matroska", "webm", "avi", "asf", "flv", "mpeg", "mpegts", "mpegvideo", "ogg"],
  ...["h264", "rawvideo", "image2", "png_pipe", "jpeg_pipe", "bmp_pipe", "pgm_pipe", "sgi_pipe"],
  ...["mxf", "hevc", "dv", "yuv4mpegpipe"],
];

/** Options that precede each input. */
export const inputGuard: readonly string[] = [
  ...["-protocol_whitelist", protocols],
  ...["-format_whitelist", demuxers.join(",")],
];

/** Square pixels by scaling the width; even sizes, as required by the color format. */
const size = "scale='ceil(iw*if(gt(sar,0),sar,1)/2)*2':'ceil(ih/2)*2'";
/** Players do not show pictures before time 0, and the viewer does not count them. */
const presented = "select='isnan(t)+gte(t,-0.0005)'";

const video = [
  ...["-map", "0:V:0", "-vf", `${presented},${size},setsar=1,format=yuv420p`],
  ...["-fps_mode", "passthrough", "-enc_time_base", "-1"],
  // `slow` takes up to 1.6 times as long to save a few percent of the bytes (docs/media-table.md).
  ...["-c:v", "libx264", "-preset", "medium", "-crf", "22"],
  // Pictures in display order, and a key picture at least every 30: seeking decodes at most that many.
  ...["-bf", "0", "-g", "30", "-keyint_min", "30", "-sc_threshold", "0"],
];
const container = ["-map_metadata", "-1", "-movflags", "+faststart", "-f", "mp4"];

export interface ConversionSource {
  /** As named by ffprobe; several are separated by commas. */
  readonly format: string;
  readonly hasAudio: boolean;
}

/** All arguments; ffmpeg reports its progress on standard output, as lines like `frame=12`. */
export function conversionArgs(source: string, target: string, { format, hasAudio }: ConversionSource): string[] {
  // Times in broadcasts count from the start of the recording, and have no meaning.
  const hasOwnClock = /\bmpeg(ts)?\b/.test(format);
  const audio = hasAudio ? ["-map", "0:a:0", "-c:a", "aac"] : [];
  return [
    ...["-nostdin", "-hide_banner", "-nostats", "-v", "level+warning", "-progress", "pipe:1", "-y"],
    // Otherwise everything is shifted so that the first of all streams begins at 0.
    ...(hasOwnClock ? [] : ["-copyts"]),
    ...[...inputGuard, "-i", source, ...video, ...audio, ...container, target],
  ];
}

interface DescribedStream {
  readonly codec_type?: unknown;
  readonly disposition?: unknown;
}

/** The streams of pictures in a file, ignoring cover images of music. */
export function pictureStreams<S extends DescribedStream>(streams: readonly S[]): readonly S[] {
  return streams.filter(
    ({ codec_type: type, disposition }) =>
      type === "video" && (disposition as Record<string, unknown> | undefined)?.["attached_pic"] !== 1,
  );
}

/** The one that is shown. */
export function pictureStream<S extends DescribedStream>(streams: readonly S[]): S | undefined {
  return pictureStreams(streams)[0];
}

export function hasSound(
  streams: readonly { readonly codec_type?: unknown; readonly codec_name?: unknown }[],
): boolean {
  return streams.some(({ codec_type: type, codec_name: codec }) => type === "audio" && typeof codec === "string");
}
