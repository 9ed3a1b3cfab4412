/**
 * What ffmpeg may open: local files, in containers that hold their own pictures. Playlists and lists of files are left out on
 * purpose: whoever uploads one would choose which files of this machine are read.
 */
const protocols = "file";
const demuxers = [
  ...["mov", "mp4", "matroska", "webm", "avi", "asf", "flv", "mpeg", "mpegts", "mpegvideo", "ogg"],
  ...["h264", "rawvideo", "image2", "png_pipe", "jpeg_pipe", "bmp_pipe", "pgm_pipe", "sgi_pipe"],
];

/** Options that stand before each input. */
export const inputGuard: readonly string[] = [
  ...["-protocol_whitelist", protocols],
  ...["-format_whitelist", demuxers.join(",")],
];
