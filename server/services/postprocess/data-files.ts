/** Reads files uploaded with the media, and identifies each by its content. */
import type { AnnotationFormat } from "#core";
import { isAnnotationFormat } from "#core/formats/format-table";
import { isReadableTable, type FileKind } from "#core/formats/recognize/recognized";
import type { TypeHierarchy } from "#core/formats/dive-config/type-hierarchy";

import { ValidationError } from "../../base/errors.ts";
import { type ConfigurationFields, parseConfigurationFile } from "../../domain/dataset-configuration.ts";
import { isFrameMetadataName, kindOfFile } from "../../domain/file-kinds.ts";
import type { ItemRecord } from "../../ports/records.ts";
import type { Actor } from "../access/actor.ts";
import type { AnnotationWork } from "../annotations/annotation-work/annotation-work.ts";
import { UnusableFile } from "../datasets/unusable-file.ts";
import type { FileService } from "../tree/file.service.ts";
import type { ItemService } from "../tree/item.service.ts";

export interface AnnotationDataFile {
  readonly kind: "annotations";
  readonly item: ItemRecord;
  readonly format: AnnotationFormat;
  /** Instead of a format: a table that is read by the names of its columns. */
  readonly isTable?: boolean;
  readonly bytes: Uint8Array;
}

export interface ConfigurationDataFile {
  readonly kind: "configuration";
  readonly item: ItemRecord;
  readonly fields: Omit<ConfigurationFields, "typeHierarchy" | "version">;
  readonly hierarchy: TypeHierarchy | "delete" | undefined;
}

export type DataFile =
  | AnnotationDataFile
  | ConfigurationDataFile
  | { readonly kind: "frame-metadata"; readonly item: ItemRecord }
  /** No annotations, but not a mistake either: it stays in place. */
  | { readonly kind: "other"; readonly item: ItemRecord; readonly message: string };

/** An annotation file is read as a whole; for larger ones, use the command line. */
const maxFileBytes = 1024 * 1024 * 1024;
/** How much of a file is read to identify it. */
const headBytes = 4 * 1024 * 1024;

/** Tables that need a decision by the user, or have no boxes. */
const unreadTables: ReadonlySet<FileKind> = new Set<FileKind>(["ambiguous", "foreign", "table"]);

/** Formats in a .csv file; for anything else, the reader reports errors row by row. */
const isRows = (kind: FileKind): kind is AnnotationFormat => kind === "mot" || kind === "coco";

/** @throws UnusableFile, CoreError, ValidationError: problems of the file itself */
export async function readDataFile(
  { files, items, work }: { files: FileService; items: ItemService; work: AnnotationWork },
  actor: Actor,
  item: ItemRecord,
): Promise<DataFile> {
  if (isFrameMetadataName(item.name)) return { kind: "frame-metadata", item };
  const { rows } = await items.files(actor, item.id, { limit: 1, offset: 0 });
  const [file] = rows;
  if (file === undefined) throw new UnusableFile("Item had no associated files");
  if (file.size === 0) throw new UnusableFile("The file is empty: it has 0 bytes.");
  const bytes = await files.readAll(file, maxFileBytes);
  const recognized = await work.recognize(bytes.slice(0, headBytes), item.name);
  const { kind, message } = recognized;
  const ending = kindOfFile(item.name);
  if (isReadableTable(recognized)) return { kind: "annotations", item, bytes, format: "viame-csv", isTable: true };
  // Rows of another tool would be refused one by one.
  if (unreadTables.has(kind)) throw new UnusableFile(message);
  if (ending === "csv") return { kind: "annotations", item, bytes, format: isRows(kind) ? kind : "viame-csv" };
  if (kind === "calibration" || kind === "multi-camera") return { kind: "other", item, message };
  if (ending === "yaml") return { kind: "annotations", item, bytes, format: "kpf" };
  if (kind === "dive-config") return await readConfiguration(work, item, bytes);
  if (kind === "json-list") throw new UnusableFile("No array-type json objects are supported");
  if (isAnnotationFormat(kind) && kind !== "viame-csv" && kind !== "mot" && kind !== "kpf") {
    return { kind: "annotations", item, bytes, format: kind };
  }
  const isJson = bytes.find((byte) => byte > 0x20) === 0x7b;
  throw new UnusableFile(isJson ? `Got file of unknown and unusable type. ${message}` : `It is not JSON. ${message}`);
}

async function readConfiguration(
  work: AnnotationWork,
  item: ItemRecord,
  bytes: Uint8Array,
): Promise<ConfigurationDataFile> {
  const { configuration, hierarchyRefusal } = await work.readConfiguration(bytes);
  if (hierarchyRefusal !== undefined) throw new ValidationError(hierarchyText(item, hierarchyRefusal));
  const { typeHierarchy, ...others } = configuration;
  const checked = parseConfigurationFile(others);
  if (!checked.ok) throw new UnusableFile(checked.message);
  const { version: _ours, typeHierarchy: _checked, ...fields } = checked.value;
  return { kind: "configuration", item, fields, hierarchy: typeHierarchy === null ? "delete" : typeHierarchy };
}

export function hierarchyText(item: ItemRecord, reason: string): string {
  return `Failed to import ${item.name}: Type hierarchy is invalid: ${reason}. No configuration was changed.`;
}
