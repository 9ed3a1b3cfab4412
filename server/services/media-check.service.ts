/**
 * Looks at uploaded media: what browsers can show becomes a dataset at once, for the rest there are jobs; what is
 * broken is named.
 */
import { JobStatus } from "#schemas";

import { RequestError } from "../base/errors.ts";
import { datasetOf } from "../domain/dataset.ts";
import { isWebSafeImageName, kindOfFile } from "../domain/file-kinds.ts";
import { itemFactsOf } from "../domain/item-facts.ts";
import { localHandler, outstandingStatuses, workerHandler } from "../domain/job-status.ts";
import { annotationRate, isTooLowRate, rateNotes } from "../domain/frame-rate.ts";
import { isTilesFile } from "../domain/tile-files.ts";
import { ImageError } from "../ports/image-decoder.ts";
import type { Ports } from "../ports/index.ts";
import type { FileRecord, FolderRecord, ItemRecord, JobRecord, Meta } from "../ports/records.ts";
import { VideoProbeError, type VideoFacts } from "../ports/video-probe.ts";
import type { AccessService } from "./access.service.ts";
import { requireUser, type Actor } from "./actor.ts";
import { changeFolderMeta } from "./dataset-folder.ts";
import type { JobService, NewJob } from "./job.service.ts";
import type { CheckVideoTask } from "./jobs/check-video.ts";
import { type ConvertImagesTask, withPicture } from "./jobs/convert-images.ts";
import type { ConvertVideoTask } from "./jobs/convert-video.ts";
import type { ExtractArchiveTask } from "./jobs/extract-archive.ts";
import type { MakeTilesTask } from "./jobs/make-tiles.ts";
import type { JobHandlers, JobKind } from "./jobs/job-handlers.ts";
import type { Joining } from "./jobs/join-cameras.ts";
import { isPlayableCodec } from "./media.service.ts";
import { pictureSizes } from "./picture-sizes.ts";

