/**
 * A folder read as a dataset: its metadata as typed facts. Every user who may write the folder can set the metadata to
 * anything; values of the wrong form count as absent. No other code looks up metadata by key (the lint rule
 * `no-meta-keys`).
 */
import type { AttributeDefinition, AttributeTrackFilter, DatasetFacts, DatasetType } from "#schemas";

import { mutableFields } from "./dataset-configuration.ts";
import { fieldsOf } from "./schema-check.ts";
import { isDatasetType, isTruthyMeta, type Meta, metaNumber } from "./meta.ts";
import { orderCameras } from "./multicam.ts";

declare const stored: unique symbol;

/**
 * An id found in metadata, whose author may not have had access to the document. Not a string, so that it cannot be
 * looked up: only `services/tree/stored-ids.ts` resolves it, and decides when it is trusted.
 */
export interface StoredId {
  readonly [stored]: true;
}

export interface DatasetFolder {
  readonly id: string;
  readonly name: string;
  readonly meta: Meta;
}

export interface CameraFacts {
  readonly folder: StoredId;
  readonly type: DatasetType;
}

export interface CameraSet {
  readonly defaultDisplay: string;
  /** Each camera once, in order. */
  readonly order: readonly string[];
  readonly cameras: Readonly<Record<string, CameraFacts>>;
  readonly calibration: {
    readonly item: StoredId | undefined;
    /** The same calibration in the form that the viewer reads. */
    readonly jsonItem: StoredId | undefined;
    readonly originalName: string | undefined;
    readonly conversionError: string | undefined;
  };
  /** As stored, for code that passes it on unchanged. */
  readonly document: Meta;
}

export interface Dataset {
  readonly id: string;
  readonly name: string;
  /** The folder is marked as a dataset. */
  readonly isDataset: boolean;
  readonly isPublished: boolean;
  readonly type: DatasetType | undefined;
  /** For messages about an unknown type. */
  readonly typeText: string;
  /** Annotation rate; -1: the rate of the media. */
  readonly fps: number | undefined;
  /** Whether the metadata contain the field, usable or not. */
  readonly given: { readonly fps: boolean; readonly type: boolean };
  /** The configuration fields that are set, as stored. */
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly attributes: Readonly<Record<string, AttributeDefinition>>;
  readonly attributeTrackFilters: Readonly<Record<string, AttributeTrackFilter>>;
  readonly confidenceFilters: Readonly<Record<string, number>> | undefined;
  readonly datasetInfo: Readonly<Record<string, unknown>> | undefined;
  /** Unchecked: problems are reported where it is used. */
  readonly typeHierarchy: unknown;
  /** Facts about the media, sent unchanged. */
  readonly mediaFacts: Meta;
  /** Facts from ffprobe about the video stream of the original. */
  readonly uploadedStream: Meta;
  /** The fields of the frame metadata as they are stored and sent. */
  readonly attachment: Meta;
  readonly subType: DatasetFacts["subType"];
  readonly frameMetadata: { readonly item: StoredId; readonly name: string } | undefined;
  /** Absent: not a multi-camera dataset. */
  readonly multiCam: CameraSet | undefined;
  /** Marked for postprocessing by an import of a whole storage. */
  readonly isMarkedForPostprocess: boolean;
  readonly isTrainedPipeline: boolean;
}

const mediaFactNames = ["originalFps", "ffprobe_info", "subType"] as const;

