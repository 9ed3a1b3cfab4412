/** Annotation files: exporting a revision, and reading an uploaded file into records. The core does both. */
import type { AnnotationFormat } from "#core";
import type { ReadOptions } from "#core/types";
import type { DatasetFacts } from "#core/formats/exchange/dataset-file";
import { ctimeText } from "#core/formats/text/python-text";
import type { NamedBytes } from "#core/formats/sources/source";
import { parseTypeHierarchy } from "#core/formats/dive-config/type-hierarchy";
import { slugify } from "#schemas/slug";
import { recognizeFile } from "#core/formats/recognize/recognize";
import { relativeTools } from "#core/formats/recognize/recognized";
import { hasRelativePositions, namesFolders } from "#core/formats/format-table";

import { AccessError, RequestError, ValidationError } from "../../base/errors.ts";
import { OwnerLimits } from "../../base/owner-limits.ts";
import type { AnnotationRecord } from "../../domain/annotation-save.ts";
import { type Dataset, datasetOf } from "../../domain/dataset.ts";
import { itemFactsOf } from "../../domain/item-facts.ts";
import type { Ports } from "../../ports/index.ts";
import type { FolderRecord, ItemRecord } from "../../ports/records.ts";
import type { AccessService } from "../access/access.service.ts";
import type { Actor } from "../access/actor.ts";
import type { AnnotationService } from "./annotation.service.ts";
import type { AnnotationWork, CoreSession } from "./annotation-work/annotation-work.ts";
import type { FileReport } from "./annotation-work/protocol.ts";
import type { MediaService } from "../media/media.service.ts";
import { requireStoredRevision } from "./stored-revision.ts";

export type ExportFormat = "viame_csv" | "dive_json" | "coco_json";

export interface ExportRequest {
  format: ExportFormat;
  /** Absent: the latest revision. */
  revision: number | undefined;
  /** Leave out pairs below the dataset's own thresholds. */
  excludeBelowThreshold: boolean;
  /** Only these types. */
  types: readonly string[] | undefined;
  /** Named in the head of a CSV instead of the present moment, so that two exports are the same bytes. */
  exportedTime: string | undefined;
}

/** The content to read, and the pictures it may refer to. */
interface ReadContent {
  readonly format: AnnotationFormat;
  /** Instead of a format: a table that is read by the names of its columns. */
  readonly isTable?: boolean;
  readonly content: Uint8Array | readonly NamedBytes[];
  /** Of a single file: some files of other tools are recognized only with it. */
  readonly name?: string;
  /** The folder the pictures came in. */
  readonly place?: string;
  /** Pictures of other datasets that the file also covers: numbering continues after the last frame. */
  readonly elsewhere?: readonly string[];
}

/** How many names of converted pictures are searched for in a file, to find out how it names all of them. */
const maxLookedFor = 20;

/** Files that are written at a time for one account; the others wait. */
const maxExports = 4;

/** Longer than any date that is written. */
const maxTimeLength = 100;

export interface ExportedFile {
  name: string;
  mimeType: string;
  /** The revision it contains. */
  revision: number;
  /** Read to the end or abandoned, they close their source. */
  pieces: AsyncIterable<Uint8Array>;
  /** For callers that do not read the pieces at all; harmless otherwise. */
  close(): Promise<void>;
}

export interface ImportedFile {
  report: FileReport;
  /** Everything the set contains after the import. */
  records: AnnotationRecord[];
  /** Revision of the set when reading began; with `additive`, the one that the file was added to. */
  basis: number;
  /** Frames of the dataset at the rate it gets with the file, if known. */
  frameCount: number | undefined;
}

export class AnnotationFileService {
  readonly #ports: Ports;
  readonly #access: AccessService;
  readonly #annotations: AnnotationService;
  readonly #media: MediaService;
  readonly #work: AnnotationWork;
  /** A file that is read slowly keeps a core in memory. */
  readonly #turns = new OwnerLimits(maxExports);

  constructor(
    ports: Ports,
    services: { access: AccessService; annotations: AnnotationService; media: MediaService; work: AnnotationWork },
  ) {
    this.#ports = ports;
    this.#access = services.access;
    this.#annotations = services.annotations;
    this.#media = services.media;
    this.#work = services.work;
  }

