/** Exported datasets in an archive: their files by their configuration, which must be complete. */
import { mediaLedgerOf } from "#schemas/media-ledger";
import { mediaProblemsOf } from "#schemas/media-problems";

import type { ArchivedFile } from "../../../../base/zip-archive.ts";
import type { FoundPlace } from "../../../../domain/archive-plan.ts";
import { parseArchivedRig } from "../../../../domain/archived-rig.ts";
import { kindOfFile } from "../../../../domain/file-kinds.ts";
import type { Meta } from "../../../../ports/records.ts";
import { JobError } from "../../job-error.ts";
import type { PlannedDataset } from "../planned-dataset.ts";
import {
  configurationName,
  filesOfCamera,
  type JsonDocument,
  maxConfigurationMiB,
  type OpenedArchive,
  rigConfigurationIn,
} from "./read.ts";

type Place = FoundPlace<ArchivedFile>;
type Documents = OpenedArchive["documents"];
type Files = ReadonlyMap<string, ArchivedFile>;

/** Other programs also use this file name: only our files name the type of the dataset. */
export function isExport(name: string, { files }: Place, documents: Documents): boolean {
  const configuration = documentOf(name, files.get(configurationName(files)), documents);
  return configuration["type"] !== undefined;
}

/** A dataset with several cameras, followed by the dataset of each. */
export function exportedRig(name: string, place: Place, documents: Documents): PlannedDataset[] {
  const { files } = place;
  const multiCam = documentOf(name, files.get("multiCam.json"), documents);
  const rig = parseArchivedRig(multiCam, documentOf(name, rigConfigurationIn(files), documents));
  if (typeof rig === "string") throw new JobError(`${name}: ${rig}`);
  const calibration = rig.calibration === undefined ? undefined : files.get(rig.calibration);
  const parent: PlannedDataset = {
    place,
    name,
    meta: {},
    sourceVideo: undefined,
    attachment: frameMetadataIn(files)[0],
    rig,
    files: new Map(rig.calibration === undefined || calibration === undefined ? [] : [[rig.calibration, calibration]]),
  };
  const cameras = rig.cameras.map((camera): PlannedDataset => {
    const cameraFiles = filesOfCamera(files, camera);
    if (cameraFiles.size === 0) throw new JobError(`${name}: the archive lacks the camera ${camera.slice(0, 200)}.`);
    const folder = `${place.folder}/${camera}`;
    return { ...exportedDataset(camera, { kind: "dataset", folder, files: cameraFiles }, documents), parent };
  });
  return [parent, ...cameras];
}

export function exportedDataset(name: string, place: Place, documents: Documents): PlannedDataset {
  const { files } = place;
  const path = configurationName(files);
  const configuration = documentOf(name, files.get(path), documents);
  const { type, fps } = configuration;
  if (type !== "image-sequence" && type !== "video" && type !== "large-image") {
    throw new JobError(`${name}: Unsupported exported dataset type: ${String(type).slice(0, 100)}`);
  }
  const attached = frameMetadataIn(files);
  return {
    place,
    name,
    files: requireFiles(name, files, path, [
      ...(type === "video" ? [videoName(name, path, configuration)] : imageNames(name, path, configuration)),
      path,
      ...annotationNames(files),
    ]),
    meta: { type, fps: typeof fps === "number" && Number.isFinite(fps) ? fps : -1, ...exportedFacts(configuration) },
    sourceVideo: type === "video" ? sourceVideoIn(files, configuration) : undefined,
    attachment: attached.length === 1 ? attached[0] : undefined,
  };
}

/** @param path of the configuration that names them */
function requireFiles(name: string, files: Files, path: string, wanted: readonly string[]): Map<string, ArchivedFile> {
  return new Map(
    wanted.map((one) => {
      const file = files.get(one);
      if (file === undefined)
        throw new JobError(`${name}: the archive lacks ${one.slice(0, 200)}, which ${path} names.`);
      return [one, file];
    }),
  );
}

function videoName(name: string, path: string, configuration: JsonDocument): string {
  const video = nameIn(configuration["video"]);
  if (video === undefined) throw new JobError(`${name}: ${path} names no video.`);
  return video;
}

function imageNames(name: string, path: string, configuration: JsonDocument): string[] {
  const images: unknown = configuration["imageData"];
  const names = (Array.isArray(images) ? (images as unknown[]) : []).map((image) => nameIn(image) ?? "");
  if (names.length === 0) throw new JobError(`${name}: ${path} names no images.`);
  return names;
}

/** Both contain the annotations, but CSV loses some. */
function annotationNames(files: Files): string[] {
  const top = [...files.keys()].filter((path) => !path.includes("/"));
  const json = top.find((one) => kindOfFile(one) === "json");
  const annotations = json ?? top.find((one) => ["csv", "yaml"].includes(kindOfFile(one)));
  return annotations === undefined ? [] : [annotations];
}

/** The original of a converted video. */
function sourceVideoIn(files: Files, configuration: JsonDocument): PlannedDataset["sourceVideo"] {
  const source = nameIn(configuration["sourceVideo"]);
  if (source === undefined || source === nameIn(configuration["video"])) return undefined;
  const original = files.get(source);
  return original && [source, original];
}

const frameMetadataIn = (files: Files): (readonly [name: string, file: ArchivedFile])[] =>
  [...files]
    .filter(([path]) => /^metadata\/[^/]+$/.test(path))
    .map(([path, file]) => [path.slice("metadata/".length), file] as const);

/** Facts about the media in the exported dataset. */
function exportedFacts(configuration: JsonDocument): Meta {
  const [mediaLedger, mediaProblems] = [mediaLedgerOf(configuration), mediaProblemsOf(configuration)];
  return {
    ...(mediaLedger.length > 0 && { mediaLedger }),
    ...(mediaProblems.length > 0 && { mediaProblems }),
  };
}

/** A configuration. @throws JobError if it could not be read */
function documentOf(name: string, file: ArchivedFile | undefined, documents: Documents): JsonDocument {
  if (file === undefined || file.size > maxConfigurationMiB * 1024 * 1024) {
    throw new JobError(
      `${name}: its configuration is missing or has more than ${maxConfigurationMiB} MiB, which is a fixed limit. Remove everything that is not configuration.`,
    );
  }
  const document = documents.get(file);
  if (document === undefined) throw new JobError(`${name}: ${file.path} is not a JSON object.`);
  return document;
}

/** A plain name: a file in a folder is not a picture of the dataset. */
function nameIn(value: unknown): string | undefined {
  const isRecord = typeof value === "object" && value !== null && !Array.isArray(value);
  const filename = isRecord ? (value as JsonDocument)["filename"] : undefined;
  return typeof filename === "string" && !filename.includes("/") ? filename : undefined;
}
