/**
 * Draws annotations into a copy of a dataset's media, at their revisions at the time of the request. The result becomes
 * a file of the user who asked for it, in the transaction that ends the job.
 */
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

import { AccessLevel } from "../../../base/access-level.ts";
import { counted } from "../../../base/counted.ts";
import { zipStream } from "../../../base/zip-stream.ts";
import { withEach } from "../../../base/with-each.ts";
import { type Checked, object, text } from "../../../domain/body-check.ts";
import { datasetOf } from "../../../domain/dataset.ts";
import { renderedCameras, type RenderFormat, renderOptions } from "../../../domain/render-request.ts";
import type { Meta } from "../../../domain/meta.ts";
import type { RenderedCamera } from "../../../ports/annotation-renderer.ts";
import type { Ports } from "../../../ports/index.ts";
import type { FolderRecord } from "../../../ports/records.ts";
import type { AccessService } from "../../access/access.service.ts";
import { type Actor, requireUser } from "../../access/actor.ts";
import type { AnnotationService } from "../../annotations/annotation.service.ts";
import type { MediaService } from "../../media/media.service.ts";
import { placed, placeFile } from "../../tree/file-placement.ts";
import type { FolderService } from "../../tree/folder.service.ts";
import { requireStillStored, storeStream } from "../../tree/stored-content.ts";
import type { QueuedJob } from "../job-definition.ts";
import type { JobView } from "../job.service.ts";
import { withMedia } from "../pipeline-media.ts";
import { inFolder } from "../trained-files.ts";
import { JobError } from "../job-error.ts";

const parameters = object({ folderId: text, name: text, cameras: renderedCameras, ...renderOptions }, "drop");
export type RenderTask = Checked<typeof parameters>;

export interface RenderDeps {
  readonly ports: Ports;
  readonly access: AccessService;
  readonly annotations: AnnotationService;
  readonly folders: FolderService;
  readonly limits: { readonly maxUploadBytes: number };
  readonly media: MediaService;
  readonly renderings: { start(actor: Actor, body: unknown): Promise<JobView> };
}

/** Below the user who asked. */
const folderName = "Rendered videos";
const mimeTypes = { mp4: "video/mp4", webm: "video/webm", zip: "application/zip" } as const;

export const renderAnnotations: QueuedJob<RenderTask, RenderDeps> = {
  kind: "render",
  queue: "convert",
  parameters,
  title: ({ name }) => `Drawing annotations into ${name}`,
  wireType: "render",
  repeat: async ({ actor, task: { cameras: _cameras, name: _name, ...asked } }, { renderings }) =>
    await renderings.start(actor, asked),
  async run(run, deps) {
    const { task, actor, job, signal, succeed } = run;
    const { ports, access, folders, limits } = deps;
    const user = requireUser(actor);
    const { annotationRenderer: renderer } = ports;
    if (renderer === undefined) throw new JobError("This worker has no ffmpeg, so it cannot draw into media.");
    await inFolder(run, async ({ temporary, lines }) => {
      const { record: dataset } = await access.requireFolder(actor, task.folderId);
      const format: RenderFormat = task.format ?? "mp4";
      const folder = join(temporary, "run");
      const target = join(folder, format === "zip" ? "pictures" : `result.${format}`);
      if (format === "zip") await mkdir(target);
      const { types, frames } = task;
      const counts = await withCameras(deps, run, { dataset, temporary }, async (cameras) =>
        renderer.render({
          cameras,
          target,
          folder,
          signal,
          progress: run.progress,
          labels: task.labels ?? "types",
          boxes: task.boxes ?? true,
          sound: task.sound ?? true,
          tailFrames: task.tails ?? 0,
          ...(types !== undefined && { types }),
          ...(frames !== undefined && { frames }),
        }),
      );
      const notes = [...counts.problems, ...counts.notes];
      for (const note of notes) lines.write(note);
      lines.write(`Drew ${counted(counts.detections, "detection")} into ${counted(counts.frames, "frame")}.`);
      await lines.written();
      const bytes = format === "zip" ? zipStream(await entriesIn(target)) : createReadStream(target);
      const ref = await storeStream(ports, bytes, limits.maxUploadBytes);
      await succeed("site", async (tx) => {
        await access.requireFolder(actor, dataset.id, AccessLevel.read, tx);
        await requireStillStored(tx, ref);
        const place = { parentType: "user", parentId: user.id, name: folderName, reuseExisting: true } as const;
        const { record: parent } = await folders.createWithin(tx, actor, place);
        const name = `${task.name}.${format}`;
        const given = { parentType: "folder", parentId: parent.id, name, mimeType: mimeTypes[format] } as const;
        const { item } = await placeFile(ports, tx, { ...given, userId: user.id }, placed(ref));
        const result = { itemId: item.id, name: item.name, folderId: parent.id, frames: counts.frames, notes };
        await tx.jobs.update(job.id, { meta: { ...job.meta, result } });
      });
    });
  },
};

/** Provides media and annotations of all cameras as files. */
async function withCameras<T>(
  { ports, access, annotations, media: mediaService }: RenderDeps,
  { task, actor, signal }: { readonly task: RenderTask; readonly actor: Actor; readonly signal: AbortSignal },
  { dataset, temporary }: { readonly dataset: FolderRecord; readonly temporary: string },
  work: (cameras: readonly RenderedCamera[]) => Promise<T>,
): Promise<T> {
  const { configuration, confidenceFilters: thresholds = {} } = datasetOf(dataset);
  const styles = configuration["customTypeStyling"];
  return await withEach(
    task.cameras,
    async ({ folderId, revision }, n, next: (camera: RenderedCamera) => Promise<T>) => {
      const { record: folder } = await access.requireFolder(actor, folderId);
      const tracks = join(temporary, `tracks-${n}.json`);
      const everything = { by: "id", descending: false, limit: 0, offset: 0, kind: "track" } as const;
      const request = { ...everything, revision, setName: task.set ?? "" };
      await writeTracks((await annotations.readOf(folder, request)).pieces, tracks, signal);
      const fps = datasetOf(folder).fps ?? 1;
      return await withMedia(ports, mediaService, { actor, folder }, false, (media) =>
        next({ media, fps, tracks, thresholds, styles: (styles ?? {}) as Meta }),
      );
    },
    work,
  );
}

/** Pieces are records joined by commas. */
async function writeTracks(pieces: AsyncIterable<Uint8Array>, path: string, signal: AbortSignal): Promise<void> {
  async function* array(): AsyncGenerator<Uint8Array | string> {
    yield "[";
    yield* pieces;
    yield "]";
  }
  await pipeline(array(), createWriteStream(path), { signal });
}

async function entriesIn(folder: string) {
  const names = (await readdir(folder)).toSorted();
  return names.map((name) => ({ name, modifiedMs: Date.now(), open: () => createReadStream(join(folder, name)) }));
}
