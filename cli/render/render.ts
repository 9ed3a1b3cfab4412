/** Draws annotations into a video or into pictures, which become a video or pictures in a folder. */
import { basename, extname, join, resolve } from "node:path";

import type { AnnotationCore, FrameNumber } from "#core/types";
import { inputGuard } from "#schemas/video-conversion";
import { FrameDrawer, type DrawnStyle, type DrawOptions } from "../../core-wasm/drawing/draw-frame.ts";
import { FrameError, FrameWriter, readFrames, type RawFrame } from "../../core-wasm/programs/raw-frames.ts";
import { openDraft, publishDraft, removeDraft } from "../base/files/draft.ts";
import { makeFolder } from "../base/files/make-folder.ts";
import { unlike } from "../base/files/unlike.ts";
import { CliError, ExitCode, fileError, usageError } from "../base/process/errors.ts";
import { interrupted } from "../base/process/interrupt.ts";
import { createProgress } from "../base/terminal/progress.ts";
import { requireFfmpeg } from "../media/ffmpeg.ts";
import { readShownSize } from "../media/shown-size.ts";
import { assumedMatrix, pictureOptions, videoOptions } from "./outputs.ts";
import { readVideoFacts, valueOf } from "./video-facts.ts";

export interface RenderJob {
  readonly core: AnnotationCore;
  readonly source: RenderSource;
  readonly output: string;
  readonly styles: Readonly<Record<string, DrawnStyle>>;
  readonly options: Omit<DrawOptions, "styles" | "scale"> & { readonly scale?: number | undefined };
  readonly first: number;
  /** `Infinity`: to the end. */
  readonly last: number;
}

export type RenderSource =
  /** `fps`: the rate of the annotations, if it is lower than that of the video. */
  | { readonly kind: "video"; readonly path: string; readonly fps?: number | undefined }
  /** `fps`: the rate of the video to make. */
  | { readonly kind: "pictures"; readonly folder: string; readonly names: readonly string[]; readonly fps: number };

export interface RenderReport {
  readonly frames: number;
  readonly detections: number;
  /** The frames are not evenly spaced in time, and in the result they are. */
  readonly isUneven: boolean;
  /** Media that could not be decoded, as sentences. */
  readonly problems: readonly string[];
  /** Types with letters that are drawn as squares. */
  readonly unwritable: readonly string[];
}

interface Painted extends RawFrame {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** Frame of the annotations. */
  readonly annotated: number;
}

interface Source {
  readonly rate: string;
  /** Expected number of frames; 0: unknown. */
  readonly count: number;
  readonly frames: AsyncIterable<Painted>;
}

/** Width of a picture whose lines are as thick as in the viewer; in larger ones they are thicker. */
const usualWidth = 1280;
/** Relative difference between the longest and the shortest frame. */
const unevenShare = 0.1;

export async function render(job: RenderJob): Promise<RenderReport> {
  const progress = createProgress({ unit: "steps" });
  const problems: string[] = [];
  const { source, output } = job;
  const { rate, count, frames } =
    source.kind === "video" ? await videoFrames(source, problems) : pictureFrames(source, job, problems);
  const expected = Math.max(0, Math.min(count - 1, job.last) - job.first + 1);
  let drawer: FrameDrawer | undefined;
  const spacing = new Spacing();
  let done = 0;
  const target =
    videoOptions(output) === undefined
      ? new PictureFolder(output, source.kind === "pictures" ? pictureFiles(source.names) : undefined)
      : new Video(output, rate);
  try {
    for await (const frame of frames) {
      if (frame.frame < job.first) continue;
      if (frame.frame > job.last) break;
      const { pixels, width, height, annotated, name, seconds } = frame;
      const { options, styles, core } = job;
      const scale = options.scale ?? Math.max(1, width / usualWidth);
      drawer ??= new FrameDrawer(core, { ...options, styles, scale });
      drawer.draw(pixels, width, height, annotated as FrameNumber);
      spacing.see(seconds);
      await target.write(frame);
      progress.update(name, ++done, expected || done);
    }
    if (drawer === undefined) throw usageError("none of the frames that --frames names is there: nothing was written.");
    await target.end();
  } catch (error) {
    if (!(error instanceof FrameError)) throw error;
    const why = error.message.replace(/\.$/, "");
    throw new CliError(ExitCode.findings, `${output} was not written: ${why}.`, { cause: error });
  } finally {
    await target.giveUp();
    progress.clear();
  }
  const { detections, unwritable } = drawer.counts;
  const isUneven = source.kind === "video" && videoOptions(output) !== undefined && spacing.isUneven;
  return { frames: done, detections, isUneven, problems, unwritable: [...unwritable] };
}

class Spacing {
  #before: number | undefined;
  #min = Infinity;
  #max = 0;

  see(seconds: number): void {
    if (this.#before !== undefined) {
      this.#min = Math.min(this.#min, seconds - this.#before);
      this.#max = Math.max(this.#max, seconds - this.#before);
    }
    this.#before = seconds;
  }

  get isUneven(): boolean {
    return this.#max - this.#min > unevenShare * this.#min;
  }
}

// ----------------------------------------------------------------------------------------------------------- sources

