/** Converts a video that browsers cannot play to mp4, by the fastest way that keeps its frames and their times. */
import { stemOf } from "#schemas/media-files";
import type { ConversionRun } from "../../../media/conversion-run.ts";
import { convertByWebCodecs } from "../../../media/convert-by-web-codecs.ts";
import { convertByFfmpeg } from "./by-ffmpeg.ts";

/** @throws ConversionError; the signal's reason */
export async function convertVideo(file: File, run: ConversionRun): Promise<File> {
  const converted = (await convertByWebCodecs(file, run)) ?? (await convertByFfmpeg(file, run));
  const name = `${stemOf(file.name)}.mp4`;
  return new File([converted], name, { type: "video/mp4", lastModified: file.lastModified });
}
