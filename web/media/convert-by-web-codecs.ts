/**
 * Converts with the decoders of the browser, where it has them; streams that browsers play are only put into another
 * container. The result counts when it has as many pictures as the original, at the same times.
 */
import { pixelAspectOf } from "#schemas/video-size";
import { BlobSource, BufferTarget, Conversion, Input, Mp4OutputFormat, Output, QUALITY_HIGH } from "mediabunny";

import type { ConversionRun } from "./conversion-run.ts";
import { videoFormats } from "./open-container.ts";
import { readFrameTable } from "./video-facts.ts";

/** The coarsest container counts milliseconds. */
const toleranceSeconds = 0.0011;

/** `undefined`: not by this way. @throws the signal's reason */
export async function convertByWebCodecs(file: Blob, { signal, onProgress }: ConversionRun): Promise<Blob | undefined> {
  if (!("VideoDecoder" in globalThis)) return undefined;
  signal.throwIfAborted();
  const input = new Input({ formats: videoFormats, source: new BlobSource(file) });
  const stop = (): void => input.dispose();
  signal.addEventListener("abort", stop, { once: true });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (track === null || !(await track.canDecode())) return undefined;
    const [across, down] = await pixelAspectOf(track);
    // Made square here, narrow pixels would become higher instead of narrower.
    if (across !== down) return undefined;
    const target = new BufferTarget();
    const conversion = await Conversion.init({
      input,
      output: new Output({ format: new Mp4OutputFormat({ fastStart: "in-memory" }), target }),
      tracks: "primary",
      // Asked for a quality, it would encode what only needs another container.
      video: {
        codec: "avc",
        ...((await track.getCodec()) !== "avc" && { quality: QUALITY_HIGH, keyFrameInterval: 1 }),
      },
      showWarnings: false,
    });
    if (!conversion.isValid || !conversion.utilizedTracks.includes(track)) return undefined;
    conversion.onProgress = (share) => onProgress(share);
    await conversion.execute();
    if (target.buffer === null) return undefined;
    const converted = new Blob([target.buffer], { type: "video/mp4" });
    return (await hasSameTimes(file, converted)) ? converted : undefined;
  } catch {
    // Whatever it is, the other way says what is wrong with the file.
    signal.throwIfAborted();
    return undefined;
  } finally {
    signal.removeEventListener("abort", stop);
    input.dispose();
  }
}

/** Times may all be moved: containers begin anywhere. */
async function hasSameTimes(original: Blob, converted: Blob): Promise<boolean> {
  const [before, after] = [await readFrameTable(original), await readFrameTable(converted)];
  if (before === undefined || after === undefined || before.pts.length !== after.pts.length) return false;
  const shift = (before.pts[0] ?? 0) - (after.pts[0] ?? 0);
  return before.pts.every((seconds, n) => Math.abs(seconds - shift - (after.pts[n] ?? 0)) < toleranceSeconds);
}
