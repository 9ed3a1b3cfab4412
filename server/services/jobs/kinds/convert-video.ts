/**
 * Converts a video that browsers cannot play (api-v1 16.2). The original stays in place; the converted one is added
 * next to it, and the folder becomes a dataset.
 */
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";

import { pastLastFrameProblems } from "#core/queries/issues";
import type { MediaEntry } from "#schemas/media-ledger";
import { stemOf } from "#schemas/media-files";

import { AccessLevel } from "../../../base/access-level.ts";
import { recordIfMade } from "../../access/record-event.ts";
import { makeWorkFolder } from "../../../base/work-folder.ts";
import { type Checked, object, text } from "../../../domain/body-check.ts";
import { conversionSpeedKey, withConversion } from "../../../domain/conversion-speed.ts";
import { datasetOf } from "../../../domain/dataset.ts";
import { annotationRate, framesAtRate, isTooLowRate, rateNotes } from "../../../domain/frame-rate.ts";
import { withMediaEntries } from "../../../domain/media-ledger.ts";
import { missingFrames, missingFramesText, withMediaProblems } from "../../../domain/media-problems.ts";
import type { Ports } from "../../../ports/index.ts";
import { VideoConversionError } from "../../../ports/video-converter.ts";
import { hasBytes, openContent } from "../../content/open-content.ts";
import { placed, placeFile } from "../../tree/file-placement.ts";
import { requireStillStored, storeStream } from "../../tree/stored-content.ts";
import { conversionTitle } from "../conversion-title.ts";
import { type RepeatDeps, repeatConversion } from "../repeat-conversion.ts";
import type { QueuedJob } from "../job-definition.ts";
import { JobError } from "../job-error.ts";
import { requireVideo } from "../require-video.ts";
import { joining, withJoin } from "./join-cameras.ts";

const parameters = object({ folderId: text, itemId: text, ...joining }, "drop");
type ConvertVideoTask = Checked<typeof parameters>;

export interface ConvertVideoDeps extends RepeatDeps {
  readonly ports: Ports;
  readonly limits: { readonly maxUploadBytes: number };
}

