/** Looks at uploaded media: what browsers can show becomes a dataset at once, what is broken is refused. */
import type { Readable } from "node:stream";

import { JobStatus } from "#schemas";

import { RequestError } from "../base/errors.ts";
import { datasetOf } from "../domain/dataset.ts";
import { isWebSafeImageName, kindOfFile } from "../domain/file-kinds.ts";
import { itemFactsOf } from "../domain/item-facts.ts";
import { localHandler, outstandingStatuses, workerHandler } from "../domain/job-status.ts";
import { annotationRate } from "../domain/frame-rate.ts";
import type { Ports } from "../ports/index.ts";
import type { FileRecord, FolderRecord, ItemRecord, Meta } from "../ports/records.ts";
import { VideoProbeError, type VideoFacts } from "../ports/video-probe.ts";
import type { AccessService } from "./access.service.ts";
import { requireUser, type Actor } from "./actor.ts";
import { changeFolderMeta } from "./dataset-folder.ts";
import type { JobService } from "./job.service.ts";
import type { ConvertVideoTask } from "./jobs/convert-video.ts";
import type { JobHandlers } from "./jobs/job-handlers.ts";
import { isPlayableCodec } from "./media.service.ts";

/** Containers that browsers play. */
const playableContainers: ReadonlySet<string> = new Set(["mp4", "mov", "webm", "matroska"]);
/** Pictures whose first bytes are looked at side by side. */
const picturesAtOnce = 16;

export class MediaCheckService {
  readonly #ports: Ports;
  readonly #access: AccessService;
  readonly #jobs: JobService;
  readonly #handlers: () => JobHandlers;

  /** @param handlers there only after the services that the handlers use */
  constructor(ports: Ports, access: AccessService, jobs: JobService, handlers: () => JobHandlers) {
    this.#ports = ports;
    this.#access = access;
    this.#jobs = jobs;
    this.#handlers = handlers;
  }