export function datasetOf({ id, name, meta }: DatasetFolder): Dataset {
  const configuration = present(meta, mutableFields);
  const { type, fps, MarkForPostProcess, trained_pipeline: trained, subType } = meta;
  const frameMetadata = storedId(meta["metadataFileItemId"]);
  return {
    id,
    name,
    ...listingOf(meta),
    type: isDatasetType(type) ? type : undefined,
    typeText: String(type),
    fps: metaNumber(fps),
    given: { fps: isGiven(fps), type: isGiven(type) },
    configuration,
    attributes: (recordOf(meta["attributes"]) ?? {}) as Record<string, AttributeDefinition>,
    attributeTrackFilters: (recordOf(meta["attributeTrackFilters"]) ?? {}) as Record<string, AttributeTrackFilter>,
    confidenceFilters: recordOf(meta["confidenceFilters"]) as Record<string, number> | undefined,
    datasetInfo: recordOf(meta["datasetInfo"]),
    typeHierarchy: meta["typeHierarchy"] ?? undefined,
    mediaFacts: present(meta, mediaFactNames),
    uploadedStream: recordOf(meta["ffprobe_info"]) ?? {},
    attachment: present(meta, ["metadataFileItemId", "metadataFileOriginalName"]),
    subType: subType === "stereo" || subType === "multicam" ? subType : undefined,
    frameMetadata: frameMetadata && {
      item: frameMetadata,
      name: textOf(meta["metadataFileOriginalName"]) ?? "Metadata File",
    },
    multiCam: cameraSetOf(meta["multiCam"]),
    isMarkedForPostprocess: isTruthyMeta(MarkForPostProcess),
    isTrainedPipeline: isTruthyMeta(trained),
  };
}

/** Key in the metadata of a dataset whose archive is still being read: annotations on its frames will follow. */
export const awaitsAnnotationsKey = "awaitsAnnotations";

/** Members of the metadata that the server writes; all others were added by users. */
export const knownMembers: readonly string[] = [
  ...new Set([
    ...mutableFields,
    ...Object.keys(fieldsOf("DatasetFacts")),
    ...["fps", "version", "mediaLedger", "mediaProblems", awaitsAnnotationsKey],
  ]),
];

/** Names and values that users entered about the dataset: its information, and their own metadata. */
export function* describedBy({ meta }: Pick<DatasetFolder, "meta">): Generator<readonly [string, string]> {
  const others = Object.entries(meta).filter(([name]) => !knownMembers.includes(name));
  for (const [name, value] of [...Object.entries(recordOf(meta["datasetInfo"]) ?? {}), ...others]) {
    if (value !== null && value !== undefined && typeof value !== "object") yield [name, String(value)];
  }
}

/** The facts by which lists of folders are filtered. */
export function listingOf({ annotate, published }: Meta): Pick<Dataset, "isDataset" | "isPublished"> {
  return { isDataset: isTruthyMeta(annotate), isPublished: isTruthyMeta(published) };
}

/** `undefined` unless it names cameras, each with its folder. */
function cameraSetOf(value: unknown): CameraSet | undefined {
  const document = recordOf(value);
  const given = recordOf(document?.["cameras"]);
  if (document === undefined || given === undefined) return undefined;
  const cameras: [string, CameraFacts][] = [];
  for (const [name, entry] of Object.entries(given)) {
    const { folderId, type } = recordOf(entry) ?? {};
    const folder = storedId(folderId);
    if (folder === undefined) return undefined;
    cameras.push([name, { folder, type: isDatasetType(type) ? type : "image-sequence" }]);
  }
  const names = cameras.map(([name]) => name);
  const { cameraOrder, defaultDisplay, calibrationItemId, jsonCalibrationItemId } = document;
  const wanted = Array.isArray(cameraOrder) ? [...new Set(cameraOrder)].filter((name) => names.includes(name)) : [];
  const order = wanted.length > 0 ? wanted : orderCameras(names);
  return {
    defaultDisplay: textOf(defaultDisplay) ?? order[0] ?? "",
    order,
    cameras: Object.fromEntries(cameras),
    calibration: {
      item: storedId(calibrationItemId),
      jsonItem: storedId(jsonCalibrationItemId),
      originalName: textOf(document["calibrationOriginalName"]),
      conversionError: textOf(document["calibrationConversionError"]),
    },
    document,
  };
}

/** Only strings can be ids. */
const storedId = (value: unknown): StoredId | undefined =>
  typeof value === "string" ? (value as unknown as StoredId) : undefined;

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;
const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

function recordOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

function present(meta: Meta, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(fields.filter((field) => isGiven(meta[field])).map((field) => [field, meta[field]]));
}
