/**
 * How ffmpeg makes a video that every browser plays of one that they do not, on the server and in the browser: picture
 * n of the result is picture n of the original. Nothing is dropped, repeated or re-timed, and no picture is stored out
 * of order, so that the times that browsers read are the ones stored.
 */

/**
 * What ffmpeg may open: local files, in containers that hold their own pictures. Playlists and lists of files are left
 * out on purpose: the user who uploads one would choose which files of this machine are read.
 */
const protocols = "file";
const demuxers = [
  ...["mov", "mp4", "matroska", "webm", "avi", "asf", "flv", "mpeg", "mpegts", "mpegvideo", "ogg"],
  ...["h264", "rawvideo", "image2", "png_pipe", "jpeg_pipe", "bmp_pipe", "pgm_pipe", "sgi_pipe"],
  ...["mxf", "hevc", "dv", "yuv4mpegpipe"],
];

/** Options that stand before each input. */
export const inputGuard: readonly string[] = [
  ...["-protocol_whitelist", protocols],
  ...["-format_whitelist", demuxers.join(",")],
];

/** Square pixels by scaling the width; even sizes, which the colour format needs. */
const size = "scale='ceil(iw*if(gt(sar,0),sar,1)/2)*2':'ceil(ih/2)*2'";
/** Pictures before time 0 are not shown by any player, and not counted by the viewer. */
const presented = "select='isnan(t)+gte(t,-0.0005)'";

const video = [
  ...["-map", "0:V:0", "-vf", `${presented},${size},setsar=1,format=yuv420p`],
  ...["-fps_mode", "passthrough", "-enc_time_base", "-1"],
  // `slow` works up to 1.6 times as long to save a few percent of the bytes (docs/media-table.md).
  ...["-c:v", "libx264", "-preset", "medium", "-crf", "22"],
  // Pictures in the order in which they are shown, and a key picture in every 30: seeking decodes at most that many.
  ...["-bf", "0", "-g", "30", "-keyint_min", "30", "-sc_threshold", "0"],
];
const container = ["-map_metadata", "-1", "-movflags", "+faststart", "-f", "mp4"];

export interface ConversionSource {
  /** As ffprobe names it; several with commas between. */
  readonly format: string;
  readonly hasAudio: boolean;
}

/** All arguments; how far it is comes on its standard output, a `frame=12` now and then. */
export function conversionArgs(source: string, target: string, { format, hasAudio }: ConversionSource): string[] {
  // Times of broadcasts begin when the recording was started, and mean nothing.
  const hasOwnClock = /\bmpeg(ts)?\b/.test(format);
  const audio = hasAudio ? ["-map", "0:a:0", "-c:a", "aac"] : [];
  return [
    ...["-nostdin", "-hide_banner", "-nostats", "-v", "level+warning", "-progress", "pipe:1", "-y"],
    // Otherwise everything moves so that the first of all streams begins at 0.
    ...(hasOwnClock ? [] : ["-copyts"]),
    ...[...inputGuard, "-i", source, ...video, ...audio, ...container, target],
  ];
}

/** The picture's stream of a file, without the covers of music. */
export function pictureStream<S extends { readonly codec_type?: unknown; readonly disposition?: unknown }>(
  streams: readonly S[],
): S | undefined {
  return streams.find(
    ({ codec_type: type, disposition }) =>
      type === "video" && (disposition as Record<string, unknown> | undefined)?.["attached_pic"] !== 1,
  );
}

export function hasSound(
  streams: readonly { readonly codec_type?: unknown; readonly codec_name?: unknown }[],
): boolean {
  return streams.some(({ codec_type: type, codec_name: codec }) => type === "audio" && typeof codec === "string");
}
