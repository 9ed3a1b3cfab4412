/** Draws annotations into videos and pictures, which become a video or pictures: for the command line and for jobs. */
import type { AnnotationCore, FrameNumber } from "../host/types.ts";
import type { FoundFfmpeg } from "../programs/find-ffmpeg.ts";
import { FrameError } from "../programs/raw-frames.ts";
import { FrameDrawer, type DrawnStyle, type DrawOptions } from "./draw-frame.ts";
import { sideBySide } from "./side-by-side.ts";
import { openSource, type OpenSource, type Picture, type RenderSource } from "./sources.ts";
import { drawNames } from "./system-letters.ts";
import type { RenderTarget, Sound } from "./targets.ts";
import { canWrite } from "./text.ts";
import { valueOf } from "./video-facts.ts";

/** One camera. */
export interface RenderedView {
  readonly core: AnnotationCore;
  readonly source: RenderSource;
  readonly styles: Readonly<Record<string, DrawnStyle>>;
}

export interface RenderJob {
  /** Several are shown next to each other. */
  readonly views: readonly RenderedView[];
  readonly options: Omit<DrawOptions, "styles" | "scale" | "names"> & { readonly scale?: number | undefined };
  readonly first: number;
  /** `Infinity`: to the end. */
  readonly last: number;
  readonly programs: FoundFfmpeg;
  readonly signal: AbortSignal;
  /** @param sound the file whose sound the result may have */
  readonly target: (rate: string, sound: string | undefined) => RenderTarget;
  /** @param expected number of frames, if it is known */
  readonly onFrame: (name: string, done: number, expected: number | undefined) => void;
}

export interface RenderReport {
  readonly frames: number;
  readonly detections: number;
  /** The frames are not evenly spaced in time, and in the result they are. */
  readonly isUneven: boolean;
  readonly sound: Sound;
  /** Media that could not be decoded, as sentences. */
  readonly problems: readonly string[];
  /** Types with letters that are drawn as squares. */
  readonly unwritable: readonly string[];
}

/** None of the frames that were asked for is there. */
export class NoFramesError extends FrameError {}

/** Width of a picture whose lines are as thick as in the viewer; in larger ones they are thicker. */
const usualWidth = 1280;
/** Relative difference between the longest and the shortest frame. */
const unevenShare = 0.1;

/** @throws FrameError */
export async function render(job: RenderJob): Promise<RenderReport> {
  const { views, first, last, programs, signal } = job;
  const problems: string[] = [];
  const opened: OpenSource[] = [];
  for (const { source } of views) opened.push(await openSource(source, { programs, signal, first, last, problems }));
  const { rate } = opened[0]!;
  if (opened.some((one) => Math.abs(valueOf(one.rate) - valueOf(rate)) > 1e-3 * valueOf(rate)))
    throw new FrameError("The videos of the cameras have different frame rates, so their frames do not fit together.");
  const counts = { detections: 0, unwritable: new Set<string>() };
  const names = await namesOf(job);
  const cameras = opened.map(({ frames }, n) => drawn(frames, { ...views[n]!, names }, job, counts));
  const count = Math.max(...opened.map((one) => one.count));
  const expected = Math.max(0, Math.min(count - 1, last) - first + 1) || undefined;
  const spacing = new Spacing();
  const target = job.target(rate, opened.find(({ sound }) => sound !== undefined)?.sound);
  let done = 0;
  try {
    for await (const picture of cameras.length === 1 ? cameras[0]! : sideBySide(cameras)) {
      spacing.see(picture.seconds);
      await target.write(picture);
      job.onFrame(picture.name, ++done, expected);
    }
    if (done === 0) throw new NoFramesError(problems.at(-1) ?? "None of these frames is there.");
    const isUneven = target.isVideo && views.some(({ source }) => source.kind === "video") && spacing.isUneven;
    const sound = await target.end({ start: spacing.start, frames: done, isUneven });
    const { detections, unwritable } = counts;
    return { frames: done, detections, isUneven, sound, problems, unwritable: [...unwritable] };
  } finally {
    await target.giveUp();
  }
}

/** Pictures of the types that cannot be written letter by letter. */
async function namesOf({ views, options, programs, signal }: RenderJob): Promise<DrawOptions["names"]> {
  if (options.labels === "none") return new Map();
  const types = new Set(views.flatMap(({ core }) => core.types()));
  return await drawNames(
    [...types].filter((type) => !canWrite(type)),
    programs.ffmpeg,
    signal,
  );
}

async function* drawn(
  frames: AsyncIterable<Picture>,
  { core, styles, names }: RenderedView & Pick<DrawOptions, "names">,
  { options, first, last }: RenderJob,
  counts: { detections: number; readonly unwritable: Set<string> },
): AsyncGenerator<Picture> {
  let drawer: FrameDrawer | undefined;
  for await (const picture of frames) {
    if (picture.frame < first) continue;
    if (picture.frame > last) return;
    const { pixels, width, height, annotated } = picture;
    const scale = options.scale ?? Math.max(1, width / usualWidth);
    drawer ??= new FrameDrawer(core, { ...options, styles, names, scale }, counts);
    drawer.draw(pixels, width, height, annotated as FrameNumber);
    yield picture;
  }
}

class Spacing {
  start = 0;
  #before: number | undefined;
  #shortest = Infinity;
  #longest = 0;

  see(seconds: number): void {
    if (this.#before === undefined) this.start = seconds;
    else {
      this.#shortest = Math.min(this.#shortest, seconds - this.#before);
      this.#longest = Math.max(this.#longest, seconds - this.#before);
    }
    this.#before = seconds;
  }

  get isUneven(): boolean {
    return this.#longest - this.#shortest > unevenShare * this.#shortest;
  }
}
