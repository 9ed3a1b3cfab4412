/** Annotation files: exporting a revision, and reading an uploaded file into records. The core does both. */
import { type AnnotationCore, createCore, type ReadReport } from "#core";
import { type DatasetFacts, writeDatasetFile } from "#core/formats/dataset-file";
import { ctimeText } from "#core/formats/python-text";
import { slugify } from "#schemas/slug";

import { RequestError } from "../base/errors.ts";
import type { AnnotationKind, AnnotationRecord } from "../domain/annotation-save.ts";
import { metaNumber } from "../domain/meta.ts";
import type { Ports } from "../ports/index.ts";
import type { FolderRecord } from "../ports/records.ts";
import type { AccessService } from "./access.service.ts";
import type { Actor } from "./actor.ts";
import type { AnnotationService } from "./annotation.service.ts";
import type { MediaService } from "./media.service.ts";

export type ExportFormat = "viame_csv" | "dive_json" | "coco_json";

export interface ExportRequest {
  format: ExportFormat;
  /** Absent: the latest. */
  revision: number | undefined;
  /** Leave out pairs below the dataset's own thresholds. */
  excludeBelowThreshold: boolean;
  /** Only these types. */
  types: readonly string[] | undefined;
}

export interface ExportedFile {
  name: string;
  mimeType: string;
  bytes: Uint8Array;
}

export interface ImportedFile {
  report: ReadReport;
  /** Everything the set holds after the import. */
  records: AnnotationRecord[];
}

export class AnnotationFileService {
  readonly #ports: Ports;
  readonly #access: AccessService;
  readonly #annotations: AnnotationService;
  readonly #media: MediaService;

  constructor(ports: Ports, services: { access: AccessService; annotations: AnnotationService; media: MediaService }) {
    this.#ports = ports;
    this.#access = services.access;
    this.#annotations = services.annotations;
    this.#media = services.media;
  }

  /** The default set as a file. */
  async export(actor: Actor, datasetId: string, request: ExportRequest): Promise<ExportedFile> {
    const { record } = await this.#access.requireFolder(actor, datasetId);
    if (request.format === "coco_json") {
      throw new RequestError("This server cannot export KWCOCO yet. Choose viame_csv or dive_json.");
    }
    const core = await this.#load(record, "", request.revision);
    const fps = metaNumber(record.meta["fps"]);
    const filter = exportFilter(record, request);
    const type = record.meta["type"];
    const facts: DatasetFacts = {
      type: type === "video" || type === "large-image" ? type : "image-sequence",
      fps,
      imageNames: type === "image-sequence" ? await this.#media.imageNamesOf(record) : [],
      datasetInfo: record.meta["datasetInfo"] as Record<string, unknown> | undefined,
    };
    const exportedTime = ctimeText(new Date(this.#ports.clock.nowMs()));
    const options = { filter, revision: request.revision, exportedTime };
    if (request.format === "dive_json") {
      const { bytes } = writeDatasetFile(core, "dive-json", facts, options);
      return { name: slugify(`${record.name}.dive.json`), mimeType: "application/json", bytes };
    }
    const { bytes } = writeDatasetFile(core, "viame-csv", facts, options);
    return { name: slugify(`${record.name}.csv`), mimeType: "text/csv", bytes };
  }

  /**
   * Reads a file as the new content of a set; with `additive` behind what the set holds.
   * @throws CoreError when the file is not of this format at all
   */
  async read(
    folder: FolderRecord,
    setName: string,
    file: { format: "viame-csv" | "dive-json"; bytes: Uint8Array },
    options: { additive: boolean; typePrefix: string },
  ): Promise<ImportedFile> {
    const core = options.additive ? await this.#load(folder, setName, undefined) : await createCore();
    const imageNames = folder.meta["type"] === "image-sequence" ? await this.#media.imageNamesOf(folder) : [];
    const readOptions = {
      ...(imageNames.length > 0 ? { imageNames } : {}),
      mode: options.additive ? ("additive" as const) : ("replace" as const),
      ...(options.typePrefix === "" ? {} : { typePrefix: options.typePrefix }),
    };
    const report =
      file.format === "viame-csv"
        ? core.readViameCsv(file.bytes, readOptions)
        : core.readDiveJson(file.bytes, readOptions);
    return { report, records: [...recordsOf("track", core.trackRows()), ...recordsOf("group", core.groupRows())] };
  }

  /** A core that holds one set at one revision. */
  async #load(folder: FolderRecord, setName: string, revision: number | undefined): Promise<AnnotationCore> {
    const core = await createCore();
    core.beginLoad();
    for (const kind of ["track", "group"] as const) {
      const { pieces } = await this.#annotations.readOf(folder, {
        kind,
        revision,
        setName,
        by: "id",
        descending: false,
        limit: 0,
        offset: 0,
      });
      for await (const piece of pieces) {
        const page = Buffer.concat([OPENING, piece, CLOSING]);
        if (kind === "track") core.loadTrackPage(page);
        else core.loadGroupPage(page);
      }
    }
    core.endLoad();
    return core;
  }
}

const OPENING = Buffer.from("[");
const CLOSING = Buffer.from("]");

function* recordsOf(
  kind: AnnotationKind,
  rows: Iterable<{ id: number; begin: number; end: number; label: string | undefined; json: string }>,
): Generator<AnnotationRecord> {
  for (const { id, begin, end, label, json } of rows) yield { kind, id, begin, end, label, payload: json };
}

function exportFilter(
  folder: FolderRecord,
  request: ExportRequest,
): { thresholds?: Record<string, number>; types?: readonly string[] } {
  const stored = folder.meta["confidenceFilters"];
  const thresholds = typeof stored === "object" && stored !== null ? (stored as Record<string, number>) : {};
  return {
    ...(request.excludeBelowThreshold ? { thresholds } : {}),
    ...(request.types === undefined ? {} : { types: request.types }),
  };
}