  /**
   * Marks the folder as a dataset when its media can be shown.
   * @returns warnings for people, and the job that stands for work on videos: it is what clients wait for
   * @throws RequestError naming a video that cannot be read
   */
  async run(actor: Actor, folderId: string): Promise<{ warnings: string[]; jobIds: string[] }> {
    const { record } = await this.#access.requireFolder(actor, folderId);
    const everything = { limit: 0, offset: 0 };
    const { rows } = await this.#ports.database.items.listInFolder(record.id, everything, {
      by: "created",
      descending: false,
    });
    const { type, typeText } = datasetOf(record);
    const isVideo = type === "video";
    const wanted = rows.filter(({ name }) =>
      (isVideo ? ["video"] : ["image", "large-image"]).includes(kindOfFile(name)),
    );
    const others = rows.filter(({ name }) =>
      (isVideo ? ["image", "large-image"] : ["video"]).includes(kindOfFile(name)),
    );
    const warnings = others.map(
      ({ name }) => `${name} was stored, but is not shown: the dataset is of the type ${typeText}.`,
    );
    if (wanted.length === 0) {
      return { warnings: [...warnings, "There are no media files in this folder yet."], jobIds: [] };
    }
    if (!isVideo) {
      return { warnings: [...warnings, ...(await this.#checkPictures(actor, record, wanted))], jobIds: [] };
    }
    const { isShown, jobIds } = await this.#checkVideos(actor, record, wanted);
    return { warnings, jobIds: isShown ? [await this.#reportJob(actor, record), ...jobIds] : jobIds };
  }

  /** Tells the owner that the dataset can be opened, in the words of the job that clients wait for. */
  async #reportJob(actor: Actor, folder: FolderRecord): Promise<string> {
    const user = requireUser(actor);
    const { id } = await this.#jobs.create({
      title: `Converting ${folder.name} to a web friendly format`,
      type: "convert",
      handler: localHandler,
      userId: user.id,
      status: JobStatus.running,
      datasetId: folder.id,
      params: { user_id: user.id, user_login: user.login, input_folder: folder.id },
    });
    await this.#jobs.change(id, { status: JobStatus.success });
    return id;
  }

  /** Those that browsers play are shown at once; each of the others gets a job. */
  async #checkVideos(
    actor: Actor,
    folder: FolderRecord,
    items: readonly ItemRecord[],
  ): Promise<{ isShown: boolean; jobIds: string[] }> {
    const jobIds: string[] = [];
    let isShown = false;
    const { isDataset } = datasetOf(folder);
    for (const item of items) {
      const { codec, isSourceVideo } = itemFactsOf(item);
      if (isDataset && (isSourceVideo || isPlayableCodec(codec))) continue;
      const facts = await this.#probe(item);
      if (facts === undefined || !isPlayableCodec(facts.codec) || !playableContainers.has(facts.container)) {
        jobIds.push(await this.#startConversion(actor, folder, item));
        continue;
      }
      await this.#storeVideo(actor, folder, item, facts);
      isShown = true;
    }
    return { isShown, jobIds };
  }

  /** Asking twice starts one job. */
  async #startConversion(actor: Actor, folder: FolderRecord, item: ItemRecord): Promise<string> {
    const user = requireUser(actor);
    const task: ConvertVideoTask = { folderId: folder.id, itemId: item.id };
    const running = await this.#ports.database.jobs.list(
      { datasetId: folder.id, statuses: outstandingStatuses, limit: 0, offset: 0 },
      { by: "created", descending: false },
      { userId: null, seesAll: true },
    );
    const same = running.find(({ kwargs }) => (kwargs["task"] as ConvertVideoTask | undefined)?.itemId === item.id);
    if (same !== undefined) return same.id;
    const { id } = await this.#jobs.create({
      title: `Converting ${folder.name} to a web friendly format`,
      ...this.#handlers().queued("convert-video", "convert", user, task),
      handler: workerHandler,
      userId: user.id,
      datasetId: folder.id,
      params: { user_id: user.id, user_login: user.login, input_folder: folder.id },
    });
    return id;
  }

  /** `undefined` for a format that has to be converted. */
  async #probe(item: ItemRecord): Promise<VideoFacts | undefined> {
    const { blobs, videoProbe } = this.#ports;
    const file = await this.#fileOf(item);
    if (file?.blobHash == null) throw new RequestError(`Failed to read ${item.name}: Expected one file`);
    try {
      return await blobs.withLocalFile(file.blobHash, (path) => videoProbe.probe(path));
    } catch (error) {
      if (!(error instanceof VideoProbeError)) throw error;
      if (error.problem === "unknown-container") return undefined;
      throw new RequestError(`Failed to read ${item.name}: the file ${error.message}`);
    }
  }

  async #storeVideo(actor: Actor, folder: FolderRecord, item: ItemRecord, facts: VideoFacts): Promise<void> {
    const fps = annotationRate(datasetOf(folder).fps, facts.rate.value);
    if (fps < 1) {
      const own = facts.rate.value;
      const next =
        own < 1
          ? `The video has ${own.toPrecision(2)} pictures a second: upload its pictures as an image sequence.`
          : "Ask for a frame rate of 1 or more.";
      throw new RequestError(`Failed to read ${item.name}: FPS lower than 1 is not supported. ${next}`);
    }
    const rate = { originalFps: facts.rate.value, originalFpsString: facts.rate.text };
    await changeFolderMeta(this.#ports, this.#access, actor, folder.id, async (meta, _folder, tx) => {
      // The item in the same step: a dataset never says it is ready while its video is not.
      await tx.items.update(item.id, {
        meta: { ...item.meta, ...rate, codec: facts.codec, source_video: false, frameCount: facts.frameCount },
      });
      return { ...meta, ...rate, fps, annotate: true, ffprobe_info: streamInfo(facts) };
    });
  }

  async #checkPictures(actor: Actor, folder: FolderRecord, items: readonly ItemRecord[]): Promise<string[]> {
    const isLarge = datasetOf(folder).type === "large-image";
    const warnings = items.flatMap(({ name }) =>
      isLarge && !isWebSafeImageName(name)
        ? `${name} was stored, but the viewer cannot show large images yet. To annotate it now, upload it as PNG or JPEG.`
        : [],
    );
    const isShown = isLarge ? () => true : isWebSafeImageName;
    const foreign = items.filter(({ name }) => !isShown(name));
    if (foreign.length > 0 && foreign.length < items.length) {
      // Frames are numbered by the pictures that are there: those that join later would shift what was drawn meanwhile.
      const names = foreign.map(({ name }) => name).join(", ");
      warnings.push(
        `The pictures were stored, but are no dataset yet: ${names} must be converted first, which this server does not do yet. Upload all of them as PNG or JPEG.`,
      );
      return warnings;
    }
    for (const { name } of foreign) {
      warnings.push(
        `${name} was stored, but cannot be shown yet: it has to be converted, which this server does not do yet. Upload it as PNG or JPEG.`,
      );
    }
    const shown = items.filter(({ name }) => isShown(name));
    const broken: ItemRecord[] = [];
    for (let start = 0; start < shown.length; start += picturesAtOnce) {
      const some = shown.slice(start, start + picturesAtOnce);
      const good = await Promise.all(some.map((item) => this.#looksLikePicture(item)));
      broken.push(...some.filter((_, i) => good[i] !== true));
    }
    if (shown.length > 0 && broken.length === shown.length) {
      throw new RequestError(`Failed to read ${broken[0]!.name}: it is not a PNG or JPEG picture.`);
    }
    for (const { name } of broken) warnings.push(`${name} is not a PNG or JPEG picture; its frame will stay empty.`);
    if (shown.length > 0) {
      await changeFolderMeta(this.#ports, this.#access, actor, folder.id, (meta, current) => ({
        ...meta,
        annotate: true,
        ...(datasetOf(current).fps === -1 && { fps: 1 }),
      }));
    }
    return warnings;
  }

  async #looksLikePicture(item: ItemRecord): Promise<boolean> {
    if (!isWebSafeImageName(item.name)) return true;
    const file = await this.#fileOf(item);
    if (file?.blobHash == null || file.size < 8) return false;
    const start = await firstBytes(this.#ports.blobs.read(file.blobHash, { start: 0, end: 8 }));
    const isPng = start.equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
    const isJpeg = start[0] === 0xff && start[1] === 0xd8 && start[2] === 0xff;
    return isPng || isJpeg;
  }

  async #fileOf(item: ItemRecord): Promise<FileRecord | undefined> {
    return (await this.#ports.database.files.listInItems([item.id]))[0];
  }
}

async function firstBytes(source: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of source as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}

/** The facts in the words of ffprobe's video stream, which clients read. */
function streamInfo(facts: VideoFacts): Meta {
  return {
    avg_frame_rate: facts.rate.text,
    codec_name: facts.codec,
    codec_type: "video",
    duration: String(facts.durationSeconds),
    height: facts.codedHeight,
    nb_frames: String(facts.frameCount),
    width: facts.codedWidth,
    ...(facts.rotation === 0 ? {} : { side_data_list: [{ rotation: -facts.rotation }] }),
  };
}
