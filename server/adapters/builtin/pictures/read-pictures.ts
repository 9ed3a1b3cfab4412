/** Reads the pictures of a dataset one after the other: videos with ffmpeg, images with libvips. */
import sharp from "sharp";

import { type PipelineMedia, PipelineError } from "../../../ports/pipeline-engine.ts";
import type { FrameRange } from "../../../domain/run-result.ts";
import { inputGuard } from "#schemas/video-conversion";
import { wordImageError } from "../../sharp/image-errors.ts";
import { LimitError, type ProcessLimits, runLimited } from "../../process/limited-process.ts";
import { workingSize } from "#vision/pixels";
import type { Picture } from "./picture.ts";

export interface PictureReader {
  readonly frameCount: number;
  /**
   * Calls `look` with each picture in order of frames; the picture is overwritten afterwards.
   * @param wanted which frames; default: all
   */
  read(look: (picture: Picture) => Promise<void> | void, wanted?: (frame: number) => boolean): Promise<void>;
}

export interface ReaderOptions {
  /** Longest side of the pictures in pixels; larger ones are scaled down. */
  readonly longestSide: number;
  /** Path; absent: videos cannot be read. */
  readonly ffmpeg: string | undefined;
  readonly limits: ProcessLimits;
  /** Read only these; absent: all. */
  readonly frames?: FrameRange | undefined;
  readonly signal: AbortSignal;
}

export function pictureReader(media: PipelineMedia, options: ReaderOptions): PictureReader {
  const reader = media.kind === "images" ? imageReader(media.files, options) : videoReader(media, options);
  const { frames } = options;
  if (frames === undefined) return reader;
  const isIn = (frame: number): boolean => frame >= frames.first && frame <= frames.last;
  return {
    frameCount: reader.frameCount,
    read: async (look, wanted = () => true) => await reader.read(look, (frame) => isIn(frame) && wanted(frame)),
  };
}

function videoReader(media: PipelineMedia & { kind: "video" }, options: ReaderOptions): PictureReader {
  const { ffmpeg, limits, signal, longestSide } = options;
  const { width, height } = workingSize(media.width, media.height, longestSide);
  const scale = { scaleX: media.width / width, scaleY: media.height / height };
  const { pictureOfFrame, frameCount } = media;
  const lastFrame = Math.min(options.frames?.last ?? Infinity, frameCount - 1);
  const pictureCount = (pictureOfFrame?.[lastFrame] ?? lastFrame) + 1;
  return {
    frameCount,
    async read(look, wanted = () => true) {
      if (ffmpeg === undefined) {
        throw new PipelineError(
          `${media.name} cannot be read: ffmpeg was not found. Install it on the worker's machine.`,
        );
      }
      const rgb = new Uint8Array(width * height * 3);
      let picture = 0;
      let frame = 0;
      const lookAt = async (): Promise<void> => {
        // At a rate below the video's own, some pictures belong to no frame; a picture that lasts long may belong to
        // several.
        while (frame < frameCount && (pictureOfFrame?.[frame] ?? frame) === picture) {
          if (wanted(frame)) await look({ frame, width, height, rgb, ...scale });
          frame++;
        }
        picture++;
      };
      const end = await runLimited({
        command: ffmpeg,
        args: [
          ...["-nostdin", "-hide_banner", "-v", "error", ...inputGuard, "-i", media.path],
          ...["-map", "0:V:0", "-vf", `scale=${width}:${height}:flags=area,format=rgb24`],
          ...(options.frames === undefined ? [] : ["-frames:v", String(pictureCount)]),
          ...["-fps_mode", "passthrough", "-f", "rawvideo", "pipe:1"],
        ],
        limits,
        signal,
        readOutput: async (output) => {
          let filled = 0;
          for await (const piece of output) {
            for (let start = 0; start < piece.length;) {
              const count = Math.min(piece.length - start, rgb.length - filled);
              rgb.set(piece.subarray(start, start + count), filled);
              start += count;
              filled += count;
              if (filled < rgb.length) continue;
              filled = 0;
              await lookAt();
            }
          }
        },
      }).catch((error: unknown) => {
        throw error instanceof LimitError ? new PipelineError(`${media.name}: reading it ${error.message}.`) : error;
      });
      if (end.code !== 0) throw new PipelineError(`${media.name} cannot be read: ffmpeg ended with code ${end.code}.`);
      if (picture === 0) throw new PipelineError(`${media.name} has no decodable picture.`);
    },
  };
}

const maxPixels = 2 ** 28;

function imageReader(files: readonly { path: string; name: string }[], options: ReaderOptions): PictureReader {
  const { longestSide, signal } = options;
  return {
    frameCount: files.length,
    async read(look, wanted = () => true) {
      for (const [frame, { path, name }] of files.entries()) {
        signal.throwIfAborted();
        if (!wanted(frame)) continue;
        const { picture } = await readImage(path, longestSide).catch((error: unknown) => {
          const worded = wordImageError(error, maxPixels);
          const why = worded instanceof Error ? worded.message : String(worded);
          throw new PipelineError(`${name} ${why} Replace it, and run this again.`, { cause: error });
        });
        await look({ frame, ...picture });
      }
    },
  };
}

async function readImage(path: string, longestSide: number): Promise<{ picture: Omit<Picture, "frame"> }> {
  const upright = sharp(path, { limitInputPixels: maxPixels }).autoOrient();
  const { autoOrient, width: storedWidth, height: storedHeight } = await upright.metadata();
  const [fullWidth, fullHeight] = [autoOrient?.width ?? storedWidth, autoOrient?.height ?? storedHeight];
  const { width, height } = workingSize(fullWidth, fullHeight, longestSide);
  const raw = upright.flatten().toColourspace("srgb").resize(width, height, { fit: "fill" }).removeAlpha().raw();
  const { data, info } = await raw.toBuffer({ resolveWithObject: true });
  const rgb = info.channels === 3 ? data : spread(data, info.channels);
  return { picture: { width, height, rgb, scaleX: fullWidth / width, scaleY: fullHeight / height } };
}

/** Copies the value of gray pictures to all channels. */
function spread(data: Uint8Array, channels: number): Uint8Array {
  const rgb = new Uint8Array((data.length / channels) * 3);
  for (let from = 0, to = 0; from < data.length; from += channels, to += 3) rgb.fill(data[from] ?? 0, to, to + 3);
  return rgb;
}
