/** The request that creates a multi-camera dataset (api-v1 14.10). `dataset.ts` defines the stored form. */
import type { TimeAlignment } from "#schemas";

import { isDatasetType } from "./meta.ts";
import { checkBody, listOf, mapOf, number, object, optional, text, type CheckResult } from "./body-check.ts";
import { definedCheck } from "./schema-check.ts";

const camera = object({ folderId: optional(text), type: optional(text) }, "drop");
const request = object(
  {
    name: text,
    fps: number,
    type: text,
    subType: text,
    defaultDisplay: text,
    cameras: mapOf(camera),
    cameraOrder: optional(listOf(text)),
    calibrationFileId: optional(text),
    metadataFileId: optional(text),
    timeAlignment: optional(definedCheck<TimeAlignment>("TimeAlignment")),
  },
  "refuse",
);

export interface NewMultiCam {
  readonly name: string;
  readonly defaultDisplay: string;
  readonly cameraOrder: readonly string[];
  readonly cameras: Readonly<Record<string, { readonly folderId: string; readonly type: string }>>;
  /** -1: the rate of the cameras. */
  readonly fps: number;
  readonly type: string;
  readonly subType: string;
  readonly calibrationFileId?: string;
  readonly metadataFileId?: string;
  /** With an alignment, the cameras may differ in rate and length, and there may be up to 8. */
  readonly timeAlignment?: TimeAlignment;
}

const maxAlignedCameras = 8;

/** Parses the body of a request; rules between fields and folders are checked by `refusalOf` and the service. */
export function parseNewMultiCam(body: unknown): CheckResult<NewMultiCam> {
  const result = checkBody("MultiCamCreate", request, body);
  if (!result.ok) return result;
  const { cameras, cameraOrder, ...rest } = result.value;
  const complete = Object.entries(cameras).map(
    ([name, { folderId = "", type = rest.type }]) => [name, { folderId, type }] as const,
  );
  return {
    ok: true,
    value: {
      ...rest,
      cameras: Object.fromEntries(complete),
      cameraOrder: cameraOrder ?? orderCameras(Object.keys(cameras)),
    },
  };
}

/** The first problem of a request, found before any folder is read. */
export function refusalOf(wanted: NewMultiCam): string | undefined {
  const { cameras, cameraOrder, defaultDisplay, subType, timeAlignment, type } = wanted;
  const names = Object.keys(cameras);
  if (names.length === 0) return "At least one camera is required";
  if (subType === "stereo" && names.length !== 2) return "Stereo datasets require exactly 2 cameras";
  if (subType === "multicam" && timeAlignment === undefined && names.length !== 2 && names.length !== 3) {
    return "Multicam datasets require 2 or 3 cameras";
  }
  if (subType === "multicam" && (names.length < 2 || names.length > maxAlignedCameras)) {
    return `Multicam datasets with a timeAlignment require 2 to ${maxAlignedCameras} cameras`;
  }
  if (subType !== "stereo" && subType !== "multicam") return `Invalid subType: ${subType}`;
  if (!names.includes(defaultDisplay)) return `defaultDisplay "${defaultDisplay}" is not a camera name`;
  if (!isCameraType(type)) return `Multicam type must be image-sequence, large-image, or video, not ${type}`;
  const isEachOnce = cameraOrder.length === names.length && names.every((name) => cameraOrder.includes(name));
  if (!isEachOnce) return "cameraOrder must list each camera name exactly once";
  const stranger = Object.keys(timeAlignment?.cameras ?? {}).find((name) => !names.includes(name));
  if (stranger !== undefined) return `timeAlignment "${stranger}" is not a camera name`;
  for (const [name, { folderId, type: own }] of Object.entries(cameras)) {
    if (folderId === "") return `Camera "${name}" missing folderId`;
    if (!isCameraType(own)) return `Camera "${name}" has unsupported type ${own}`;
  }
  return undefined;
}

const isCameraType = (type: string): boolean => isDatasetType(type) && type !== "multi";

/** Why cameras with these rates need an alignment in time. */
export function refusalWithoutAlignment(rates: readonly (number | undefined)[]): string | undefined {
  if (rates.length > 3) return "A dataset of more than 3 cameras needs a timeAlignment";
  return new Set(rates).size > 1 ? "Cameras of different rates need a timeAlignment" : undefined;
}

/** The default order: optical cameras first, infrared ones last. */
export function orderCameras(names: readonly string[]): string[] {
  const rank = (name: string): number => (/(^|_)EO(_|$)/.test(name) ? 0 : /(^|_)IR(_|$)/.test(name) ? 2 : 1);
  return [...names].sort((a, b) => rank(a) - rank(b));
}
