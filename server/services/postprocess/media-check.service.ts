/**
 * Inspects uploaded media: what browsers can show becomes a dataset immediately, the rest gets jobs; broken files are
 * named.
 */
import { RequestError } from "../../base/errors.ts";
import { datasetOf } from "../../domain/dataset.ts";
import { isWebSafeImageName, kindOfFile } from "../../domain/file-kinds.ts";
import { itemFactsOf } from "../../domain/item-facts.ts";
import { withMediaProblems } from "../../domain/media-problems.ts";
import { isPlayableCodec, isPlayableVideo } from "../../domain/playable-video.ts";
import { annotationRate, isTooLowRate, rateNotes } from "../../domain/frame-rate.ts";
import { isTilesFile } from "../../domain/tile-files.ts";
import { ImageError } from "../../ports/image-decoder.ts";
import type { Ports } from "../../ports/index.ts";
import type { FileRecord, FolderRecord, ItemRecord } from "../../ports/records.ts";
import { VideoProbeError, type VideoFacts } from "../../ports/video-probe.ts";
import { wholeList } from "../../ports/whole-list.ts";
import type { AccessService } from "../access/access.service.ts";
import type { Actor } from "../access/actor.ts";
import { hasBytes, isElsewhere } from "../content/open-content.ts";
import { probeContent } from "../content/probe-content.ts";
import { videoFolderMeta, videoItemMeta } from "../content/video-meta.ts";
import { changeFolderMeta } from "../tree/dataset-folder.ts";
import { checkVideo } from "../jobs/kinds/check-video.ts";
import { otherFormatOf, withPicture } from "../jobs/imports/pictures/open-picture.ts";
import { darkPictures } from "../jobs/imports/pictures/plan.ts";
import { convertImages } from "../jobs/kinds/convert-images.ts";
import { convertLargeImage } from "../jobs/kinds/convert-large-image.ts";
import { convertVideo } from "../jobs/kinds/convert-video.ts";
import { extractArchive } from "../jobs/kinds/extract-archive.ts";
import { reportVideo } from "../jobs/kinds/report-video.ts";
import type { JobDefinition } from "../jobs/job-definition.ts";
import type { JobRegistry } from "../jobs/registry.ts";
import type { Joining } from "../jobs/kinds/join-cameras.ts";
import { type MeasuredPictures, measureOthers } from "../media/picture-sizes.ts";

/** Pictures decoded in parallel. */
const maxParallelPictures = 4;
/** Milliseconds per request for decoding pictures; anything longer becomes a job. */
const lookMs = 2000;

/** A picture with a problem. */
interface DescribedPicture {
  readonly name: string;
  /** Appended to its name. */
  readonly problem: string;
}

export class MediaCheckService {
  readonly #ports: Ports;
  readonly #access: AccessService;
  readonly #registry: JobRegistry;

  constructor(ports: Ports, access: AccessService, registry: JobRegistry) {
    this.#ports = ports;
    this.#access = access;
    this.#registry = registry;
  }

