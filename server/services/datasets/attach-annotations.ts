/**
 * Annotations that came with media, but not as a file in their folder: those of an archive. They go into the default
 * set of a dataset, or are added to previous ones.
 */
import { CoreError } from "#core";
import type { AnnotationFormat } from "#core/types";
import type { NamedBytes } from "#core/formats/sources/source";
import type { MediaEntry } from "#schemas/media-ledger";

import { AccessLevel } from "../../base/access-level.ts";
import { RequestError } from "../../base/errors.ts";
import { areDisjoint, type FrameSpan, spansOf } from "../../domain/frame-spans.ts";
import { ofFirstFrames, renumbered } from "../../domain/run-result.ts";
import type { FolderRecord } from "../../ports/records.ts";
import type { Actor } from "../access/actor.ts";
import type { AnnotationFileService, ImportedFile } from "../annotations/annotation-file.service.ts";
import { betweenSaves } from "../annotations/between-saves.ts";
import { entriesOfProblems } from "./import-entries.ts";
import { storeImported, type StoreDeps, tracksOf } from "./store-imported.ts";
import { faultText, requireReadable, UnusableFile } from "./unusable-file.ts";

export interface AttachedFile {
  readonly name: string;
  readonly format: AnnotationFormat;
  /** Instead of a format: a table that is read by the names of its columns. */
  readonly isTable?: boolean;
  readonly content: Uint8Array | readonly NamedBytes[];
  /** Id of the save, so that it is stored once. */
  readonly saveId: string;
  /** The folder the pictures came in, and pictures of other datasets that the file also covers. */
  readonly place?: string;
  readonly elsewhere?: readonly string[];
  /** Frames on which previous files have annotations: this file is added to them. */
  readonly taken?: readonly FrameSpan[];
}

export interface Attached {
  /** `nothing`: none of it belongs to this dataset. `taken`: some of it is on frames where others have annotations. */
  readonly outcome: "stored" | "nothing" | "taken";
  readonly entries: readonly MediaEntry[];
  readonly spans: readonly FrameSpan[];
  readonly trackCount: number;
}

export interface AttachDeps extends StoreDeps {
  readonly annotationFiles: AnnotationFileService;
}

/** @throws RequestError if the file cannot be attached, with the reason */
export async function attachToDataset(
  deps: AttachDeps,
  actor: Actor,
  folderId: string,
  file: AttachedFile,
): Promise<Attached> {
  const { record: folder } = await deps.access.requireFolder(actor, folderId, AccessLevel.write);
  const { name, format, saveId, taken } = file;
  try {
    return await betweenSaves(async (): Promise<Attached> => {
      const imported = await readPart(deps, actor, folder, file);
      const { problems, problemCount } = imported.report;
      const entries = entriesOfProblems(name, problems, problemCount);
      const spans = spansOf(imported.records);
      const trackCount = tracksOf(imported.records).length;
      if (taken !== undefined && trackCount === 0) return { outcome: "nothing", entries, spans, trackCount };
      if (taken !== undefined && !areDisjoint(taken, spans)) return { outcome: "taken", entries, spans, trackCount };
      if (trackCount === 0 && (file.elsewhere ?? []).length > 0)
        return { outcome: "nothing", entries, spans, trackCount };
      const how = taken === undefined ? "in-place" : "next-to";
      const toStore = { name, format, imported, setName: "", how, entries, saveId } as const;
      const stored = await storeImported(deps, actor, folder, toStore);
      return { outcome: "stored", entries: stored === "done" ? entries : stored.entries, spans, trackCount };
    });
  } catch (error) {
    if (error instanceof UnusableFile || error instanceof CoreError) throw new RequestError(faultText(error));
    throw error;
  }
}

/** The annotations of the file for this dataset, with ids that are free in it. */
async function readPart(
  { ports, annotationFiles }: AttachDeps,
  actor: Actor,
  folder: FolderRecord,
  { content, taken, elsewhere = [], ...file }: AttachedFile,
): Promise<ImportedFile> {
  const { database } = ports;
  const own = content instanceof Uint8Array ? content.slice() : content.map((one) => ({ ...one }));
  const toRead = { ...file, content: own, elsewhere };
  const asItIs = { additive: false, typePrefix: "" };
  const imported = await annotationFiles.read({ actor, folder }, "", toRead, asItIs);
  requireReadable(imported);
  const { frameCount } = imported;
  const isPart = elsewhere.length > 0 && frameCount !== undefined;
  const records = isPart ? ofFirstFrames(imported.records, frameCount) : imported.records;
  if (taken === undefined) return { ...imported, records };
  const scope = { datasetId: folder.id, setName: "" };
  const basis = await database.annotations.head(folder.id, "");
  const track = await database.annotations.largestId(scope, "track");
  const group = await database.annotations.largestId(scope, "group");
  return { ...imported, records: renumbered(records, { track, group }), basis };
}
