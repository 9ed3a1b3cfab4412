/** An item's metadata as typed facts: its role in its dataset. As with folders, no other code looks them up by key. */
import { isTruthyMeta, metaNumber, type Meta } from "./meta.ts";

export interface ItemFacts {
  /** Of a video that has been looked at. */
  readonly codec: string | undefined;
  /** Its pictures, and how many of them a second has. */
  readonly frameCount: number | undefined;
  readonly originalFps: number | undefined;
  /** Of its pictures as shown, pixels: upright, square pixels. */
  readonly width: number | undefined;
  readonly height: number | undefined;
  /** The video as it was uploaded, kept in addition to a converted one. */
  readonly isSourceVideo: boolean;
  /** Its pictures are not at the times of the converted ones. */
  readonly isMisaligned: boolean;
  /** What a picture was called before it was converted: it keeps its place, and is found by this name too. */
  readonly originalName: string | undefined;
  /** Has been imported or put away. */
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
    isProcessed: isTruthyMeta(processed),
    isCalibration: isTruthyMeta(calibrationFile),
    isJsonCalibration: isTruthyMeta(jsonCalibrationFile),
  };
}