  /** @throws ValidationError if none of the datasets has reached the requested revision */
  async checkRequest(datasets: readonly FolderRecord[], { revision, exportedTime }: ExportRequest): Promise<void> {
    if (exportedTime !== undefined && exportedTime.length > maxTimeLength)
      throw new ValidationError(`A date must have at most ${maxTimeLength} characters.`, "exportedTime");
    if (revision === undefined) return;
    const heads = await Promise.all(datasets.map((one) => this.#annotations.headOf(one, undefined, undefined)));
    requireStoredRevision(revision, heads, "revisionId");
  }

  /** The default set as a file. `signal` ends the work before the first byte. */
  async export(actor: Actor, datasetId: string, request: ExportRequest, signal?: AbortSignal): Promise<ExportedFile> {
    const { record } = await this.#access.requireFolder(actor, datasetId);
    const dataset = datasetOf(record);
    const { type, fps, datasetInfo } = dataset;
    const hierarchy = parseTypeHierarchy(dataset.typeHierarchy);
    const facts: DatasetFacts = {
      name: record.name,
      type: type === "video" || type === "large-image" ? type : "image-sequence",
      fps,
      ...(await this.#picturesOf(actor, record, request.format)),
      datasetInfo,
      ...(hierarchy.ok && { typeHierarchy: hierarchy.hierarchy }),
    };
    const options = {
      filter: exportFilter(dataset, request),
      revision: request.revision,
      exportedTime: request.exportedTime ?? ctimeText(new Date(this.#ports.clock.nowMs())),
    };
    // Fixed now, so that tracks and groups come from the same revision.
    const revision = await this.#annotations.headOf(record, request.revision, undefined);
    const { format, ending, mimeType } = exportFormats[request.format];
    const leave = actor.user === undefined ? (): void => undefined : await this.#turns.acquire(actor.user.id);
    try {
      signal?.throwIfAborted();
      const session = leaving(await this.#load(record, "", revision, signal), leave);
      try {
        await session.write(format, facts, options);
        const name = slugify(`${record.name}${ending}`);
        return { name, mimeType, revision, pieces: bytesOf(session), close: () => session.close() };
      } catch (error) {
        await session.close();
        throw error;
      }
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Names and sizes of the pictures, as far as the format needs them. */
  async #picturesOf(
    actor: Actor,
    folder: FolderRecord,
    format: ExportFormat,
  ): Promise<Pick<DatasetFacts, "imageNames" | "imageSize" | "imageSizes">> {
    // DIVE JSON numbers its frames, so it works without access to the media.
    if (format === "dive_json") return { imageNames: [] };
    const { type, images, video } = await this.#media.itemsOf(actor, folder);
    const imageNames = type === "image-sequence" ? images.map(({ name }) => name) : [];
    if (format !== "coco_json") return { imageNames };
    if (video === undefined) return { imageNames, imageSizes: await this.#media.sizesOf(images) };
    return { imageNames, ...sizeOf(video) };
  }

  /**
   * Reads a file, or the files of a set, as the new content of a set; with `additive`, adds it to the existing content.
   * @param content its bytes are transferred
   * @throws CoreError if the file is not of this format at all
   */
  async read(
    { actor, folder }: { readonly actor: Actor; readonly folder: FolderRecord },
    setName: string,
    { format, content, name, ...placed }: ReadContent,
    { additive, typePrefix }: { additive: boolean; typePrefix: string },
  ): Promise<ImportedFile> {
    const hasMedia = await this.#hasMedia(actor, folder, format);
    const pictures = hasMedia ? await this.#namedPictures(actor, folder, { format, content, ...placed }) : {};
    const basis = await this.#ports.database.annotations.head(folder.id, setName);
    const rate = datasetOf(folder).fps;
    const isNamed =
      name !== undefined && content instanceof Uint8Array && (placed.isTable === true || format === "coco");
    const session = additive ? await this.#load(folder, setName, basis) : await this.#work.openCore();
    try {
      const report = await session.read(content, {
        ...(placed.isTable !== true && { format }),
        ...(isNamed && { name }),
        ...pictures,
        ...(rate !== undefined && { fps: rate }),
        mode: additive ? "additive" : "replace",
        ...(typePrefix !== "" && { typePrefix }),
      });
      const records: AnnotationRecord[] = [];
      for await (const batch of session.records()) for (const record of batch) records.push(record);
      const fps = report.fps ?? rate;
      const frameCount = hasMedia ? await this.#media.frameCountOf(actor, folder, fps) : undefined;
      return { report, records, basis, frameCount };
    } finally {
      await session.close();
    }
  }

  /**
   * The pictures of an image sequence under the names that the file uses: as uploaded, or as they are called since they
   * were converted; and the size of those of a video.
   */
  async #namedPictures(
    actor: Actor,
    folder: FolderRecord,
    { format, content, isTable = false, place = "", elsewhere = [] }: ReadContent,
  ): Promise<Pick<ReadOptions, "imageNames" | "imageSize" | "imageSizes" | "isMeasured" | "videoNames">> {
    const { type } = datasetOf(folder);
    if (type === "video") {
      const { video } = await this.#media.itemsOf(actor, folder);
      const videoNames = [video?.name ?? "", folder.name].filter((name) => name !== "");
      return { ...sizeOf(video), videoNames, isMeasured: true };
    }
    if (type !== "image-sequence") return {};
    const frames = await this.#media.framesOf(actor, folder);
    if (frames.length === 0) return {};
    const files = content instanceof Uint8Array ? [content] : content.map(({ bytes }) => bytes);
    const texts = files.map((file) => Buffer.from(file.buffer, file.byteOffset, file.byteLength));
    const renamed = frames.filter(({ item, sentName }) => item.name.startsWith(sentName) && item.name !== sentName);
    const isByNewName = renamed
      .slice(0, maxLookedFor)
      .some(({ item }) => texts.some((text) => text.includes(item.name)));
    const names = frames.map(({ item, sentName }) => (isByNewName ? item.name : sentName));
    const isApart = elsewhere.length > 0 && namesFolders(format);
    const inPlace = place === "" ? names : names.map((name) => `${place}/${name}`);
    const imageNames = isApart ? [...inPlace, ...elsewhere] : names;
    const isRelative = hasRelativePositions(format) || (format === "coco" && isOfRelativeTool(content));
    const needsSizes = isRelative || isTable;
    // Those that name folders state the sizes of pictures, too: to compare them is not worth a wait.
    if (!needsSizes && !namesFolders(format)) return { imageNames };
    const items = frames.map(({ item }) => item);
    const imageSizes = needsSizes ? await this.#media.sizesOf(items) : await this.#media.knownSizesOf(items);
    const [imageSize] = imageSizes;
    const areAlike = imageSizes.every((size) => size?.width === imageSize?.width && size?.height === imageSize?.height);
    return { imageNames, imageSizes, ...(areAlike && imageSize !== undefined && { imageSize }) };
  }

  /**
   * A clone whose media are inaccessible accepts files that number their frames.
   * @throws RequestError 404, AccessError if the file may refer to pictures of such a clone
   */
  async #hasMedia(actor: Actor, folder: FolderRecord, format: AnnotationFormat): Promise<boolean> {
    try {
      await this.#media.sourceOf(actor, folder);
      return true;
    } catch (error) {
      const isOutOfReach = error instanceof AccessError || error instanceof RequestError;
      const namesPictures = datasetOf(folder).type === "image-sequence" && format !== "dive-json";
      if (!isOutOfReach || namesPictures) throw error;
      return false;
    }
  }

  /** A core that holds one set at one revision. */
  async #load(folder: FolderRecord, setName: string, revision: number, signal?: AbortSignal): Promise<CoreSession> {
    const session = await this.#work.openCore();
    try {
      const everything = { revision, setName, by: "id", descending: false, limit: 0, offset: 0 } as const;
      for (const kind of ["track", "group"] as const) {
        const { pieces } = await this.#annotations.readOf(folder, { ...everything, kind });
        for await (const piece of pieces) {
          signal?.throwIfAborted();
          await session.load(kind, piece);
        }
      }
      await session.endLoad();
      return session;
    } catch (error) {
      await session.close();
      throw error;
    }
  }
}

/** Ends its owner's turn when it is closed. */
const leaving = (session: CoreSession, leave: () => void): CoreSession => ({
  ...session,
  close: async () => {
    try {
      await session.close();
    } finally {
      leave();
    }
  },
});

const exportFormats = {
  viame_csv: { format: "viame-csv", ending: ".csv", mimeType: "text/csv" },
  dive_json: { format: "dive-json", ending: ".dive.json", mimeType: "application/json" },
  coco_json: { format: "kwcoco", ending: ".coco.json", mimeType: "application/json" },
} as const satisfies Record<string, { format: AnnotationFormat; ending: string; mimeType: string }>;

/**
 * Closes the session however the reading ends, even before it starts: a generator that is never asked runs no
 * `finally`.
 */
function bytesOf(session: CoreSession): AsyncIterableIterator<Uint8Array> {
  const bytes = session.bytes()[Symbol.asyncIterator]();
  const end = async (): Promise<IteratorResult<Uint8Array>> => {
    await session.close();
    return { done: true, value: undefined };
  };
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: async () => {
      try {
        const result = await bytes.next();
        return result.done === true ? await end() : result;
      } catch (error) {
        await end();
        throw error;
      }
    },
    return: end,
  };
}

function exportFilter(
  { confidenceFilters: thresholds = {} }: Dataset,
  request: ExportRequest,
): { thresholds?: Record<string, number>; types?: readonly string[] } {
  return {
    ...(request.excludeBelowThreshold ? { thresholds } : {}),
    ...(request.types === undefined ? {} : { types: request.types }),
  };
}

/** Of a video; absent if it was not inspected yet. */
function sizeOf(video: ItemRecord | undefined): Pick<ReadOptions, "imageSize"> {
  const { width, height } = video === undefined ? {} : itemFactsOf(video);
  return width === undefined || height === undefined ? {} : { imageSize: { width, height } };
}

/** Whether another tool wrote one of the files, with positions as fractions of the picture. */
function isOfRelativeTool(content: ReadContent["content"]): boolean {
  const files = content instanceof Uint8Array ? [{ name: "", bytes: content }] : content;
  return files.some(({ name, bytes }) => {
    const { translated } = recognizeFile(bytes, name);
    return translated !== undefined && relativeTools.has(translated);
  });
}
