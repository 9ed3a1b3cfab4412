/** The process of one rendering. */
import { readdirSync, statSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { createCore } from "#core";

import type { DrawnStyle } from "../../../core-wasm/drawing/draw-frame.ts";
import { videoOptions } from "../../../core-wasm/drawing/outputs.ts";
import { render, type RenderedView } from "../../../core-wasm/drawing/render.ts";
import { renderNotes } from "../../../core-wasm/drawing/render-notes.ts";
import { pictureFiles, PictureTarget, SizeError, VideoTarget } from "../../../core-wasm/drawing/targets.ts";
import { FrameError } from "../../../core-wasm/programs/raw-frames.ts";
import type { RenderedCamera, RenderedCounts } from "../../ports/annotation-renderer.ts";
import { type PipelineMedia, PipelineError } from "../../ports/pipeline-engine.ts";
import type { RenderProcessRun } from "./engine.ts";

type Progress = (done: number, total: number, message: string) => void;

export async function renderInProcess(run: RenderProcessRun & OutputLimit, progress: Progress): Promise<void> {
  const { rendering, programs, report, limits } = run;
  const { cameras, target, frames: [first, last] = [0, Infinity], labels, boxes, tailFrames } = rendering;
  const views: RenderedView[] = [];
  for (const camera of cameras) views.push(await viewOf(camera, rendering.types));
  // Never aborted here: the process is killed from outside.
  const encoder = { programs, signal: new AbortController().signal, temporary: rendering.folder };
  const written = new Written(limits.outputBytes);
  const isVideo = videoOptions(target) !== undefined;
  try {
    const counts = await render({
      views,
      first,
      last,
      programs,
      signal: encoder.signal,
      options: { labels, boxes, tailFrames },
      target: (rate, sound) =>
        isVideo
          ? new VideoTarget({ path: target, name: target, rate, sound: rendering.sound ? sound : undefined }, encoder)
          : new PictureTarget(namesOf(cameras), written.into(target), encoder),
      onFrame: (name, done, expected = 0) => {
        if (isVideo && done % 32 === 0) written.look(rendering.folder);
        progress(done, expected, `Drawing into ${name}`);
      },
    });
    const { frames, detections, problems } = counts;
    const rendered: RenderedCounts = { frames, detections, problems, notes: renderNotes(counts) };
    await writeFile(report, JSON.stringify(rendered));
  } catch (error) {
    if (!(error instanceof FrameError)) throw error;
    const advice = error instanceof SizeError ? " Choose pictures instead of a video." : "";
    throw new PipelineError(`${error.message.replace(/\.$/, "")}.${advice}`, { cause: error });
  }
}

interface OutputLimit {
  readonly limits: { readonly outputBytes: number };
}

async function viewOf({ media, fps, tracks, styles, thresholds }: RenderedCamera, types?: readonly string[]) {
  const core = await createCore();
  core.reader.beginLoad();
  core.reader.loadTrackPage(await readFile(tracks));
  core.reader.endLoad();
  core.shown.apply({ thresholds, ...(types !== undefined && { types }) });
  return { core, source: sourceOf(media, fps), styles: styles as Readonly<Record<string, DrawnStyle>> };
}

function sourceOf(media: PipelineMedia, fps: number): RenderedView["source"] {
  if (media.kind === "images") return { kind: "pictures", files: media.files, fps };
  return { kind: "video", path: media.path, name: media.name, ...(media.pictureOfFrame !== undefined && { fps }) };
}

/** Pictures of one camera keep their names. */
function namesOf(cameras: readonly RenderedCamera[]): readonly string[] | undefined {
  const [only] = cameras;
  return cameras.length > 1 || only?.media.kind !== "images"
    ? undefined
    : pictureFiles(only.media.files.map(({ name }) => name.replaceAll("/", "_")));
}

/** Ends the work before the disk is full. */
class Written {
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The files in a folder. */
  look(folder: string): void {
    const sizes = readdirSync(folder, { recursive: true, encoding: "utf8" }).map(
      (name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0,
    );
    this.#refuse(sizes.reduce((sum, size) => sum + size, 0));
  }

  /** A folder of pictures. */
  into(folder: string): (name: string, write: (path: string) => Promise<void>) => Promise<void> {
    return async (name, write) => {
      const path = join(folder, name);
      await write(path);
      this.#bytes += statSync(path).size;
      this.#refuse(this.#bytes);
    };
  }

  #refuse(bytes: number): void {
    if (bytes > this.#maxBytes)
      throw new PipelineError(
        `The result is larger than the ${this.#maxBytes} bytes that a file may have here: draw into fewer frames.`,
      );
  }
}