async function videoFrames({ path, fps }: RenderSource & { kind: "video" }, problems: string[]): Promise<Source> {
  const ffmpeg = requireFfmpeg();
  const { width, height } = await readShownSize(path, ffmpeg);
  const { rate, colorSpace, count } = await readVideoFacts(path);
  const matrix = colorSpace === undefined ? `:in_color_matrix=${assumedMatrix(height)}` : "";
  // A lower rate of the annotations: docs/frames.md.
  const isLower = fps !== undefined && fps < valueOf(rate) * 0.999;
  async function* frames(): AsyncGenerator<Painted> {
    const input = ["-copyts", ...inputGuard, "-i", resolve(path)];
    const from = { ffmpeg, source: resolve(path), input, filter: `scale=${width}:${height}${matrix}` };
    let start: number | undefined;
    for await (const frame of readFrames({ ...from, width, height, signal: interrupted }, problems)) {
      start ??= frame.seconds;
      const annotated = isLower ? Math.floor((frame.seconds - start) * fps + 1e-3) : frame.frame;
      yield { ...frame, name: basename(path), width, height, annotated };
    }
  }
  return { rate, count, frames: frames() };
}

function pictureFrames(
  { folder, names, fps }: RenderSource & { kind: "pictures" },
  { first, last }: RenderJob,
  problems: string[],
): Source {
  async function* frames(): AsyncGenerator<Painted> {
    for (const [frame, name] of names.entries()) {
      if (frame < first || frame > last) continue;
      try {
        yield await readPicture(join(folder, name), name, frame);
      } catch (error) {
        const isKnown =
          error instanceof FrameError || (error instanceof CliError && error.exitCode === ExitCode.findings);
        if (!isKnown) throw error;
        problems.push(`${name} cannot be decoded and is left out.`);
      }
    }
  }
  return { rate: String(fps), count: names.length, frames: frames() };
}

async function readPicture(path: string, name: string, frame: number): Promise<Painted> {
  const ffmpeg = requireFfmpeg();
  const { width, height } = await readShownSize(path, ffmpeg);
  const input = ["-f", "image2", "-pattern_type", "none", ...inputGuard, "-i", resolve(path)];
  const from = { ffmpeg, source: resolve(path), input, filter: `scale=${width}:${height}` };
  for await (const { pixels, seconds } of readFrames({ ...from, width, height, signal: interrupted }))
    return { frame, seconds, pixels, name, width, height, annotated: frame };
  throw new FrameError("No picture can be decoded.");
}

// ----------------------------------------------------------------------------------------------------------- targets

/** A video that gets its name when it is whole. */
class Video {
  readonly #output: string;
  readonly #rate: string;
  #draft: Awaited<ReturnType<typeof openDraft>> | undefined;
  #writer: FrameWriter | undefined;
  #size = { width: 0, height: 0 };

  constructor(output: string, rate: string) {
    [this.#output, this.#rate] = [output, rate];
  }

  async write({ pixels, width, height, name }: Painted): Promise<void> {
    if (this.#writer === undefined) {
      this.#size = { width, height };
      this.#draft = await openDraft(this.#output);
      const output = [...(videoOptions(this.#output) ?? []), resolve(this.#draft.path)];
      const target = { ffmpeg: requireFfmpeg(), width, height, rate: this.#rate, output, signal: interrupted };
      this.#writer = new FrameWriter(target);
    }
    const { width: w, height: h } = this.#size;
    if (w !== width || h !== height)
      throw usageError(
        `${name} has ${width} x ${height} pixels, the pictures before it ${w} x ${h}: give a folder with -o, where each keeps its size.`,
      );
    await this.#writer.write(pixels);
  }

  async end(): Promise<void> {
    await this.#writer?.end();
    if (this.#draft !== undefined) await publishDraft(this.#draft);
    this.#draft = undefined;
  }

  /** Leaves nothing that is not whole. */
  async giveUp(): Promise<void> {
    this.#writer?.stop();
    if (this.#draft !== undefined) await removeDraft(this.#draft);
  }
}

/** The PNG of each picture. Pictures that differ only in their endings, or in capital letters, keep their whole names. */
export function pictureFiles(names: readonly string[]): readonly string[] {
  const stemOf = (name: string): string => basename(name, extname(name));
  const counts = new Map<string, number>();
  for (const name of names) {
    const key = stemOf(name).toLowerCase();
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const taken = new Set<string>();
  return names.map((name) => {
    const stem = stemOf(name);
    const wanted = counts.get(stem.toLowerCase()) === 1 ? stem : basename(name);
    return `${unlike(taken, wanted)}.png`;
  });
}

/** A PNG for each frame, named like the picture or after the number of the frame. */
class PictureFolder {
  readonly #folder: string;
  #isMade = false;

  readonly #files: readonly string[] | undefined;

  /** @param files by frame; `undefined`: frames have no names of their own */
  constructor(folder: string, files: readonly string[] | undefined) {
    [this.#folder, this.#files] = [folder, files];
  }

  async write({ pixels, width, height, frame }: Painted): Promise<void> {
    if (!this.#isMade)
      await makeFolder(this.#folder).catch((error: unknown) => {
        throw fileError("write", this.#folder, error);
      });
    this.#isMade = true;
    const file = this.#files?.[frame] ?? `${String(frame).padStart(6, "0")}.png`;
    const draft = await openDraft(join(this.#folder, file));
    const target = { ffmpeg: requireFfmpeg(), width, height, rate: "1", signal: interrupted };
    const writer = new FrameWriter({ ...target, output: [...pictureOptions, resolve(draft.path)] });
    try {
      await writer.write(pixels);
      await writer.end();
      await publishDraft(draft);
    } catch (error) {
      writer.stop();
      await removeDraft(draft);
      throw error;
    }
  }

  async end(): Promise<void> {}

  async giveUp(): Promise<void> {}
}