/** Containers that browsers play. */
const playableContainers: ReadonlySet<string> = new Set(["mp4", "mov", "webm", "matroska"]);
/** Pictures that are decoded side by side. */
const picturesAtOnce = 4;
/** Milliseconds that a request decodes pictures; what takes longer is a job. */
const lookMs = 2000;
/** The `kind` of jobs that only report. */
const reportKind = "report-video";
const reportStatuses: readonly number[] = [JobStatus.running, JobStatus.success];

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
   * @param after what follows the jobs that convert
   * @returns warnings for people, and the job that stands for work on videos: it is what clients wait for
   * @throws RequestError naming a video that cannot be read
   */
  async run(actor: Actor, folderId: string, after: Joining = {}): Promise<{ warnings: string[]; jobIds: string[] }> {
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
      if (type === "large-image")
        return { warnings, jobIds: await this.#checkLargeImages(actor, record, wanted, after) };
      return { warnings, jobIds: await this.#checkPictures(actor, record, wanted, after) };
    }
    const { jobIds, notes } = await this.#checkVideos(actor, record, wanted, after);
    return { warnings: [...warnings, ...notes], jobIds };
  }

  /**
   * The video can be opened already; a job, the one that clients wait for, decodes all of it.
   * @returns its id
   */
  async #startLook(actor: Actor, folder: FolderRecord, item: ItemRecord): Promise<string> {
    if (!(await this.#handlers().canRun("check-video", actor.user))) return await this.#reportJob(actor, folder, item);
    const given: CheckVideoTask = { folderId: folder.id, itemId: item.id };
    const isSame = ({ kind, task }: Meta): boolean =>
      kind === "check-video" && (task as CheckVideoTask).itemId === item.id;
    return await this.#startJob(actor, folder, "check-video", given, isSame);
  }

  /** Tells the owner, once, that the dataset can be opened, where nobody looks at its pictures. */
  async #reportJob(actor: Actor, folder: FolderRecord, item: ItemRecord): Promise<string> {
    const user = requireUser(actor);
    const given = {
      title: `Converting ${folder.name} to a web friendly format`,
      type: "convert",
      handler: localHandler,
      userId: user.id,
      status: JobStatus.running,
      kwargs: { kind: reportKind, task: { folderId: folder.id, itemId: item.id } },
      datasetId: folder.id,
      params: { user_id: user.id, user_login: user.login, input_folder: folder.id },
    };
    const isSame = ({ kind, task }: Meta): boolean =>
      kind === reportKind && (task as CheckVideoTask).itemId === item.id;
    const { job, isNew } = await this.#createOnce(given, reportStatuses, isSame);
    if (isNew) await this.#jobs.change(job.id, { status: JobStatus.success });
    return job.id;
  }

  /** Those that browsers play are shown at once; each gets a job, to be looked at or converted. */
  async #checkVideos(
    actor: Actor,
    folder: FolderRecord,
    items: readonly ItemRecord[],
    after: Joining,
  ): Promise<{ jobIds: string[]; notes: string[] }> {
    const jobIds: string[] = [];
    const notes: string[] = [];
    const { fps: requested, isDataset } = datasetOf(folder);
    for (const item of items) {
      const { codec, isSourceVideo } = itemFactsOf(item);
      if (isDataset && (isSourceVideo || isPlayableCodec(codec))) continue;
      const facts = await this.#probe(item);
      if (facts === undefined || !isPlayableCodec(facts.codec) || !playableContainers.has(facts.container)) {
        jobIds.push(await this.#startConversion(actor, folder, item, after));
        continue;
      }
      await this.#storeVideo(actor, folder, item, facts);
      const said = isDataset ? [] : rateNotes(requested, facts.rate, facts.averageRate);
      notes.push(...said.map((text) => `${item.name} ${text}`));
      jobIds.push(await this.#startLook(actor, folder, item));
    }
    return { jobIds, notes };
  }

  /** Those that have tiles are there already; for the others there is one job. */
  async #checkLargeImages(
    actor: Actor,
    folder: FolderRecord,
    images: readonly ItemRecord[],
    after: Joining,
  ): Promise<string[]> {
    const files = await this.#ports.database.files.listInItems(images.map(({ id }) => id));
    const tiled = new Set(files.filter(isTilesFile).map(({ itemId }) => itemId));
    if (datasetOf(folder).isDataset && images.every(({ id }) => tiled.has(id))) return [];
    return [await this.startFolderTiles(actor, folder, after)];
  }

  /** For callers that have checked what the actor may do. @returns the id of the job */
  async startAgain(
    actor: Actor,
    kind: "check-video" | "convert-images" | "convert-large-image" | "convert-video" | "extract-archive",
    folder: FolderRecord,
    item: ItemRecord | undefined,
    after: Joining = {},
  ): Promise<string> {
    if (kind === "convert-images") return await this.#startPictures(actor, folder, after);
    if (kind === "convert-large-image" && item === undefined) return await this.startFolderTiles(actor, folder, after);
    if (item === undefined) throw new RequestError("The job names no file.");
    if (kind === "convert-large-image") return await this.startItemTiles(actor, folder, item);
    if (kind === "check-video") return await this.#startLook(actor, folder, item);
    if (kind === "convert-video") return await this.#startConversion(actor, folder, item, after);
    return await this.startArchive(actor, folder, item);
  }

  async canUnpack({ user }: Actor): Promise<boolean> {
    return await this.#handlers().canRun("extract-archive", user);
  }

  /** For callers that have checked what the actor may do. @returns the id of the job */
  async startArchive(actor: Actor, folder: FolderRecord, archive: ItemRecord): Promise<string> {
    const task: ExtractArchiveTask = { folderId: folder.id, itemId: archive.id };
    const isSame = ({ kind, task: other }: Meta): boolean =>
      kind === "extract-archive" && (other as ExtractArchiveTask).itemId === archive.id;
    const as = { title: `Extracting ${archive.name} to folder ${folder.name}`, type: "convert" };
    return await this.#startJob(actor, folder, "extract-archive", task, isSame, as);
  }

  /** For callers that have checked what the actor may do. @returns the id of the job */
  async startFolderTiles(actor: Actor, folder: FolderRecord, after: Joining = {}): Promise<string> {
    const task: MakeTilesTask & Joining = { folderId: folder.id, ...after };
    const isSame = ({ kind, task: other }: Meta): boolean =>
      kind === "convert-large-image" && (other as MakeTilesTask).itemId === undefined;
    return await this.#startTiles(actor, folder, task, folder.name, isSame);
  }

  /** @throws RequestError for what is no picture */
  async startItemTiles(actor: Actor, folder: FolderRecord, item: ItemRecord): Promise<string> {
    if (!["image", "large-image"].includes(kindOfFile(item.name))) {
      throw new RequestError(`${item.name} is not an image.`);
    }
    const task: MakeTilesTask = { folderId: folder.id, itemId: item.id };
    const isSame = ({ kind, task: other }: Meta): boolean =>
      kind === "convert-large-image" && (other as MakeTilesTask).itemId === item.id;
    return await this.#startTiles(actor, folder, task, item.name, isSame);
  }

  async #startTiles(
    actor: Actor,
    folder: FolderRecord,
    task: MakeTilesTask,
    name: string,
    isSame: (kwargs: Meta) => boolean,
  ): Promise<string> {
    const as = { title: `Large Image Conversion: ${name}`, type: "large_image_tiff" };
    return await this.#startJob(actor, folder, "convert-large-image", task, isSame, as);
  }

  async #startConversion(actor: Actor, folder: FolderRecord, item: ItemRecord, after: Joining): Promise<string> {
    const given: ConvertVideoTask & Joining = { folderId: folder.id, itemId: item.id, ...after };
    const isSame = ({ kind, task }: Meta): boolean =>
      kind === "convert-video" && (task as ConvertVideoTask).itemId === item.id;
    return await this.#startJob(actor, folder, "convert-video", given, isSame);
  }

  /** @param isSame looks at the `kwargs` of those that are not finished */
  async #startJob(
    actor: Actor,
    folder: FolderRecord,
    kind: JobKind,
    task: object,
    isSame: (kwargs: Meta) => boolean,
    as = { title: `Converting ${folder.name} to a web friendly format`, type: "convert" },
  ): Promise<string> {
    const user = requireUser(actor);
    const given = {
      title: as.title,
      ...this.#handlers().queued(kind, as.type, user, task),
      handler: workerHandler,
      userId: user.id,
      datasetId: folder.id,
      params: { user_id: user.id, user_login: user.login, input_folder: folder.id },
    };
    return (await this.#createOnce(given, outstandingStatuses, isSame)).job.id;
  }

  /**
   * Asking twice, also at the same time, makes one job.
   * @param isSame looks at the `kwargs` of jobs of the dataset that have one of these statuses
   */
  async #createOnce(
    given: NewJob & { datasetId: string },
    statuses: readonly number[],
    isSame: (kwargs: Meta) => boolean,
  ): Promise<{ job: JobRecord; isNew: boolean }> {
    const { datasetId } = given;
    const outcome = await this.#ports.database.transaction({ dataset: datasetId }, async (tx) => {
      const others = await tx.jobs.list(
        { datasetId, statuses, limit: 0, offset: 0 },
        { by: "created", descending: false },
        { userId: null, seesAll: true },
      );
      const same = others.find(({ kwargs }) => isSame(kwargs));
      if (same !== undefined) return { job: same, isNew: false };
      return { job: await this.#jobs.createWithin(tx, given), isNew: true };
    });
    if (outcome.isNew) await this.#jobs.announce(outcome.job);
    return outcome;
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
      // What is there of a video that was cut off is made one of its own.
      if (error.problem === "unknown-container" || error.problem === "cut-off") return undefined;
      throw new RequestError(`Failed to read ${item.name}: the file ${error.message}`);
    }
  }

  async #storeVideo(actor: Actor, folder: FolderRecord, item: ItemRecord, facts: VideoFacts): Promise<void> {
    const fps = annotationRate(datasetOf(folder).fps, facts.rate.value);
    if (isTooLowRate(fps, facts.rate.value)) {
      throw new RequestError(
        `Failed to read ${item.name}: FPS lower than 1 is not supported. Ask for a frame rate of 1 or more.`,
      );
    }
    const rate = { originalFps: facts.rate.value, originalFpsString: facts.rate.text };
    const { codec, frameCount, width, height } = facts;
    await changeFolderMeta(this.#ports, this.#access, actor, folder.id, async (meta, _folder, tx) => {
      // The item in the same step: a dataset never says it is ready while its video is not.
      await tx.items.update(item.id, {
        meta: { ...item.meta, ...rate, codec, source_video: false, frameCount, width, height },
      });
      return { ...meta, ...rate, fps, annotate: true, ffprobe_info: streamInfo(facts) };
    });
  }

  /**
   * Every picture is decoded once: a few at once, here; where that takes long, finds something broken or has to
   * convert, by a job.
   * @throws RequestError when none of them is a picture at all
   */
  async #checkPictures(
    actor: Actor,
    folder: FolderRecord,
    items: readonly ItemRecord[],
    after: Joining,
  ): Promise<string[]> {
    const isSequence = datasetOf(folder).type === "image-sequence";
    const needsJob = items.some(
      ({ name }) => (isSequence || kindOfFile(name) === "image") && !isWebSafeImageName(name),
    );
    const verdict = needsJob ? "unknown" : await this.#look(items);
    if (verdict === "unknown") return [await this.#startPictures(actor, folder, after)];
    await pictureSizes(this.#ports, items, { within: lookMs });
    await changeFolderMeta(this.#ports, this.#access, actor, folder.id, (meta, current) => ({
      ...meta,
      annotate: true,
      ...(datasetOf(current).fps === -1 && { fps: 1 }),
    }));
    return [];
  }

  /** Whether all pictures are whole; unknown: not all were looked at, or some are broken. */
  async #look(items: readonly ItemRecord[]): Promise<"whole" | "unknown"> {
    const untilMs = performance.now() + lookMs;
    const pictures = items.filter(({ name }) => isWebSafeImageName(name));
    let brokenCount = 0;
    for (let start = 0; start < pictures.length; start += picturesAtOnce) {
      if (performance.now() > untilMs) return "unknown";
      const some = pictures.slice(start, start + picturesAtOnce);
      brokenCount += (await Promise.all(some.map((item) => this.#whyBroken(item)))).filter(Boolean).length;
    }
    if (brokenCount === 0) return "whole";
    const [first] = pictures;
    const why = first && (await this.#whyBroken(first));
    if (brokenCount === pictures.length && why !== undefined) {
      throw new RequestError(`Failed to read ${first?.name ?? ""}: it ${why}`);
    }
    return "unknown";
  }

  async #whyBroken(item: ItemRecord): Promise<string | undefined> {
    try {
      await withPicture(this.#ports, item, (path) => this.#ports.imageDecoder.check(path));
      return undefined;
    } catch (error) {
      if (error instanceof ImageError) return error.message;
      throw error;
    }
  }

  async #startPictures(actor: Actor, folder: FolderRecord, after: Joining): Promise<string> {
    const task: ConvertImagesTask & Joining = { folderId: folder.id, ...after };
    return await this.#startJob(actor, folder, "convert-images", task, ({ kind }) => kind === "convert-images");
  }

  async #fileOf(item: ItemRecord): Promise<FileRecord | undefined> {
    return (await this.#ports.database.files.listInItems([item.id]))[0];
  }
}

/** The facts in the words of ffprobe's video stream, which clients read. */
function streamInfo(facts: VideoFacts): Meta {
  return {
    avg_frame_rate: facts.averageRate.text,
    codec_name: facts.codec,
    codec_type: "video",
    duration: String(facts.durationSeconds),
    height: facts.codedHeight,
    nb_frames: String(facts.frameCount),
    r_frame_rate: facts.clockRate.text,
    sample_aspect_ratio: facts.pixelAspect.join(":"),
    width: facts.codedWidth,
    ...(facts.rotation === 0 ? {} : { side_data_list: [{ rotation: -facts.rotation }] }),
  };
}
