/**
 * Opens an uploaded archive and reads what its plan depends on: names and sizes of its files, and the configurations of
 * exported datasets. Archives that must not be unpacked are refused here.
 */
import { RequestError } from "../../../../base/errors.ts";
import { type ArchivedFile, openArchive } from "../../../../base/zip-archive.ts";
import { findPlaces, type FoundPlace, nestedArchives, refusalOfArchive } from "../../../../domain/archive-plan.ts";
import { parseArchivedRig } from "../../../../domain/archived-rig.ts";
import type { Ports } from "../../../../ports/index.ts";
import type { FileRecord } from "../../../../ports/records.ts";
import { hasBytes, readContent, withStoredFiles } from "../../../content/open-content.ts";
import { JobError } from "../../job-error.ts";

export type JsonDocument = Readonly<Record<string, unknown>>;

export interface OpenedArchive {
  /** Name of the item. */
  readonly name: string;
  /** How names without a declared encoding were read. */
  readonly guessedEncoding: string | undefined;
  /** Folders that may be exported datasets. */
  readonly places: readonly FoundPlace<ArchivedFile>[];
  /** Files outside of these. */
  readonly others: readonly ArchivedFile[];
  /**
   * The configurations in the places, as JSON; absent: it is not a JSON object, or too large. Those of datasets have only
   * the members that a plan uses.
   */
  readonly documents: ReadonlyMap<ArchivedFile, JsonDocument>;
}

const maxEntries = 500_000;
/** Limit for a configuration file, which is read as a whole: anything larger contains annotations. */
export const maxConfigurationMiB = 64;
/** Members of a dataset's configuration that a plan uses. Others may be large, and an archive may have many datasets. */
const plannedMembers = ["type", "fps", "video", "sourceVideo", "imageData", "mediaLedger", "mediaProblems"];

/** @throws JobError that explains why nothing is unpacked */
export async function readArchive(ports: Ports, itemId: string, maxArchiveBytes: number): Promise<OpenedArchive> {
  const { database } = ports;
  const item = await database.items.find(itemId);
  const [file] = item === undefined ? [] : await database.files.listInItems([itemId]);
  if (!hasBytes(file)) throw new JobError("The archive has been deleted.");
  const read = (start: number, end: number) => readContent(ports, file, { start, end });
  const { files, guessedEncoding } = await withStoredFiles(ports, [file], () =>
    openArchive(file.size, read, maxEntries),
  ).catch((error: unknown) => {
    throw error instanceof RequestError ? notUnpacked(file, error.message) : error;
  });
  const refusal = refusalOfArchive(files, file.size, maxArchiveBytes);
  if (refusal !== undefined) throw notUnpacked(file, refusal);
  const { places, others } = findPlaces(files);
  const documents = new Map<ArchivedFile, JsonDocument>();
  for (const place of places) await readConfigurations(place, documents);
  return { name: item?.name ?? "", guessedEncoding, places, others, documents };
}

const notUnpacked = ({ name }: FileRecord, why: string): JobError =>
  new JobError(
    why === nestedArchives
      ? `${name} was not unpacked. ${why}: unpack it, and upload the archives in it.`
      : `${name} was not unpacked. ${why} Create the archive again, and upload it.`,
  );

/** Of the dataset, or of a rig and each of its cameras. */
async function readConfigurations(
  { kind, files }: FoundPlace<ArchivedFile>,
  documents: Map<ArchivedFile, JsonDocument>,
): Promise<void> {
  const read = async (file: ArchivedFile | undefined): Promise<JsonDocument | undefined> => {
    const document = file === undefined ? undefined : await readJson(file);
    if (file !== undefined && document !== undefined) documents.set(file, document);
    return document;
  };
  const readDataset = async (own: FoundPlace<ArchivedFile>["files"]): Promise<void> => {
    const file = own.get(configurationName(own));
    const document = file === undefined ? undefined : await readJson(file);
    if (file === undefined || document === undefined) return;
    const used = Object.entries(document).filter(([name]) => plannedMembers.includes(name));
    documents.set(file, Object.fromEntries(used));
  };
  if (kind === "dataset") {
    await readDataset(files);
    return;
  }
  const multiCam = await read(files.get("multiCam.json"));
  const configuration = await read(rigConfigurationIn(files));
  const rig = multiCam && configuration && parseArchivedRig(multiCam, configuration);
  if (rig === undefined || typeof rig === "string") return;
  for (const camera of rig.cameras) await readDataset(filesOfCamera(files, camera));
}

export const rigConfigurationIn = (files: ReadonlyMap<string, ArchivedFile>): ArchivedFile | undefined =>
  files.get("config.json") ?? files.get("meta.json");

/** By their paths below the folder of the camera. */
export const filesOfCamera = (files: ReadonlyMap<string, ArchivedFile>, camera: string): Map<string, ArchivedFile> =>
  new Map(
    [...files]
      .filter(([path]) => path.startsWith(`${camera}/`))
      .map(([path, file]) => [path.slice(camera.length + 1), file]),
  );

export function configurationName(files: ReadonlyMap<string, ArchivedFile>): string {
  const top = [...files.keys()].filter((path) => !path.includes("/"));
  return (
    top.find((one) => one === "config.json") ??
    top.find((one) => one === "meta.json") ??
    top.find((one) => /(meta|config)\.json$/.test(one)) ??
    ""
  );
}

/** @returns `undefined` if it is too large or not a JSON object */
async function readJson(file: ArchivedFile): Promise<JsonDocument | undefined> {
  if (file.size > maxConfigurationMiB * 1024 * 1024) return undefined;
  const parts: Uint8Array[] = [];
  for await (const part of file.read()) parts.push(part);
  try {
    const document: unknown = JSON.parse(Buffer.concat(parts).toString("utf8"));
    const isObject = typeof document === "object" && document !== null && !Array.isArray(document);
    return isObject ? (document as JsonDocument) : undefined;
  } catch {
    return undefined;
  }
}
