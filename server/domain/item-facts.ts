/** An item's metadata as typed facts: its role in its dataset. As with folders, no other code looks them up by key. */
import { isTruthyMeta, metaNumber, type Meta } from "./meta.ts";

export interface ItemFacts {
  /** Set on videos that were inspected. */
  readonly codec: string | undefined;
  /** Number of frames, and frames per second. */
  readonly frameCount: number | undefined;
  readonly originalFps: number | undefined;
  /** Size of its frames as shown, in pixels: upright, square pixels. */
  readonly width: number | undefined;
  readonly height: number | undefined;
  /** The uploaded original of a converted video. */
  readonly isSourceVideo: boolean;
  /** Its frames are not at the same times as those of the converted video. */
  readonly isMisaligned: boolean;
  /** The name of a picture before it was converted: it keeps its position, and is found by this name too. */
  readonly originalName: string | undefined;
  /** Of a picture of 16 bits that was brightened: the value of the original that it shows as white. */
  readonly shownWhite: number | undefined;
  /** Was imported or archived. */
  readonly isProcessed: boolean;
  readonly isCalibration: boolean;
  /** A calibration in the form that the viewer reads. */
  readonly isJsonCalibration: boolean;
}

export function itemFactsOf({ meta }: { readonly meta: Meta }): ItemFacts {
  const { codec, source_video: source, VideoMisaligned, processed, calibrationFile, jsonCalibrationFile } = meta;
  const { originalName } = meta;
  return {
    codec: typeof codec === "string" ? codec : undefined,
    frameCount: metaNumber(meta["frameCount"]),
    originalFps: metaNumber(meta["originalFps"]),
    width: metaNumber(meta["width"]),
    height: metaNumber(meta["height"]),
    isSourceVideo: isTruthyMeta(source),
    isMisaligned: isTruthyMeta(VideoMisaligned),
    originalName: typeof originalName === "string" ? originalName : undefined,
    shownWhite: metaNumber(meta["shownWhite"]),
    isProcessed: isTruthyMeta(processed),
    isCalibration: isTruthyMeta(calibrationFile),
    isJsonCalibration: isTruthyMeta(jsonCalibrationFile),
  };
}
