/**
 * Converts with the browser's own decoders, where it has them; playable streams are only copied into another container.
 * The result is accepted only if it has as many pictures as the original, at the same times.
 */
import { pixelAspectOf } from "#schemas/video-size";
import { BlobSource, BufferTarget, Conversion, Input, Mp4OutputFormat, Output, QUALITY_HIGH } from "mediabunny";

import type { ConversionRun } from "./conversion-run.ts";
import { videoFormats } from "./open-container.ts";
import { readFrameTable } from "./video-facts.ts";

/** The coarsest container has a resolution of 1 ms. */
const toleranceSeconds = 0.0011;

/** Resolves to `undefined` if this converter cannot do it. @throws the signal's reason */
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
    // Converting to square pixels here would make narrow pixels taller instead of narrower.
    if (across !== down) return undefined;
    const target = new BufferTarget();
    const conversion = await Conversion.init({
      input,
      output: new Output({ format: new Mp4OutputFormat({ fastStart: "in-memory" }), target }),
      tracks: "primary",
      // With a quality set, it would re-encode streams that only need another container.
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
    // Ignore the error: the other converter will report the problem of the file.
    signal.throwIfAborted();
    return undefined;
  } finally {
    signal.removeEventListener("abort", stop);
    input.dispose();
  }
}

/** All times may be shifted by a constant: containers start at any time. */
async function hasSameTimes(original: Blob, converted: Blob): Promise<boolean> {
  const [before, after] = [await readFrameTable(original), await readFrameTable(converted)];
  if (before === undefined || after === undefined || before.pts.length !== after.pts.length) return false;
  const shift = (before.pts[0] ?? 0) - (after.pts[0] ?? 0);
  return before.pts.every((seconds, n) => Math.abs(seconds - shift - (after.pts[n] ?? 0)) < toleranceSeconds);
}
