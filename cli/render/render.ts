/** Draws annotations into a video or into pictures in a folder, which get their names when they are whole. */
import { join } from "node:path";

import {
  NoFramesError,
  render,
  type RenderedView,
  type RenderJob,
  type RenderReport,
} from "../../core-wasm/drawing/render.ts";
import { videoOptions } from "../../core-wasm/drawing/outputs.ts";
import { PictureTarget, SizeError, VideoTarget, type RenderTarget } from "../../core-wasm/drawing/targets.ts";
import { FrameError } from "../../core-wasm/programs/raw-frames.ts";
import { openDraft, publishDraft, removeDraft, type Draft } from "../base/files/draft.ts";
import { makeFolder } from "../base/files/make-folder.ts";
import { CliError, ExitCode, fileError, usageError } from "../base/process/errors.ts";
import { interrupted } from "../base/process/interrupt.ts";
import { createProgress } from "../base/terminal/progress.ts";
import { requirePrograms } from "../media/ffmpeg.ts";

export interface FileRender extends Pick<RenderJob, "options" | "first" | "last"> {
  readonly views: readonly RenderedView[];
  readonly output: string;
  /** Of the pictures, by frame; `undefined`: frames have no names of their own. */
  readonly pictureNames?: readonly string[] | undefined;
  readonly isSilent: boolean;
}

export async function renderToFiles({ output, pictureNames, isSilent, ...job }: FileRender): Promise<RenderReport> {
  const progress = createProgress({ unit: "steps" });
  const encoder = { programs: requirePrograms(), signal: interrupted };
  const draft = videoOptions(output) === undefined ? undefined : await openDraft(output);
  const target = (rate: string, sound: string | undefined): RenderTarget =>
    draft === undefined
      ? new PictureTarget(pictureNames, pictureFolder(output), encoder)
      : new VideoTarget({ path: draft.path, name: output, rate, sound: isSilent ? undefined : sound }, encoder);
  const onFrame = (name: string, done: number, expected = done): void => progress.update(name, done, expected);
  try {
    const report = await render({ ...job, ...encoder, target, onFrame });
    if (draft !== undefined) await publishDraft(draft);
    return report;
  } catch (error) {
    if (draft !== undefined) await removeDraft(draft);
    throw error instanceof FrameError ? refusalOf(error, output) : error;
  } finally {
    progress.clear();
  }
}

function refusalOf(error: FrameError, output: string): CliError {
  if (error instanceof SizeError)
    return usageError(`${error.message}: give a folder with -o, where each keeps its size.`);
  if (error instanceof NoFramesError)
    return usageError("none of the frames that --frames names is there: nothing was written.");
  const why = error.message.replace(/\.$/, "");
  return new CliError(ExitCode.findings, `${output} was not written: ${why}.`, { cause: error });
}

/** The folder is made for the first picture. */
function pictureFolder(folder: string): (name: string, write: (path: string) => Promise<void>) => Promise<void> {
  let isMade = false;
  return async (name, write) => {
    if (!isMade)
      await makeFolder(folder).catch((error: unknown) => {
        throw fileError("write", folder, error);
      });
    isMade = true;
    const draft: Draft = await openDraft(join(folder, name));
    try {
      await write(draft.path);
      await publishDraft(draft);
    } catch (error) {
      await removeDraft(draft);
      throw error;
    }
  };
}