  /**
   * Marks the folder as a dataset if its media can be shown.
   * @param after what follows the conversion jobs
   * @returns warnings for users, and the job that represents the work on videos, which clients wait for
   * @throws RequestError naming a video that cannot be read
   */
  async run(actor: Actor, folderId: string, after: Joining = {}): Promise<{ warnings: string[]; jobIds: string[] }> {
    const { record } = await this.#access.requireFolder(actor, folderId);
    const { rows } = await this.#ports.database.items.listInFolder(record.id, wholeList, {
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

  /** Playable videos are shown immediately; each video gets a job that checks or converts it. */
  async #checkVideos(
    actor: Actor,
    folder: FolderRecord,
    items: readonly ItemRecord[],
    after: Joining,
  ): Promise<{ jobIds: string[]; notes: string[] }> {
    const jobIds: string[] = [];
    const notes: string[] = [];
    const { fps: requested, isDataset } = datasetOf(folder);
    const isSource = (item: ItemRecord): boolean => itemFactsOf(item).isSourceVideo;
    const isPlayable = (item: ItemRecord): boolean => isPlayableCodec(itemFactsOf(item).codec);
    // A source is not shown itself: it is converted again if nothing else is left.
    const others = items.filter((item) => !isSource(item));
    const main = others.find(isPlayable) ?? others[0] ?? items[0];
    for (const item of items) {
      if (isSource(item) ? item !== main : isDataset && isPlayable(item)) continue;
      if (item !== main) {
        const shown = main?.name ?? "another video";
        notes.push(
          `${item.name} was stored, but is not shown: a dataset has one video, and here that is ${shown}. Upload it as a separate dataset.`,
        );
        continue;
      }
      const task = { folderId: folder.id, itemId: item.id };
      const facts = await this.#probe(item);
      if (facts === undefined || !isPlayableVideo(facts)) {
        jobIds.push(await this.#start(convertVideo, actor, folder, { ...task, ...after }, item));
        continue;
      }
      await this.#storeVideo(actor, folder, item, facts);
      const rateTexts = isDataset ? [] : rateNotes(requested, facts.rate, facts.averageRate);
      notes.push(...rateTexts.map((text) => `${item.name} ${text}`));
      // It can be opened already; the job that clients wait for decodes it completely, if there is a worker for that.
      const canLook = (await this.#registry.canRun(checkVideo, actor.user)) && !(await this.#isElsewhere(item));
      const look = canLook ? checkVideo : reportVideo;
      jobIds.push(await this.#start(look, actor, folder, task, item));
    }
    return { jobIds, notes };
  }

  /** Images that already have tiles need nothing; one job makes the others. */
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

  async canUnpack({ user }: Actor): Promise<boolean> {
    return await this.#registry.canRun(extractArchive, user);
  }

  /** For callers that have checked the actor's rights. @returns the id of the job */
  async startArchive(actor: Actor, folder: FolderRecord, archive: ItemRecord): Promise<string> {
    return await this.#start(extractArchive, actor, folder, { folderId: folder.id, itemId: archive.id }, archive);
  }

  /** For callers that have checked the actor's rights. @returns the id of the job */
  async startFolderTiles(actor: Actor, folder: FolderRecord, after: Joining = {}): Promise<string> {
    return await this.#start(convertLargeImage, actor, folder, { folderId: folder.id, ...after });
  }

  /** @throws RequestError if it is not a picture */
  async startItemTiles(actor: Actor, folder: FolderRecord, item: ItemRecord): Promise<string> {
    if (!["image", "large-image"].includes(kindOfFile(item.name))) {
      throw new RequestError(`${item.name} is not an image.`);
    }
    return await this.#start(convertLargeImage, actor, folder, { folderId: folder.id, itemId: item.id }, item);
  }

  /** @returns the id of the job, which may already exist */
  async #start<Task extends object>(
    job: JobDefinition<Task, never>,
    actor: Actor,
    folder: FolderRecord,
    task: Task,
    item?: ItemRecord,
  ): Promise<string> {
    return (await this.#registry.startOnFolder(job, actor, task, folder, item)).id;
  }

  /** A video in a media source on another machine is not downloaded just to be checked. */
  async #isElsewhere(item: ItemRecord): Promise<boolean> {
    const file = await this.#fileOf(item);
    return file !== undefined && (await isElsewhere(this.#ports, file));
  }

  /** `undefined`: the format has to be converted. */
  async #probe(item: ItemRecord): Promise<VideoFacts | undefined> {
    const file = await this.#fileOf(item);
    if (!hasBytes(file)) throw new RequestError(`Failed to read ${item.name}: Expected one file`);
    try {
      return await probeContent(this.#ports, file);
    } catch (error) {
      if (!(error instanceof VideoProbeError)) throw error;
      // The existing part of a truncated video is converted.
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
    await changeFolderMeta(this.#ports, this.#access, actor, folder.id, async (meta, _folder, tx) => {
      // The item in the same step: a dataset must never claim to be ready while its video is not.
      await tx.items.update(item.id, { meta: { ...item.meta, ...videoItemMeta(facts) } });
      return { ...meta, ...videoFolderMeta(facts), fps, annotate: true };
    });
  }

  /**
   * Every picture is decoded once: a few in parallel here; if that takes long, finds a broken one or has to convert, a
   * job does it.
   * @throws RequestError if none of them is a picture
   */
  async #checkPictures(
    actor: Actor,
    folder: FolderRecord,
    items: readonly ItemRecord[],
    after: Joining,
  ): Promise<string[]> {
    const { type, isDataset } = datasetOf(folder);
    const isSequence = type === "image-sequence";
    const needsJob = items.some(
      ({ name }) => (isSequence || kindOfFile(name) === "image") && !isWebSafeImageName(name),
    );
    const measured: MeasuredPictures = new Map();
    const problems = needsJob ? undefined : await this.#look(items, measured, isDataset);
    if (problems === undefined)
      return [await this.#start(convertImages, actor, folder, { folderId: folder.id, ...after })];
    await measureOthers(this.#ports, items, measured, { within: lookMs });
    await changeFolderMeta(this.#ports, this.#access, actor, folder.id, (meta, current) => ({
      ...problems.reduce((noted, { name, problem }) => withMediaProblems(noted, name, [problem]), meta),
      annotate: true,
      ...(datasetOf(current).fps === -1 && { fps: 1 }),
    }));
    return [];
  }

  /**
   * The statement about intact pictures; `undefined`: not all were decoded, or some are broken, in another format, or
   * dark and of no dataset yet.
   */
  async #look(
    items: readonly ItemRecord[],
    measured: MeasuredPictures,
    isDataset: boolean,
  ): Promise<readonly DescribedPicture[] | undefined> {
    const untilMs = performance.now() + lookMs;
    const pictures = items.filter(({ name }) => isWebSafeImageName(name));
    const problems: DescribedPicture[] = [];
    let brokenCount = 0;
    let isOther = false;
    const whites: { readonly item: ItemRecord; readonly white: number | undefined }[] = [];
    for (let start = 0; start < pictures.length; start += maxParallelPictures) {
      if (performance.now() > untilMs) return undefined;
      const some = pictures.slice(start, start + maxParallelPictures);
      const looked = await Promise.all(some.map((item) => this.#lookAt(item, measured)));
      isOther ||= looked.some((one) => one.isOther);
      whites.push(...looked);
      brokenCount += looked.filter((one) => one.isBroken).length;
      problems.push(...looked.flatMap(({ name, problem }) => (problem === undefined ? [] : [{ name, problem }])));
    }
    const [first] = problems;
    if (brokenCount === pictures.length && !isOther && first !== undefined) {
      throw new RequestError(`Failed to read ${first.name}: it ${first.problem}`);
    }
    const hasDark = !isDataset && darkPictures(whites).dark.size > 0;
    return brokenCount === 0 && !hasDark ? problems : undefined;
  }

  async #lookAt(item: ItemRecord, measured: MeasuredPictures) {
    const { name } = item;
    try {
      const { problem, white } = await withPicture(this.#ports, item, measured, (path) =>
        this.#ports.imageDecoder.check(path),
      );
      return { item, name, problem, isBroken: false, isOther: false, white };
    } catch (error) {
      if (!(error instanceof ImageError)) throw error;
      const isOther = await this.#isOtherPicture(item);
      return { item, name, problem: error.message, isBroken: true, isOther, white: undefined };
    }
  }

  /** Whether it can be converted from the format that it really has. */
  async #isOtherPicture(item: ItemRecord): Promise<boolean> {
    try {
      return await withPicture(this.#ports, item, new Map(), async (path) => {
        const ending = await otherFormatOf(this.#ports, item.name, path);
        if (ending !== undefined) await this.#ports.imageDecoder.toPng(path, ending);
        return ending !== undefined;
      });
    } catch (error) {
      if (error instanceof ImageError) return false;
      throw error;
    }
  }

  async #fileOf(item: ItemRecord): Promise<FileRecord | undefined> {
    return (await this.#ports.database.files.listInItems([item.id]))[0];
  }
}
