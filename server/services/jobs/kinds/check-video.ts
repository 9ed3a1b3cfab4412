/**
 * Decodes every picture of a video that browsers can play and that is a dataset already, and records which of them
 * cannot be shown. Its tables are intact, or it would have been converted: only decoding reveals the rest.
 */
import { mediaProblemsOf } from "#schemas/media-problems";

import { AccessLevel } from "../../../base/access-level.ts";
import { type Checked, object, text } from "../../../domain/body-check.ts";
import { withMediaProblems } from "../../../domain/media-problems.ts";
import type { Ports } from "../../../ports/index.ts";
import { VideoConversionError } from "../../../ports/video-converter.ts";
import { hasBytes, openContent } from "../../content/open-content.ts";
import { conversionTitle } from "../conversion-title.ts";
import { type RepeatDeps, repeatConversion } from "../repeat-conversion.ts";
import type { QueuedJob } from "../job-definition.ts";
import { JobError } from "../job-error.ts";
import { requireVideo } from "../require-video.ts";

const parameters = object({ folderId: text, itemId: text }, "drop");
type CheckVideoTask = Checked<typeof parameters>;

export interface CheckVideoDeps extends RepeatDeps {
  readonly ports: Ports;
}

export const checkVideo: QueuedJob<CheckVideoTask, CheckVideoDeps> = {
  kind: "check-video",
  queue: "convert",
  parameters,
  title: conversionTitle,
  wireType: "convert",
  key: ({ itemId }) => itemId,
  repeat: async (asked, deps) => await repeatConversion(checkVideo, asked, deps),
  async run({ task, actor, signal, progress, log, succeed }, { ports, access }) {
    const { folderId, itemId } = task;
    const { database, videoConverter, videoProbe } = ports;
    await access.requireFolder(actor, folderId, AccessLevel.write);
    const { name } = await requireVideo(database, itemId, folderId);
    const [file] = await database.files.listInItems([itemId]);
    if (!hasBytes(file)) throw new JobError("The video has been deleted.");
    const onProgress = (done: number, total: number): void => progress(done, total, `Looking at ${name}`);
    const notes: string[] = [];
    const run = { signal, onProgress, onNote: (text: string) => void notes.push(text) };
    if (videoConverter === undefined) {
      // The lack is this worker's, not the video's.
      await log(`${name} could not be checked: this worker finds no ffmpeg.`);
      await succeed({ dataset: folderId }, async () => undefined);
      return;
    }
    const look = async (path: string): Promise<readonly string[]> => {
      const { times } = await videoProbe.probeTimes(path);
      return await videoConverter.check(path, times, run).catch((error: unknown) => {
        if (error instanceof VideoConversionError) return [error.message];
        throw error;
      });
    };
    const problems = await (await openContent(ports, file)).withLocalFile(look);
    for (const problem of problems) await log(`${name} ${problem}`);
    if (problems.length > 0) for (const note of notes) await log(`${name}: ${note}`);
    await succeed({ dataset: folderId }, async (tx) => {
      const { record: folder } = await access.requireFolder(actor, folderId, AccessLevel.write, tx);
      if (problems.length === 0 && mediaProblemsOf(folder.meta).length === 0) return;
      const meta = withMediaProblems(folder.meta, name, problems);
      await tx.folders.update(folder.id, { meta, updatedMs: ports.clock.nowMs() });
    });
  },
};