export const convertVideo: QueuedJob<ConvertVideoTask, ConvertVideoDeps> = {
  kind: "convert-video",
  queue: "convert",
  parameters,
  title: conversionTitle,
  wireType: "convert",
  key: ({ itemId }) => itemId,
  repeat: async (asked, deps) => await repeatConversion(convertVideo, asked, deps),
  run: withJoin(async ({ task, actor, signal, progress, log, succeed }, { ports, access, limits }) => {
    const { folderId, itemId } = task;
    const { database, videoConverter, videoProbe } = ports;
    await access.requireFolder(actor, folderId, AccessLevel.write);
    const { name } = await requireVideo(database, itemId, folderId);
    const [file] = await database.files.listInItems([itemId]);
    if (!hasBytes(file)) throw new JobError("The video has been deleted.");
    if (videoConverter === undefined) {
      throw new JobError(
        `${name} cannot be converted: this worker finds no ffmpeg, neither the system's nor the package @ffmpeg/core. Install one where the worker runs.`,
      );
    }
    const temporary = await makeWorkFolder("job");
    try {
      const target = join(temporary, "converted.mp4");
      const onProgress = (done: number, total: number): void => progress(done, total, `Converting ${name}`);
      const notes: string[] = [];
      const conversion = { signal, onProgress, onNote: (text: string) => void notes.push(text) };
      const content = await openContent(ports, file);
      const begunMs = performance.now();
      const converted = await content
        .withLocalFile((path) => videoConverter.convert(path, target, conversion))
        .catch((error: unknown) => {
          throw error instanceof VideoConversionError
            ? new JobError(`${name} ${error.message} Replace it, and process the folder again.`, { cause: error })
            : error;
        });
      const seconds = (performance.now() - begunMs) / 1000;
      for (const note of notes) await log(`${name}: ${note}`);
      const { facts, times } = await videoProbe.probeTimes(target);
      if (facts.frameCount !== converted.frameCount) {
        throw new JobError(`${name}: ${converted.frameCount} pictures became ${facts.frameCount}. Nothing was stored.`);
      }
      const problems = [...converted.problems, ...leftOut(converted.storedSeconds, times.seconds)];
      for (const problem of problems) await log(`${name} ${problem}`);
      const { fps: requested } = datasetOf((await access.requireFolder(actor, folderId)).record);
      for (const note of rateNotes(requested, facts.rate, facts.averageRate)) await log(`${name} ${note}`);
      const ref = await storeStream(ports, createReadStream(target), limits.maxUploadBytes);
      const rate = { originalFps: facts.rate.value, originalFpsString: facts.rate.text };
      await succeed({ dataset: folderId }, async (tx) => {
        const { record: folder } = await access.requireFolder(actor, folderId, AccessLevel.write, tx);
        const original = await requireVideo(tx, itemId, folder.id);
        const fps = annotationRate(datasetOf(folder).fps, facts.rate.value);
        if (isTooLowRate(fps, facts.rate.value)) throw new JobError("FPS lower than 1 is not supported");
        await requireStillStored(tx, ref);
        const place = {
          parentType: "folder",
          parentId: folder.id,
          name: `${stemOf(original.name)}.transcoded.mp4`,
          mimeType: "video/mp4",
          userId: actor.user?.id ?? null,
        } as const;
        const { item: made } = await placeFile(ports, tx, place, placed(ref));
        const ofResult = { source_video: false, transcoder: "ffmpeg", ...rate, codec: "h264" };
        const { frameCount, width, height } = facts;
        await tx.items.update(made.id, { meta: { ...ofResult, frameCount, width, height } });
        const source = { source_video: true, ...rate, codec: converted.codec };
        await tx.items.update(original.id, { meta: { ...original.meta, ...source } });
        // Containers without a time for the last picture announce one picture less.
        const stream = { ...converted.stream, duration: String(facts.durationSeconds) };
        const facts264 = { ...rate, fps, annotate: true, ffprobe_info: stream };
        const entries = pastEndEntries(
          name,
          await tx.annotations.lastFrame(folder.id),
          framesAtRate(frameCount, rate.originalFps, fps),
        );
        const noted = withMediaEntries(withMediaProblems(folder.meta, name, problems), entries);
        const meta = { ...noted, ...facts264 };
        await tx.folders.update(folder.id, { meta, updatedMs: ports.clock.nowMs() });
        await recordIfMade(tx, ports, { before: folder, after: meta, user: actor.user });
      });
      const measured = { pixels: facts.frameCount * facts.width * facts.height, bytes: file.size, seconds };
      const before = await database.settings.get(conversionSpeedKey);
      await database.settings.set(conversionSpeedKey, withConversion(before, measured));
    } finally {
      await rm(temporary, { recursive: true, force: true });
    }
  }),
};

/** Clocks of containers are coarse. */
const toleranceSeconds = 0.0011;

/**
 * Losses of the result compared with the original, to follow its name. Later numbers become lower, which must be
 * reported.
 */
function leftOut(stored: Float64Array, written: Float64Array): string[] {
  const count = stored.length - written.length;
  if (count <= 0) return [];
  const [first = 0, firstWritten = 0] = [stored[0], written[0]];
  // Some clocks do not start at 0: then times are relative to the first picture.
  const shifts = [0, first - firstWritten];
  const missing = shifts.map((shift) =>
    missingFrames(
      stored,
      written.map((at) => at + shift),
      toleranceSeconds,
    ),
  );
  const fitting = missing.find(({ length }) => length === count);
  const last = stored.length - 1;
  const isAtEnd = fitting !== undefined && fitting[0] === last - count + 1;
  const after = isAtEnd ? "" : " They are left out: the numbers of later ones are lower than in the original.";
  if (fitting === undefined) return [`has ${count} pictures that cannot be decoded.${after}`];
  return [missingFramesText(fitting, (frame) => (stored[frame] ?? 0) - first) + after];
}

/** Annotations may come with the video, when its number of frames is not known yet. */
function pastEndEntries(name: string, lastFrame: number, frameCount: number): MediaEntry[] {
  return pastLastFrameProblems(lastFrame, frameCount).map(({ message }) => ({
    what: "changed",
    where: name,
    why: message,
  }));
}
