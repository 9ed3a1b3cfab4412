/** Which videos browsers can play; others are converted. */

const playableCodecs: ReadonlySet<string | undefined> = new Set(["h264", "vp8", "vp9", "av1"]);
const playableContainers: ReadonlySet<string> = new Set(["mp4", "mov", "webm", "matroska"]);

export function isPlayableCodec(codec: string | undefined): boolean {
  return playableCodecs.has(codec);
}

/** @param video with the names that ffprobe uses */
export function isPlayableVideo({ codec, container }: { readonly codec: string; readonly container: string }): boolean {
  return isPlayableCodec(codec) && playableContainers.has(container);
}
